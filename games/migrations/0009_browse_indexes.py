"""Index what the list of games is narrowed by, so that every page of it costs the same."""

from django.db import migrations, models


def add_prefix_index(apps, schema_editor):
    """Let PostgreSQL find names by their beginning; in SQLite no index can serve such a search."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX player_name_prefix ON games_player (UPPER(name) text_pattern_ops)"
        )


def remove_prefix_index(apps, schema_editor):
    """Take the index away again."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX player_name_prefix")


class Migration(migrations.Migration):
    """Add indexes to Game, Seat and Player."""

    dependencies = [("games", "0008_notes")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["wall", "-id"], name="game_wall_newest"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["places", "-id"], name="game_places_newest"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["player", "-game"], name="seat_newest_game"),
        ),
        migrations.RunPython(add_prefix_index, remove_prefix_index),
    ]
