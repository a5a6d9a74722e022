"""What the mail about a director's action says: what was done to the reader, by whom, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.mail.links import absolute, unsubscribe_url
from games.mail.plain import name_in_mail
from games.mail.relevance import NoLongerWanted
from games.models import DirectorAction, Fixture, OutgoingMail, Player, SeasonEntry
from games.models.names import GAME_NAME_LENGTH, plain_name

_FOR_DIRECTORS: Final = frozenset({"director-added", "left"})
Words = tuple[str, str]
"""A headline and a sentence."""


def desk_news(mail: OutgoingMail) -> dict[str, Any]:
    """Return what the templates show. Five queries at most.

    Raises NoLongerWanted for an action that was undone before its mail left.
    """
    found = DirectorAction.objects.select_related("league", "season", "by", "undone_by")
    action = found.filter(pk=int(mail.context.get("action") or 0)).first()
    is_undone = mail.context.get("deed") == "undone"
    if action is None or (action.undone_at is not None and not is_undone):
        raise NoLongerWanted("there is no such action, or it is undone")
    by = action.undone_by if is_undone and action.undone_by else action.by
    fixture = _fixture(action)
    words = {
        "by": name_in_mail(by),
        "league": plain_name(action.league.name, GAME_NAME_LENGTH) or "Azul",
        "number": str(
            action.season.number if action.season else action.arguments.get("number", "")
        ),
        "table": _table_name(fixture, action),
        "old": str(action.before.get("old", "")),
        "new": str(action.before.get("new", "")),
    }
    told = _UNDONE if is_undone else _DONE
    headline, text = told[action.kind](action)
    return {
        "folder": "season-desk",
        "headline": headline % words,
        "text": text % words,
        "places": _places(action, fixture) if not is_undone else [],
        "reason": action.undo_reason if is_undone else action.reason,
        "league": words["league"],
        "division": _division(action, mail.holder),
        "address": mail.holder.email,
        "page": _page(action, fixture),
        "is_game": fixture is not None and fixture.game_id is not None,
        "is_desk": action.kind in _FOR_DIRECTORS,
        "log": absolute("league-log", action.league.slug),
        "preferences": absolute("preferences"),
        "stop_all": unsubscribe_url(player_id=mail.holder.pk, game_id=None),
    }


def _fixture(action: DirectorAction) -> Fixture | None:
    found = Fixture.objects.select_related("game").prefetch_related("seats__entry__player")
    return found.filter(pk=int(action.arguments.get("fixture") or 0)).first()


def _names(fixture: Fixture) -> list[str]:
    """Return who was drawn to a table, by seat."""
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
    return [name_in_mail(seat.entry.player) for seat in seats]


def _table_name(fixture: Fixture | None, action: DirectorAction) -> str:
    if fixture is None:
        return ""
    game = action.before.get("old") or fixture.game_id
    return " – ".join(_names(fixture)) + (f" (#{game})" if game else "")


def _places(action: DirectorAction, fixture: Fixture | None) -> list[str]:
    """Return the places that a director decided, a line for each seat, from the best."""
    if action.kind != "set-result" or fixture is None:
        return []
    names, chosen = _names(fixture), action.arguments["places"]
    lost = set(action.arguments.get("forfeits", []))
    playing = sorted(
        [seat for seat in range(len(names)) if seat not in lost], key=chosen.__getitem__
    )
    lines = [
        f"{1 + sum(chosen[other] < chosen[seat] for other in playing)}. {names[seat]}"
        for seat in playing
    ]
    forfeits = [_("%(who)s: forfeited") % {"who": names[seat]} for seat in sorted(lost)]
    return lines + forfeits


def _division(action: DirectorAction, player: Player) -> object:
    """Return the reader's division where the action is about that; a proposed one is no news."""
    season = action.season
    if season is None or season.published_at is None:
        return None
    entry = SeasonEntry.objects.select_related("division").filter(season=season, player=player)
    own = entry.first()
    return own.division if own is not None else None


