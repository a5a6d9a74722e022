"""Invitation and InvitationBlock: who was asked to a table that has not begun, and who wants no more."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class InvitationState(models.TextChoices):
    """What became of an invitation."""

    PENDING = "pending", _("not answered")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("taken back")


class Invitation(models.Model):
    """A place kept for somebody, who takes it by saying yes; until then there is no seat, and no account.

    `player` is set when a person was asked as a player (a rematch), `email` when an address was
    typed; the one who asks learns neither from the other.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="invitations", verbose_name=_("game")
    )
    index = models.PositiveSmallIntegerField(_("seat"), validators=[MaxValueValidator(3)])
    inviter = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="invitations_made",
        verbose_name=_("invited by"),
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("player"),
    )
    email = models.EmailField(_("mail address"), blank=True, default="")
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=InvitationState.choices,
        default=InvitationState.PENDING,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=False, email="")
                | (models.Q(player__isnull=True) & ~models.Q(email="")),
                name="invitation_to_one",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=InvitationState.values), name="invitation_state_known"
            ),
            models.UniqueConstraint(
                fields=["game", "index"],
                condition=models.Q(state="pending"),
                name="invitation_place_unique",
            ),
        ]
        indexes = [
            models.Index(fields=["inviter", "created_at"], name="invitation_by_inviter"),
            models.Index(fields=["email", "state"], name="invitation_by_address"),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}/{self.index + 1} {self.get_state_display()}"

    @property
    def address(self) -> str:
        """Where its mail goes."""
        return self.player.email if self.player is not None else self.email

    @property
    def is_pending(self) -> bool:
        """Whether it waits for an answer."""
        return self.state == InvitationState.PENDING


class InvitationBlock(models.Model):
    """Somebody's wish to get no more invitations from one player; `player` once the address is known."""

    inviter = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("no more from")
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitation_blocks",
        verbose_name=_("player"),
    )
    email = models.EmailField(_("mail address"))
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("invitation block")
        verbose_name_plural = _("invitation blocks")
        constraints = [
            models.UniqueConstraint(fields=["inviter", "email"], name="invitation_block_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.inviter_id}"
