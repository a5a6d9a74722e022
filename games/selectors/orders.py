"""A seat's standing orders as its player sees them, and what may be ordered."""

from __future__ import annotations

from dataclasses import dataclass

from games import azul
from games.azul import CENTER, COLORS, FLOOR, Phase
from games.models import Lapse, Seat, StandingOrder
from games.render import words
from games.selectors.market import Market, market_of, take_value
from games.selectors.positions import Table

__all__ = ["OrderView", "lapse_of", "order_view"]

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OrderView:
    """What is ordered, and what can be. `lapse` says why the last orders were not played.

    `takes`, `lines` and `stops` are values with labels; () where no order can be given now.
    """

    picks: tuple[str, ...]
    stops: tuple[str, ...]
    picks_in_words: tuple[str, ...]
    stops_in_words: tuple[str, ...]
    lapse: str
    takes: Options
    lines: Options

    @property
    def is_open(self) -> bool:
        """Whether an order can be given now."""
        return bool(self.takes)


def order_view(table: Table, seat: Seat, *, language: str = "en") -> OrderView:
    """Return the orders of a seat for its player. One query."""
    order = StandingOrder.objects.filter(seat=seat).first()
    market = market_of(table.position, language=language)
    takes = _takes(table.position, market, language) if _may_order(table, seat) else ()
    is_kept = order is not None and not order.is_lapsed
    picks = tuple(order.picks.split()) if order is not None and is_kept else ()
    stops = tuple(order.stops.split()) if order is not None and is_kept else ()
    return OrderView(
        picks=picks,
        stops=stops,
        picks_in_words=tuple(_pick_words(pick, language) for pick in picks),
        stops_in_words=tuple(_take_words(stop, language) for stop in stops),
        lapse=str(Lapse(order.lapse).label) if order is not None and order.lapse else "",
        takes=takes,
        lines=tuple(
            ("F" if line == FLOOR else str(line + 1), words.line_name(line, language))
            for line in range(FLOOR + 1)
        ),
    )


def lapse_of(seat: Seat) -> str:
    """Return why the seat's orders for its open turn were not played, "" if there were none. One query."""
    order = StandingOrder.objects.filter(seat=seat, lapsed_turn=seat.awaited_turn).first()
    return str(Lapse(order.lapse).label) if order is not None and order.lapse else ""


def _may_order(table: Table, seat: Seat) -> bool:
    is_playing = table.game.is_running and not seat.is_bot and seat.awaited_turn is None
    return is_playing and table.position.phase is Phase.OFFER


def _takes(position: azul.Position, market: Market, language: str) -> Options:
    """Return all tiles that lie there, and those that may come to the center."""
    there = [
        (choice.value, choice.label)
        for source in (*market.displays, market.center)
        for choice in source.choices
    ]
    coming = [
        (take_value(CENTER, color), _take_words(take_value(CENTER, color), language))
        for color in COLORS
        if not position.center[color] and any(color in display for display in position.displays)
    ]
    return (*there, *coming)


def _pick_words(text: str, language: str) -> str:
    """Return a pick in words: "red from display 3 for line 2"."""
    pick = azul.parse_move(text)
    if not isinstance(pick, azul.Pick):
        raise TypeError("standing orders hold picks only")
    return words.order_words(pick, language)


def _take_words(take: str, language: str) -> str:
    """Return tiles in words: "red from display 3"."""
    pick = azul.parse_move(f"{take}F")
    if not isinstance(pick, azul.Pick):
        raise TypeError("these are no tiles to take")
    return words.tiles_words(pick.source, pick.color, language)
