"""A whole game on a phone, with scripts and without: every move of one seat is tapped on the page."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import azul
from games.models import Game, Move, Seat
from games.selectors.positions import load_table
from games.services.endings import finalize_game
from tests.browser.tables import choose, wake
from tests.factories import a_game, play_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

OpenPage = Callable[..., Page]


def a_quick_pick(position: azul.Position) -> str:
    """Return the pick that gets a row complete soon: first line if it can, else much to the floor."""
    picks = [move for move in azul.legal_moves(position, 0) if isinstance(move, azul.Pick)]

    def worth(pick: azul.Pick) -> tuple[bool, int, int]:
        result = azul.pick_result(position, 0, pick)
        return (pick.line == 0 and result.count == 1, result.count, pick.line)

    return azul.format_move(max(picks, key=worth))


def let_others_play(game: Game) -> None:
    """Play for bob until alice is to move or the game is over."""
    while True:
        seats = Seat.objects.awaited().filter(game=game)
        if not seats or any(seat.index == 0 for seat in seats):
            return
        play_next(game.pk, now=timezone.now() - timedelta(minutes=5))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_whole_game_is_played_on_a_phone(
    open_page: OpenPage, complaints: Callable[[Page], list[str]], scripts: bool
) -> None:
    game = a_game("alice", "bob", seed=bytes([7]) * 32, now=timezone.now())
    page = open_page(f"/games/{game.pk}/", scripts=scripts, player="alice")
    heard = complaints(page)
    tapped = []
    while load_table(game.pk).position.to_move:
        pick = a_quick_pick(load_table(game.pk).position)
        tag = page.locator("#main").get_attribute("data-tag") or ""
        choose(page, pick[:2], pick[2])
        page.get_by_role("button", name="Play move").tap()
        expect(page.locator("#main")).not_to_have_attribute("data-tag", tag)
        tapped.append(pick)
        # Server and test share one connection to the test's SQLite database: no poll may come while bob plays.
        page.context.set_offline(True)
        let_others_play(game)
        page.context.set_offline(False)
        if scripts:
            wake(page)
        else:
            page.reload()
        if load_table(game.pk).position.to_move:
            expect(page.get_by_role("button", name="Play move")).to_be_visible()
            expect(page.locator("#move :checked")).to_have_count(0)
    finalize_game(game_id=game.pk, now=timezone.now())
    wake(page) if scripts else page.reload()
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    moves = Move.objects.filter(game=game, seat__index=0).order_by("turn")
    assert [move.notation for move in moves] == tapped
    assert heard == []
