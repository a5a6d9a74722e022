"""Seats that change hands: who is asked, who came; and directors offering a seat."""

from __future__ import annotations

from typing import cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.admin.careful import ReadOnlyAdmin, ReadOnlyInline, counted
from games.admin.told import told
from games.models import Player, Seat, SeatChange, SeatOffer, SeatRequest
from games.services.substitutes import offer_seat, withdraw_offer


class SeatOfferActions(admin.ModelAdmin):
    """Actions on the players of chosen seats."""

    @admin.action(description=gettext_lazy("Offer the chosen seats to players who stand in"))
    def offer(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        """Offer chosen seats of running games, as a director."""
        by, now = cast("Player", request.user), timezone.now()
        for seat in queryset.select_related("game"):
            with told(self, request, seat):
                offer_seat(game_id=seat.game_id, seat=seat.index, by=by, now=now, reason="admin")

    @admin.action(description=gettext_lazy("Take back the offers of the chosen seats"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        """Take back offers that nobody has accepted."""
        by, now = cast("Player", request.user), timezone.now()
        for seat in queryset.select_related("game"):
            with told(self, request, seat):
                withdraw_offer(game_id=seat.game_id, seat=seat.index, by=by, now=now)


class SeatRequestInline(ReadOnlyInline):
    """Who was asked."""

    model = SeatRequest
    fields = ("player", "state", "asked_at", "answer_by", "answered_at")
    readonly_fields = fields


@admin.register(SeatOffer)
class SeatOfferAdmin(ReadOnlyAdmin):
    """Seats that were offered, and what became of it."""

    list_display = ("game", "seat", "player", "cause", "state", "move", "opened_at", "closed_at")
    list_filter = ("state", "cause", "opened_at")
    search_fields = ("=game__id", "game__name", "player__name")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player", "player")
    inlines = (SeatRequestInline,)
    shown_as = {"turn": "move"}
    move = counted("turn", gettext_lazy("turn"))


@admin.register(SeatRequest)
class SeatRequestAdmin(ReadOnlyAdmin):
    """Players who were asked to take over a seat."""

    list_display = ("offer", "player", "state", "asked_at", "answer_by", "answered_at")
    list_filter = ("state", "asked_at")
    search_fields = ("=offer__game__id", "player__name")
    ordering = ("-id",)
    list_select_related = ("offer", "player")


@admin.register(SeatChange)
class SeatChangeAdmin(ReadOnlyAdmin):
    """Who took over from whom. Append-only."""

    list_display = ("game", "seat", "from_player", "to_player", "move", "cause", "at")
    list_filter = ("cause", "at")
    search_fields = ("=game__id", "game__name", "from_player__name", "to_player__name")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player", "from_player", "to_player")
    shown_as = {"turn": "move", "from_turn": "first"}
    move = counted("turn", gettext_lazy("turn"))
    first = counted("from_turn", gettext_lazy("held from turn"))
