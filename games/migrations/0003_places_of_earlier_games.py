"""Note on games made before 0002 how many places they have: as many as seats."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def count_places(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Set Game.places to the number of seats, in two updates."""
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    counted = games.annotate(count=models.Count("seats"))
    for places in (3, 4):
        ids = counted.filter(count=places).values("pk")
        games.filter(pk__in=ids).update(places=places)


class Migration(migrations.Migration):
    """Fill Game.places; going back needs nothing, the column goes with 0002."""

    dependencies = [("games", "0002_open_tables")]

    operations = [migrations.RunPython(count_places, migrations.RunPython.noop)]
