"""OutgoingMail: the outbox. A row is the fact to tell; the mail itself is rendered when it is sent."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.lobby import Invitation
from games.models.players import Player


class MailState(models.TextChoices):
    """Where a mail stands."""

    PENDING = "pending", _("waiting")
    SENDING = "sending", _("being sent")
    SENT = "sent", _("sent")
    SUPERSEDED = "superseded", _("no longer needed")
    FAILED = "failed", _("refused")
    DEAD = "dead", _("given up")


class MailKind(models.TextChoices):
    """What a mail tells."""

    YOUR_TURN = "your-turn", _("your turn")
    GAME_STARTED = "game-started", _("game started")
    GAME_OVER = "game-over", _("game over")
    SIGN_IN = "sign-in", _("sign-in code")
    INVITATION = "invitation", _("invitation")
    TABLE_NEWS = "table-news", _("news of a table")
    MESSAGE = "message", _("message at the table")
    REMINDER = "reminder", _("reminder")
    CLOCK_NEWS = "clock-news", _("news of the clock")
    SEASON_NEWS = "season-news", _("news of a season")
    SEASON_MESSAGE = "season-message", _("message of a director")
    SEASON_APPEAL = "season-appeal", _("question to a director")
    SEAT_OFFER = "seat-offer", _("seat to take over")
    SEAT_TAKEN = "seat-taken", _("seat taken over")
    ADDRESS_CHANGE = "address-change", _("confirming an address")
    ADDRESS_CHANGED = "address-changed", _("address changed")


# They go to the address that the change names, not to the one that the player has.
ADDRESS_KINDS = frozenset({MailKind.ADDRESS_CHANGE, MailKind.ADDRESS_CHANGED})


# They go to players who don't have, or no longer have, a seat in the game.
SEAT_KINDS = frozenset({MailKind.SEAT_OFFER, MailKind.SEAT_TAKEN})


class OutgoingMail(models.Model):
    """One mail to one player, sent at most once.

    `context` never holds a secret: links and codes are made when the mail is rendered. `player` is
    empty only when an invitation goes to an address that is no player's.
    """

    key = models.CharField(_("key"), max_length=120, unique=True)
    kind = models.CharField(_("kind"), max_length=20, choices=MailKind.choices)
    player = models.ForeignKey(
        Player,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("player"),
    )
    invitation = models.ForeignKey(
        Invitation,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("invitation"),
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("game"),
    )
    turn = models.PositiveIntegerField(_("turn"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    context: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("context"), default=dict, blank=True
    )
    state = models.CharField(
        _("state"), max_length=10, choices=MailState.choices, default=MailState.PENDING
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    lease_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200, blank=True, default="")
    last_error = models.CharField(_("last error"), max_length=300, blank=True, default="")
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mails")
        indexes = [models.Index(fields=["state", "next_at"], name="mail_due")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | models.Q(invitation__isnull=False),
                name="mail_has_recipient",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def holder(self) -> Player:
        """The player it goes to. Raises ValueError for an invitation to an address."""
        if self.player is None:
            raise ValueError(f"mail {self.pk} goes to no player")
        return self.player


class MailboxMail(models.Model):
    """A mail kept for the local /mailbox/ page instead of being sent; only with `mailbox://`."""

    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=300)
    message_id = models.CharField(_("Message-ID"), max_length=200, db_index=True)
    source = models.TextField(_("source"))
    stored_at = models.DateTimeField(_("stored"), default=timezone.now)

    class Meta:
        verbose_name = _("mailbox mail")
        verbose_name_plural = _("mailbox mails")

    def __str__(self) -> str:
        return self.subject


class MailPause(models.Model):
    """The outbox's one switch: while `until` lies ahead, nothing is sent (the mail server refused our log-in)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=300)

    class Meta:
        verbose_name = _("mail pause")
        verbose_name_plural = _("mail pauses")
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_mail_pause"),
        ]

    def __str__(self) -> str:
        return self.reason
