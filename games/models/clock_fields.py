"""What the clock needs to know of games, seats and players; the rules are in docs/clocks.md."""

from __future__ import annotations

from datetime import timedelta

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TimeoutPolicy(models.TextChoices):
    """What happens when a player's time is up."""

    REMIND_ONLY = "remind-only", _("Nothing: the player is reminded, the others wait")
    BOT_ONCE = "bot-once", _("A bot plays this one turn")
    BOT_FOR_GOOD = "bot-for-good", _("A bot plays the seat to the end")
    SUBSTITUTE = "substitute", _("Another player is asked to take over; if nobody does, a bot")
    FORFEIT = "forfeit", _("The player loses; with more players a bot plays on")
    VOID = "void", _("The game ends without a result")


class GameClock(models.Model):
    """The clock of a game, besides its pace."""

    timeout_policy = models.CharField(
        _("when time is up"),
        max_length=12,
        choices=TimeoutPolicy.choices,
        default=TimeoutPolicy.REMIND_ONLY,
    )
    has_weekends_off = models.BooleanField(_("weekends off"), default=False)
    excused = models.PositiveSmallIntegerField(
        _("excused time-outs"),
        default=0,
        validators=[MaxValueValidator(9)],
        help_text=_("How often each player gets another day before the policy applies."),
    )
    reliability_floor = models.PositiveSmallIntegerField(
        _("lowest reliability"),
        default=0,
        validators=[MaxValueValidator(100)],
        help_text=_("Percent of turns answered in time that a player must have to take a place."),
    )

    class Meta:
        abstract = True

    @property
    def timeout_sentence(self) -> str:
        """What happens when a player's time is up, as a sentence of its own."""
        policy = TimeoutPolicy(self.timeout_policy)
        return str(_TIMEOUT_SENTENCES.get(policy, policy.label))


_TIMEOUT_SENTENCES = {
    TimeoutPolicy.REMIND_ONLY: _("When time is up, the player is reminded and the others wait."),
    TimeoutPolicy.BOT_ONCE: _("When time is up, a bot plays this one turn."),
    TimeoutPolicy.BOT_FOR_GOOD: _("When time is up, a bot plays the seat to the end."),
    TimeoutPolicy.SUBSTITUTE: _(
        "When time is up, another player is asked to take over; if nobody does, a bot plays on."
    ),
    TimeoutPolicy.FORFEIT: _(
        "When time is up, the player loses; with more players a bot plays on."
    ),
    TimeoutPolicy.VOID: _("When time is up, the game ends without a result."),
}


class SeatClock(models.Model):
    """The clock of a seat: what it has, and the turn it was last asked for.

    All but `bank`, `timeouts`, `wants_pause` and `forfeited_at` belong to that turn and stay until the
    next one, so that a move taken back puts its player back on the same clock. `deadline_at` is empty
    for bots and while the clock stands without an end.
    """

    bank = models.DurationField(_("bank"), null=True, blank=True)
    bank_before = models.DurationField(_("bank before the turn"), null=True, blank=True)
    clock_from = models.DateTimeField(_("clock runs from"), null=True, blank=True)
    clock_zone = models.CharField(_("zone of the turn"), max_length=64, default="UTC")
    clock_night = models.PositiveSmallIntegerField(_("night of the turn"), null=True, blank=True)
    extra = models.DurationField(_("time added"), default=timedelta)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)
    reminded = models.PositiveSmallIntegerField(_("reminders of the turn"), default=0)
    is_overdue = models.BooleanField(pgettext_lazy("label", "time is up"), default=False)
    timeouts = models.PositiveSmallIntegerField(_("time-outs"), default=0)
    wants_pause = models.BooleanField(_("agrees to a pause"), default=False)
    forfeited_at = models.DateTimeField(_("forfeited"), null=True, blank=True)

    class Meta:
        abstract = True


class PlayerClock(models.Model):
    """What of the clock is a player's own."""

    night = models.PositiveSmallIntegerField(
        _("night begins at"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(23)],
        help_text=_("For nine hours from then on no deadline falls."),
    )

    class Meta:
        abstract = True
