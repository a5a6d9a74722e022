"""Actions about results: setting one, declaring a table void, and playing it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import azul
from games.models import Fixture, Game, GameStatus, Pairing, Result, Seat
from games.selectors.desk_log import result_before, result_words
from games.selectors.places import DIRECTOR
from games.selectors.positions import Table
from games.services.blocked import end_without_result
from games.services.deals import open_deal_of
from games.services.desk.kinds import (
    Arguments,
    Before,
    Desk,
    Kind,
    check_unfinished,
    table_in,
)
from games.services.desk.rounds import drawn_rounds, next_round_note, take_back_next_round
from games.services.desk.snapshots import check_was_over, restore, snapshot
from games.services.errors import BadText, TooLate
from games.services.locking import locked_table
from games.services.ratings import forget_result, note_result
from games.services.season_tables import begin_fixture
from games.services.seasons import SeasonRefused


class SetResult(Kind):
    """Say who came where, whatever the boards say; a game in progress ends with it."""

    code = "set-result"
    name = gettext_lazy("Set the result")
    subject = "fixture"
    asks = ("places",)
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Write places and forfeits."""
        table = _open_to_decision(desk, arguments["fixture"])
        was = _snapshot(table)
        places, forfeits = _ranked(table, arguments["places"], arguments.get("forfeits", []))
        if table.game.status == GameStatus.FINISHED:
            forget_result(table.game)
        _end(table.game, desk.now)
        _write_results(table, places)
        for seat in table.seats:
            seat.resigned_at = None
            seat.forfeited_at = desk.now if seat.index in forfeits else None
        Seat.objects.bulk_update(
            table.seats, ["awaited_turn", "awaited_at", "resigned_at", "forfeited_at"]
        )
        note_result(table.game)
        open_deal_of(table.game, now=desk.now)
        return was

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say what the result was and will be, and that a game in progress doesn't come back."""
        table = table_in(desk, arguments["fixture"])
        people = [seat.name for seat in table.seats]
        new = result_words(people, arguments["places"], arguments.get("forfeits", []))
        notes = [_("The new result: %(result)s.") % {"result": new}]
        was = result_before(people, snapshot(table))
        if was:
            notes.insert(0, _("The result so far: %(result)s.") % {"result": was})
        return notes + _ends_for_good(table) + next_round_note(table.game.fixture)

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Put the game back, if this is still its result."""
        table = _open_to_decision(desk, arguments["fixture"])
        if (table.game.status, table.game.end_reason) != (GameStatus.FINISHED, DIRECTOR):
            raise TooLate(_("Something else was decided about this table since. Undo that first."))
        take_back_next_round(table.game.fixture, before)
        restore(table, before)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say where, which, and what it was."""
        if facts.get("was"):
            return _("set the result of %(fixture)s: %(result)s (before: %(was)s)") % facts
        return _("set the result of %(fixture)s: %(result)s") % facts


class VoidResult(Kind):
    """Let a table count for nothing and nobody, whether it is over, in progress, or still planned."""

    code = "void"
    name = gettext_lazy("Declare void")
    subject = "fixture"
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """End the game without a result, or set the fixture aside."""
        fixture = _fixture_in(desk, arguments["fixture"])
        if fixture.game_id is None:
            if fixture.voided_at is not None:
                raise TooLate(_("This table is void already."))
            if fixture.seats.count() == 1:
                raise SeasonRefused(_("This is a bye: there is no game to declare void."))
            fixture.voided_at, fixture.void_reason = desk.now, desk.reason[:200]
            fixture.save(update_fields=["voided_at", "void_reason"])
            return {}
        table = table_in(desk, fixture.pk)
        was = _snapshot(table)
        _void(table, desk)
        return was

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say that a game in progress doesn't come back."""
        return _notes_of(desk, arguments["fixture"])

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Put the table back, if nothing has come in its place."""
        fixture = _fixture_in(desk, arguments["fixture"])
        take_back_next_round(fixture, before)
        if not before:
            if fixture.voided_at is None:
                raise TooLate(_("This table isn’t void any more."))
            fixture.voided_at, fixture.void_reason = None, ""
            fixture.save(update_fields=["voided_at", "void_reason"])
            return
        table = table_in(desk, fixture.pk)
        if table.game.status != GameStatus.VOID or table.game.turn != before["turn"]:
            raise TooLate(_("Something else was decided about this table since. Undo that first."))
        restore(table, before)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which."""
        return _("declared %(fixture)s void") % facts


class Restart(Kind):
    """Play a table again: what was played is void, and the same people begin a new game."""

    code = "restart"
    name = gettext_lazy("Play again from the start")
    subject = "fixture"
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Void the game and begin another in its place."""
        fixture = _fixture_in(desk, arguments["fixture"])
        if fixture.game_id is None:
            raise TooLate(_("This table hasn’t begun yet."))
        table = table_in(desk, fixture.pk)
        was = snapshot(table)
        if table.game.status != GameStatus.VOID:
            _void(table, desk)
        new = begin_fixture(fixture, now=desk.now)
        return {"old": table.game.pk, "new": new.pk, "was": was}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say that a game in progress doesn't come back."""
        return _notes_of(desk, arguments["fixture"])

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Go on with the old game while nobody has moved in the new one."""
        fixture = _fixture_in(desk, arguments["fixture"])
        if fixture.game_id != before["new"]:
            raise TooLate(_("Something else was decided about this table since. Undo that first."))
        check_was_over(before["was"])
        new = table_in(desk, fixture.pk)
        if new.game.turn or new.game.status != GameStatus.RUNNING:
            raise TooLate(_("Somebody has moved in the new game already."))
        end_without_result(new.game, now=desk.now, reason=DIRECTOR)
        old = locked_table(before["old"])
        fixture.game, fixture.deal = old.game, old.game.deal
        fixture.save(update_fields=["game", "deal"])
        if old.game.status != before["was"]["game"]["status"]:
            restore(old, before["was"])

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which."""
        return _("had %(fixture)s played again from the start") % facts


