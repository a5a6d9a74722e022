"""Who held the seats of a game, one after the other, and whose rating its result counts for."""

from __future__ import annotations

from collections.abc import Iterator

from games.competition.rating import RatedSeat
from games.models import Game, GameStatus, Seat, SeatChange

__all__ = ["is_forfeit", "rated_holders"]


def is_forfeit(seat: Seat) -> bool:
    """Whether a seat's player resigned or lost it by time, whatever a bot made of it."""
    return seat.resigned_at is not None or seat.forfeited_at is not None


def rated_holders(game: Game) -> tuple[RatedSeat, ...]:
    """Return whom a finished game is rated for, each once; nobody before it has a result.

    Who held a seat from the start and left it has forfeited. Who holds it at the end is rated by its place;
    a substitute only to gain, and not at all after leaving, too. Bots' own seats are left out. Two queries and one
    for each seat; none with `seats__result` and `seat_changes` prefetched.
    """
    if game.status != GameStatus.FINISHED:
        return ()
    changes: dict[int, list[SeatChange]] = {}
    for change in sorted(game.seat_changes.all(), key=lambda each: each.pk):
        changes.setdefault(change.seat_id, []).append(change)
    seats = sorted(game.seats.all(), key=lambda each: each.index)
    return tuple(_rated(seats, changes))


def _rated(seats: list[Seat], changes: dict[int, list[SeatChange]]) -> Iterator[RatedSeat]:
    for seat in seats:
        went = changes.get(seat.pk, [])
        for change in went[:1]:
            yield RatedSeat(
                change.from_player_id, len(seats), is_forfeit=True, relieved_by=seat.player_id
            )
        if seat.player_id is not None and not (went and is_forfeit(seat)):
            yield RatedSeat(
                seat.player_id,
                seat.result.place,
                is_forfeit=is_forfeit(seat),
                is_substitute=bool(went),
            )
