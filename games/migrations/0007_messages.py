"""Let players write to their table."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create Message; note on each seat what it has read and whether it wants none."""

    dependencies = [("games", "0006_mail_to_addresses")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_talk_off",
            field=models.BooleanField(default=False, verbose_name="no messages"),
        ),
        migrations.AddField(
            model_name="seat",
            name="last_read",
            field=models.PositiveBigIntegerField(default=0, verbose_name="last message read"),
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="created"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "indexes": [models.Index(fields=["game", "id"], name="message_by_game")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="message_has_text"
                    ),
                ],
            },
        ),
    ]
