"""Let players order moves for their coming turn."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add StandingOrder."""

    dependencies = [("games", "0015_forced_moves")]

    operations = [
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("picks", models.CharField(max_length=40, verbose_name="moves")),
                (
                    "stops",
                    models.CharField(blank=True, default="", max_length=20, verbose_name="stop at"),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("since", models.PositiveIntegerField(verbose_name="saved at turn")),
                ("saved_at", models.DateTimeField(verbose_name="saved")),
                (
                    "lapsed_turn",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="not played at turn"
                    ),
                ),
                (
                    "lapse",
                    models.CharField(
                        blank=True,
                        choices=[
                            (
                                "stopped",
                                "Somebody took the tiles at which your standing orders were to stop.",
                            ),
                            (
                                "illegal",
                                "None of the moves in your standing orders was possible any more.",
                            ),
                            (
                                "round",
                                "The round ended before your standing orders could be played.",
                            ),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="why not",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="order",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "standing order",
                "verbose_name_plural": "standing orders",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("picks", ""), _negated=True), name="order_has_picks"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lapse", ""), ("lapsed_turn__isnull", True)),
                            models.Q(
                                ("lapsed_turn__isnull", False),
                                models.Q(("lapse", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="order_lapse_has_turn",
                    ),
                ],
            },
        ),
    ]
