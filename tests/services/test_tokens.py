"""Signed links."""

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from games.services.tokens import (
    BadToken,
    TurnLink,
    UnsubscribeLink,
    read_turn_token,
    read_unsubscribe_token,
    turn_token,
    unsubscribe_token,
)

numbers = st.integers(min_value=0, max_value=10**9)


@given(numbers, st.integers(0, 3), numbers, numbers)
def test_a_turn_token_tells_what_it_was_made_of(
    game: int, seat: int, turn: int, epoch: int
) -> None:
    token = turn_token(game_id=game, seat=seat, turn=turn, epoch=epoch)
    assert read_turn_token(token) == TurnLink(game, seat, turn, epoch)
    assert len(token) <= 80


def test_a_usual_turn_token_is_about_sixty_characters() -> None:
    assert len(turn_token(game_id=1234, seat=3, turn=56, epoch=2)) <= 60


@given(st.data())
def test_a_changed_token_is_refused(data: st.DataObject) -> None:
    token = turn_token(game_id=42, seat=1, turn=12, epoch=1)
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.sampled_from("0123456789abcXYZ-_."))
    changed = token[:place] + letter + token[place + 1 :]
    if changed != token:
        with pytest.raises(BadToken):
            read_turn_token(changed)


@pytest.mark.parametrize(
    "text", ["", ".", "a", "x" * 10_000, "42-1-12-1", "42-1-12-1.", "\x00", "４２-1-12-1.x"]
)
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(BadToken):
        read_turn_token(text)
    with pytest.raises(BadToken):
        read_unsubscribe_token(text)


def test_a_token_serves_one_purpose() -> None:
    with pytest.raises(BadToken):
        read_turn_token(unsubscribe_token(player_id=1, game_id=2))
    with pytest.raises(BadToken):
        read_unsubscribe_token(turn_token(game_id=1, seat=0, turn=0, epoch=1))


def test_unsubscribe_tokens_are_short_and_tell_game_or_all() -> None:
    assert read_unsubscribe_token(unsubscribe_token(player_id=7, game_id=None)) == UnsubscribeLink(
        7, None
    )
    token = unsubscribe_token(player_id=123456, game_id=654321)
    assert read_unsubscribe_token(token) == UnsubscribeLink(123456, 654321)
    assert len(token) <= 38


def test_old_keys_are_accepted_while_they_are_listed() -> None:
    with override_settings(LINK_KEY="old key"):
        token = turn_token(game_id=1, seat=0, turn=0, epoch=1)
    with override_settings(LINK_KEY="new key", LINK_KEY_FALLBACKS=["old key"]):
        assert read_turn_token(token).game_id == 1
    with override_settings(LINK_KEY="new key", LINK_KEY_FALLBACKS=[]), pytest.raises(BadToken):
        read_turn_token(token)
