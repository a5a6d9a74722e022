"""Add leagues, their seasons, divisions, entries and fixtures."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.leagues
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add League, Season, Division, SeasonEntry, Fixture and FixtureSeat."""

    dependencies = [
        ("games", "0017_list_indexes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(verbose_name="level")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="round",
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="number",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixtures",
                        to="games.division",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "fixture",
                "verbose_name_plural": "fixtures",
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "description",
                    models.TextField(
                        blank=True, default="", max_length=2000, verbose_name="description"
                    ),
                ),
                (
                    "table_size",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(4),
                        ],
                        verbose_name="players at a table",
                    ),
                ),
                (
                    "wall",
                    models.CharField(
                        choices=[("colored", "colored wall"), ("gray", "gray wall")],
                        default="colored",
                        max_length=10,
                        verbose_name="wall",
                    ),
                ),
                ("pace", models.CharField(default="3d", max_length=30, verbose_name="pace")),
                (
                    "timeout_policy",
                    models.CharField(
                        choices=[
                            ("remind-only", "Nothing: the player is reminded, the others wait"),
                            ("bot-once", "A bot plays this one turn"),
                            ("bot-for-good", "A bot plays the seat to the end"),
                            ("forfeit", "The player loses; with more players a bot plays on"),
                            ("void", "The game ends without a result"),
                        ],
                        default="bot-for-good",
                        max_length=12,
                        verbose_name="when time is up",
                    ),
                ),
                (
                    "pairing",
                    models.CharField(
                        choices=[
                            ("single", "everybody meets everybody once"),
                            ("double", "everybody meets everybody twice"),
                            ("balanced", "balanced tables, so many games each"),
                        ],
                        default="single",
                        max_length=10,
                        verbose_name="pairing",
                    ),
                ),
                (
                    "games_each",
                    models.PositiveSmallIntegerField(
                        default=4,
                        help_text="For balanced tables; best a multiple of the players at a table.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="games each",
                    ),
                ),
                (
                    "points",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text='By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each opponent beaten, one for each tied with.',
                        verbose_name="points",
                    ),
                ),
                (
                    "bye_points",
                    models.PositiveSmallIntegerField(default=0, verbose_name="points for a bye"),
                ),
                (
                    "tie_breaks",
                    models.JSONField(
                        blank=True,
                        default=games.models.leagues.usual_tie_breaks,
                        verbose_name="tie-breaks",
                    ),
                ),
                ("promoted", models.PositiveSmallIntegerField(default=2, verbose_name="go up")),
                ("relegated", models.PositiveSmallIntegerField(default=2, verbose_name="go down")),
                (
                    "smallest_division",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[django.core.validators.MinValueValidator(2)],
                        verbose_name="smallest division",
                    ),
                ),
                (
                    "largest_division",
                    models.PositiveSmallIntegerField(default=10, verbose_name="largest division"),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="created"),
                ),
                (
                    "directors",
                    models.ManyToManyField(
                        blank=True,
                        related_name="leagues_directed",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="directors",
                    ),
                ),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="number",
                    ),
                ),
                ("seed", models.CharField(editable=False, max_length=64)),
                (
                    "opens_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="entries open on"),
                ),
                (
                    "closes_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="entries close on"),
                ),
                (
                    "starts_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="starts on"),
                ),
                ("opened_at", models.DateTimeField(blank=True, null=True, verbose_name="opened")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                ("drawn_at", models.DateTimeField(blank=True, null=True, verbose_name="drawn")),
                (
                    "published_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="published"),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="created"),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="games.league",
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
            },
        ),
        migrations.AddField(
            model_name="division",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="divisions",
                to="games.season",
            ),
        ),
        migrations.CreateModel(
            name="SeasonEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entered_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="entered"),
                ),
                (
                    "withdrawn_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="withdrawn"),
                ),
                (
                    "final_place",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="final place"
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.division",
                        verbose_name="division",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_entries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="FixtureSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "index",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MaxValueValidator(3)],
                        verbose_name="seat",
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="games.fixture",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture_seats",
                        to="games.seasonentry",
                        verbose_name="entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat of a fixture",
                "verbose_name_plural": "seats of fixtures",
            },
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("division", "round", "number"), name="fixture_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="league_has_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("table_size__range", (2, 4))), name="league_table_size_range"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("pairing__in", ["single", "double", "balanced"])),
                name="league_pairing_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("table_size", 2), ("pairing", "balanced"), _connector="OR"),
                name="league_pairing_fits",
                violation_error_message="Tables of three and four are balanced tables.",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("smallest_division__gte", models.F("table_size")),
                    ("smallest_division__lte", models.F("largest_division")),
                ),
                name="league_division_sizes",
                violation_error_message="The smallest division fills a table at least, and isn't larger than the largest.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="season_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="season_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("season", "level"), name="division_level_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="division_has_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonentry",
            constraint=models.UniqueConstraint(
                fields=("season", "player"), name="season_entry_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixtureseat",
            constraint=models.UniqueConstraint(
                fields=("fixture", "index"), name="fixture_seat_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixtureseat",
            constraint=models.UniqueConstraint(
                fields=("fixture", "entry"), name="fixture_entry_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixtureseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("index__gte", 0), ("index__lte", 3)), name="fixture_seat_range"
            ),
        ),
    ]
