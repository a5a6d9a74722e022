"""Actions of directors: a form, a dry run, the deed, its undoing; and the public log."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.dates import DatesForm
from games.forms.desk import ActionForm, ReasonForm
from games.models import DirectorAction, Division, Fixture, League, Season, SeasonEntry, Step
from games.selectors.desk_log import facts_of, log_of
from games.selectors.desk_tables import table_line
from games.selectors.leagues import NoSuchSeason, league_of
from games.services.desk import (
    KINDS,
    HasChanged,
    Kind,
    own_fault,
    perform,
    preview,
    undo,
    undo_fault,
)
from games.services.errors import Refused
from games.views.directed import directed_league, directed_season, form_number, was_done
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["act", "log", "take_back"]


@require_http_methods(["GET", "HEAD", "POST"])
@directed_season
def act(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """Ask what an action needs; then show what it would change; then do it."""
    if kind not in KINDS:
        raise Http404(_("There is no such action."))
    if kind == "rules":
        return see_other(reverse("manage-rules", args=[season.league.slug]))
    action = KINDS[kind]
    about = _subject(request, season, action)
    is_post = request.method == "POST"
    if is_post and was_done(request):
        return _done(request, about["done"])
    obstacle = own_fault(action, season, about["subject"], by=signed_in(request))
    if obstacle:
        context = {"season": season, "league": season.league, "obstacle": obstacle, **about}
        return render(request, "manage/action.html", context, status=HTTPStatus.FORBIDDEN)
    asking = DatesForm if "dates" in action.asks else ActionForm
    form = asking(
        request.POST if is_post else None,
        kind=action,
        season=season,
        people=about["people"],
        subject=about["subject"],
    )
    context = {"season": season, "league": season.league, "kind": action, "form": form, **about}
    if not is_post or not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_post else HTTPStatus.OK
        return render(request, "manage/action.html", context, status=status)
    try:
        if form_number(request):
            return _do(request, season, action, form, context)
        return _try(request, season, action, form, context)
    except Refused as refused:
        context["fault"] = refused.message
        return render(request, "manage/action.html", context, status=status_of(refused))


def _try(
    request: HttpRequest, season: Season, action: Kind, form: ActionForm, context: dict[str, Any]
) -> HttpResponse:
    """Show what would change; nothing is written."""
    context["trial"] = preview(
        season_id=season.pk,
        kind=action.code,
        arguments=form.arguments(),
        by=signed_in(request),
        now=timezone.now(),
    )
    context["nonce"] = secrets.token_hex(16)
    status = HTTPStatus.CONFLICT if context.get("has_changed") else HTTPStatus.OK
    return render(request, "manage/preview.html", context, status=status)


def _do(
    request: HttpRequest, season: Season, action: Kind, form: ActionForm, context: dict[str, Any]
) -> HttpResponse:
    """Do what the dry run has shown; if the world has changed since, show a new one instead."""
    try:
        perform(
            season_id=season.pk,
            kind=action.code,
            arguments=form.arguments(),
            by=signed_in(request),
            reason=form.cleaned_data["reason"],
            nonce=form_number(request),
            now=timezone.now(),
            seen=request.POST.get("seen", ""),
        )
    except HasChanged:
        return _try(request, season, action, form, context | {"has_changed": True})
    return _done(request, context["done"])


def _done(request: HttpRequest, to: str) -> HttpResponse:
    messages.success(request, _("Done, and written down in the log."))
    return see_other(to)


def _subject(request: HttpRequest, season: Season, action: Kind) -> dict[str, Any]:
    """Return what the address says the action is about, with its title, and where to go from it."""
    about = {"heading": action.name, **_about(request, season, action)}
    to_league = reverse("manage-league", args=[season.league.slug])
    return {**about, "done": to_league if action.leads_to == "league" else about["back"]}


def _about(request: HttpRequest, season: Season, action: Kind) -> dict[str, Any]:
    numbers = {
        key: _number(request.GET.get(key, "")) for key in ("fixture", "seat", "entry", "division")
    }
    home = reverse("manage-season", args=[season.league.slug, season.number])
    match action.subject:
        case "fixture" | "seat":
            return _about_table(season, action, numbers)
        case "entry":
            entries = SeasonEntry.objects.filter(season=season).select_related("player")
            entry = entries.filter(pk=numbers["entry"] or 0).first()
            if entry is None:
                raise Http404(_("There is no such player in this season."))
            players = reverse("manage-players", args=[season.league.slug, season.number])
            subject = {"entry": entry.pk, "division": entry.division_id or 0}
            if "to" not in action.asks:
                del subject["division"]
            return {"subject": subject, "title": entry.player.name, "people": (), "back": players}
        case "division":
            division = Division.objects.filter(season=season, pk=numbers["division"] or 0).first()
            if division is None:
                raise Http404(_("There is no such division."))
            named: dict[str, Any] = {"division": division.pk, "division_name": division.name}
            return {"subject": named, "title": division.name, "people": (), "back": home}
        case "step":
            return {
                "title": _season_title(season), "people": (), "back": home,
                **_about_step(request, action),
            }  # fmt: skip
    number = {"number": season.number}
    return {"subject": number, "title": _season_title(season), "people": (), "back": home}


def _season_title(season: Season) -> str:
    return _("Season %(number)s") % {"number": season.number}


def _about_step(request: HttpRequest, action: Kind) -> dict[str, Any]:
    """Return a step of a season's life as the subject of taking it, or of taking it back."""
    asked = request.GET.get("step", "")
    if asked not in Step.values:
        raise Http404(_("There is no such step."))
    step = Step(asked)
    heading = (
        step.label if action.code == "step" else _("Take back: %(step)s") % {"step": step.label}
    )
    return {"subject": {"step": step.value}, "heading": heading}


