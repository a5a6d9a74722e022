"""Answering an invitation: behind the link of its mail without signing in, or signed in at the table.

GET and HEAD change nothing, and no answer is chosen beforehand: mail scanners open links and press buttons.
"""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.tables import AnswerForm
from games.models import Invitation, Player
from games.models.names import name_from_address
from games.selectors.invited import invitations_to, invited_player
from games.selectors.waiting import Room, invitation_room
from games.services.errors import NothingChosen, Refused, TooManyWaiting
from games.services.invitations import Answer, answer_invitation
from games.services.tables import EXPIRES_AFTER
from games.services.tokens import BadToken, read_invite_token
from games.views.busy import busy_page
from games.views.errors import not_found, too_many
from games.views.links import HEADERS
from games.views.reader import shown_to, signed_in
from games.views.table import see_other, status_of
from games.views.throttle import count_bad_token

__all__ = ["answer", "invitation"]

ONE_CLICK = ("List-Unsubscribe", "One-Click")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what somebody is invited to; a POST answers. A bad token is a 404, too many a 429."""
    opened = _opened(token)
    if opened is None:
        response = too_many(request) if count_bad_token(request) else not_found(request)
    else:
        with shown_to(request, invited_player(opened[0])):
            is_post = request.method == "POST"
            response = _answered(request, *opened) if is_post else _page(request, *opened)
    for name, value in HEADERS.items():
        response[name] = value
    return response


@login_required
@require_POST
def answer(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Answer one's own invitation, signed in."""
    player, opened = signed_in(request), invitation_room(invitation_id)
    if opened is None or not _is_for(opened[0], player):
        raise Http404(_("There is no such invitation."))
    try:
        _carry_out(request, opened[0].pk)
    except TooManyWaiting as refused:
        return busy_page(request, player, refused)
    except Refused as refused:
        return _page(request, *opened, refused=refused, is_signed_in=True)
    is_accepted = request.POST.get("answer") == Answer.ACCEPT
    game = reverse("game", args=[opened[0].game_id])
    return see_other(game if is_accepted else reverse("home"))


def _opened(token: str) -> tuple[Invitation, Room] | None:
    try:
        return invitation_room(read_invite_token(token))
    except BadToken:
        return None


def _answered(request: HttpRequest, asked: Invitation, room: Room) -> HttpResponse:
    """Do what the form, or the mail program, says; every repeat gives the same answer."""
    if request.POST.get(ONE_CLICK[0]) == ONE_CLICK[1]:
        answer_invitation(invitation_id=asked.pk, answer=Answer.BLOCK, now=timezone.now())
        # Mail programs follow no redirect and want a plain yes.
        text = _("You get no more invitations from this person.") + "\n"
        return HttpResponse(text, content_type="text/plain")
    try:
        _carry_out(request, asked.pk)
    except Refused as refused:
        return _page(request, asked, room, refused=refused)
    return see_other(request.path)


def _carry_out(request: HttpRequest, invitation_id: int) -> None:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        faults = [fault for faults in form.errors.values() for fault in faults]
        raise NothingChosen(" ".join(map(str, faults)))
    answer_invitation(
        invitation_id=invitation_id,
        answer=Answer(form.cleaned_data["answer"]),
        name=form.cleaned_data["name"].strip(),
        language=get_language() or "",
        now=timezone.now(),
    )


def _page(
    request: HttpRequest,
    asked: Invitation,
    room: Room,
    *,
    refused: Refused | None = None,
    is_signed_in: bool = False,
) -> HttpResponse:
    is_new = not is_signed_in and asked.is_pending and invited_player(asked) is None
    status = status_of(refused) if refused else HTTPStatus.OK
    context = {
        "invitation": asked,
        "room": room,
        "game": room.game,
        "is_new": is_new,
        "name": request.POST.get("name") or (name_from_address(asked.email) if is_new else ""),
        "chosen": request.POST.get("answer", ""),
        "until": room.game.created_at + EXPIRES_AFTER,
        "fault": refused.message if refused else "",
        "is_signed_in": is_signed_in,
    }
    return render(request, "lobby/invitation.html", context, status=status)


def _is_for(asked: Invitation, player: Player) -> bool:
    return invitations_to(player).filter(pk=asked.pk).exists()
