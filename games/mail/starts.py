"""What the mail says that opens a game: who plays, in which order, and how it works."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.competition.clock import parse_pace
from games.mail.links import absolute
from games.mail.relevance import Sitting
from games.mail.times import pace_words
from games.models import Fixture, OutgoingMail
from games.models.names import GAME_NAME_LENGTH, plain_name
from games.render import words


@dataclass(frozen=True, slots=True)
class Participant:
    """A player in the order of play."""

    name: str
    is_you: bool
    is_first: bool


def game_started(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of the opening mail show."""
    del mail, now
    table, game = sitting.table, sitting.table.game
    count = len(table.seats)
    pace = pace_words(parse_pace(game.pace))
    order = [table.seats[(game.start_seat + step) % count] for step in range(count)]
    return {
        "participants": [
            Participant(seat.name, seat.pk == sitting.seat.pk, seat.index == game.start_seat)
            for seat in order
        ],
        "wall": words.wall_kind_name(game.wall_kind, language),
        "pace": pace,
        "steps": _steps(pace),
        "seed_hash": game.seed_hash,
        "invited_by": _inviter(sitting),
        "fixture": _fixture(sitting),
        "fairness": absolute("fairness"),
    }


def _fixture(sitting: Sitting) -> dict[str, Any] | None:
    """Return which fixture of a league a game is, None for others. One query."""
    found = Fixture.objects.select_related("division__season__league")
    fixture = found.filter(game=sitting.table.game).first()
    if fixture is None:
        return None
    season = fixture.division.season
    return {
        "league": plain_name(season.league.name, GAME_NAME_LENGTH) or "Azul",
        "season": season.number,
        "division": fixture.division,
        "round": fixture.round,
        "page": absolute("season", season.league.slug, season.number),
    }


def _steps(pace: str) -> list[str]:
    """Return how to play by mail, in five sentences."""
    return [
        _("When it is your turn, a mail comes with the whole table and a link."),
        _("Tap a color in the mail, choose a line on the page that opens, and press Play."),
        _("Nothing is played before that. Your time to move: %(pace)s.") % {"pace": pace},
        _("You can take a move back for two minutes, unless the next player has seen it."),
        _("When the game is over, a mail brings the result; the game stays on its page."),
    ]


def _inviter(sitting: Sitting) -> str:
    """Return the name of the player at this table who set the game up, "" for anybody else."""
    game = sitting.table.game
    by = next((s for s in sitting.table.seats if s.player_id == game.created_by_id), None)
    if by is None or by.player is None or by.pk == sitting.seat.pk:
        return ""
    return by.name
