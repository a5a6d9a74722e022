"""Make the tables of a new site at once, as migrations 0001 to 0025 leave them."""

from django.db import migrations

from games.migrations.squashed_0025 import (
    clocks,
    games,
    leagues,
    lobby,
    mail,
    players,
    scoring,
    substitutes,
)
from games.migrations.squashed_0025.create import CreateModels


def finish_on_postgresql(apps, schema_editor):
    """Index names by their beginning, and call a constraint as it was called when it was added later.

    In SQLite no index can serve a search by beginning, and constraints of one column have no names.
    """
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX player_name_prefix ON games_player (UPPER(name) text_pattern_ops)"
        )
        schema_editor.execute(
            "ALTER TABLE games_player RENAME CONSTRAINT games_player_name_key_key"
            " TO games_player_name_key_0a9e5543_uniq"
        )


class Migration(migrations.Migration):
    """Stand for the first 25 migrations where none of them has run.

    A database that has seen some but not all of them goes on through the old files. Nothing of what those do
    with rows is here: there are none yet.
    """

    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_open_tables"),
        ("games", "0003_places_of_earlier_games"),
        ("games", "0004_places_and_rematches"),
        ("games", "0005_invitations"),
        ("games", "0006_mail_to_addresses"),
        ("games", "0007_messages"),
        ("games", "0008_notes"),
        ("games", "0009_browse_indexes"),
        ("games", "0010_address_changes"),
        ("games", "0011_name_keys"),
        ("games", "0012_bot_kinds"),
        ("games", "0013_clocks"),
        ("games", "0014_running_clocks"),
        ("games", "0015_forced_moves"),
        ("games", "0016_standing_orders"),
        ("games", "0017_list_indexes"),
        ("games", "0018_leagues"),
        ("games", "0019_field_names"),
        ("games", "0020_ratings"),
        ("games", "0021_season_life"),
        ("games", "0022_directors_actions"),
        ("games", "0023_calendar_epoch"),
        ("games", "0024_substitutes"),
        ("games", "0025_appeals"),
    ]

    operations = [
        CreateModels(
            players.MODELS
            + games.MODELS
            + lobby.MODELS
            + scoring.MODELS
            + mail.MODELS
            + clocks.MODELS
            + substitutes.MODELS
            + leagues.MODELS
        ),
        # Going back, index and constraint go with their table.
        migrations.RunPython(finish_on_postgresql, migrations.RunPython.noop),
    ]

    def mutate_state(self, project_state, preserve=True):
        """Leave a state alone that the old files have built.

        When Django goes back from here into their midst it counts both them and this file as applied.
        """
        if ("games", "player") in project_state.models:
            return project_state.clone() if preserve else project_state
        return super().mutate_state(project_state, preserve)
