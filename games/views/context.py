"""What every page of the site may say about the site itself."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return template values for every page: `has_mailbox`, whether mail lands in the page /mailbox/."""
    return {"has_mailbox": settings.MAILBOX_ENABLED}