def _notes_of(desk: Desk, fixture_id: int) -> list[str]:
    """Say of a table that has begun what its end means."""
    begun = Fixture.objects.filter(pk=fixture_id, division__season=desk.season, game__isnull=False)
    if not begun.exists():
        return []
    table = table_in(desk, fixture_id)
    return _ends_for_good(table) + next_round_note(table.game.fixture)


def _snapshot(table: Table) -> Before:
    """Return how a table stands, and how many rounds of its division were drawn by now."""
    return {**snapshot(table), "drawn": drawn_rounds(table.game.fixture.division_id)}


def _ends_for_good(table: Table) -> list[str]:
    if table.game.status != GameStatus.RUNNING:
        return []
    return [_("The game is in progress and ends with this. That can’t be undone.")]


def _open_to_decision(desk: Desk, fixture_id: int) -> Table:
    """Lock a game that has a result or may get one."""
    fixture = _fixture_in(desk, fixture_id)
    table = table_in(desk, fixture.pk)
    if table.game.status == GameStatus.SCORING:
        raise TooLate(_("This game is being scored. Look again in a minute."))
    if table.game.status == GameStatus.VOID:
        raise TooLate(_("This table is void. Undo that, or have it played again."))
    return table


def _fixture_in(desk: Desk, fixture_id: int) -> Fixture:
    """Lock a table of the season, planned or begun, that may still be decided about."""
    check_unfinished(desk)
    found = Fixture.objects.select_for_update(of=("self",)).select_related(
        "division__season__league"
    )
    fixture = found.filter(pk=fixture_id, division__season=desk.season).first()
    if fixture is None:
        raise SeasonRefused(_("There is no such table in this season."))
    _check_not_built_on(desk, fixture)
    return fixture


def _check_not_built_on(desk: Desk, fixture: Fixture) -> None:
    """Raise TooLate for a table of a knockout from which the next round was drawn."""
    later = Fixture.objects.filter(division=fixture.division_id, round__gt=fixture.round)
    if desk.season.league.pairing == Pairing.KNOCKOUT and later.exists():
        raise TooLate(_("The next round was drawn from the results of this one."))


def _ranked(
    table: Table, wanted: Sequence[int], forfeits: Sequence[int]
) -> tuple[dict[int, int], set[int]]:
    """Return places by seat, and who forfeits: they come last. Raises BadText for places counted wrongly."""
    lost = {index for index in forfeits if 0 <= index < len(table.seats)}
    playing = {seat.index: wanted[seat.index] for seat in table.seats if seat.index not in lost}
    places = {
        index: 1 + sum(other < place for other in playing.values())
        for index, place in playing.items()
    }
    if places != playing:
        people = [seat.name for seat in table.seats]
        counted = result_words(people, [places.get(seat, 0) for seat in range(len(people))], lost)
        text = _(
            "Whoever shares a place leaves out the next ones: 1, 1, 3; who forfeits has none. Counted so, this "
            "would be: %(result)s."
        )
        raise BadText(text % {"result": counted})
    # Nobody comes first where all forfeit.
    last = len(playing) + 1 if playing else len(table.seats)
    return places | dict.fromkeys(lost, last), lost


def _end(game: Game, now: datetime) -> None:
    if game.status != GameStatus.FINISHED:
        game.status, game.finished_at = GameStatus.FINISHED, now
    game.end_reason, game.deadline_at = DIRECTOR, None
    game.save(update_fields=["status", "end_reason", "finished_at", "deadline_at"])


def _write_results(table: Table, places: Mapping[int, int]) -> None:
    """Write the places; scores are those of the boards."""
    there = {result.seat_id: result for result in Result.objects.filter(game=table.game)}
    for seat in table.seats:
        seat.awaited_turn = seat.awaited_at = None
        result = there.get(seat.pk) or _of_board(table, seat)
        result.place, result.reason = places[seat.index], DIRECTOR
        result.save()


def _of_board(table: Table, seat: Seat) -> Result:
    board = table.position.boards[seat.index]
    bonus = azul.bonuses(board)
    return Result(
        game=table.game,
        seat=seat,
        score=board.score,
        rows=bonus.rows,
        columns=bonus.columns,
        colors=bonus.colors,
        bonus=bonus.points if table.position.end_reason is not None else 0,
    )


def _void(table: Table, desk: Desk) -> None:
    """End a game without a result, or take its result away."""
    game = table.game
    if game.status == GameStatus.VOID:
        raise TooLate(_("This table is void already."))
    if game.status == GameStatus.SCORING:
        raise TooLate(_("This game is being scored. Look again in a minute."))
    if game.status == GameStatus.FINISHED:
        forget_result(game)
        Result.objects.filter(game=game).delete()
    end_without_result(game, now=desk.now, reason=DIRECTOR)
