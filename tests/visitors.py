"""Who opens a page in a test: browsers that are signed in."""

from django.test import Client

from games.models import Player
from tests.factories import a_player


def signed_in(name: str) -> Client:
    """Return a browser of its own in which this player is signed in; the player is made if there is none."""
    client = Client()
    client.force_login(Player.objects.filter(name=name).first() or a_player(name))
    return client
