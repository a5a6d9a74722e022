"""DirectorAction: what directors have done in their leagues, why, and what it takes to undo it."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.leagues import League
from games.models.players import Player
from games.models.seasons import Season


class DirectorAction(models.Model):
    """One act of a director, shown in the league's public log with its reason.

    `arguments` say what was done to whom, in plain numbers; `before` is what undoing needs, and is
    shown to nobody. Changes of the league itself have no season. `nonce` comes from the form: sent twice, it is done once.
    """

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="actions", verbose_name=_("league")
    )
    season = models.ForeignKey(
        Season,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="actions",
        verbose_name=_("season"),
    )
    kind = models.CharField(_("action"), max_length=20)
    arguments: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("what"), default=dict, blank=True
    )
    before: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("as it was"), default=dict, blank=True
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="director_actions", verbose_name=_("who")
    )
    at = models.DateTimeField(_("at"))
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)
    undone_by = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undo_reason = models.CharField(_("why undone"), max_length=200, blank=True, default="")
    nonce = models.CharField(_("form"), max_length=40, unique=True, editable=False)

    class Meta:
        verbose_name = _("director’s action")
        verbose_name_plural = _("directors’ actions")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(undone_at__isnull=True, undone_by__isnull=True)
                | models.Q(undone_at__isnull=False, undone_by__isnull=False),
                name="action_undone_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["league", "-id"], name="action_newest")]

    def __str__(self) -> str:
        return f"{self.league_id}, {self.at:%Y-%m-%d %H:%M}: {self.kind}"
