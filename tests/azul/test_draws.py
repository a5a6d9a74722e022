"""Draws from a seed: the numbers that docs/fairness.md gives, and the rules of the bag."""

from hashlib import sha256
from pathlib import Path

import pytest

from games.azul import (
    COLOR_LETTERS,
    BadDeal,
    RecordedDealer,
    SeededDealer,
    WallKind,
    drawn_start_seat,
    seed_hash,
    start,
)
from tests.azul.playing import playout, pseudo_choices

FULL = (20, 20, 20, 20, 20)
SEED = bytes(range(32))


def letters(displays: tuple[tuple[int, ...], ...]) -> str:
    return " ".join("".join(COLOR_LETTERS[tile] for tile in tiles) or "-" for tiles in displays)


def plain_draw(seed: bytes, round_number: int, bag: str, lid: str, wanted: int) -> str:
    """Draw as the page about fairness tells it, in the plainest way."""
    block, pool, drawn, pile = 0, b"", "", bag
    while len(drawn) < wanted:
        if not pile:
            if not lid:
                break
            pile, lid = lid, ""
        if not pool:
            numbers = round_number.to_bytes(4, "big") + block.to_bytes(4, "big")
            pool = sha256(b"azul-by-mail/1" + seed + numbers).digest()
            block += 1
        byte, pool = pool[0], pool[1:]
        if byte < 256 - 256 % len(pile):
            place = byte % len(pile)
            drawn += pile[place]
            pile = pile[:place] + pile[place + 1 :]
    return drawn


@pytest.mark.parametrize(
    ("round_number", "players", "bag", "lid"),
    [
        (1, 2, FULL, (0, 0, 0, 0, 0)),
        (1, 4, FULL, (0, 0, 0, 0, 0)),
        (5, 2, (0, 3, 0, 0, 1), (9, 9, 9, 9, 9)),
        (7, 4, (1, 0, 0, 0, 0), (5, 0, 4, 0, 3)),
        (9, 3, (0, 0, 0, 0, 0), (2, 2, 2, 2, 20)),
        (2**31, 3, (1, 1, 1, 1, 1), (20, 20, 20, 20, 20)),
    ],
)
def test_the_draws_are_those_of_the_plain_description(
    round_number: int,
    players: int,
    bag: tuple[int, int, int, int, int],
    lid: tuple[int, int, int, int, int],
) -> None:
    displays = SeededDealer(SEED).deal(round_number=round_number, players=players, bag=bag, lid=lid)

    spelled = [
        "".join(letter * count for letter, count in zip(COLOR_LETTERS, pile, strict=True))
        for pile in (bag, lid)
    ]
    wanted = 4 * len(displays)
    assert letters(displays).replace(" ", "").replace("-", "") == plain_draw(
        SEED, round_number, spelled[0], spelled[1], wanted
    )


def test_the_page_about_fairness_gives_the_numbers_that_come_out() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
    dealer = SeededDealer(SEED)
    empty = (0, 0, 0, 0, 0)

    assert seed_hash(SEED) in page
    for players in (2, 3, 4):
        assert letters(dealer.deal(round_number=1, players=players, bag=FULL, lid=empty)) in page
    refilled = dealer.deal(round_number=6, players=2, bag=(0, 2, 0, 0, 1), lid=(5, 4, 3, 2, 6))
    assert letters(refilled) in page
    short = dealer.deal(round_number=9, players=4, bag=(1, 0, 0, 0, 0), lid=(0, 2, 0, 3, 0))
    assert letters(short) in page
    starts = " ".join(str(drawn_start_seat(SEED, players) + 1) for players in (2, 3, 4))
    assert starts in page


def test_what_is_left_in_the_bag_comes_out_before_the_lid_goes_in() -> None:
    displays = SeededDealer(SEED).deal(
        round_number=6, players=2, bag=(0, 2, 0, 0, 1), lid=(20, 0, 0, 0, 0)
    )
    tiles = [tile for display in displays for tile in display]

    assert sorted(tiles[:3]) == [1, 1, 4]
    assert set(tiles[3:]) == {0}


def test_a_seed_has_thirty_two_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDealer(bytes(31))
    with pytest.raises(ValueError, match="32 bytes"):
        seed_hash(bytes(33))


def test_every_seat_and_color_comes_about_evenly() -> None:
    seats = [drawn_start_seat(number.to_bytes(32, "big"), 3) for number in range(3000)]
    first = [
        SeededDealer(number.to_bytes(32, "big")).deal(
            round_number=1, players=2, bag=FULL, lid=(0, 0, 0, 0, 0)
        )[0][0]
        for number in range(3000)
    ]

    assert all(900 < seats.count(seat) < 1100 for seat in range(3))
    assert all(500 < first.count(color) < 700 for color in set(first))


def test_a_short_deal_fills_displays_in_order_and_deals_are_noted() -> None:
    positions, _ = playout(4, WallKind.COLORED, 3, pseudo_choices(3))
    deals = positions[-1].deals

    assert [deal.round for deal in deals] == list(range(1, len(deals) + 1))
    assert deals[0].bag_after == tuple(
        20 - sum(tile == color for display in deals[0].displays for tile in display)
        for color in range(5)
    )
    refilled = [deal for deal in deals if deal.refill_after is not None]
    assert refilled
    assert all(not any(deal.lid_after) for deal in refilled)


def test_a_record_without_the_round_says_so() -> None:
    with pytest.raises(BadDeal, match="no draws for round 1"):
        start(players=2, wall_kind=WallKind.COLORED, start_seat=0, dealer=RecordedDealer([]))
