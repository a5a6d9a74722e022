"""Preparing a round: the displays are filled from the bag, and from the lid when the bag is empty."""

from .draws import BadDeal, Dealer
from .ending import end_of_game
from .position import Deal, EndReason, Phase, Position, RoundFacts
from .tiles import (
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
    facts, phase, turn, _, boards, old_displays, _, lid, _, start_seat, _ = position
    if phase is not Phase.DRAW:
        raise BadDeal("this is not the time to deal")
    players, wall_kind, number, _, bag, deals, tilings = facts
    _check_sizes(displays, len(old_displays), total(bag) + total(lid))
    try:
        packed_displays = tuple([pack_tiles(tiles) for tiles in displays])
    except KeyError:
        raise BadDeal("something is dealt that is no tile color") from None
    refill_after, bag_after = _drawn_from(bag, lid, displays, sum(packed_displays))
    if not any(packed_displays):
        return end_of_game(position, EndReason.NO_TILES)
    number += 1
    refill_lid, lid_after = (None, lid) if refill_after is None else (unpack(lid), 0)
    bag_counts, lid_counts = unpack(bag_after), unpack(lid_after)
    dealt = Deal(number, start_seat, displays, refill_after, refill_lid, bag_counts, lid_counts)
    untiled = (None,) * players
    facts = RoundFacts(
        players, wall_kind, number, start_seat, bag_after, (*deals, dealt), (*tilings, untiled)
    )
    return Position(
        facts,
        Phase.OFFER,
        turn,
        (start_seat,),
        boards,
        packed_displays,
        0,
        lid_after,
        True,
        start_seat,
        None,
    )


def _check_sizes(displays: Displays, expected: int, available: int) -> None:
    """Raise `BadDeal` unless the displays are filled in order as far as the tiles go.

    Rules: R2, R4.
    """
    if len(displays) != expected:
        raise BadDeal(f"{len(displays)} displays are dealt, not {expected}")
    due = min(available, TILES_PER_DISPLAY * expected)
    full, rest = divmod(due, TILES_PER_DISPLAY)
    sizes = [len(tiles) for tiles in displays]
    if sum(sizes) != due:
        raise BadDeal(f"{sum(sizes)} tiles are dealt, not {due}")
    if sizes != ([TILES_PER_DISPLAY] * full + [rest] + [0] * expected)[:expected]:
        raise BadDeal("displays are filled in order, with four tiles each")


def _drawn_from(bag: int, lid: int, displays: Displays, drawn: int) -> tuple[int | None, int]:
    """Return (tiles drawn before a refill or None, packed bag afterward).

    The bag's own tiles come out first; the lid goes in only when one more is needed.
    Raises `BadDeal`. Rules: R3, R4.
    """
    in_bag = total(bag)
    if total(drawn) <= in_bag:
        if not contains(bag, drawn):
            raise BadDeal("tiles are dealt that are not in the bag")
        return None, bag - drawn
    tiles = [tile for display in displays for tile in display]
    if pack_tiles(tiles[:in_bag]) != bag:
        raise BadDeal("what is left in the bag has to come out before the lid goes in")
    if not contains(lid, drawn - bag):
        raise BadDeal("tiles are dealt that are not in the lid")
    return in_bag, lid - (drawn - bag)
