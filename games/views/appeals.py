"""What players ask the directors of their league, and the answers."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.appeals import AnswerForm, AppealForm
from games.models import Appeal, Fixture, Season
from games.selectors.desk_tables import table_line
from games.services.appeals import answer_appeal, ask_director
from games.services.errors import Refused
from games.views.directed import directed_season
from games.views.reader import signed_in
from games.views.table import see_other, status_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what the reader has asked about a table, and take another question."""
    player, status, fault = signed_in(request), HTTPStatus.OK, ""
    found = Fixture.objects.select_related("game", "division__season__league")
    fixture = found.filter(game=game_id).first()
    if fixture is None or fixture.game is None:
        raise Http404(_("This game belongs to no league."))
    if not fixture.game.seats.filter(player=player).exists():
        raise PermissionDenied(_("Only the players of this game can do this."))
    form = AppealForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            ask_director(game_id=game_id, by=player, now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
        else:
            messages.success(request, _("The directors are asked. The answer comes by mail."))
            return see_other(reverse("appeal", args=[game_id]))
    elif form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    asked = list(Appeal.objects.filter(fixture=fixture, player=player).order_by("-pk"))
    context = {"game": fixture.game, "form": form, "fault": fault, "asked": asked}
    context["is_waiting"] = any(each.answered_at is None for each in asked)
    return render(request, "leagues/appeal.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@directed_season
def answer(request: HttpRequest, season: Season, appeal_id: int) -> HttpResponse:
    """Show a question to the directors of the league, and take an answer."""
    found = Appeal.objects.select_related("player", "fixture__division", "fixture__game")
    asked = found.filter(pk=appeal_id, fixture__division__season=season).first()
    if asked is None:
        raise Http404(_("There is no such question."))
    form, fault, status = AnswerForm(request.POST or None), "", HTTPStatus.OK
    if form.is_bound and form.is_valid():
        text, now = form.cleaned_data["text"], timezone.now()
        try:
            answer_appeal(appeal_id=asked.pk, by=signed_in(request), text=text, now=now)
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
        else:
            messages.success(request, _("Answered."))
            return see_other(reverse("manage-season", args=[season.league.slug, season.number]))
    elif form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"season": season, "league": season.league, "asked": asked, "form": form}
    context |= {"line": table_line(asked.fixture), "fault": fault}
    return render(request, "manage/appeal.html", context, status=status)
