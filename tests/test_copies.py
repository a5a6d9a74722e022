"""Copied games are like played ones."""

import pytest

from games.models import Game, Player
from games.services.endings import finalize_game
from tests.copies import once, rows_of
from tests.factories import NOW, a_game, a_player, play_random_moves

pytestmark = pytest.mark.django_db


def told(game: Game) -> list[tuple[str, list[dict[str, object]]]]:
    """Return a game's rows without what tells one copy from another: keys, and people by name."""
    names = dict(Player.objects.values_list("pk", "name"))

    def plain(row: object) -> dict[str, object]:
        values: dict[str, object] = {}
        for field in row._meta.concrete_fields:  # type: ignore[attr-defined]
            value = getattr(row, field.attname)
            if field.related_model is Player:
                values[field.name] = names.get(value)
            elif not field.primary_key and not field.is_relation:
                values[field.name] = str(value).replace(f":{game.pk}:", ":game:")
        return values

    return [("Game", [plain(Game.objects.get(pk=game.pk))])] + [
        (model.__name__, [plain(row) for row in rows]) for model, rows in rows_of(game)
    ]


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_a_copy_differs_from_the_game_in_keys_only(wall: str) -> None:
    def play() -> Game:
        game = a_game(wall=wall)
        play_random_moves(game, 1000)
        return game

    first, second = (once(("test of copies", wall), play, a_player) for _time in range(2))
    assert first.pk != second.pk
    assert told(first) == told(second)
    for game in (first, second):
        finalize_game(game_id=game.pk, now=NOW)
    assert told(first) == told(second)
    assert {name for name, _rows in told(second)} >= {
        "Game", "Seat", "Move", "Round", "RoundScore", "PlacementScore", "Result", "OutgoingMail",
    }  # fmt: skip
