"""Round, RoundScore, PlacementScore and Result: what was dealt, scored and won, for queries and score sheets."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.games import Game, Seat


class Round(models.Model):
    """A round as dealt. `displays` holds a word of color letters per display: "BBRK RRYC ..."."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("game")
    )
    number = models.PositiveSmallIntegerField(_("round"))
    first_turn = models.PositiveIntegerField(_("first turn"))
    start_seat = models.PositiveSmallIntegerField(_("starting seat"))
    displays = models.CharField(_("displays"), max_length=60)
    refill_after = models.PositiveSmallIntegerField(
        _("tiles before the refill"), null=True, blank=True
    )
    bag_after = models.CharField(_("bag after the deal"), max_length=20)
    lid_after = models.CharField(_("lid after the deal"), max_length=20)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_unique"),
        ]

    def __str__(self) -> str:
        text = gettext("#%(game)d, round %(number)d")
        return text % {"game": self.game_id, "number": self.number}


class RoundScore(models.Model):
    """What one seat scored in one round. `floor` is the floor line left to right, M for the marker."""

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="scores", verbose_name=_("round")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="round_scores", verbose_name=_("seat")
    )
    floor = models.CharField(_("floor line"), max_length=7, blank=True, default="")
    gained = models.PositiveSmallIntegerField(_("points for placements"))
    penalty = models.PositiveSmallIntegerField(_("minus points"))
    score_before = models.PositiveSmallIntegerField(_("score before"))
    score_after = models.PositiveSmallIntegerField(_("score after"))

    class Meta:
        verbose_name = _("round score")
        verbose_name_plural = _("round scores")
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="round_score_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.score_before}→{self.score_after}"


class PlacementScore(models.Model):
    """Points of one tile placed on a wall. `column` is null when the line's tiles fell. Rule: R12, R18."""

    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="placements", verbose_name=_("round")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="placements", verbose_name=_("seat")
    )
    line = models.PositiveSmallIntegerField(_("line"))
    color = models.CharField(_("color"), max_length=1)
    column = models.PositiveSmallIntegerField(_("column"), null=True, blank=True)
    across = models.PositiveSmallIntegerField(_("run across"))
    down = models.PositiveSmallIntegerField(_("run down"))
    points = models.PositiveSmallIntegerField(_("points"))

    class Meta:
        verbose_name = _("placement score")
        verbose_name_plural = _("placement scores")
        constraints = [
            models.UniqueConstraint(fields=["round", "seat", "line"], name="placement_unique"),
        ]

    def __str__(self) -> str:
        text = gettext("%(round)s, line %(line)d: +%(points)d")
        return text % {"round": self.round, "line": self.line + 1, "points": self.points}


class Result(models.Model):
    """Final place and score of one seat. Rule: R20, R21."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="results", verbose_name=_("game")
    )
    seat = models.OneToOneField(
        Seat, on_delete=models.PROTECT, related_name="result", verbose_name=_("seat")
    )
    place = models.PositiveSmallIntegerField(_("place"))
    score = models.PositiveSmallIntegerField(_("score"))
    rows = models.PositiveSmallIntegerField(_("complete rows"))
    columns = models.PositiveSmallIntegerField(_("complete columns"))
    colors = models.PositiveSmallIntegerField(_("complete colors"))
    bonus = models.PositiveSmallIntegerField(_("bonus points"))
    # Why the place is not what the boards say: "" or the time-out policy that ended the seat's game.
    reason = models.CharField(_("reason"), max_length=20, blank=True, default="")

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.place}. {self.score}"
