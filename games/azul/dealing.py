"""Preparing a round: the displays are filled from the bag, and from the lid when the bag is empty."""

from typing import Final

from .draws import BadDeal, Dealer
from .ending import with_bonuses
from .position import EndReason, Phase, Position, RoundFacts
from .rounds import Deal
from .tiles import (
    DISPLAYS_FOR,
    PACKED_DISPLAY,
    SOURCE_BITS,
    TILES_PER_DISPLAY,
    Displays,
    contains,
    pack_tiles,
    total,
    unpack,
)

_new = tuple.__new__
_OFFER: Final = Phase.OFFER
_UNTILED: Final = {players: (None,) * players for players in DISPLAYS_FOR}


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
    facts, phase, turn, _, boards, _, _, lid, holder = position
    if phase is not Phase.DRAW:
        raise BadDeal("this is not the time to deal")
    players, wall_kind, number, last_start, bag, deals, tilings, _ = facts
    try:
        piles = [PACKED_DISPLAY[tiles] for tiles in displays]
    except (KeyError, TypeError):
        raise BadDeal("a display holds up to four tiles of the five colors") from None
    drawn = sum(piles)
    _check_sizes(displays, DISPLAYS_FOR[players], total(drawn), total(bag) + total(lid))
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
    facts = _new(RoundFacts, new_facts)
    sources = 0
    for bits, content in zip(SOURCE_BITS, piles):  # noqa: B905 - there are tables for nine displays
        sources |= bits[content]
    piles.append(0)
    after = (facts, _OFFER, turn, (start,), boards, tuple(piles), sources, lid_after, None)
    return _new(Position, after)


def _without_tiles(position: Position) -> Position:
    """Return the game that ends because nothing can be dealt. Rule: R4."""
    return position._replace(
        facts=position.facts._replace(end_reason=EndReason.NO_TILES),
        phase=Phase.OVER,
        to_move=(),
        boards=with_bonuses(position.boards),
    )


def _check_sizes(displays: Displays, expected: int, dealt: int, available: int) -> None:
    """Raise `BadDeal` unless the displays are filled in order as far as the tiles go.

    Rules: R2, R4.
    """
    if len(displays) != expected:
        raise BadDeal(f"{len(displays)} displays are dealt, not {expected}")
    wanted = TILES_PER_DISPLAY * expected
    due = min(available, wanted)
    if dealt != due:
        raise BadDeal(f"{dealt} tiles are dealt, not {due}")
    if due < wanted:
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
