"""Deal: the secret that several tables share, so that luck compares; and which games it hides from whom."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def hidden(prefix: str = "") -> Q:
    """Return the condition under which a game is hidden: others still play with its tiles.

    `prefix` leads from a row to its game, like "game__". Game.is_hidden says the same of one game.
    """
    return Q(**{f"{prefix}deal__isnull": False, f"{prefix}deal__opened_at__isnull": True})


class Deal(models.Model):
    """The seed of all tables of one size in one round of a division. Their games have none of their own."""

    division = models.ForeignKey(
        "games.Division",
        on_delete=models.PROTECT,
        related_name="deals",
        verbose_name=_("division"),
    )
    round = models.PositiveSmallIntegerField(_("round"))
    players = models.PositiveSmallIntegerField(_("players at a table"))
    # Foretells every draw of every one of these tables: it leaves this column when the last is over.
    seed = models.CharField(_("seed"), max_length=64, editable=False)
    seed_hash = models.CharField(_("commitment"), max_length=64, editable=False)
    # Once set it stays: who has read the seed can't forget it.
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(
                fields=["division", "round", "players"], name="deal_round_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(players__range=(2, 4)), name="deal_players_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.round} ({self.players})"
