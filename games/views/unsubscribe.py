"""The page behind a mail's unsubscribe link, and the one click of mail programs (RFC 8058).

Opening it changes nothing; scanners open every link. Nothing here sets a cookie.
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.selectors.notices import MailChoice, mail_choice
from games.services.errors import NoSuchGame
from games.services.players import choose_summaries, resume_mail, stop_mail
from games.services.tokens import BadToken, UnsubscribeLink, read_unsubscribe_token
from games.views.errors import not_found, too_many
from games.views.links import HEADERS
from games.views.reader import shown_to
from games.views.throttle import count_bad_token

__all__ = ["unsubscribe"]

ONE_CLICK = ("List-Unsubscribe", "One-Click")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link can stop; a POST stops it. A bad token is a 404, too many a 429."""
    link, choice = _opened(token)
    if link is None or choice is None:
        response = too_many(request) if count_bad_token(request) else not_found(request)
    else:
        with shown_to(request, choice.player):
            is_post = request.method == "POST"
            response = (
                _act(request, token, link, choice) if is_post else _page(request, link, choice)
            )
    for name, value in HEADERS.items():
        response[name] = value
    return response


def _opened(token: str) -> tuple[UnsubscribeLink | None, MailChoice | None]:
    try:
        link = read_unsubscribe_token(token)
    except BadToken:
        return None, None
    return link, mail_choice(player_id=link.player_id, game_id=link.game_id)


def _act(
    request: HttpRequest, token: str, link: UnsubscribeLink, choice: MailChoice
) -> HttpResponse:
    """Do what the form, or the mail program, asks for; every repeat gives the same answer."""
    if request.POST.get(ONE_CLICK[0]) == ONE_CLICK[1]:
        if link.is_weekly:
            choose_summaries(player_id=link.player_id, is_wanted=False, now=timezone.now())
        else:
            _stop(link.player_id, link.game_id)
        # Mail programs follow no redirect and want a plain yes.
        return HttpResponse(_("You are unsubscribed.") + "\n", content_type="text/plain")
    match request.POST.get("do", ""):
        case "stop-game" if link.game_id is not None:
            _stop(link.player_id, link.game_id)
        case ("stop-weekly" | "resume-weekly") as do if link.is_weekly:
            is_wanted = do == "resume-weekly"
            choose_summaries(player_id=link.player_id, is_wanted=is_wanted, now=timezone.now())
        case "stop-all":
            _stop(link.player_id, None)
        case "resume-game" if link.game_id is not None:
            resume_mail(player_id=link.player_id, game_id=link.game_id)
        case "resume-all":
            resume_mail(player_id=link.player_id, game_id=None)
        case _:
            fault = _("Press one of the buttons: nothing was changed.")
            return _page(request, link, choice, fault=fault, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = HttpResponse(status=HTTPStatus.SEE_OTHER)
    response["Location"] = reverse("unsubscribe", args=[token])
    return response


def _stop(player_id: int, game_id: int | None) -> None:
    try:
        stop_mail(player_id=player_id, game_id=game_id, now=timezone.now())
    except NoSuchGame:
        # The seat went to somebody else between two lines: there is nothing left to stop.
        return


def _page(
    request: HttpRequest,
    link: UnsubscribeLink,
    choice: MailChoice,
    *,
    fault: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {"choice": choice, "fault": fault, "is_weekly": link.is_weekly}
    return render(request, "unsubscribe/page.html", context, status=status)
