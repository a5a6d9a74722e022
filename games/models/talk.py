"""Message and Note: what players write to their table, and what one player writes for nobody else."""

from __future__ import annotations

import re
import unicodedata

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game, Seat
from games.models.players import Player

MESSAGE_LENGTH = 500
NOTE_LENGTH = 2000

_MANY_LINES = re.compile(r"\n{3,}")


def clean_text(text: str) -> str:
    r"""Return text of several lines without control, bidi and invisible characters.

    >>> clean_text("well\x00 played\u202e  \r\n\r\n\r\n\r\nnext round\t")
    'well played\n\nnext round'
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = (
        "".join(
            " " if sign == "\t" else sign
            for sign in line
            if sign == "\t" or unicodedata.category(sign)[0] != "C"
        ).rstrip()
        for line in lines
    )
    return _MANY_LINES.sub("\n\n", "\n".join(kept)).strip()


class MessageQuerySet(models.QuerySet["Message"]):
    """Filters over messages."""

    def written_by(self, player: Player) -> MessageQuerySet:
        """Keep what a player wrote, also in seats that others have now."""
        own = models.Q(author__isnull=True, seat__player=player)
        return self.filter(own | models.Q(author=player))


class Message(models.Model):
    """A few plain words of one seat to the others at its table; only they read it."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="messages", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="messages", verbose_name=_("seat")
    )
    # Set when the seat goes to somebody else: who had written it.
    author = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="messages",
        verbose_name=_("written by"),
    )
    text = models.CharField(_("text"), max_length=MESSAGE_LENGTH)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    objects = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="message_has_text"),
        ]
        indexes = [models.Index(fields=["game", "id"], name="message_by_game")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.pk}"


class Note(models.Model):
    """What the player of a seat noted down, for nobody else's eyes; kept as long as the game."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, related_name="note", verbose_name=_("seat")
    )
    text = models.TextField(_("text"), max_length=NOTE_LENGTH)
    updated_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")

    def __str__(self) -> str:
        return f"{self.seat_id}"
