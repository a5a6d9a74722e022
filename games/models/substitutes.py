"""Substitutes: seats that are offered, who is asked to take them over, and who took over from whom."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.games import Game, Seat
from games.models.players import Player


class OfferCause(models.TextChoices):
    """Why a seat is offered."""

    PLAYER = "player", _("its player can't go on")
    DIRECTOR = "director", _("a director looks for a substitute")
    TIME_OUT = "time-out", _("time was up")


class OfferState(models.TextChoices):
    """What became of an offered seat."""

    OPEN = "open", _("waits for a substitute")
    TAKEN = "taken", _("taken over")
    WITHDRAWN = "withdrawn", _("taken back")
    NOBODY = "nobody", _("nobody came")
    OVER = "over", _("no longer needed")


class SeatOffer(models.Model):
    """A seat of a running game whose player is to be relieved; stand-bys are asked one after the other.

    `turn` is the number of moves played when it was offered. `look_at` is when to see what to do next: ask
    another player, or give up.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seat_offers", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="offers", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seat_offers", verbose_name=_("player")
    )
    cause = models.CharField(_("cause"), max_length=10, choices=OfferCause.choices)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    state = models.CharField(
        _("state"), max_length=10, choices=OfferState.choices, default=OfferState.OPEN
    )
    turn = models.PositiveIntegerField(_("turn"))
    opened_at = models.DateTimeField(_("offered"))
    look_at = models.DateTimeField(_("next look"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("offered seat")
        verbose_name_plural = _("offered seats")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(state="open"), name="seat_offered_once"
            ),
            models.CheckConstraint(
                condition=models.Q(state="open", closed_at__isnull=True)
                | ~models.Q(state="open") & models.Q(closed_at__isnull=False),
                name="offer_closed_has_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["look_at", "id"], condition=models.Q(state="open"), name="offer_due"
            ),
            models.Index(fields=["game", "id"], name="offer_by_game"),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.turn}: {self.get_state_display()}"

    @property
    def is_open(self) -> bool:
        """Whether somebody may still take the seat."""
        return self.state == OfferState.OPEN


class RequestState(models.TextChoices):
    """What a player who was asked has said."""

    ASKED = "asked", _("not answered")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    LAPSED = "lapsed", _("did not answer in time")
    WITHDRAWN = "withdrawn", _("taken back")


class SeatRequest(models.Model):
    """One player asked to take over one offered seat, until `answer_by`."""

    offer = models.ForeignKey(
        SeatOffer, on_delete=models.PROTECT, related_name="requests", verbose_name=_("offered seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seat_requests", verbose_name=_("player")
    )
    state = models.CharField(
        _("state"), max_length=10, choices=RequestState.choices, default=RequestState.ASKED
    )
    asked_at = models.DateTimeField(_("asked"))
    answer_by = models.DateTimeField(_("answer by"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("question to a stand-by")
        verbose_name_plural = _("questions to stand-bys")
        constraints = [
            models.UniqueConstraint(fields=["offer", "player"], name="request_once"),
            models.UniqueConstraint(
                fields=["offer"], condition=models.Q(state="asked"), name="request_one_of_an_offer"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(state="asked"), name="request_one_of_a_player"
            ),
        ]
        indexes = [models.Index(fields=["player", "asked_at"], name="request_by_player")]

    def __str__(self) -> str:
        return f"{self.offer_id}: {self.get_state_display()}"


class SeatChange(models.Model):
    """A seat that went from one player to another. Append-only.

    The one who left held it from move `from_turn` on, the newcomer after `turn` moves of the game.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seat_changes", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="changes", verbose_name=_("seat")
    )
    from_player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="seats_left",
        verbose_name=pgettext_lazy("player", "from"),
    )
    to_player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="seats_taken",
        verbose_name=pgettext_lazy("player", "to"),
    )
    from_turn = models.PositiveIntegerField(_("held from turn"), default=0)
    turn = models.PositiveIntegerField(_("turn"))
    cause = models.CharField(_("cause"), max_length=10, choices=OfferCause.choices)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("change of player")
        verbose_name_plural = _("changes of players")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(from_player=models.F("to_player")), name="change_of_player"
            ),
            models.CheckConstraint(
                condition=models.Q(turn__gte=models.F("from_turn")), name="change_goes_forward"
            ),
        ]
        indexes = [models.Index(fields=["game", "turn"], name="change_by_game")]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.turn}"

    def delete(self, *_args: object, **_kwargs: object) -> tuple[int, dict[str, int]]:
        """Refuse: who played when is part of the game, and only grows."""
        raise ValidationError(_("Changes of players are never deleted."))
