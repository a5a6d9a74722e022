"""AddressChange: a player's wish for another mail address, and what became of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.players import Player


class ChangeState(models.TextChoices):
    """What became of the wish."""

    PENDING = "pending", _("not confirmed")
    DONE = "done", _("done")
    WITHDRAWN = "withdrawn", _("taken back")
    UNDONE = "undone", _("undone")


class AddressChange(models.Model):
    """One change of a player's address; a link to confirm or undo it carries its id. Kept for 30 days."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="address_changes", verbose_name=_("player")
    )
    old_email = models.EmailField(_("old address"))
    new_email = models.EmailField(_("new address"))
    state = models.CharField(
        _("state"), max_length=10, choices=ChangeState.choices, default=ChangeState.PENDING
    )
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("change of address")
        verbose_name_plural = _("changes of address")
        indexes = [models.Index(fields=["new_email", "asked_at"], name="change_by_new_address")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=ChangeState.values), name="change_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_state_display()}"
