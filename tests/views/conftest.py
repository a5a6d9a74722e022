"""Fixtures of the tests of pages."""

import pytest
from django.test import Client

from tests.factories import a_player


@pytest.fixture
def alice(client: Client) -> Client:
    """Return alice's browser."""
    client.force_login(a_player("alice"))
    return client