def _page(action: DirectorAction, fixture: Fixture | None) -> str:
    if action.season is None:
        is_desk = action.kind in _FOR_DIRECTORS
        return absolute("manage-league" if is_desk else "league", action.league.slug)
    if action.kind in _FOR_DIRECTORS:
        return absolute("manage-season", action.league.slug, action.season.number)
    if fixture is not None and fixture.game_id is not None:
        return absolute("game", fixture.game_id)
    return absolute("season", action.league.slug, action.season.number)


def _entered(action: DirectorAction) -> Words:
    del action
    return (
        _("You are entered in season %(number)s"),
        _(
            "%(by)s, director of %(league)s, has entered you. If you can’t play, withdraw on the season’s page."
        ),
    )


def _withdrawn(action: DirectorAction) -> Words:
    begun = action.season is not None and action.season.published_at is not None
    text = _("%(by)s, director of %(league)s, has withdrawn you.")
    more = _(
        "A bot plays your games in progress to their end; those that haven’t begun go on without you."
    )
    return _("You no longer play in season %(number)s"), f"{text} {more}" if begun else text


def _moved(action: DirectorAction) -> Words:
    del action
    return (
        _("You play in another division"),
        _("%(by)s, director of %(league)s, has moved you. Your games are drawn anew."),
    )


_DONE: Mapping[str, Callable[[DirectorAction], Words]] = {
    "add-player": _entered,
    "import": _entered,
    "withdraw": _withdrawn,
    "move": _moved,
    "merge": _moved,
    "restart": lambda _action: (
        _("Played again: %(table)s"),
        _(
            "%(by)s, director of %(league)s, has the table played again from the start. This game is over and "
            "counts for nothing; #%(new)s has begun in its place."
        ),
    ),
    "set-result": lambda _action: (
        _("Result decided: %(table)s"),
        _("%(by)s, director of %(league)s, has decided the places. No move is asked of you here."),
    ),
    "void": lambda _action: (
        _("Void: %(table)s"),
        _(
            "%(by)s, director of %(league)s, has declared this game void: it counts for nothing and nobody. No "
            "move is asked of you here."
        ),
    ),
    "rules": lambda _action: (
        _("Other rules in season %(number)s"),
        _(
            "%(by)s, director of %(league)s, has changed rules by which its tables are reckoned, also for the "
            "results so far. The log says which."
        ),
    ),
    "call-off": lambda _action: (
        _("Season %(number)s is called off"),
        _(
            "%(by)s, director of %(league)s, has called the season off that you had entered. No game begins."
        ),
    ),
    "left": lambda _action: (
        _("%(by)s has withdrawn from season %(number)s"),
        _(
            "A bot plays the games in progress to their end; those that haven’t begun go on without %(by)s."
        ),
    ),
    "director-added": lambda _action: (
        _("You are a director of %(league)s"),
        _(
            "%(by)s has made you one. At the director’s desk you find its seasons, tables and players."
        ),
    ),
}
_UNDONE: Mapping[str, Callable[[DirectorAction], Words]] = {
    "add-player": lambda _action: (
        _("You are no longer entered in season %(number)s"),
        _("%(by)s, director of %(league)s, has taken your entry back."),
    ),
    "withdraw": lambda _action: (
        _("You play in season %(number)s again"),
        _("%(by)s, director of %(league)s, has taken the withdrawal back."),
    ),
    "move": _moved,
    "merge": _moved,
    "rules": lambda _action: (
        _("The former rules in season %(number)s"),
        _("%(by)s, director of %(league)s, has taken a change of the rules back."),
    ),
    "restart": lambda _action: (
        _("Not played again: %(table)s"),
        _(
            "%(by)s, director of %(league)s, has taken the new game, #%(new)s, back: it is void. #%(old)s stands "
            "as it was."
        ),
    ),
    "set-result": lambda _action: (
        _("Decision taken back: %(table)s"),
        _("%(by)s, director of %(league)s, has taken the result back that was set."),
    ),
    "void": lambda _action: (
        _("No longer void: %(table)s"),
        _("%(by)s, director of %(league)s, has taken that back: the game counts again."),
    ),
}
_UNDONE = {**_UNDONE, "import": _UNDONE["add-player"]}
