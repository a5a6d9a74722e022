"""Leagues, seasons, divisions, entries and fixtures. A season's seed is on no page."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.bulk import desk_action, entries, seasons, tables_of
from games.admin.careful import (
    CarefulAdmin,
    KeptRowsAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    counted,
)
from games.admin.export import export_csv
from games.forms.leagues import LeagueForm
from games.models import (
    Division,
    Fixture,
    FixtureSeat,
    League,
    Player,
    Season,
    SeasonEntry,
    Step,
)
from games.services.errors import Refused
from games.services.founding import note_directors
from games.services.leagues import prepare_season
from games.services.season_draw import move_entry


@admin.register(League)
class LeagueAdmin(CarefulAdmin):
    """Leagues: rules and directors."""

    form = LeagueForm
    list_display = ("name", "slug", "table_size", "pairing", "pace", "created_at")
    list_filter = ("table_size", "pairing", "wall")
    search_fields = ("name", "slug", "directors__name")
    ordering = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("directors", "followers")
    actions = ("begin_season",)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001
        """Name directors as the desk does: with a line in the log, and a mail."""
        league = form.instance
        before = set(league.directors.all())
        super().save_related(request, form, formsets, change)
        after = set(league.directors.all())
        note_directors(
            league, added=_by_name(after - before), dropped=_by_name(before - after),
            by=cast("Player", request.user), now=timezone.now(),
        )  # fmt: skip

    @admin.action(description=gettext_lazy("Prepare the next season (nobody is told yet)"))
    def begin_season(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        """Prepare a season of each chosen league."""
        by, now = cast("Player", request.user), timezone.now()
        for league in queryset:
            try:
                season = prepare_season(league_id=league.pk, by=by, now=now)
            except Refused as refused:
                self.message_user(request, f"{league}: {refused.message}", messages.ERROR)
            else:
                text = _("%(league)s: season %(number)d is being prepared.")
                self.message_user(request, text % {"league": league, "number": season.number})


def _by_name(people: set[Player]) -> list[Player]:
    return sorted(people, key=lambda player: player.name)


@admin.register(Season)
class SeasonAdmin(KeptRowsAdmin, CarefulAdmin):
    """Seasons: planned dates by hand, steps by actions; a step brings those before it along."""

    list_display = ("league", "number", "opened_at", "drawn_at", "started_at", "finished_at")
    list_filter = ("league", ("finished_at", admin.EmptyFieldListFilter))
    search_fields = ("league__name", "league__slug", "=number")
    secret_fields = ("seed",)
    ordering = ("-id",)
    list_select_related = ("league",)
    fields = (
        "league", "number", "opens_at", "closes_at", "publishes_at", "starts_at", "opened_at",
        "closed_at", "drawn_at", "published_at", "started_at", "finished_at", "promoted_at",
        "summarized_at", "asked_step", "asked_by", "created_at",
    )  # fmt: skip
    readonly_fields = tuple(
        name
        for name in fields
        if name not in {"opens_at", "closes_at", "publishes_at", "starts_at"}
    )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Offer every step of a season's life, and what comes before it with it."""
        offered = {
            f"ask_{step.value}": (
                desk_action("step", seasons(step=step.value), step.label),
                f"ask_{step.value}",
                step.label,
            )
            for step in Step
        }
        return {**super().get_actions(request), **offered}


@admin.register(Division)
class DivisionAdmin(KeptRowsAdmin, CarefulAdmin):
    """Divisions; only the name is for the hand."""

    list_display = ("season", "rank", "name")
    list_filter = ("season__league",)
    search_fields = ("name", "season__league__name", "entries__player__name")
    ordering = ("-season_id", "level")
    list_select_related = ("season",)
    fields = ("season", "rank", "name", "rounds", "released", "released_at")
    readonly_fields = ("season", "rank", "rounds", "released", "released_at")
    rank = counted("level", gettext_lazy("level"))


@admin.register(SeasonEntry)
class SeasonEntryAdmin(ReadOnlyAdmin):
    """Who plays in which season."""

    list_display = (
        "player", "season", "division", "claim", "shift", "entered_at", "withdrawn_at",
        "final_place",
    )  # fmt: skip
    list_filter = ("season__league", ("withdrawn_at", admin.EmptyFieldListFilter), "entered_at")
    search_fields = ("player__name", "player__email", "season__league__name")
    ordering = ("-id",)
    list_select_related = ("player", "season", "division")
    actions = ("move_up", "move_down", desk_action("withdraw", entries), export_csv)

    @admin.action(description=gettext_lazy("Move up a division of the proposal"))
    def move_up(self, request: HttpRequest, queryset: QuerySet[SeasonEntry]) -> None:
        """Put each chosen entry a division higher."""
        self._move(request, queryset, -1)

    @admin.action(description=gettext_lazy("Move down a division of the proposal"))
    def move_down(self, request: HttpRequest, queryset: QuerySet[SeasonEntry]) -> None:
        """Put each chosen entry a division lower."""
        self._move(request, queryset, 1)

    def _move(self, request: HttpRequest, queryset: QuerySet[SeasonEntry], by: int) -> None:
        actor, now = cast("Player", request.user), timezone.now()
        for entry in queryset.select_related("division", "player"):
            level = (entry.division.level if entry.division else 0) + by
            try:
                move_entry(entry_id=entry.pk, level=level, by=actor, now=now)
            except Refused as refused:
                self.message_user(request, f"{entry.player}: {refused.message}", messages.ERROR)


class FixtureSeatInline(ReadOnlyInline):
    """Who sits where."""

    model = FixtureSeat
    fields = ("number", "entry")
    readonly_fields = fields
    number = counted("index", gettext_lazy("seat"))


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    """Planned tables, and byes."""

    list_display = ("division", "round", "number", "game", "voided_at", "void_reason")
    list_filter = ("division__season__league", "round", ("game", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "division__name", "seats__entry__player__name")
    ordering = ("-id",)
    list_select_related = ("division", "game")
    actions = (
        *[desk_action(kind, tables_of("pk")) for kind in ("pause", "resume", "nudge", "void")],
        export_csv,
    )
    inlines = (FixtureSeatInline,)


@admin.register(FixtureSeat)
class FixtureSeatAdmin(ReadOnlyAdmin):
    """Seats of planned tables."""

    list_display = ("fixture", "number", "entry")
    list_filter = ("fixture__division__season__league",)
    search_fields = ("entry__player__name", "=fixture__game__id")
    ordering = ("-id",)
    list_select_related = ("fixture", "entry")
    shown_as = {"index": "number"}
    number = counted("index", gettext_lazy("seat"))
