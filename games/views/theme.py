"""Dark, light, or as the system says: the switch in every page's footer."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.views.table import see_other

__all__ = ["COOKIE", "THEMES", "theme"]

COOKIE = "theme"
THEMES = ("light", "dark")


# No CSRF check: its cookie would be set on pages that set none, and the worst a stranger's page can do
# here is to turn off the light.
@csrf_exempt
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice in a cookie and go back to the page; anything but a theme means the system's."""
    chosen = request.POST.get("theme", "")
    response = see_other(_page_before(request))
    if chosen in THEMES:
        response.set_cookie(
            COOKIE,
            chosen,
            max_age=timedelta(days=365),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _page_before(request: HttpRequest) -> str:
    """Return the page the form was on: as the form says, else as the browser says, else home."""
    for target in (request.POST.get("next", ""), request.headers.get("Referer", "")):
        if target and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
            return target
    return reverse("home")
