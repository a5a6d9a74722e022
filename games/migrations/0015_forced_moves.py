"""Let players have their only move played for them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add Player.plays_forced and the ways in which the server plays in a player's stead."""

    dependencies = [("games", "0014_running_clocks")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="plays_forced",
            field=models.BooleanField(
                default=False,
                help_text="When a single move is legal, it is played for you at once, without a mail.",
                verbose_name="the server plays my only move",
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="via",
            field=models.CharField(
                choices=[
                    ("page", "page"),
                    ("link", "turn link"),
                    ("mail", "reply by mail"),
                    ("bot", "bot"),
                    ("admin", "director"),
                    ("order", "standing order"),
                    ("forced", "only move"),
                ],
                default="page",
                max_length=10,
                verbose_name="came by",
            ),
        ),
    ]
