"""League, Season, Division, SeasonEntry and Fixture: who plays for what, with whom, and by which rules."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.azul import WallKind
from games.models.clock_fields import TimeoutPolicy
from games.models.games import Game, Wall
from games.models.players import Player


class Pairing(models.TextChoices):
    """How the fixtures of a division are made."""

    SINGLE = "single", _("everybody meets everybody once")
    DOUBLE = "double", _("everybody meets everybody twice")
    BALANCED = "balanced", _("balanced tables, so many games each")


class TieBreak(models.TextChoices):
    """What may decide between entries with equal points."""

    POINTS_SHARE = "points_share", _("points share")
    HEAD_TO_HEAD = "head_to_head", _("head-to-head")
    SONNEBORN_BERGER = "sonneborn_berger", _("Sonneborn-Berger")
    SCORE_RATIO = "score_ratio", _("score ratio")
    ROWS = "rows", _("complete rows")


def usual_tie_breaks() -> list[str]:
    """Return the tie-breaks of a new league, in order."""
    return [
        TieBreak.HEAD_TO_HEAD.value,
        TieBreak.SONNEBORN_BERGER.value,
        TieBreak.SCORE_RATIO.value,
        TieBreak.ROWS.value,
    ]


class League(models.Model):
    """A competition that goes on season after season by the same rules, run by its directors."""

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    description = models.TextField(_("description"), max_length=2000, blank=True, default="")
    directors = models.ManyToManyField(
        Player, blank=True, related_name="leagues_directed", verbose_name=_("directors")
    )
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"),
        default=2,
        validators=[MinValueValidator(2), MaxValueValidator(4)],
    )
    wall = models.CharField(
        _("wall"), max_length=10, choices=Wall.choices, default=WallKind.COLORED.value
    )
    pace = models.CharField(_("pace"), max_length=30, default="3d")
    timeout_policy = models.CharField(
        _("when time is up"),
        max_length=12,
        choices=TimeoutPolicy.choices,
        default=TimeoutPolicy.BOT_FOR_GOOD,
    )
    pairing = models.CharField(
        _("pairing"), max_length=10, choices=Pairing.choices, default=Pairing.SINGLE
    )
    games_each = models.PositiveSmallIntegerField(
        _("games each"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(16)],
        help_text=_("For balanced tables; best a multiple of the players at a table."),
    )
    points = models.JSONField(
        _("points"),
        default=dict,
        blank=True,
        help_text=_(
            'By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each '
            "opponent beaten, one for each tied with."
        ),
    )
    bye_points = models.PositiveSmallIntegerField(_("points for a bye"), default=0)
    tie_breaks = models.JSONField(_("tie-breaks"), default=usual_tie_breaks, blank=True)
    promoted = models.PositiveSmallIntegerField(_("go up"), default=2)
    relegated = models.PositiveSmallIntegerField(_("go down"), default=2)
    smallest_division = models.PositiveSmallIntegerField(
        _("smallest division"), default=4, validators=[MinValueValidator(2)]
    )
    largest_division = models.PositiveSmallIntegerField(_("largest division"), default=10)
    is_rated = models.BooleanField(
        _("rated"), default=True, help_text=_("Games of this league change its players' ratings.")
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="league_has_name"),
            models.CheckConstraint(
                condition=models.Q(table_size__range=(2, 4)), name="league_table_size_range"
            ),
            models.CheckConstraint(
                condition=models.Q(pairing__in=Pairing.values), name="league_pairing_known"
            ),
            models.CheckConstraint(
                condition=models.Q(table_size=2) | models.Q(pairing="balanced"),
                name="league_pairing_fits",
                violation_error_message=_("Tables of three and four are balanced tables."),
            ),
            models.CheckConstraint(
                condition=models.Q(
                    smallest_division__gte=models.F("table_size"),
                    smallest_division__lte=models.F("largest_division"),
                ),
                name="league_division_sizes",
                violation_error_message=_(
                    "The smallest division fills a table at least, and isn't larger than the largest."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One run of a league. A step of its life that is done has a time; what is planned has a date."""

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("league")
    )
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    # Draws places, seats and lots; who knows it before publication knows the fixtures.
    seed = models.CharField(_("seed"), max_length=64, editable=False)
    opens_at = models.DateTimeField(_("entries open on"), null=True, blank=True)
    closes_at = models.DateTimeField(_("entries close on"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts on"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="season_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.number}"


class Division(models.Model):
    """Entries that play each other. Level 0 is the top."""

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="divisions", verbose_name=_("season")
    )
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=60)

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
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_entry_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id}"


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

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        constraints = [
            models.UniqueConstraint(
                fields=["division", "round", "number"], name="fixture_number_unique"
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
