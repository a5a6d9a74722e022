"""Rating, RatingChange and RatingLedger: how strong players are, and what each game has changed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class Rating(models.Model):
    """A player's rating as it stands: the end of the player's last RatingChange."""

    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="rating", verbose_name=_("player")
    )
    mu = models.FloatField(_("strength"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("rated games"))
    forfeits = models.PositiveIntegerField(_("forfeits"))
    shown = models.PositiveIntegerField(_("rating"))
    is_provisional = models.BooleanField(_("provisional"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = [
            models.Index(
                fields=["-shown", "id"],
                condition=models.Q(is_provisional=False),
                name="rating_leaderboard",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.shown}"


class RatingChange(models.Model):
    """What one game did to the rating of one of its players.

    `at` is when the game was finished. A row is never deleted or changed unless the result
    behind it, or behind an earlier one, was.
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="rating_changes", verbose_name=_("game")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_changes", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"))
    place = models.PositiveSmallIntegerField(_("place"))
    is_forfeit = models.BooleanField(_("forfeited"))
    mu_before = models.FloatField(_("strength before"))
    sigma_before = models.FloatField(_("uncertainty before"))
    shown_before = models.PositiveIntegerField(_("rating before"))
    mu = models.FloatField(_("strength"))
    sigma = models.FloatField(_("uncertainty"))
    shown = models.PositiveIntegerField(_("rating"))
    games = models.PositiveIntegerField(_("rated games"))
    forfeits = models.PositiveIntegerField(_("forfeits"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="rating_change_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-at", "-game"], name="rating_change_newest"),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.player_id}: {self.shown_before}→{self.shown}"

    @property
    def gain(self) -> int:
        """By how much the number shown rose; negative when it fell."""
        return self.shown - self.shown_before


class RatingLedger(models.Model):
    """How far games have been rated: all that finished up to `at`, of that moment up to `number`.

    There is one row. Whoever writes or takes away a result sets it back, and the worker goes on
    from there; holding the row, nobody else rates.
    """

    at = models.DateTimeField(_("rated up to"), null=True, blank=True)
    number = models.PositiveBigIntegerField(_("number of the last game"), default=0)

    class Meta:
        verbose_name = _("ledger of ratings")
        verbose_name_plural = _("ledgers of ratings")

    def __str__(self) -> str:
        return f"{self.at}, #{self.number}"
