"""Pages that explain: the rules of play, and how the draws can be checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.templatetags.static import static
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
