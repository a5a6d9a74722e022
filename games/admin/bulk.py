"""Actions on many rows of the admin, as on the director's desk: a dry run of each, a reason, then the deeds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.desk import ActionForm, ReasonForm
from games.models import Fixture, Player, Season, SeasonEntry
from games.selectors.desk_tables import table_line
from games.services.desk import KINDS, Trial, perform, preview
from games.services.errors import Refused

__all__ = [
    "MOST",
    "Asked",
    "DeskTarget",
    "Target",
    "desk_action",
    "desk_table",
    "entries",
    "row_action",
    "seasons",
    "tables_of",
    "with_season",
]

MOST: Final = 50
"""So many rows are looked at and done at a time."""

Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
Finder = Callable[[QuerySet[Any]], Iterable["Target"]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done to each row, by whom, when and why."""

    code: str
    arguments: Mapping[str, Any]
    by: Player
    now: datetime
    reason: str


class Look(Protocol):
    """What a dry run has seen."""

    @property
    def seen(self) -> str:
        """A digest of what it was reckoned from."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What it would change, in sentences."""


class Target(Protocol):
    """One row that an action is about: its number on the page, its name, and how it is looked at and done."""

    @property
    def key(self) -> int:
        """The number of its fields on the page."""

    @property
    def name(self) -> str:
        """What the page calls it."""

    def look(self, asked: Asked) -> Look:
        """Say what would change; nothing is written. Raises Refused."""

    def do(self, asked: Asked, *, nonce: str, seen: str) -> None:
        """Do it unless what was seen has changed. Raises Refused."""


@dataclass(frozen=True, slots=True)
class DeskTarget:
    """A thing of a season, for an action of the director's desk; `subject` is what the action is told."""

    key: int
    season: Season
    subject: Mapping[str, Any]
    name: str

    def look(self, asked: Asked) -> Trial:
        """Show the dry run of the desk."""
        return preview(
            season_id=self.season.pk,
            kind=asked.code,
            arguments={**self.subject, **asked.arguments},
            by=asked.by,
            now=asked.now,
        )

    def do(self, asked: Asked, *, nonce: str, seen: str) -> None:
        """Do it as on the desk, with a line in the league's log."""
        perform(
            season_id=self.season.pk,
            kind=asked.code,
            arguments={**self.subject, **asked.arguments},
            by=asked.by,
            reason=asked.reason,
            nonce=nonce,
            now=asked.now,
            seen=seen,
        )


@dataclass(frozen=True, slots=True)
class Tried:
    """What an action would do to one row, or why it can't be."""

    target: Target
    trial: Look | None
    fault: str


def desk_action(code: str, targets: Finder, description: Any = "") -> Action:
    """Return an action of the admin that does this kind of action of the desk to chosen rows."""
    kind = KINDS[code]

    def form(data: Any) -> ReasonForm:
        # What is asked here is the same for every season.
        return ActionForm(data, kind=kind, season=Season(), subject={})

    return row_action(code, description or kind.name, targets, form)


def row_action(
    code: str,
    description: Any,
    targets: Finder,
    form: Callable[[Any], ReasonForm] = ReasonForm,
) -> Action:
    """Return an action of the admin on chosen rows.

    The first page asks what it needs and a reason, the second shows a dry run of each.
    """

    def act(model: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        chosen = list(targets(queryset))
        fault = _fault(chosen)
        if fault:
            model.message_user(request, fault, messages.ERROR)
            return None
        filled = form(request.POST if request.POST.get("desk_step") else None)
        return _act(model, request, _Page(code, str(description), chosen, filled))

    act.__name__ = f"desk_{code.replace('-', '_')}"
    return admin.action(description=description)(act)


def _fault(chosen: list[Target]) -> str:
    if not chosen:
        return _("None of these belongs to a season of a league.")
    if len(chosen) > MOST:
        return _("Choose at most %(most)d at a time.") % {"most": MOST}
    return ""


@dataclass(frozen=True, slots=True)
class _Page:
    code: str
    title: str
    chosen: list[Target]
    form: ReasonForm

    def asked(self, request: HttpRequest) -> Asked:
        """Return what the valid form says."""
        form = self.form
        arguments = form.arguments() if isinstance(form, ActionForm) else {}
        by, reason = cast("Player", request.user), form.cleaned_data["reason"]
        return Asked(self.code, arguments, by, timezone.now(), reason)


def _act(model: Any, request: HttpRequest, page: _Page) -> HttpResponse | None:
    step = request.POST.get("desk_step", "")
    tried: list[Tried] = []
    if step and page.form.is_valid():
        if step == "do":
            _do_all(model, request, page)
            return None
        tried = [_tried(target, page.asked(request)) for target in page.chosen]
    context = {
        **model.admin_site.each_context(request),
        "title": page.title,
        "opts": model.opts,
        "form": page.form,
        "targets": page.chosen,
        "tried": tried,
        "action": request.POST.get("action", ""),
        "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
        "nonce": secrets.token_hex(12),
    }
    return TemplateResponse(request, "admin/games/desk_action.html", context)


def _tried(target: Target, asked: Asked) -> Tried:
    try:
        return Tried(target, target.look(asked), "")
    except Refused as refused:
        return Tried(target, None, refused.message)


def _do_all(model: Any, request: HttpRequest, page: _Page) -> None:
    """Do it to each that the dry run let pass, and say what became of it."""
    count, nonce = 0, request.POST.get("nonce", "").replace("\0", "")[:24]
    asked = page.asked(request)
    for target in page.chosen:
        seen = request.POST.get(f"seen_{target.key}", "")
        if not seen:
            continue
        try:
            target.do(asked, nonce=f"{nonce}-{target.key}"[:40], seen=seen)
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
        for fixture in with_season(fixtures)[: MOST + 1]:
            yield desk_table(fixture.pk, fixture)

    return found


def entries(queryset: QuerySet[SeasonEntry]) -> Iterable[Target]:
    """Return the chosen entries."""
    for entry in queryset.select_related("player", "season__league").order_by("pk")[: MOST + 1]:
        name = f"{entry.season.league} {entry.season.number}: {entry.player.name}"
        yield DeskTarget(entry.pk, entry.season, {"entry": entry.pk}, name)


def seasons(**subject: Any) -> Callable[[QuerySet[Season]], Iterable[Target]]:
    """Return what takes the chosen seasons, each with the same subject."""

    def found(queryset: QuerySet[Season]) -> Iterable[Target]:
        for season in queryset.select_related("league").order_by("pk")[: MOST + 1]:
            yield DeskTarget(season.pk, season, subject, f"{season.league} {season.number}")

    return found


def desk_table(key: int, fixture: Fixture) -> DeskTarget:
    """Return a table of a season; its season was fetched with it."""
    season, name = fixture.division.season, table_line(fixture).title
    return DeskTarget(key, season, {"fixture": fixture.pk}, name)


def with_season(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Return fixtures with the leagues they belong to, in order."""
    return fixtures.select_related("game", "division__season__league").order_by("pk")
