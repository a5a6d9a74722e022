"""Pages for requests that can't be answered: 400, 403, 404, 413, 429, 500 and a failed CSRF check."""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from games.selectors.hidden import hidden_page
from games.selectors.positions import HiddenTable

__all__ = ["bad_request", "csrf_failure", "forbidden", "not_found", "server_error", "too_many"]

# These pages never repeat the address: it may hold a link's token, or be made to look like something.
NOWHERE = {"this_page": ""}
TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that makes no sense, or that brings more than we read."""
    if isinstance(exception, TOO_LARGE):
        return render(request, "413.html", NOWHERE, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return render(request, "400.html", NOWHERE, status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that this person may not make; the exception's text says why."""
    if isinstance(exception, HiddenTable):
        return hidden_table(request, exception)
    context = {"reason": str(exception) if exception else ""}
    return render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)


def hidden_table(request: HttpRequest, hidden: HiddenTable) -> HttpResponse:
    """Show of a table that only its players may see what everybody may know: who plays, and finished rounds."""
    page = hidden_page(hidden.game)
    context = {"page": page, "game": hidden.game, "reason": str(hidden)}
    response = render(request, "play/hidden.html", context, status=HTTPStatus.FORBIDDEN)
    response["Cache-Control"] = "private, no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF check failed: open too long, or cookies blocked."""
    return render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for what doesn't exist; the path is never repeated."""
    return render(request, "404.html", NOWHERE, status=HTTPStatus.NOT_FOUND)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer an address that asks too often."""
    return render(request, "429.html", NOWHERE, status=HTTPStatus.TOO_MANY_REQUESTS)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when we failed. Uses no database, no session, no context processor."""
    content = loader.render_to_string("500.html")
    return HttpResponse(content, status=HTTPStatus.INTERNAL_SERVER_ERROR)
