"""Pages that explain: the rules of play, and how the draws can be checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
