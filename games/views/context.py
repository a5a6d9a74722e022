"""What every page of the site may say about the site itself."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from games.views.switches import page_of


def site(request: HttpRequest) -> dict[str, object]:
    """Return template values for every page.

    `has_mailbox`: whether mail lands in the page /mailbox/; `this_page`: where a switch comes back to;
    `site_languages`: (code, name) of each language the site speaks.
    """
    return {
        "has_mailbox": settings.MAILBOX_ENABLED,
        "this_page": page_of(request),
        "site_languages": settings.LANGUAGES,
    }
