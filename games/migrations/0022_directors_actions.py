"""What directors did in their leagues, and their messages to divisions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """One new table."""

    dependencies = [
        ('games', '0021_season_life'),
    ]

    operations = [
        migrations.AlterField(
            model_name='outgoingmail',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('game-started', 'game started'), ('game-over', 'game over'), ('sign-in', 'sign-in code'), ('invitation', 'invitation'), ('table-news', 'news of a table'), ('message', 'message at the table'), ('reminder', 'reminder'), ('clock-news', 'news of the clock'), ('season-news', 'news of a season'), ('season-message', 'message of a director'), ('address-change', 'confirming an address'), ('address-changed', 'address changed')], max_length=20, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='DirectorAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='action')),
                ('arguments', models.JSONField(blank=True, default=dict, verbose_name='what')),
                ('before', models.JSONField(blank=True, default=dict, verbose_name='as it was')),
                ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='undone')),
                ('undo_reason', models.CharField(blank=True, default='', max_length=200, verbose_name='why undone')),
                ('nonce', models.CharField(editable=False, max_length=40, unique=True, verbose_name='form')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='director_actions', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='games.league', verbose_name='league')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='games.season', verbose_name='season')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by')),
            ],
            options={
                'verbose_name': 'director’s action',
                'verbose_name_plural': 'directors’ actions',
                'indexes': [models.Index(fields=['league', '-id'], name='action_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_by__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False)), _connector='OR'), name='action_undone_by_somebody')],
            },
        ),
    ]
