"""Pages that explain: the rules of play, and how the draws can be checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors.examples import rule_pictures


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Explain the game in plain words and pictures."""
    return render(request, "pages/rules.html", {"pictures": rule_pictures()})


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain how tiles are drawn and how anybody can check that nobody chose them."""
    return render(request, "pages/fairness.html")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that look for an icon by its old name to ours; the admin's pages name none."""
    del request
    return HttpResponsePermanentRedirect(static("games/icon.svg"))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Tell phones how the site looks on a home screen (W3C, Web Application Manifest)."""
    del request
    icons = [
        {"src": static("games/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(_icon(size, "any") for size in (192, 512)),
        _icon(512, "maskable"),
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": _("Azul by mail"),
            "short_name": "Azul",
            "lang": get_language(),
            "start_url": reverse("home"),
            "scope": "/",
            # Keeps "back" and "reload": a turn is often left and found again that way.
            "display": "minimal-ui",
            "theme_color": "#0f5c4d",
            "background_color": "#fffdf8",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


def _icon(size: int, purpose: str) -> dict[str, str]:
    """Return an icon of so many pixels: "any" as it is, "maskable" for phones that cut a shape out of it."""
    name = f"icon-{size}" if purpose == "any" else f"icon-{purpose}-{size}"
    source = static(f"games/{name}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
