"""When clocks stand: pauses, vacations, outages; and when time was up."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.games import Game, Seat
from games.models.players import Player


class PauseKind(models.TextChoices):
    """Who stopped the clock of a game."""

    AGREED = "agreed", _("agreed by all players")
    DIRECTOR = "director", _("by the director")


class GamePause(models.Model):
    """A stretch in which the clock of a game stands; `to_at` is empty until its end is known."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="pauses", verbose_name=_("game")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=PauseKind.choices)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    from_at = models.DateTimeField(pgettext_lazy("time", "from"))
    to_at = models.DateTimeField(pgettext_lazy("time", "to"), null=True, blank=True)

    class Meta:
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(to_at__isnull=True), name="game_one_open_pause"
            ),
            models.CheckConstraint(
                condition=models.Q(to_at__isnull=True) | models.Q(to_at__gte=models.F("from_at")),
                name="pause_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.get_kind_display()}"


class Vacation(models.Model):
    """Days that a player has announced to be away; called off, it counts for turns asked before."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="vacations", verbose_name=_("player")
    )
    from_at = models.DateTimeField(pgettext_lazy("time", "from"))
    to_at = models.DateTimeField(pgettext_lazy("time", "to"))
    announced_at = models.DateTimeField(_("announced"))
    cancelled_at = models.DateTimeField(_("called off"), null=True, blank=True)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(to_at__gt=models.F("from_at")), name="vacation_lasts"
            ),
        ]
        indexes = [models.Index(fields=["player", "to_at"], name="vacation_by_player")]

    def __str__(self) -> str:
        return f"{self.from_at:%Y-%m-%d} – {self.to_at:%Y-%m-%d}"


class Service(models.TextChoices):
    """Parts of the site without which nobody can be asked to be in time."""

    WORKER = "worker", _("the worker")
    MAIL = "mail", _("outgoing mail")


class Outage(models.Model):
    """A stretch in which a part of the site was down; no clock ran."""

    service = models.CharField(_("what was down"), max_length=10, choices=Service.choices)
    from_at = models.DateTimeField(pgettext_lazy("time", "from"))
    to_at = models.DateTimeField(pgettext_lazy("time", "to"))
    # Empty until every running deadline has been moved.
    moved = models.PositiveIntegerField(_("deadlines moved"), null=True, blank=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.UniqueConstraint(fields=["service", "from_at"], name="outage_once"),
            models.CheckConstraint(
                condition=models.Q(to_at__gt=models.F("from_at")), name="outage_lasts"
            ),
        ]
        indexes = [models.Index(fields=["to_at"], name="outage_newest")]

    def __str__(self) -> str:
        return f"{self.get_service_display()} {self.from_at:%Y-%m-%d %H:%M}"


class SignOfLife(models.Model):
    """When a part of the site was last known to work."""

    service = models.CharField(_("part"), max_length=10, choices=Service.choices, primary_key=True)
    alive_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return self.get_service_display()


class Outcome(models.TextChoices):
    """What became of a turn whose time was up."""

    EXCUSED = "excused", _("another day")
    REMINDED = "reminded", _("the others wait")
    BOT_ONCE = "bot-once", _("a bot played the turn")
    BOT_FOR_GOOD = "bot-for-good", _("a bot plays on")
    SUBSTITUTE = "substitute", _("the seat was offered")
    FORFEIT = "forfeit", _("lost")
    VOID = "void", _("no result")


class TimeOut(models.Model):
    """A turn whose deadline passed; written once, when that was carried out.

    A director may end a turn early: then the deadline lies after `at`, and it is nobody's fault.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="time_outs", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="time_outs", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="time_outs", verbose_name=_("player")
    )
    turn = models.PositiveIntegerField(_("turn"))
    deadline_at = models.DateTimeField(_("deadline"))
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome.choices)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("time-out")
        verbose_name_plural = _("time-outs")
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "turn", "deadline_at"], name="time_out_once_for_a_deadline"
            ),
        ]
        indexes = [models.Index(fields=["player", "at"], name="time_out_by_player")]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.turn + 1}: {self.get_outcome_display()}"
