"""Mails of a season: each is queued with the step it tells of, so it is queued once.

What changes later (names, addresses, languages) is looked up when a mail is rendered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from games.models import (
    Fixture,
    GameStatus,
    MailKind,
    Notices,
    OutgoingMail,
    Player,
    Season,
    SeasonEntry,
    Summaries,
)
from games.selectors.divisions import Play, plays_of
from games.services import outbox

SHOWN: Final = 20
"""So many lines of a table a mail shows, and around the reader's own so many more."""
NEAR: Final = 2


def tell_opening(season: Season, *, now: datetime) -> None:
    """Tell those who played the league's last season, and its followers, that a season is open."""
    players = audience_of_opening(season)
    _queue(season, "opens", [(player.pk, {}) for player in players], now)


def audience_of_opening(season: Season) -> QuerySet[Player]:
    """Return who is told that a season is open; it needs a number, and no row of its own yet."""
    last = (
        Season.objects.filter(league=season.league_id, number__lt=season.number)
        .exclude(drawn_at=None)
        .order_by("-number")
        .first()
    )
    audience = Q(leagues_followed=season.league_id)
    if last is not None:
        audience |= Q(season_entries__season=last)
    return Player.objects.filter(audience, _reached()).distinct().order_by("pk")


def tell_start(season: Season, *, now: datetime) -> None:
    """Tell everybody who plays that the season starts; the mail names opponents and dates."""
    reached = mailed_entries(season).filter(division__isnull=False)
    _queue(season, "starts", [(entry.player_id, {"entry": entry.pk}) for entry in reached], now)


def mailed_entries(season: Season) -> QuerySet[SeasonEntry]:
    """Return the entries that play on and whose players get mails of the season."""
    return season.entries.filter(_reached("player__"), withdrawn_at=None).order_by("pk")


def tell_withdrawal(entry: SeasonEntry, *, now: datetime) -> None:
    """Tell the opponents in games that aren't over, before an entry leaves them, what becomes of these."""
    games: dict[int, list[int]] = {}
    planned: Counter[int] = Counter()
    is_open = Q(game=None) | Q(game__status=GameStatus.RUNNING)
    tables = Fixture.objects.filter(is_open, seats__entry=entry, voided_at=None)
    for fixture in tables.order_by("pk").prefetch_related("seats"):
        for seat in fixture.seats.all():
            if fixture.game_id is None:
                planned[seat.entry_id] += 1
            else:
                games.setdefault(seat.entry_id, []).append(fixture.game_id)
    concerned = [pk for pk in {*games, *planned} if pk != entry.pk]
    _queue(
        entry.season,
        f"withdrawn:{entry.pk}:{now.timestamp():.0f}",
        [
            (
                each.player_id,
                {
                    "entry": each.pk,
                    "who": entry.pk,
                    "games": games.get(each.pk, []),
                    "planned": planned[each.pk],
                },
            )
            for each in mailed_entries(entry.season).filter(pk__in=concerned)
        ],
        now,
    )


def tell_week(season: Season, *, now: datetime) -> None:
    """Tell everybody who plays how the division stands: one mail a week and division."""
    week = now.strftime("%G-%V")
    _queue(season, f"week:{week}", _with_tables(season, is_final=False), now)


def tell_final(season: Season, *, now: datetime) -> None:
    """Tell everybody who played the final table of the own division."""
    _queue(season, "final", _with_tables(season, is_final=True), now)


def _with_tables(season: Season, *, is_final: bool) -> list[tuple[int, dict[str, Any]]]:
    """Return players of a season with the lines of their tables. A fixed number of queries."""
    found = season.entries.filter(division__isnull=False).select_related("player")
    entries = {entry.pk: entry for entry in found.order_by("pk")}
    mails: list[tuple[int, dict[str, Any]]] = []
    for play in plays_of(season.league, list(season.divisions.order_by("level")), entries):
        lines = _lines(play)
        mails += [
            (entry.player_id, _about(play, entry, lines))
            for entry in play.entries.values()
            if _is_reached(entry.player) and (is_final or _is_summarized(entry))
        ]
    return mails


_Line = tuple[int, int, str, int]
"""Place, entry, points as a fraction, games."""


def _lines(play: Play) -> list[_Line]:
    return [
        (line.place, line.entry, str(line.tally.points), line.tally.games) for line in play.table()
    ]


def _about(play: Play, entry: SeasonEntry, lines: Sequence[_Line]) -> dict[str, Any]:
    own = next(index for index, line in enumerate(lines) if line[1] == entry.pk)
    shown = [index for index in range(len(lines)) if index < SHOWN or abs(index - own) <= NEAR]
    return {
        "entry": entry.pk,
        "lines": [(*lines[index], index > 0 and index - 1 not in shown) for index in shown],
        "players": len(lines),
        "over": len(play.results),
        "tables": len(play.tables),
    }


def _queue(
    season: Season, news: str, mails: Iterable[tuple[int, dict[str, Any]]], now: datetime
) -> None:
    kind, _, _ = news.partition(":")
    outbox.queue_mails(
        [
            OutgoingMail(
                key=f"{MailKind.SEASON_NEWS}:{season.pk}:{news}:{player_id}",
                kind=MailKind.SEASON_NEWS,
                player_id=player_id,
                context={"season": season.pk, "news": kind, **about},
            )
            for player_id, about in mails
        ],
        now=now,
    )


def _reached(prefix: str = "") -> Q:
    """Return the condition that a player can be mailed and wants it."""
    wanted = Q(**{f"{prefix}is_active": True, f"{prefix}mail_failing_at": None})
    return wanted & ~Q(**{f"{prefix}notices": Notices.NEVER})


def _is_summarized(entry: SeasonEntry) -> bool:
    return entry.withdrawn_at is None and entry.player.summaries != Summaries.NEVER


def _is_reached(player: Player) -> bool:
    is_wanted = player.notices != Notices.NEVER
    return player.is_active and player.mail_failing_at is None and is_wanted
