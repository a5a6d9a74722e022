"""System checks of our own settings."""

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from games.checks import GAME_ID, MOST_CHARACTERS, PLAYER_ID
from games.mail.links import unsubscribe_url


def warnings() -> list[str]:
    return [f"{found.msg} {found.hint}" for found in run_checks() if found.id == "games.W001"]


@pytest.mark.parametrize(
    "base_url", ["https://azul.example.org", "https://a-club-of-players.example.org"]
)
def test_an_address_of_usual_length_is_fine(base_url: str) -> None:
    with override_settings(BASE_URL=base_url):
        assert warnings() == []


def test_a_host_that_makes_unsubscribing_hard_is_warned_of() -> None:
    base_url = "https://the-very-long-name-of-a-club-of-players.example.org"
    with override_settings(BASE_URL=base_url):
        (said,) = warnings()
        length = len(unsubscribe_url(player_id=PLAYER_ID, game_id=GAME_ID))
    assert base_url in said
    assert f"{length - MOST_CHARACTERS} characters shorter" in said
