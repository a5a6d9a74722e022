"""Let players change their mail address: the wish, and the mails about it."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("your-turn", "your turn"),
    ("game-started", "game started"),
    ("game-over", "game over"),
    ("sign-in", "sign-in code"),
    ("invitation", "invitation"),
    ("table-news", "news of a table"),
    ("message", "message at the table"),
    ("address-change", "confirming an address"),
    ("address-changed", "address changed"),
]
STATES = [
    ("pending", "not confirmed"),
    ("done", "done"),
    ("withdrawn", "taken back"),
    ("undone", "undone"),
]


class Migration(migrations.Migration):
    """Add AddressChange; name the new kinds."""

    dependencies = [("games", "0009_browse_indexes")]

    operations = [
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20, verbose_name="kind"),
        ),
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("old_email", models.EmailField(max_length=254, verbose_name="old address")),
                ("new_email", models.EmailField(max_length=254, verbose_name="new address")),
                (
                    "state",
                    models.CharField(
                        choices=STATES, default="pending", max_length=10, verbose_name="state"
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="asked"
                    ),
                ),
                (
                    "done_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="done"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="address_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of address",
                "verbose_name_plural": "changes of address",
                "indexes": [
                    models.Index(fields=["new_email", "asked_at"], name="change_by_new_address")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(state__in=[state for state, _name in STATES]),
                        name="change_state_known",
                    )
                ],
            },
        ),
    ]
