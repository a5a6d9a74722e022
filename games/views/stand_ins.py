"""Taking over somebody's seat: the page behind the link of the mail that asks a stand-by.

GET and HEAD change nothing, and no answer is chosen beforehand: mail scanners open links and press buttons.
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.forms.stand_ins import StandInForm
from games.selectors.asked import AskedPage, asked_page
from games.services.errors import NothingChosen, Refused
from games.services.substitutes import Answer, answer_request
from games.services.tokens import BadToken, read_stand_in_token
from games.views.errors import not_found, too_many
from games.views.links import HEADERS
from games.views.reader import shown_to
from games.views.table import see_other, status_of
from games.views.throttle import count_bad_token

__all__ = ["stand_in"]

ONE_CLICK = ("List-Unsubscribe", "One-Click")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the seat that somebody is asked to take over; a POST answers. A bad token is a 404, too many a 429."""
    page = _opened(token)
    if page is None:
        response = too_many(request) if count_bad_token(request) else not_found(request)
    else:
        with shown_to(request, page.asked.player):
            is_post = request.method == "POST"
            response = _answered(request, page) if is_post else _show(request, page)
    for name, value in HEADERS.items():
        response[name] = value
    return response


def _opened(token: str) -> AskedPage | None:
    try:
        return asked_page(read_stand_in_token(token), language=get_language() or "en")
    except BadToken:
        return None


def _answered(request: HttpRequest, page: AskedPage) -> HttpResponse:
    """Do what the form, or the mail program, says; every repeat gives the same answer."""
    request_id = page.asked.pk
    if request.POST.get(ONE_CLICK[0]) == ONE_CLICK[1]:
        answer_request(request_id=request_id, answer=Answer.STOP, now=timezone.now())
        # Mail programs follow no redirect and want a plain yes.
        text = _("You are asked to stand in no more.") + "\n"
        return HttpResponse(text, content_type="text/plain")
    form = StandInForm(request.POST)
    try:
        if not form.is_valid():
            raise NothingChosen(" ".join(map(str, form.errors.get("answer", ()))))
        answer = Answer(form.cleaned_data["answer"])
        answer_request(request_id=request_id, answer=answer, now=timezone.now())
    except Refused as refused:
        fresh = asked_page(request_id, language=get_language() or "en")
        return _show(request, fresh or page, refused=refused)
    return see_other(request.path)


def _show(request: HttpRequest, page: AskedPage, *, refused: Refused | None = None) -> HttpResponse:
    context = {
        "page": page,
        "game": page.view.game,
        "chosen": request.POST.get("answer", ""),
        "fault": refused.message if refused else "",
        "now": timezone.now(),
    }
    status = status_of(refused) if refused else HTTPStatus.OK
    return render(request, "stand_ins/asked.html", context, status=status)
