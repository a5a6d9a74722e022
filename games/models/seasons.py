"""Season, Division, SeasonEntry and Fixture: one run of a league, step by step."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.deals import Deal
from games.models.games import Game, GameStatus
from games.models.leagues import League
from games.models.players import Player

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2100
"""What is planned lies in these years; dates far out can't be told in every time zone."""
# A day more on both sides: somewhere the year begins sooner, or ends later.
_FIRST = datetime(FIRST_YEAR - 1, 12, 31, tzinfo=UTC)
_BEYOND = datetime(LAST_YEAR + 1, 1, 2, tzinfo=UTC)


class Step(models.TextChoices):
    """The steps of a season's life, in order. Each is done once and then has its time."""

    OPEN = "open", _("Open for entries")
    CLOSE = "close", _("Close entries")
    DRAW = "draw", _("Propose divisions")
    PUBLISH = "publish", _("Publish divisions and fixtures")
    START = "start", _("Start the games")
    FINISH = "finish", _("Write down the final tables")
    PROMOTE = "promote", _("Begin the next season")

    @property
    def done_field(self) -> str:
        """The field of Season with the time at which this step was done."""
        return _DONE[self]

    @property
    def due_field(self) -> str:
        """The field of Season with the time from which the server takes this step, "" if it has none."""
        return _DUE.get(self, "")


_DONE = {
    Step.OPEN: "opened_at",
    Step.CLOSE: "closed_at",
    Step.DRAW: "drawn_at",
    Step.PUBLISH: "published_at",
    Step.START: "started_at",
    Step.FINISH: "finished_at",
    Step.PROMOTE: "promoted_at",
}
_DUE = {
    Step.OPEN: "opens_at",
    Step.CLOSE: "closes_at",
    Step.DRAW: "closes_at",
    Step.PUBLISH: "publishes_at",
    Step.START: "starts_at",
}


class Claim(models.TextChoices):
    """Why an entry has a claim to a division."""

    STAYED = "stayed", _("stayed")
    PROMOTED = "promoted", _("promoted")
    RELEGATED = "relegated", _("relegated")
    RETURNING = "returning", _("returning")
    NEW = "new", pgettext_lazy("entry", "new")


class Shift(models.TextChoices):
    """Why an entry is in another division than its claim was for."""

    NONE = "none", _("as claimed")
    FILLED = "filled", _("moved up to fill a division")
    NO_ROOM = "no_room", _("moved down for want of room")
    BY_HAND = "by_hand", _("moved by a director")


def _within_years(name: str) -> models.CheckConstraint:
    within = models.Q(**{f"{name}__gte": _FIRST, f"{name}__lt": _BEYOND})
    return models.CheckConstraint(
        condition=models.Q(**{f"{name}__isnull": True}) | within, name=f"season_{name}_in_range"
    )


