"""Preparing a round: the displays are filled from the bag, and from the lid when the bag is empty."""

from dataclasses import replace
from typing import Final

from .draws import BadDeal, Dealer
from .ending import with_bonuses
from .position import EndReason, Phase, Position, RoundFacts
from .rounds import Deal
from .tiles import (
    DISPLAYS_FOR,
    FILLED,
    TILES_PER_DISPLAY,
    Displays,
    contains,
    pack_tiles,
    total,
    unpack,
)

_new = tuple.__new__
_make = object.__new__
_UNTILED: Final = {players: (None,) * players for players in DISPLAYS_FOR}
_DRAW: Final = Phase.DRAW
_OFFER: Final = Phase.OFFER
_OVER: Final = Phase.OVER


def deal_next(position: Position, dealer: Dealer) -> Position:
    """Let the dealer fill the displays; with no tile left the game is over. Rules: R2 to R4."""
    facts = position.facts
    bag, lid = facts.packed_bag, position.packed_lid
    if not bag and not lid:
        return _without_tiles(position)
    displays = dealer.deal(
        round_number=facts.round + 1, players=facts.players, bag=unpack(bag), lid=unpack(lid)
    )
    return deal(position, displays)


def deal(position: Position, displays: Displays) -> Position:
    """Start a round with these tiles; with no tile at all the game is over.

    Raises `BadDeal` when they can't have come out of bag and lid like that. Rules: R2 to R4, R16.
    """
    facts, lid, holder = position.facts, position.packed_lid, position.marker_holder
    if position.phase is not _DRAW:
        raise BadDeal("this is not the time to deal")
    players, wall_kind, number, last_start, bag, deals, tilings, _ = facts
    if len(displays) != DISPLAYS_FOR[players]:
        raise BadDeal(f"{len(displays)} displays are dealt, not {DISPLAYS_FOR[players]}")
    try:
        filled = tuple([FILLED[tiles] for tiles in displays])
    except (KeyError, TypeError):
        raise BadDeal("a display holds up to four tiles of the five colors") from None
    drawn = sources = 0
    for display, (packed, _, bits) in enumerate(filled):
        drawn += packed
        sources |= bits[display]
    if total(drawn) < TILES_PER_DISPLAY * len(filled):
        _check_sizes(displays, total(drawn), total(bag) + total(lid))
    if not drawn:
        return _without_tiles(position)
    refill_after, bag_after = _drawn_from(bag, lid, displays, drawn)
    refill_lid, lid_after = (None, lid) if refill_after is None else (unpack(lid), 0)
    start = last_start if holder is None else holder
    number += 1
    dealt = (number, start, displays, refill_after, refill_lid, bag_after, lid_after)
    deals = (*deals, _new(Deal, dealt))
    tilings = (*tilings, _UNTILED[players])
    new_facts = (players, wall_kind, number, start, bag_after, deals, tilings, None)
    after = _make(Position)
    after.facts = _new(RoundFacts, new_facts)
    after.phase = _OFFER
    after.turn = position.turn
    after.to_move = (start,)
    after.boards = position.boards
    after.filled = filled
    after.packed_center = 0
    after.sources = sources
    after.packed_lid = lid_after
    after.marker_holder = None
    return after


def _without_tiles(position: Position) -> Position:
    """Return the game that ends because nothing can be dealt. Rule: R4."""
    return replace(
        position,
        facts=position.facts._replace(end_reason=EndReason.NO_TILES),
        phase=_OVER,
        to_move=(),
        boards=with_bonuses(position.boards),
    )


def _check_sizes(displays: Displays, dealt: int, available: int) -> None:
    """Raise `BadDeal` unless displays that are not all full are filled in order as far as the tiles go.

    Rules: R2, R4.
    """
    expected = len(displays)
    due = min(available, TILES_PER_DISPLAY * expected)
    if dealt != due:
        raise BadDeal(f"{dealt} tiles are dealt, not {due}")
    full, rest = divmod(due, TILES_PER_DISPLAY)
    sizes = [TILES_PER_DISPLAY] * full + [rest] + [0] * expected
    if [len(tiles) for tiles in displays] != sizes[:expected]:
        raise BadDeal("displays are filled in order, with four tiles each")


def _drawn_from(bag: int, lid: int, displays: Displays, drawn: int) -> tuple[int | None, int]:
    """Return (tiles drawn before a refill or None, packed bag afterward).

    The bag's own tiles come out first; the lid goes in only when one more is needed.
    Raises `BadDeal`. Rules: R3, R4.
    """
    if contains(bag, drawn):
        return None, bag - drawn
    in_bag = total(bag)
    if total(drawn) <= in_bag:
        raise BadDeal("tiles are dealt that are not in the bag")
    tiles = [tile for display in displays for tile in display]
    if pack_tiles(tiles[:in_bag]) != bag:
        raise BadDeal("what is left in the bag has to come out before the lid goes in")
    if not contains(lid, drawn - bag):
        raise BadDeal("tiles are dealt that are not in the lid")
    return in_bag, lid - (drawn - bag)
