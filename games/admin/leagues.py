"""Leagues, seasons, divisions, entries and fixtures. A season's seed is on no page."""

from __future__ import annotations

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.careful import (
    CarefulAdmin,
    KeptRowsAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    counted,
)
from games.forms.leagues import LeagueForm
from games.models import Division, Fixture, FixtureSeat, League, Player, Season, SeasonEntry
from games.services.errors import Refused
from games.services.seasons import create_season, draw_season


@admin.register(League)
class LeagueAdmin(CarefulAdmin):
    """Leagues: rules and directors."""

    form = LeagueForm
    list_display = ("name", "slug", "table_size", "pairing", "pace", "created_at")
    list_filter = ("table_size", "pairing", "wall")
    search_fields = ("name", "slug", "directors__name")
    ordering = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("directors",)
    actions = ("begin_season",)

    @admin.action(description=gettext_lazy("Begin the next season (open for entries)"))
    def begin_season(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        """Begin a season of each chosen league."""
        by, now = cast("Player", request.user), timezone.now()
        for league in queryset:
            try:
                season = create_season(league_id=league.pk, by=by, now=now)
            except Refused as refused:
                self.message_user(request, f"{league}: {refused.message}", messages.ERROR)
            else:
                text = _("%(league)s: season %(number)d is open for entries.")
                self.message_user(request, text % {"league": league, "number": season.number})


@admin.register(Season)
class SeasonAdmin(KeptRowsAdmin, CarefulAdmin):
    """Seasons: planned dates by hand, steps by actions."""

    list_display = ("league", "number", "opened_at", "drawn_at", "started_at", "finished_at")
    list_filter = ("league", ("finished_at", admin.EmptyFieldListFilter))
    search_fields = ("league__name", "league__slug", "=number")
    secret_fields = ("seed",)
    ordering = ("-id",)
    list_select_related = ("league",)
    actions = ("draw",)
    fields = (
        "league", "number", "opens_at", "closes_at", "starts_at", "opened_at", "closed_at",
        "drawn_at", "published_at", "started_at", "finished_at", "created_at",
    )  # fmt: skip
    readonly_fields = tuple(
        name for name in fields if name not in {"opens_at", "closes_at", "starts_at"}
    )

    @admin.action(description=gettext_lazy("Close entries and draw divisions and fixtures"))
    def draw(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        """Draw each chosen season."""
        by, now = cast("Player", request.user), timezone.now()
        for season in queryset.select_related("league"):
            title = f"{season.league} {season.number}"
            try:
                draw_season(season_id=season.pk, by=by, now=now)
            except Refused as refused:
                self.message_user(request, f"{title}: {refused.message}", messages.ERROR)
            else:
                self.message_user(request, _("%(season)s is drawn.") % {"season": title})


@admin.register(Division)
class DivisionAdmin(KeptRowsAdmin, CarefulAdmin):
    """Divisions; only the name is for the hand."""

    list_display = ("season", "rank", "name")
    list_filter = ("season__league",)
    search_fields = ("name", "season__league__name", "entries__player__name")
    ordering = ("-season_id", "level")
    list_select_related = ("season",)
    fields = ("season", "rank", "name")
    readonly_fields = ("season", "rank")
    rank = counted("level", gettext_lazy("level"))


@admin.register(SeasonEntry)
class SeasonEntryAdmin(ReadOnlyAdmin):
    """Who plays in which season."""

    list_display = ("player", "season", "division", "entered_at", "withdrawn_at", "final_place")
    list_filter = ("season__league", ("withdrawn_at", admin.EmptyFieldListFilter), "entered_at")
    search_fields = ("player__name", "player__email", "season__league__name")
    ordering = ("-id",)
    list_select_related = ("player", "season", "division")


class FixtureSeatInline(ReadOnlyInline):
    """Who sits where."""

    model = FixtureSeat
    fields = ("number", "entry")
    readonly_fields = fields
    number = counted("index", gettext_lazy("seat"))


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    """Planned tables, and byes."""

    list_display = ("division", "round", "number", "game")
    list_filter = ("division__season__league", "round", ("game", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "division__name", "seats__entry__player__name")
    ordering = ("-id",)
    list_select_related = ("division", "game")
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
