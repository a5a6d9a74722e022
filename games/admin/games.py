"""Games, seats and moves. The seed of a game that is being played is nowhere on these pages."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin.bulk import desk_action, tables_of
from games.admin.careful import (
    CarefulAdmin,
    KeptRowsAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    counted,
)
from games.admin.export import export_csv
from games.admin.substitutes import SeatOfferActions
from games.admin.tables import games, seats
from games.azul import EndReason, Phase
from games.forms.clocks import PaceForm
from games.models import Game, Move, Player, Seat, hidden
from games.services.endings import finalize_game, resign_seat
from games.services.errors import Refused

PHASES = {
    Phase.DRAW.value: gettext_lazy("dealing"),
    Phase.OFFER.value: gettext_lazy("taking tiles"),
    Phase.TILING.value: gettext_lazy("wall-tiling"),
    Phase.OVER.value: gettext_lazy("over"),
}
END_REASONS = {
    EndReason.ROW_COMPLETE.value: gettext_lazy("a row is complete"),
    EndReason.NO_TILES.value: gettext_lazy("no tiles are left to deal"),
    EndReason.NO_ROW_POSSIBLE.value: gettext_lazy("no row can be completed any more"),
    "forfeit": gettext_lazy("forfeited"),
    "director": gettext_lazy("ended by a director"),
    "time-out": gettext_lazy("time was up"),
    "blocked": gettext_lazy("the game went on for too long"),
}


class SeatInline(ReadOnlyInline):
    """The seats of a game."""

    model = Seat
    fields = (
        "number", "player", "bot", "score", "asked", "awaited_at", "deadline_at", "timeouts",
        "resigned_at",
    )  # fmt: skip
    readonly_fields = fields
    number = counted("index", gettext_lazy("seat"))
    asked = counted("awaited_turn", gettext_lazy("asked at turn"))


@admin.register(Game)
class GameAdmin(KeptRowsAdmin, CarefulAdmin):
    """Games. Only name and pace are for the hand; everything else follows from the moves."""

    form = PaceForm
    list_display = (
        "called",
        "status",
        "wall",
        "round",
        "turn",
        "deadline_at",
        "started_at",
        "page",
    )
    list_filter = ("status", "wall", "started_at")
    search_fields = ("=id", "name", "seats__player__name", "seats__player__email")
    secret_fields = ("seed",)
    ordering = ("-id",)
    inlines = (SeatInline,)
    actions = (
        "score_again",
        desk_action("pause", games),
        desk_action("resume", games),
        *[
            desk_action(kind, tables_of("game"), text)
            for kind, text in (
                ("nudge", gettext_lazy("League: remind by mail")),
                ("void", gettext_lazy("League: declare void")),
            )
        ],
        export_csv,
    )
    starter = counted("start_seat", gettext_lazy("starting seat"))
    fields = (
        "name", "pace", "timeout_policy", "has_weekends_off", "excused", "reliability_floor", "wall",
        "status", "round", "turn", "stage", "why_over", "starter", "deadline_at", "takebacks", "rules_version",
        "created_by", "created_at", "started_at", "finished_at", "seed_hash", "page",
    )  # fmt: skip

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fields; the seed is among them only when no draw lies in the future."""
        del request
        return (*self.fields, "told_seed") if obj is not None and obj.told_seed() else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return everything but name and pace."""
        return tuple(name for name in self.get_fields(request, obj) if name not in {"name", "pace"})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Read games with who made them."""
        return super().get_queryset(request).select_related("created_by")

    @admin.display(description=gettext_lazy("seed"))
    def told_seed(self, game: Game) -> str:
        """Return the seed; staff who play must not know it before the end."""
        return game.told_seed()

    @admin.display(description=gettext_lazy("game"), ordering="id")
    def called(self, game: Game) -> str:
        """Return name and number."""
        return game.title

    @admin.display(description=gettext_lazy("phase"))
    def stage(self, game: Game) -> str:
        """Say what the table waits for."""
        return str(PHASES.get(game.phase, game.phase))

    @admin.display(description=gettext_lazy("end reason"))
    def why_over(self, game: Game) -> str:
        """Say why the game is over; nothing while it isn't."""
        return str(END_REASONS.get(game.end_reason, game.end_reason))

    @admin.display(description=gettext_lazy("page"))
    def page(self, game: Game) -> SafeString:
        """Link to the game's page."""
        return format_html('<a href="{}">{}</a>', reverse("game", args=[game.pk]), _("open"))

    @admin.action(description=gettext_lazy("Write the results that still wait"))
    def score_again(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Score chosen games whose last tile is placed and that no worker has scored yet."""
        now = timezone.now()
        ids = queryset.values_list("pk", flat=True)
        count = sum(finalize_game(game_id=game_id, now=now) for game_id in ids)
        text = ngettext("%(count)d result written.", "%(count)d results written.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(Seat)
class SeatAdmin(SeatOfferActions, KeptRowsAdmin, CarefulAdmin):
    """Seats. Raise the link epoch to make every turn link sent so far useless."""

    list_display = ("game", "number", "player", "bot", "score", "asked", "awaited_at")
    list_filter = ("game__status", "is_muted", "bot", ("awaited_turn", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "game__name", "player__name", "player__email")
    ordering = ("-game_id", "index")
    list_select_related = ("game", "player")
    actions = (
        "resign",
        "offer",
        "withdraw",
        desk_action("add-time", seats),
        desk_action("time-out", seats),
        export_csv,
    )
    fields = (
        "game", "number", "player", "bot", "epoch", "is_muted", "score", "asked", "awaited_at",
        "deadline_at", "bank", "extra", "reminded", "is_overdue", "timeouts", "resigned_at", "since",
    )  # fmt: skip
    readonly_fields = tuple(name for name in fields if name not in {"epoch", "is_muted"})
    number = counted("index", gettext_lazy("seat"))
    asked = counted("awaited_turn", gettext_lazy("asked at turn"))
    since = counted("held_from", gettext_lazy("held from turn"))

    @admin.action(description=gettext_lazy("Give the chosen seats to the bot (resign)"))
    def resign(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        """Resign chosen seats in the name of the director; a bot plays them to the end."""
        by, now = cast("Player", request.user), timezone.now()
        for seat in queryset.select_related("game"):
            try:
                resign_seat(game_id=seat.game_id, seat=seat.index, by=by, now=now, reason="admin")
            except Refused as refused:
                self.message_user(request, f"{seat}: {refused.message}", messages.ERROR)
            else:
                self.message_user(request, _("%(seat)s: a bot plays on.") % {"seat": seat})


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """Moves, append-only."""

    list_display = ("game", "count", "seat", "round", "notation", "via", "played_at", "undone_at")
    list_filter = ("via", ("undone_at", admin.EmptyFieldListFilter), "played_at")
    search_fields = ("=game__id", "game__name", "seat__player__name", "notation")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player")
    shown_as = {"turn": "count", "asked_turn": "asked"}
    count = counted("turn", gettext_lazy("turn"))
    asked = counted("asked_turn", gettext_lazy("asked at turn"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave out tables with whose tiles others still play: staff play, too."""
        return super().get_queryset(request).exclude(hidden("game__"))
