"""Appeal: what a player asks the directors of a league about a table, and what they answer."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.players import Player
from games.models.seasons import Fixture

APPEAL_LENGTH = 500


class AppealAbout(models.TextChoices):
    """What a player asks for."""

    PAUSE = "pause", _("a pause")
    SUBSTITUTE = "substitute", _("a substitute")
    RESULT = "result", _("a look at the result")
    OTHER = "other", _("something else")


class Appeal(models.Model):
    """A question about a table of a league; only its player and the directors read it."""

    fixture = models.ForeignKey(
        Fixture, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("fixture")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="appeals", verbose_name=_("player")
    )
    about = models.CharField(_("asks for"), max_length=10, choices=AppealAbout.choices)
    text = models.CharField(_("text"), max_length=APPEAL_LENGTH)
    asked_at = models.DateTimeField(_("asked"))
    answer = models.CharField(_("answer"), max_length=APPEAL_LENGTH, blank=True, default="")
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "player"],
                condition=models.Q(answered_at__isnull=True),
                name="appeal_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}, {self.player_id}: {self.get_about_display()}"
