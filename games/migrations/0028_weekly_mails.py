"""Whether a player wants the weekly mail on how a season stands."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One choice of a player; everybody has the mail as before."""

    dependencies = [
        ('games', '0027_duplicate_deals'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='summaries',
            field=models.CharField(choices=[('weekly', 'Once a week'), ('never', 'Never')], default='weekly', max_length=10, verbose_name='mails on how a season stands'),
        ),
    ]
