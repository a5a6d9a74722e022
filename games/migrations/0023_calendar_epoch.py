"""The secret address of a player's calendar can be changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One number for each player."""

    dependencies = [
        ('games', '0022_directors_actions'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='calendar_epoch',
            field=models.PositiveIntegerField(default=1, help_text='Raise it to give the calendar of deadlines another address.', verbose_name='calendar epoch'),
        ),
    ]
