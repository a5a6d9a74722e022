"""Rounds as dealt, and what was scored: to look at."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import PlacementScore, Result, Round, RoundScore


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds as dealt."""

    list_display = ("game", "number", "first_move", "starter", "displays", "refill_after")
    list_filter = ("number", ("refill_after", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "game__name")
    ordering = ("-id",)
    list_select_related = ("game",)
    shown_as = {"first_turn": "first_move", "start_seat": "starter"}
    first_move = counted("first_turn", _("first turn"))
    starter = counted("start_seat", _("starting seat"))


@admin.register(RoundScore)
class RoundScoreAdmin(ReadOnlyAdmin):
    """What each seat scored in each round."""

    list_display = ("round", "seat", "gained", "penalty", "score_before", "score_after")
    list_filter = ("round__number",)
    search_fields = ("=round__game__id", "round__game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("round", "seat__player")


@admin.register(PlacementScore)
class PlacementScoreAdmin(ReadOnlyAdmin):
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