def _about_table(season: Season, action: Kind, numbers: dict[str, int | None]) -> dict[str, Any]:
    found = Fixture.objects.select_related("division", "game").filter(division__season=season)
    fixture = found.filter(pk=numbers["fixture"] or 0).first()
    if fixture is None:
        raise Http404(_("There is no such table in this season."))
    line, subject = table_line(fixture), {"fixture": fixture.pk}
    title = line.title
    if action.subject == "seat":
        seat = numbers["seat"]
        if seat is None or seat >= len(line.names):
            raise Http404(_("There is no such seat."))
        subject["seat"] = seat
        title = f"{line.names[seat]}: {line.title}"
    back = reverse("manage-table", args=[season.league.slug, season.number, fixture.pk])
    return {"subject": subject, "title": title, "people": line.names, "back": back}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


@require_http_methods(["GET", "HEAD", "POST"])
@directed_league
def take_back(request: HttpRequest, league: League, action_id: int) -> HttpResponse:
    """Ask for a reason, then undo an action; or say why that can't be."""
    found = DirectorAction.objects.filter(pk=action_id, league=league).select_related(
        "season", "by"
    )
    action = found.first()
    if action is None:
        raise Http404(_("There is no such action."))
    form = ReasonForm(request.POST if request.method == "POST" else None)
    obstacle = undo_fault(action, now=timezone.now(), by=signed_in(request))
    fault, status = "", HTTPStatus.OK
    if request.method == "POST" and obstacle:
        fault, status = obstacle, HTTPStatus.CONFLICT
    elif request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            undo(action_id=action.pk, by=signed_in(request), reason=reason, now=timezone.now())
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
        else:
            messages.success(request, _("Undone, and written down in the log."))
            return see_other(reverse("league-log", args=[league.slug]))
    elif request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    line = facts_of([action])[0]
    context = {"league": league, "line": line, "form": form, "fault": fault, "obstacle": obstacle}
    return render(request, "manage/undo.html", context, status=status)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody what a league's directors did, and why."""
    try:
        league = league_of(slug)
    except NoSuchSeason:
        raise Http404(_("There is no such league.")) from None
    reader = request.user
    is_director = any(director.pk == reader.pk for director in league.directors.all())
    since = _number(request.GET.get("before", ""))
    lines, before = log_of(league, before=since, is_director=is_director)
    context = {"league": league, "lines": lines, "before": before, "is_director": is_director}
    return render(request, "leagues/log.html", context)
