"""What players ask the directors of their leagues."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """One new table."""

    dependencies = [
        ('games', '0024_substitutes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='outgoingmail',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('game-started', 'game started'), ('game-over', 'game over'), ('sign-in', 'sign-in code'), ('invitation', 'invitation'), ('table-news', 'news of a table'), ('message', 'message at the table'), ('reminder', 'reminder'), ('clock-news', 'news of the clock'), ('season-news', 'news of a season'), ('season-message', 'message of a director'), ('season-appeal', 'question to a director'), ('seat-offer', 'seat to take over'), ('seat-taken', 'seat taken over'), ('address-change', 'confirming an address'), ('address-changed', 'address changed')], max_length=20, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('pause', 'a pause'), ('substitute', 'a substitute'), ('result', 'a look at the result'), ('other', 'something else')], max_length=10, verbose_name='asks for')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('answer', models.CharField(blank=True, default='', max_length=500, verbose_name='answer')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='answered by')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='games.fixture', verbose_name='fixture')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('fixture', 'player'), name='appeal_one_open')],
            },
        ),
    ]
