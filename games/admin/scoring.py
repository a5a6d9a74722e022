"""Rounds as dealt, and what was scored: to look at, once nobody plays with these tiles any more."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import PlacementScore, Result, Round, RoundScore, hidden


class TilesAdmin(ReadOnlyAdmin):
    """Rows that tell of tiles. Tables with whose tiles others still play are left out: staff play, too."""

    game_path = "round__game__"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return what everybody may know."""
        return super().get_queryset(request).exclude(hidden(self.game_path))


@admin.register(Round)
class RoundAdmin(TilesAdmin):
    """Rounds as dealt."""

    game_path = "game__"
    list_display = ("game", "number", "first_move", "starter", "displays", "refill_after")
    list_filter = ("number", ("refill_after", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "game__name")
    ordering = ("-id",)
    list_select_related = ("game",)
    shown_as = {"first_turn": "first_move", "start_seat": "starter"}
    first_move = counted("first_turn", _("first turn"))
    starter = counted("start_seat", _("starting seat"))


@admin.register(RoundScore)
class RoundScoreAdmin(TilesAdmin):
    """What each seat scored in each round."""

    list_display = ("round", "seat", "gained", "penalty", "score_before", "score_after")
    list_filter = ("round__number",)
    search_fields = ("=round__game__id", "round__game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("round", "seat__player")


@admin.register(PlacementScore)
class PlacementScoreAdmin(TilesAdmin):
    """Points of single tiles."""

    list_display = ("round", "seat", "row", "color", "place", "across", "down", "points")
    list_filter = ("color", "points")
    search_fields = ("=round__game__id", "round__game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("round", "seat__player")
    shown_as = {"line": "row", "column": "place"}
    row = counted("line", _("line"))
    place = counted("column", _("column"))


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Final places and scores."""

    list_display = ("game", "seat", "place", "score", "rows", "columns", "colors", "bonus")
    list_filter = ("place", "game__wall")
    search_fields = ("=game__id", "game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player")
