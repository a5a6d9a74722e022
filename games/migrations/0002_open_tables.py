"""Let a game wait for players: how many places it has, and who may take a free one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add places and entry to Game."""

    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="places",
            field=models.PositiveSmallIntegerField(default=2, verbose_name="places"),
        ),
        migrations.AddField(
            model_name="game",
            name="entry",
            field=models.CharField(
                choices=[
                    ("invited", "invited people only"),
                    ("link", "whoever has the link"),
                    ("open", "anyone signed in"),
                ],
                default="invited",
                max_length=10,
                verbose_name="entry",
            ),
        ),
    ]
