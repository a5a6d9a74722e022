"""Index the newest results, and the bots that are to move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Put the status before the date, and add an index of bots' seats.

    PostgreSQL sorts games without an end first, so that it read every game in progress before the newest
    result. The sweep looks for bots every few seconds and read every seat that is to move.
    """

    dependencies = [("games", "0016_standing_orders")]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_newest_finished"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "-finished_at"], name="game_newest_results"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("awaited_turn__isnull", False), models.Q(("bot", ""), _negated=True)),
                fields=["game"],
                name="seat_waiting_bot",
            ),
        ),
    ]
