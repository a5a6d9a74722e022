"""System checks: what of the settings would do harm without stopping the site."""

from __future__ import annotations

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from games.mail.links import unsubscribe_url

# A folded header line has 78 characters; three are a space and the angle brackets.
MOST_CHARACTERS = 75
# Numbers of a site that has grown; both stand in the address.
PLAYER_ID, GAME_ID = 9_999, 99_999


@checks.register(checks.Tags.urls)
def unsubscribe_address_fits(
    app_configs: Sequence[AppConfig] | None, **_options: object
) -> list[checks.CheckMessage]:
    """Warn of a BASE_URL with which mail programs may miss the way to unsubscribe."""
    del app_configs
    length = len(unsubscribe_url(player_id=PLAYER_ID, game_id=GAME_ID))
    if length <= MOST_CHARACTERS:
        return []
    return [
        checks.Warning(
            f"BASE_URL ({settings.BASE_URL}) makes unsubscribe addresses of {length} characters; some mail"
            f" programs don't find the button when they have more than {MOST_CHARACTERS}.",
            hint=f"Use an address that is {length - MOST_CHARACTERS} characters shorter.",
            id="games.W001",
        )
    ]
