"""Actions of the director's desk on many rows of the admin: a dry run of each, a reason, then the deeds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.desk import ActionForm
from games.models import Fixture, Player, Season, SeasonEntry, Seat
from games.selectors.desk_tables import table_line
from games.services.desk import KINDS, Kind, Trial, perform, preview
from games.services.errors import Refused

__all__ = ["Target", "desk_action", "entries", "seasons", "seats", "tables_of"]

MOST: Final = 50
"""So many rows are looked at and done at a time."""

Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that an action is about: its number, what the action is told, and its name."""

    key: int
    season: Season
    subject: Mapping[str, Any]
    name: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What an action would do to one thing, or why it can't be."""

    target: Target
    trial: Trial | None
    fault: str


def desk_action(
    code: str, targets: Callable[[QuerySet[Any]], Iterable[Target]], description: Any = ""
) -> Action:
    """Return an action of the admin that does this kind of action to chosen rows.

    The first page asks what it needs and a reason, the second shows a dry run of each.
    """

    def act(model: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        chosen = list(targets(queryset))
        fault = _fault(chosen)
        if fault:
            model.message_user(request, fault, messages.ERROR)
            return None
        return _act(model, request, KINDS[code], chosen, str(description))

    act.__name__ = f"desk_{code.replace('-', '_')}"
    return admin.action(description=description or KINDS[code].name)(act)


def _fault(chosen: list[Target]) -> str:
    if not chosen:
        return _("None of these belongs to a season of a league.")
    if len(chosen) > MOST:
        return _("Choose at most %(most)d at a time.") % {"most": MOST}
    return ""


def _act(
    model: Any, request: HttpRequest, kind: Kind, chosen: list[Target], title: str
) -> HttpResponse | None:
    step = request.POST.get("desk_step", "")
    form = ActionForm(
        request.POST if step else None, kind=kind, season=chosen[0].season, subject={}
    )
    tried: list[Tried] = []
    if step and form.is_valid():
        if step == "do":
            _do_all(model, request, kind, chosen, form)
            return None
        tried = [_tried(request, kind, target, form) for target in chosen]
    context = {
        **model.admin_site.each_context(request),
        "title": title or kind.name,
        "opts": model.opts,
        "kind": kind,
        "form": form,
        "targets": chosen,
        "tried": tried,
        "action": request.POST.get("action", ""),
        "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
        "nonce": secrets.token_hex(12),
    }
    return TemplateResponse(request, "admin/games/desk_action.html", context)


def _tried(request: HttpRequest, kind: Kind, target: Target, form: ActionForm) -> Tried:
    try:
        trial = preview(
            season_id=target.season.pk,
            kind=kind.code,
            arguments={**target.subject, **form.arguments()},
            by=cast("Player", request.user),
            now=timezone.now(),
        )
    except Refused as refused:
        return Tried(target, None, refused.message)
    return Tried(target, trial, "")


def _do_all(
    model: Any, request: HttpRequest, kind: Kind, chosen: list[Target], form: ActionForm
) -> None:
    """Do it to each that the dry run let pass, and say what became of it."""
    count, nonce = 0, request.POST.get("nonce", "")[:24]
    for target in chosen:
        seen = request.POST.get(f"seen_{target.key}", "")
        if not seen:
            continue
        try:
            perform(
                season_id=target.season.pk,
                kind=kind.code,
                arguments={**target.subject, **form.arguments()},
                by=cast("Player", request.user),
                reason=form.cleaned_data["reason"],
                nonce=f"{nonce}-{target.key}"[:40],
                now=timezone.now(),
                seen=seen,
            )
        except Refused as refused:
            model.message_user(request, f"{target.name}: {refused.message}", messages.ERROR)
        else:
            count += 1
    text = ngettext(
        "Done %(count)d time, and written down in the log.",
        "Done %(count)d times, and written down in the log.",
        count,
    )
    model.message_user(request, text % {"count": count}, messages.SUCCESS)


def tables_of(field: str) -> Callable[[QuerySet[Any]], Iterable[Target]]:
    """Return what finds the tables of chosen rows; `field` leads from a fixture to a row, "pk" for fixtures."""

    def found(queryset: QuerySet[Any]) -> Iterable[Target]:
        fixtures = Fixture.objects.filter(**{f"{field}__in": queryset.values("pk")})
        for fixture in _with_season(fixtures)[: MOST + 1]:
            season, name = fixture.division.season, table_line(fixture).title
            yield Target(fixture.pk, season, {"fixture": fixture.pk}, name)

    return found


def seats(queryset: QuerySet[Seat]) -> Iterable[Target]:
    """Return the chosen seats of games that are tables of a league."""
    found = queryset.filter(game__fixture__isnull=False).order_by("pk")
    for seat in found.select_related("player", "game__fixture__division__season__league")[
        : MOST + 1
    ]:
        fixture = seat.game.fixture
        subject = {"fixture": fixture.pk, "seat": seat.index}
        yield Target(seat.pk, fixture.division.season, subject, f"{seat.game.title}: {seat.name}")


def entries(queryset: QuerySet[SeasonEntry]) -> Iterable[Target]:
    """Return the chosen entries."""
    for entry in queryset.select_related("player", "season__league").order_by("pk")[: MOST + 1]:
        name = f"{entry.season.league} {entry.season.number}: {entry.player.name}"
        yield Target(entry.pk, entry.season, {"entry": entry.pk}, name)


def seasons(**subject: Any) -> Callable[[QuerySet[Season]], Iterable[Target]]:
    """Return what takes the chosen seasons, each with the same subject."""

    def found(queryset: QuerySet[Season]) -> Iterable[Target]:
        for season in queryset.select_related("league").order_by("pk")[: MOST + 1]:
            yield Target(season.pk, season, subject, f"{season.league} {season.number}")

    return found


def _with_season(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("game", "division__season__league").order_by("pk")
