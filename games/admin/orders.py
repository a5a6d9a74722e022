"""Standing orders: that they are there, never which moves they hold."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import StandingOrder


@admin.register(StandingOrder)
class StandingOrderAdmin(ReadOnlyAdmin):
    """What seats have ordered for their coming turns; staff who play may sit at the same table."""

    list_display = ("id", "seat", "round", "saved_turn", "saved_at", "lapse")
    list_filter = ("lapse", "saved_at")
    search_fields = ("=seat__game__id", "seat__game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("seat__player",)
    secret_fields = ("picks", "stops")
    exclude = ("picks", "stops")
    shown_as = {"since": "saved_turn", "lapsed_turn": "not_played"}
    saved_turn = counted("since", _("saved at turn"))
    not_played = counted("lapsed_turn", _("not played at turn"))
