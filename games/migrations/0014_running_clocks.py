"""Let clocks run on for the turns that players were asked before seats had clocks."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def start_clocks(apps, schema_editor):
    """Give each seat that is to move the deadline its game had. No reminders are made up for it."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    Player = apps.get_model("games", "Player")
    games = Game.objects.filter(pk=OuterRef("game_id"))
    players = Player.objects.filter(pk=OuterRef("player_id"))
    waiting = Seat.objects.filter(
        awaited_turn__isnull=False, game__status="running", player__isnull=False, bot=""
    )
    waiting.update(
        clock_from=F("awaited_at"),
        deadline_at=Subquery(games.values("deadline_at")[:1]),
        clock_zone=Subquery(players.values("time_zone")[:1]),
    )


class Migration(migrations.Migration):
    """Fill the clocks of seats that are to move."""

    dependencies = [("games", "0013_clocks")]

    operations = [migrations.RunPython(start_clocks, migrations.RunPython.noop, elidable=True)]
