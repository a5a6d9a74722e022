"""Middleware that gives "405 method not allowed" a page, as every other refusal has one."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

GetResponse = Callable[[HttpRequest], HttpResponse]


def method_page(get_response: GetResponse) -> GetResponse:
    """Return the middleware; Django's own 405 is an empty answer that leaves a person lost."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return respond
