"""Hold games to 2 to 4 places, and link a rematch to the game it follows: one for each game."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add rematch_of and two constraints to Game."""

    dependencies = [("games", "0003_places_of_earlier_games")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rematches",
                to="games.game",
                verbose_name="rematch of",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("places__range", (2, 4))), name="game_places_range"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "void"), _negated=True),
                fields=("rematch_of",),
                name="game_one_rematch",
            ),
        ),
    ]
