"""Preparing a round: the displays are filled from the bag, and from the lid when the bag is empty."""

from .draws import BadDeal, Dealer
from .ending import end_of_game
from .position import Deal, EndReason, Phase, Position, RoundFacts
from .tiles import (
    COLORS,
    TILES_PER_DISPLAY,
    Displays,
    contains,
    pack_tiles,
    total,
    unpack,
)


def deal_next(position: Position, dealer: Dealer) -> Position:
    """Let the dealer fill the displays; with no tile left the game is over. Rules: R2 to R4."""
    facts = position.facts
    if not facts.packed_bag and not position.packed_lid:
        return end_of_game(position, EndReason.NO_TILES)
    displays = dealer.deal(
        round_number=facts.round + 1,
        players=facts.players,
        bag=unpack(facts.packed_bag),
        lid=unpack(position.packed_lid),
    )
    return deal(position, displays)


def deal(position: Position, displays: Displays) -> Position:
    """Start a round with these tiles; with no tile at all the game is over.

    Raises `BadDeal` when they can't have come out of bag and lid like that. Rules: R2 to R4, R16.
    """
    if position.phase is not Phase.DRAW:
        raise BadDeal("this is not the time to deal")
    facts = position.facts
    dealt = _checked(displays, len(position.packed_displays))
    lid = position.packed_lid
    drawn, refill_after, bag = _drawn_from(
        facts.packed_bag, lid, dealt, TILES_PER_DISPLAY * len(displays)
    )
    if not drawn:
        return end_of_game(position, EndReason.NO_TILES)
    lid_after = lid if refill_after is None else 0
    start_seat = position.next_start
    record = Deal(
        facts.round + 1,
        start_seat,
        dealt,
        refill_after,
        None if refill_after is None else unpack(lid),
        unpack(bag),
        unpack(lid_after),
    )
    return Position(
        RoundFacts(
            facts.players,
            facts.wall_kind,
            facts.round + 1,
            start_seat,
            bag,
            (*facts.deals, record),
            (*facts.tilings, (None,) * facts.players),
        ),
        Phase.OFFER,
        position.turn,
        (start_seat,),
        position.boards,
        tuple([pack_tiles(tiles) for tiles in dealt]),
        0,
        lid_after,
        True,
        start_seat,
        None,
    )


def _checked(displays: Displays, expected: int) -> Displays:
    """Return the displays as tuples of `Color`, once their number and sizes are right.

    Rules: R2, R4.
    """
    if len(displays) != expected:
        raise BadDeal(f"{len(displays)} displays are dealt, not {expected}")
    sizes = [len(tiles) for tiles in displays]
    full = sizes.count(TILES_PER_DISPLAY)
    rest = sizes[full + 1 :]
    if max(sizes) > TILES_PER_DISPLAY or min(sizes[:full], default=4) < 4 or any(rest):
        raise BadDeal("displays are filled in order, with four tiles each")
    return tuple([tuple([COLORS[tile] for tile in tiles]) for tiles in displays])


def _drawn_from(bag: int, lid: int, displays: Displays, wanted: int) -> tuple[int, int | None, int]:
    """Return (tiles drawn, tiles drawn before a refill or None, packed bag afterward).

    The bag's own tiles come out first; the lid goes in only when one more is needed.
    Raises `BadDeal`. Rules: R3, R4.
    """
    tiles = [tile for display in displays for tile in display]
    in_bag, in_lid = total(bag), total(lid)
    due = min(wanted, in_bag + in_lid)
    if len(tiles) != due:
        raise BadDeal(f"{len(tiles)} tiles are dealt, not {due}")
    if due <= in_bag:
        packed = pack_tiles(tiles)
        if not contains(bag, packed):
            raise BadDeal("tiles are dealt that are not in the bag")
        return due, None, bag - packed
    if pack_tiles(tiles[:in_bag]) != bag:
        raise BadDeal("what is left in the bag has to come out before the lid goes in")
    packed = pack_tiles(tiles[in_bag:])
    if not contains(lid, packed):
        raise BadDeal("tiles are dealt that are not in the lid")
    return due, in_bag, lid - packed
