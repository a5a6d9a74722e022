"""League: a competition that goes on season after season, and its rules."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.azul import WallKind
from games.models.clock_fields import TimeoutPolicy
from games.models.games import Wall
from games.models.players import Player
from games.models.points import MOST_POINTS, check_points

MOST_DAYS: Final = 365
"""A season's dates are reckoned from its league's days; so they stay within reach."""


class Pairing(models.TextChoices):
    """How the fixtures of a division are made."""

    SINGLE = "single", _("everybody meets everybody once")
    DOUBLE = "double", _("everybody meets everybody twice")
    BALANCED = "balanced", _("balanced tables, so many games each")
    MIXED = "mixed", _("everybody plays in every round, at tables of three and four")
    SWISS = "swiss", _("Swiss, so many rounds")
    KNOCKOUT = "knockout", _("knockout")

    @property
    def is_drawn_by_rounds(self) -> bool:
        """Whether a round can be drawn only when the one before is over."""
        return self in {Pairing.SWISS, Pairing.KNOCKOUT}


class TieBreak(models.TextChoices):
    """What may decide between entries with equal points."""

    POINTS_SHARE = "points_share", _("points share")
    HEAD_TO_HEAD = "head_to_head", _("head-to-head")
    SONNEBORN_BERGER = "sonneborn_berger", _("Sonneborn-Berger")
    SCORE_RATIO = "score_ratio", _("score ratio")
    DUPLICATE = "duplicate", _("same seat, same tiles")
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
        help_text=_(
            "Balanced tables: best a multiple of the players at a table. Tables of three and four, and "
            "Swiss: the number of rounds."
        ),
    )
    rounds_at_once = models.PositiveSmallIntegerField(
        _("rounds at once"),
        default=0,
        help_text=_("So many rounds start together, the next when they are over. 0: all at once."),
    )
    round_days = models.PositiveSmallIntegerField(
        _("days for a round"),
        default=0,
        help_text=_(
            "The next rounds start after so many days, even if games of the last ones go on. "
            "0: they wait. Swiss and knockout always wait."
        ),
    )
    points = models.JSONField(
        _("points"),
        default=dict,
        blank=True,
        validators=[check_points],
        help_text=_(
            'By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each '
            "opponent beaten, one for each tied with; at tables of three and four six for the first at "
            "any table, none for the last."
        ),
    )
    bye_points = models.PositiveSmallIntegerField(
        _("points for a bye"), default=0, validators=[MaxValueValidator(MOST_POINTS)]
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=usual_tie_breaks, blank=True)
    promoted = models.PositiveSmallIntegerField(_("go up"), default=2)
    relegated = models.PositiveSmallIntegerField(_("go down"), default=2)
    smallest_division = models.PositiveSmallIntegerField(
        _("smallest division"), default=4, validators=[MinValueValidator(2)]
    )
    largest_division = models.PositiveSmallIntegerField(_("largest division"), default=10)
    has_duplicate_deals = models.BooleanField(
        _("duplicate deals"),
        default=False,
        help_text=_(
            "All tables of a round in a division play with the same tiles, so that luck compares. Until the last "
            "of them is over only its own players see a table. A season keeps what was chosen when its fixtures "
            "were published."
        ),
    )
    is_rated = models.BooleanField(
        _("rated"), default=True, help_text=_("Games of this league change its players' ratings.")
    )
    proposal_days = models.PositiveSmallIntegerField(
        _("days to look at a proposal"),
        default=3,
        validators=[MaxValueValidator(MOST_DAYS)],
        help_text=_("Proposed divisions that no director has published stand after so many days."),
    )
    entry_days = models.PositiveSmallIntegerField(
        _("days to enter"),
        default=0,
        validators=[MaxValueValidator(MOST_DAYS)],
        help_text=_(
            "The next season begins by itself when one is finished, and takes entries for so many days. "
            "0: a director begins it."
        ),
    )
    carries_over = models.BooleanField(
        _("players stay"),
        default=False,
        help_text=_("Who played the last season is entered in the next, and may withdraw."),
    )
    followers = models.ManyToManyField(
        Player,
        blank=True,
        related_name="leagues_followed",
        verbose_name=_("followers"),
        help_text=_("They are told when a season opens, even if they didn’t play the last one."),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="league_name_unique",
                violation_error_message=_("There is a league of this name already."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="league_has_name"),
            models.CheckConstraint(
                condition=models.Q(table_size__range=(2, 4)), name="league_table_size_range"
            ),
            models.CheckConstraint(
                condition=models.Q(pairing__in=Pairing.values), name="league_pairing_known"
            ),
            models.CheckConstraint(
                condition=models.Q(table_size=2)
                | models.Q(pairing__in=["balanced", "mixed", "swiss", "knockout"]),
                name="league_pairing_fits",
                violation_error_message=_("Everybody meets everybody only at tables of two."),
            ),
            models.CheckConstraint(
                condition=~models.Q(pairing="mixed") | models.Q(table_size=4),
                name="league_mixed_tables",
                violation_error_message=_(
                    "Tables of three and four: give 4 as the number of players at a table."
                ),
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

    def clean(self) -> None:
        """Refuse to send more players up or down than a division has."""
        super().clean()
        most = self.largest_division
        faults = {
            name: _("No more than the largest division has: %(most)d.") % {"most": most}
            for name in ("promoted", "relegated")
            if getattr(self, name) > most
        }
        if faults:
            raise ValidationError(faults)

    @property
    def seats_shown(self) -> str:
        """How many sit at a table, as pages write it: 4, or 3–4 where tables are mixed."""
        return "3–4" if self.pairing == Pairing.MIXED else str(self.table_size)

    @property
    def has_rounds_chosen(self) -> bool:
        """Whether `games_each` says something in this league."""
        return self.pairing in {Pairing.BALANCED, Pairing.MIXED, Pairing.SWISS}
