"""Keep places for invited people, and remember who wants no more invitations from whom."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
STATES = [
    ("pending", "not answered"),
    ("accepted", "accepted"),
    ("declined", "declined"),
    ("withdrawn", "taken back"),
]


class Migration(migrations.Migration):
    """Create Invitation and InvitationBlock."""

    dependencies = [("games", "0004_places_and_rematches")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", ID),
                (
                    "index",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MaxValueValidator(3)],
                        verbose_name="seat",
                    ),
                ),
                (
                    "email",
                    models.EmailField(
                        blank=True, default="", max_length=254, verbose_name="mail address"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=STATES, default="pending", max_length=10, verbose_name="state"
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="created"
                    ),
                ),
                (
                    "answered_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="answered"),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations_made",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="invited by",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "indexes": [
                    models.Index(fields=["inviter", "created_at"], name="invitation_by_inviter"),
                    models.Index(fields=["email", "state"], name="invitation_by_address"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("email", ""), ("player__isnull", False)),
                            models.Q(
                                ("player__isnull", True), models.Q(("email", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="invitation_to_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", [state for state, _label in STATES])),
                        name="invitation_state_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")),
                        fields=("game", "index"),
                        name="invitation_place_unique",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="InvitationBlock",
            fields=[
                ("id", ID),
                ("email", models.EmailField(max_length=254, verbose_name="mail address")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="created"
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="no more from",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitation_blocks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation block",
                "verbose_name_plural": "invitation blocks",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("inviter", "email"), name="invitation_block_unique"
                    ),
                ],
            },
        ),
    ]
