"""Give every player a key that names which look alike share."""

from typing import Any

from django.db import migrations, models

from games.models.lookalikes import name_key


def fill(apps: Any, schema_editor: Any) -> None:
    """Write the keys; who came later and looks like somebody keeps the name, with a key of its own."""
    players = apps.get_model("games", "Player").objects
    taken: set[str] = set()
    for pk, name in list(players.order_by("pk").values_list("pk", "name")):
        key = name_key(name)
        if key in taken:
            key = f"{key}/{pk}"
        taken.add(key)
        players.filter(pk=pk).update(name_key=key)


class Migration(migrations.Migration):
    """Add Player.name_key: the column, its values, its uniqueness."""

    dependencies = [("games", "0010_address_changes")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=models.CharField(default="", editable=False, max_length=230),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="player",
            name="name_key",
            field=models.CharField(editable=False, max_length=230, unique=True),
        ),
    ]
