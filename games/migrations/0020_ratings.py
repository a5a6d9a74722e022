"""Ratings, what changed them, and leagues that are not rated."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """New tables; games that are over get their rows from the worker."""

    dependencies = [
        ("games", "0019_field_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingLedger",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(blank=True, null=True, verbose_name="rated up to")),
                (
                    "number",
                    models.PositiveBigIntegerField(
                        default=0, verbose_name="number of the last game"
                    ),
                ),
            ],
            options={
                "verbose_name": "ledger of ratings",
                "verbose_name_plural": "ledgers of ratings",
            },
        ),
        migrations.AddField(
            model_name="league",
            name="is_rated",
            field=models.BooleanField(
                default=True,
                help_text="Games of this league change its players' ratings.",
                verbose_name="rated",
            ),
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mu", models.FloatField(verbose_name="strength")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("games", models.PositiveIntegerField(verbose_name="rated games")),
                ("forfeits", models.PositiveIntegerField(verbose_name="forfeits")),
                ("shown", models.PositiveIntegerField(verbose_name="rating")),
                ("is_provisional", models.BooleanField(verbose_name="provisional")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_provisional", False)),
                        fields=["-shown", "id"],
                        name="rating_leaderboard",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("is_forfeit", models.BooleanField(verbose_name="forfeited")),
                ("mu_before", models.FloatField(verbose_name="strength before")),
                ("sigma_before", models.FloatField(verbose_name="uncertainty before")),
                ("shown_before", models.PositiveIntegerField(verbose_name="rating before")),
                ("mu", models.FloatField(verbose_name="strength")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("shown", models.PositiveIntegerField(verbose_name="rating")),
                ("games", models.PositiveIntegerField(verbose_name="rated games")),
                ("forfeits", models.PositiveIntegerField(verbose_name="forfeits")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_changes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating change",
                "verbose_name_plural": "rating changes",
                "indexes": [
                    models.Index(fields=["player", "-at", "-game"], name="rating_change_newest")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="rating_change_once")
                ],
            },
        ),
    ]
