"""The pages that explain, and the pictures on them."""

import pytest
from django.test import Client

from games import azul
from games.azul import COLUMN_OF, Color, WallKind
from games.selectors.examples import landing_position, rule_pictures


@pytest.mark.django_db
def test_the_rules_page_explains_with_pictures(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    for part in ("aim", "take", "lines", "floor", "tile", "points", "end", "gray", "mail"):
        assert f'id="{part}"' in page
        assert f'href="#{part}"' in page
    assert page.count("<svg") > 20


@pytest.mark.django_db
def test_the_fairness_page_tells_how_to_check(client: Client) -> None:
    page = client.get("/fairness/").content.decode()
    assert "hashlib.sha256" in page
    assert "verify_record" in page
    assert 'id="check"' in page


@pytest.mark.django_db
def test_explaining_asks_the_database_nothing(
    client: Client, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/rules/")
        client.get("/fairness/")


def test_the_letter_on_the_front_page_shows_a_real_game() -> None:
    position = landing_position()
    assert azul.has_all_tiles(position)
    assert position.to_move == (0,)


def test_the_pictures_tell_the_truth() -> None:
    pictures = rule_pictures()
    scored, target = pictures.scored, pictures.targets[0]
    assert scored.complete_lines() == (2,)
    tiled = azul.board_if_round_ended(scored, WallKind.COLORED).placements[0]
    assert (tiled.column, tiled.points) == (target.column, target.points)
    assert (tiled.across, tiled.down) == (3, 3)
    assert COLUMN_OF[2][Color.BLUE] == target.column


def test_the_tiled_picture_is_what_tiling_the_one_before_gives() -> None:
    pictures = rule_pictures()
    for placement in azul.board_if_round_ended(pictures.after, WallKind.COLORED).placements:
        assert placement.column is not None
        color = pictures.tiled.wall_color(placement.row, placement.column)
        assert color == placement.color
    assert pictures.tiled.line(2) == pictures.after.line(2)


def test_the_gray_picture_offers_the_columns_that_are_legal() -> None:
    pictures = rule_pictures()
    columns = azul.open_columns(pictures.gray, 1, Color.RED, WallKind.GRAY)
    assert columns == tuple(target.column for target in pictures.gray_targets)


def test_the_bonus_pictures_show_one_bonus_each() -> None:
    pictures = rule_pictures()
    found = [azul.bonuses(board)[:3] for board in (pictures.row, pictures.column, pictures.color)]
    assert found == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
