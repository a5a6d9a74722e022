"""StandingOrder: what a player wants to be played for them at their coming turn."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Seat

MOST_PICKS = 5
MOST_STOPS = 3


class Lapse(models.TextChoices):
    """Why standing orders were not played."""

    STOPPED = "stopped", _("Somebody took the tiles at which your standing orders were to stop.")
    ILLEGAL = "illegal", _("None of the moves in your standing orders was possible any more.")
    ROUND = "round", _("The round ended before your standing orders could be played.")


class StandingOrder(models.Model):
    """A list of picks for a seat's coming turn: the first that is legal then is played.

    Nobody but the seat's player ever sees it. It goes with the turn it was for; when it couldn't be played,
    it stays until that turn is played by hand, to say why.
    """

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, related_name="order", verbose_name=_("seat")
    )
    # Picks in notation and what to stop at ("3R": red from display 3), separated by spaces.
    picks = models.CharField(_("moves"), max_length=40)
    stops = models.CharField(_("stop at"), max_length=20, blank=True, default="")
    round = models.PositiveSmallIntegerField(_("round"))
    since = models.PositiveIntegerField(_("saved at turn"))
    saved_at = models.DateTimeField(_("saved"))
    lapsed_turn = models.PositiveIntegerField(_("not played at turn"), null=True, blank=True)
    lapse = models.CharField(
        _("why not"), max_length=10, choices=Lapse.choices, blank=True, default=""
    )

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        constraints = [
            models.CheckConstraint(condition=~models.Q(picks=""), name="order_has_picks"),
            models.CheckConstraint(
                condition=models.Q(lapsed_turn__isnull=True, lapse="")
                | models.Q(lapsed_turn__isnull=False) & ~models.Q(lapse=""),
                name="order_lapse_has_turn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}"

    @property
    def is_lapsed(self) -> bool:
        """Whether its turn has come and it could not be played."""
        return self.lapsed_turn is not None
