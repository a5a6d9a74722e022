"""What mails say about a season: it takes entries, it starts, how it stands, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from games.competition.clock import parse_pace
from games.mail.links import absolute, unsubscribe_url
from games.mail.plain import name_in_mail
from games.mail.relevance import NoLongerWanted
from games.mail.times import day_words, pace_words
from games.models import Appeal, Fixture, OutgoingMail, Pairing, Player, Season, SeasonEntry
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, plain_name


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round of the reader: against whom, nobody for a bye, and from when."""

    round: int
    opponents: tuple[str, ...]
    day: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. `has_gap` says that lines right before it are left out."""

    place: int
    name: str
    points: Fraction
    games: int
    is_you: bool
    has_gap: bool


def season_news(mail: OutgoingMail, *, now: datetime) -> dict[str, Any]:
    """Return what the templates of season news show. Four queries at most.

    Raises NoLongerWanted if the season is gone or the reader is not in it any more.
    """
    found = Season.objects.select_related("league").filter(pk=int(mail.context.get("season") or 0))
    season = found.first()
    if season is None:
        raise NoLongerWanted("there is no such season")
    league = plain_name(season.league.name, GAME_NAME_LENGTH) or "Azul"
    tell = _KINDS[str(mail.context.get("news"))]
    return {
        "name": plain_name(mail.holder.name, PLAYER_NAME_LENGTH) or _("Player"),
        "news": mail.context["news"],
        "league": league,
        "number": season.number,
        "address": mail.holder.email,
        "page": absolute("season", season.league.slug, season.number),
        "preferences": absolute("preferences"),
        "stop_all": unsubscribe_url(player_id=mail.holder.pk, game_id=None),
        "stop_weekly": unsubscribe_url(player_id=mail.holder.pk, game_id=None, is_weekly=True),
        **tell(season, mail, now),
    }


def season_message(mail: OutgoingMail) -> dict[str, Any]:
    """Return what the templates of a director's message to a division show. Three queries.

    Raises NoLongerWanted if the season, or who wrote, is gone.
    """
    found = Season.objects.select_related("league").filter(pk=int(mail.context.get("season") or 0))
    season, by = found.first(), Player.objects.filter(pk=int(mail.context.get("by") or 0)).first()
    if season is None or by is None:
        raise NoLongerWanted("there is no such season")
    division = None
    if season.published_at is not None:
        division = season.divisions.filter(pk=int(mail.context.get("division") or 0)).first()
    return {
        "league": plain_name(season.league.name, GAME_NAME_LENGTH) or "Azul",
        "number": season.number,
        "division": division,
        "by": plain_name(by.name, PLAYER_NAME_LENGTH) or _("Player"),
        "lines": str(mail.context.get("text", "")).splitlines(),
        "address": mail.holder.email,
        "page": absolute("season", season.league.slug, season.number),
        "preferences": absolute("preferences"),
        "stop_all": unsubscribe_url(player_id=mail.holder.pk, game_id=None),
    }


def season_appeal(mail: OutgoingMail) -> dict[str, Any]:
    """Return what the templates of a question to the directors, or of its answer, show. One query.

    Raises NoLongerWanted for a question that has been answered meanwhile.
    """
    found = Appeal.objects.select_related(
        "fixture__division__season__league", "player", "fixture__game"
    )
    appeal = found.filter(pk=int(mail.context.get("appeal") or 0)).first()
    is_answer = mail.context.get("news") == "answered"
    if appeal is None or appeal.fixture.game is None or (appeal.answer and not is_answer):
        raise NoLongerWanted("there is no such question, or it is answered")
    season = appeal.fixture.division.season
    where = ("manage-appeal", season.league.slug, season.number, appeal.pk)
    return {
        "is_answer": is_answer,
        "league": plain_name(season.league.name, GAME_NAME_LENGTH) or "Azul",
        "number": appeal.fixture.game_id,
        "by": plain_name(appeal.player.name, PLAYER_NAME_LENGTH) or _("Player"),
        "about": appeal.get_about_display(),
        "lines": (appeal.answer if is_answer else appeal.text).splitlines(),
        "address": mail.holder.email,
        "page": absolute("appeal", appeal.fixture.game_id) if is_answer else absolute(*where),
        "preferences": absolute("preferences"),
        "stop_all": unsubscribe_url(player_id=mail.holder.pk, game_id=None),
    }


def _opens(season: Season, mail: OutgoingMail, now: datetime) -> dict[str, Any]:
    if not season.takes_entries:
        raise NoLongerWanted("the season takes no entries any more")
    has_entered = season.entries.filter(player=mail.player, withdrawn_at=None).exists()
    return {
        "has_entered": has_entered,
        "closes": day_words(season.closes_at) if season.closes_at else "",
        "starts": day_words(season.starts_at) if season.starts_at else "",
        "pace": pace_words(parse_pace(season.league.pace)),
    }


def _starts(season: Season, mail: OutgoingMail, now: datetime) -> dict[str, Any]:
    entry = _entry(mail)
    fixtures = Fixture.objects.filter(seats__entry=entry, voided_at=None)
    planned = fixtures.prefetch_related("seats__entry__player").order_by("round", "number")
    return {
        "division": entry.division,
        "meetings": [_meeting(season, fixture, entry) for fixture in planned],
        "has_more": Pairing(season.league.pairing).is_drawn_by_rounds,
        "pace": pace_words(parse_pace(season.league.pace)),
    }


def _meeting(season: Season, fixture: Fixture, entry: SeasonEntry) -> Meeting:
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
    others = [seat.entry.player.name for seat in seats if seat.entry_id != entry.pk]
    names = tuple([plain_name(name, PLAYER_NAME_LENGTH) or _("Player") for name in others])
    return Meeting(fixture.round, names, _first_day(season, fixture.round))


def _first_day(season: Season, number: int) -> str:
    """Return the day on which a round starts at the latest, "" if that depends on the games before."""
    league, started = season.league, season.started_at
    if started is None:
        return ""
    waves = (number - 1) // league.rounds_at_once if league.rounds_at_once else 0
    if waves and not league.round_days:
        return ""
    return day_words(started + timedelta(days=waves * league.round_days))


def _table(season: Season, mail: OutgoingMail, now: datetime) -> dict[str, Any]:
    entry = _entry(mail)
    rows: Sequence[Sequence[Any]] = mail.context["lines"]
    found = SeasonEntry.objects.filter(pk__in=[row[1] for row in rows]).select_related("player")
    names = {each.pk: each.player.name for each in found}
    lines = _lines(rows, names, entry.pk)
    own = next((line for line in lines if line.is_you), None)
    return {
        "division": entry.division,
        "lines": lines,
        "place": own.place if own else None,
        "players": mail.context["players"],
        "over": mail.context["over"],
        "tables": mail.context["tables"],
    }


def _lines(rows: Sequence[Sequence[Any]], names: Mapping[int, str], own: int) -> list[Line]:
    return [
        Line(
            place,
            plain_name(names.get(pk, ""), PLAYER_NAME_LENGTH) or _("Player"),
            Fraction(points),
            games,
            pk == own,
            has_gap,
        )
        for place, pk, points, games, has_gap in rows
    ]


def _entry(mail: OutgoingMail) -> SeasonEntry:
    found = SeasonEntry.objects.select_related("division").filter(
        pk=int(mail.context.get("entry") or 0)
    )
    entry = found.filter(player=mail.player).first()
    if entry is None or entry.division is None:
        raise NoLongerWanted("the player is not in this season")
    return entry


def _withdrawn(season: Season, mail: OutgoingMail, now: datetime) -> dict[str, Any]:
    """Return who plays no more, and what becomes of the reader's games with them."""
    del now
    found = SeasonEntry.objects.filter(season=season, withdrawn_at__isnull=False)
    entry = found.select_related("player").filter(pk=int(mail.context["who"])).first()
    if entry is None:
        raise NoLongerWanted("the player is back")
    games = [f"#{number}" for number in mail.context["games"]]
    return {
        "who": name_in_mail(entry.player),
        "games": games,
        "planned": int(mail.context["planned"]),
    }


_KINDS: Mapping[str, Callable[[Season, OutgoingMail, datetime], dict[str, Any]]] = {
    "opens": _opens,
    "starts": _starts,
    "week": _table,
    "final": _table,
    "withdrawn": _withdrawn,
}
