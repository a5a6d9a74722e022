"""Leagues, seasons, divisions, entries and fixtures. A season's seed is on no page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Max, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.bulk import MOST, Asked, desk_action, entries, row_action, seasons, tables_of
from games.admin.careful import (
    CarefulAdmin,
    KeptRowsAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    counted,
)
from games.admin.export import export_csv
from games.forms.leagues import LeagueForm
from games.forms.rules import CHANGEABLE
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
from games.services.desk import KINDS, HasChanged
from games.services.errors import Refused
from games.services.founding import note_directors
from games.services.leagues import prepare_season, season_ruled
from games.services.rehearsal import Rehearsal
from games.services.season_draw import move_entry
from games.services.seasons import check_director, check_may_begin


@dataclass(frozen=True, slots=True)
class NextSeason:
    """A league whose next season is to be prepared."""

    league: League

    @property
    def key(self) -> int:
        """The league's number."""
        return self.league.pk

    @property
    def name(self) -> str:
        """The league's name."""
        return self.league.name

    def look(self, asked: Asked) -> Rehearsal:
        """Say which season it would be. Raises Refused."""
        check_director(asked.by, self.league)
        check_may_begin(self.league)
        number = str(1 + (self.league.seasons.aggregate(last=Max("number"))["last"] or 0))
        text = _("Season %(number)s is prepared; nobody is told before it is opened.")
        return Rehearsal((text % {"number": number},), number)

    def do(self, asked: Asked, *, nonce: str, seen: str) -> None:
        """Prepare it, with a line in the league's log. Raises Refused."""
        del nonce
        if self.look(asked).seen != seen:
            raise HasChanged(_("This has changed since you looked. Nothing was done; look again."))
        prepare_season(league_id=self.league.pk, by=asked.by, now=asked.now, reason=asked.reason)


def next_seasons(queryset: QuerySet[League]) -> Iterable[NextSeason]:
    """Return the chosen leagues."""
    return [NextSeason(league) for league in queryset.order_by("pk")[: MOST + 1]]


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
    actions = (
        row_action(
            "prepare", gettext_lazy("Prepare the next season (nobody is told yet)"), next_seasons
        ),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: League | None = None) -> Any:
        """Leave the rules that a season is reckoned by to the desk: there with a dry run, a reason and a mail."""
        fixed = super().get_readonly_fields(request, obj)
        if obj is None or season_ruled(obj) is None:
            return fixed
        return (*fixed, *(name for name in CHANGEABLE if name not in {"name", "description"}))

    def get_fieldsets(self, request: HttpRequest, obj: League | None = None) -> Any:
        """Say where the rules are changed while they can't be here."""
        sets = list(super().get_fieldsets(request, obj))
        if obj is not None and season_ruled(obj) is not None:
            path = reverse("manage-rules", args=[obj.slug])
            text = _(
                "A season is played by these rules. They are changed on the desk, for a reason:"
            )
            about = format_html('{} <a href="{}">{}</a>', text, path, KINDS["rules"].name)
            sets[0] = (sets[0][0], {**sets[0][1], "description": about})
        return sets

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


def _by_name(people: set[Player]) -> list[Player]:
    return sorted(people, key=lambda player: player.name)


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons: dates on their form of the desk, steps by actions; a step brings those before it along."""

    list_display = ("league", "number", "opened_at", "drawn_at", "started_at", "finished_at")
    list_filter = ("league", ("finished_at", admin.EmptyFieldListFilter))
    search_fields = ("league__name", "league__slug", "=number")
    secret_fields = ("seed",)
    ordering = ("-id",)
    list_select_related = ("league",)
    fields = (
        "league", "number", "opens_at", "closes_at", "publishes_at", "starts_at", "opened_at",
        "closed_at", "drawn_at", "published_at", "started_at", "finished_at", "promoted_at",
        "summarized_at", "asked_step", "asked_by", "created_at", "desk",
    )  # fmt: skip
    readonly_fields = ("desk",)

    @admin.display(description=gettext_lazy("on the desk"))
    def desk(self, season: Season) -> SafeString:
        """Link to the form for the dates: what it writes stands in the log, with a reason."""
        path = reverse("manage-act", args=[season.league.slug, season.number, "dates"])
        return format_html('<a href="{}">{}</a>', path, KINDS["dates"].name)

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
