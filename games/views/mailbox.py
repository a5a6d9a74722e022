"""The local mailbox: every mail of a site of one's own, as text, HTML and source, with live links."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any, Concatenate, ParamSpec

from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.selectors.mailbox import ReadMail, mailbox_page, read_mail

__all__ = ["mail", "mail_html", "mailbox"]

P = ParamSpec("P")

VIEWS = ("html", "text", "source")
# A page without scripts can't fit a frame to what is in it; these sizes, which mailbox.css turns into
# heights, come close: of mails with boards by their length, of other mails by their lines.
BOARD_MAILS = ("your-turn", "game-over")
LARGE_MAIL, HUGE_MAIL = 32_000, 40_000
LINES, LEAST_LINES, MOST_LINES = 5, 10, 60
_URL = re.compile(r"https?://[^\s<>\"']+")
# A mail brings its own styles and nothing else: no script, no picture, no form.
_MAIL_POLICY: dict[str, Any] = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'"],
}


def _only_here(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hide a view unless the site keeps its mails: they hold everybody's links."""

    @wraps(view)
    def hidden_elsewhere(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if not settings.MAILBOX_ENABLED:
            raise Http404
        return view(request, *args, **kwargs)

    return hidden_elsewhere


@require_safe
@never_cache
@_only_here
def mailbox(request: HttpRequest) -> HttpResponse:
    """List stored mails, newest first; `?to=` one address only, `?before=` older ones."""
    to = request.GET.get("to", "").replace("\0", "")  # PostgreSQL takes no NUL
    before = request.GET.get("before", "")
    is_number = before.isascii() and before.isdigit() and len(before) < 19
    page = mailbox_page(to=to, before=int(before) if is_number else None)
    return render(request, "mailbox/list.html", {"page": page, "to": to})


@require_safe
@never_cache
@_only_here
def mail(request: HttpRequest, mail_id: int) -> HttpResponse:
    """Show one mail: `?view=html` (in a frame), `text` or `source`."""
    found = _found(mail_id)
    shown = request.GET.get("view", "html")
    context = {
        "mail": found,
        "shown": shown if shown in VIEWS else "html",
        "linked_text": linked(found.text),
        "size": frame_size(found),
    }
    return render(request, "mailbox/mail.html", context)


@require_safe
@never_cache
@xframe_options_sameorigin
@csp(_MAIL_POLICY)  # type: ignore[arg-type]  # it is typed for views without arguments
@_only_here
def mail_html(request: HttpRequest, mail_id: int) -> HttpResponse:
    """Answer the HTML part alone, for the frame; its links open in the whole window."""
    del request
    html = _found(mail_id).html
    return HttpResponse(html.replace("<head>", '<head><base target="_top">', 1))


def linked(text: str) -> SafeString:
    """Return text as HTML in which web addresses are links; everything else is escaped.

    >>> linked("see http://a.example/t/x & <b>")
    'see <a href="http://a.example/t/x">http://a.example/t/x</a> &amp; &lt;b&gt;'
    """
    pieces, end = [], 0
    for found in _URL.finditer(text):
        address = escape(found[0])
        pieces += [escape(text[end : found.start()]), f'<a href="{address}">{address}</a>']
        end = found.end()
    pieces.append(escape(text[end:]))
    return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped above


def frame_size(mail: ReadMail) -> str:
    """Return the classes of the frame that a mail fits into."""
    if mail.kind not in BOARD_MAILS:
        steps = ceil(len(mail.text.splitlines()) / LINES)
        return f"lines-{min(MOST_LINES, max(LEAST_LINES, steps * LINES))}"
    length = len(mail.html) if mail.kind == "your-turn" else 0
    size = " huge" if length > HUGE_MAIL else " large" if length > LARGE_MAIL else ""
    return mail.kind + size


def _found(mail_id: int) -> ReadMail:
    found = read_mail(mail_id)
    if found is None:
        raise Http404
    return found