class Season(models.Model):
    """One run of a league. A step of its life that is done has a time; what is planned has a date."""

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("league")
    )
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    # Draws places, seats and lots; who knows it before publication knows the fixtures.
    seed = models.CharField(_("seed"), max_length=64, editable=False)
    # What its league said when the fixtures were published.
    has_duplicate_deals = models.BooleanField(_("duplicate deals"), default=False, editable=False)
    opens_at = models.DateTimeField(_("entries open on"), null=True, blank=True)
    closes_at = models.DateTimeField(_("entries close on"), null=True, blank=True)
    publishes_at = models.DateTimeField(
        _("divisions stand from"),
        null=True,
        blank=True,
        help_text=_("Set when they are proposed, by the league’s days to look at a proposal."),
    )
    starts_at = models.DateTimeField(_("starts on"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    promoted_at = models.DateTimeField(_("next season begun"), null=True, blank=True)
    summarized_at = models.DateTimeField(_("last weekly summary"), null=True, blank=True)
    # What a director has asked the worker to bring the season to; empty when it is done.
    asked_step = models.CharField(
        _("asked for"), max_length=10, choices=Step.choices, blank=True, default=""
    )
    asked_by = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked by"),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="season_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(asked_step__in=["", *Step.values]), name="season_asked_known"
            ),
            *(
                _within_years(name)
                for name in ("opens_at", "closes_at", "publishes_at", "starts_at")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.number}"

    def done_at(self, step: Step) -> datetime | None:
        """When a step was done, None if it wasn't yet."""
        at: datetime | None = getattr(self, step.done_field)
        return at

    def due_at(self, step: Step) -> datetime | None:
        """When the server takes a step, None if it has no date."""
        at: datetime | None = getattr(self, step.due_field) if step.due_field else None
        return at

    @property
    def next_step(self) -> Step | None:
        """The first step that isn't done, None after the last."""
        return next((step for step in Step if self.done_at(step) is None), None)

    @property
    def takes_entries(self) -> bool:
        """Whether players may enter now."""
        return self.opened_at is not None and self.closed_at is None

    @property
    def is_running(self) -> bool:
        """Whether its games have begun and its tables may still change."""
        return self.started_at is not None and self.finished_at is None


class Division(models.Model):
    """Entries that play each other. Level 0 is the top."""

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="divisions", verbose_name=_("season")
    )
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=60)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    # The fixtures of these rounds, from the first, may start.
    released = models.PositiveSmallIntegerField(_("rounds started"), default=0)
    released_at = models.DateTimeField(_("last round started"), null=True, blank=True)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="division_level_unique"),
            models.CheckConstraint(condition=~models.Q(name=""), name="division_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEntry(models.Model):
    """A player in a season; in a division once these are drawn. `final_place` when it is finished."""

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="entries", verbose_name=_("season")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="season_entries", verbose_name=_("player")
    )
    division = models.ForeignKey(
        Division,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("division"),
    )
    claim = models.CharField(
        _("claim"), max_length=10, choices=Claim.choices, blank=True, default=""
    )
    shift = models.CharField(_("shift"), max_length=10, choices=Shift.choices, default=Shift.NONE)
    is_by_lot = models.BooleanField(_("by lot"), default=False)
    # The order of claims in a division, from 0: who is seeded above whom.
    seeding = models.PositiveIntegerField(_("seeding"), default=0)
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    # The first round that was played without it; empty while it plays.
    withdrawn_round = models.PositiveSmallIntegerField(
        _("withdrawn from round"), null=True, blank=True
    )
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_entry_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id}"


class FixtureQuerySet(models.QuerySet["Fixture"]):
    """Filters over fixtures."""

    def tables(self) -> FixtureQuerySet:
        """Keep fixtures that are no byes."""
        return self.filter(seats__index=1)

    def unfinished(self) -> FixtureQuerySet:
        """Keep tables that are neither over nor void."""
        over = [GameStatus.FINISHED, GameStatus.VOID]
        return self.tables().filter(voided_at=None).exclude(game__status__in=over)

    def to_start(self) -> FixtureQuerySet:
        """Keep tables whose round may start and which have no game yet, by round."""
        return (
            self.tables()
            .filter(
                game=None,
                voided_at=None,
                round__lte=models.F("division__released"),
                division__season__started_at__isnull=False,
                division__season__finished_at=None,
            )
            .order_by("round", "pk")
        )


class Fixture(models.Model):
    """A planned table of a division in one of its rounds; with one seat only it is a bye."""

    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, related_name="fixtures", verbose_name=_("division")
    )
    round = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="fixture",
        verbose_name=_("game"),
    )
    # The tiles it shares with other tables of its round; a table that is played again has its own.
    deal = models.ForeignKey(
        Deal,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="fixtures",
        verbose_name=_("deal"),
    )
    # For a fixture that will never have a game; a game that is void says so itself.
    voided_at = models.DateTimeField(_("void since"), null=True, blank=True)
    void_reason = models.CharField(_("reason"), max_length=200, blank=True, default="")

    objects = FixtureQuerySet.as_manager()

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        constraints = [
            models.UniqueConstraint(
                fields=["division", "round", "number"], name="fixture_number_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(voided_at__isnull=True) | ~models.Q(void_reason=""),
                name="fixture_void_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.round}.{self.number}"


class FixtureSeat(models.Model):
    """An entry's seat in a fixture; seat 0 starts the first round."""

    fixture = models.ForeignKey(
        Fixture, on_delete=models.PROTECT, related_name="seats", verbose_name=_("fixture")
    )
    index = models.PositiveSmallIntegerField(_("seat"), validators=[MaxValueValidator(3)])
    entry = models.ForeignKey(
        SeasonEntry,
        on_delete=models.PROTECT,
        related_name="fixture_seats",
        verbose_name=_("entry"),
    )

    class Meta:
        verbose_name = _("seat of a fixture")
        verbose_name_plural = _("seats of fixtures")
        constraints = [
            models.UniqueConstraint(fields=["fixture", "index"], name="fixture_seat_unique"),
            models.UniqueConstraint(fields=["fixture", "entry"], name="fixture_entry_unique"),
            models.CheckConstraint(
                condition=models.Q(index__gte=0) & models.Q(index__lte=3),
                name="fixture_seat_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}/{self.index + 1}"
