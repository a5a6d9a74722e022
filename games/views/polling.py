"""Open pages that ask whether their table has changed: answered 304 before anything else is looked up."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games.selectors.freshness import table_tag
from games.services.tokens import BadToken, read_turn_token

__all__ = ["answer_unchanged", "tagged"]

GetResponse = Callable[[HttpRequest], HttpResponse]

GAME_PATH = re.compile(r"/games/(\d{1,18})/")
LINK_PATH = re.compile(r"/t/([^/]+)/")


def answer_unchanged(get_response: GetResponse) -> GetResponse:
    """Return the middleware: one query, no session, no player for a page that is still right.

    Only a script's own question counts (HX-Request with If-None-Match). A browser that reloads a page
    must get it anew: it shows times, and what else was written meanwhile.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        known = request.headers.get("If-None-Match")
        if known and request.method == "GET" and "HX-Request" in request.headers:
            tag = _tag_of(request.path, known)
            if tag and tag == known:
                return tagged(HttpResponse(status=HTTPStatus.NOT_MODIFIED), tag)
        return get_response(request)

    return respond


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Give an answer to a script the tag of the table in it, and keep it out of every cache."""
    response["ETag"] = tag
    response["Cache-Control"] = "no-store, private"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _tag_of(path: str, known: str) -> str:
    """Return the tag of the game that an address leads to, "" for any other address.

    Messages and notes count only on the game's own page, for a page that shows them.
    """
    if found := GAME_PATH.fullmatch(path):
        return table_tag(int(found[1]), known)
    if found := LINK_PATH.fullmatch(path):
        try:
            return table_tag(read_turn_token(found[1]).game_id)
        except BadToken:
            return ""
    return ""
