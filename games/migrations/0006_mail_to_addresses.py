"""Let an invitation's mail go to an address that is no player's yet."""

from typing import Any

import django.db.models.deletion
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
]


def forget_mails_to_addresses(apps: Any, schema_editor: Any) -> None:
    """Remove mails that go to no player: before this migration there could be none."""
    apps.get_model("games", "OutgoingMail").objects.filter(player=None).delete()


class Migration(migrations.Migration):
    """Make OutgoingMail.player optional beside the new invitation; name the new kinds."""

    dependencies = [("games", "0005_invitations")]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="invitation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mails",
                to="games.invitation",
            ),
        ),
        migrations.AlterField(
            model_name="outgoingmail",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mails",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20, verbose_name="kind"),
        ),
        migrations.AddConstraint(
            model_name="outgoingmail",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("player__isnull", False), ("invitation__isnull", False), _connector="OR"
                ),
                name="mail_has_recipient",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_mails_to_addresses, elidable=True),
    ]
