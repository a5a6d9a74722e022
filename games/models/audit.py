"""AuditEntry: who did what to which game, and why; written once, never changed."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class AuditEntry(models.Model):
    """One act worth answering for. `details` never holds seeds, tokens or codes."""

    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_entries",
        verbose_name=_("game"),
    )
    actor = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_entries",
        verbose_name=_("who"),
        help_text=_("Empty: the server itself."),
    )
    action = models.CharField(_("action"), max_length=40)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    details: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("details"), default=dict, blank=True
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["game", "at"], name="audit_by_game")]

    def __str__(self) -> str:
        return f"{self.action} {self.game_id or ''}".strip()
