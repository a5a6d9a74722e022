"""Give games, seats and players their clocks; keep pauses, vacations, outages and time-outs."""

import datetime
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the tables and columns that docs/clocks.md speaks of."""

    dependencies = [
        ('games', '0012_bot_kinds'),
    ]

    operations = [
        migrations.CreateModel(
            name='GamePause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('agreed', 'agreed by all players'), ('director', 'by the director')], max_length=10, verbose_name='kind')),
                ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                ('from_at', models.DateTimeField(verbose_name='from')),
                ('to_at', models.DateTimeField(blank=True, null=True, verbose_name='to')),
            ],
            options={
                'verbose_name': 'pause',
                'verbose_name_plural': 'pauses',
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service', models.CharField(choices=[('worker', 'the worker'), ('mail', 'outgoing mail')], max_length=10, verbose_name='what was down')),
                ('from_at', models.DateTimeField(verbose_name='from')),
                ('to_at', models.DateTimeField(verbose_name='to')),
                ('moved', models.PositiveIntegerField(blank=True, null=True, verbose_name='deadlines moved')),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
            },
        ),
        migrations.CreateModel(
            name='SignOfLife',
            fields=[
                ('service', models.CharField(choices=[('worker', 'the worker'), ('mail', 'outgoing mail')], max_length=10, primary_key=True, serialize=False, verbose_name='part')),
                ('alive_at', models.DateTimeField(verbose_name='last seen')),
            ],
            options={
                'verbose_name': 'sign of life',
                'verbose_name_plural': 'signs of life',
            },
        ),
        migrations.CreateModel(
            name='TimeOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('deadline_at', models.DateTimeField(verbose_name='deadline')),
                ('outcome', models.CharField(choices=[('excused', 'another day'), ('reminded', 'the others wait'), ('bot-once', 'a bot played the turn'), ('bot-for-good', 'a bot plays on'), ('forfeit', 'lost'), ('void', 'no result')], max_length=12, verbose_name='outcome')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'time-out',
                'verbose_name_plural': 'time-outs',
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_at', models.DateTimeField(verbose_name='from')),
                ('to_at', models.DateTimeField(verbose_name='to')),
                ('announced_at', models.DateTimeField(verbose_name='announced')),
                ('cancelled_at', models.DateTimeField(blank=True, null=True, verbose_name='called off')),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='excused',
            field=models.PositiveSmallIntegerField(default=0, help_text='How often each player gets another day before the policy applies.', validators=[django.core.validators.MaxValueValidator(9)], verbose_name='excused time-outs'),
        ),
        migrations.AddField(
            model_name='game',
            name='has_weekends_off',
            field=models.BooleanField(default=False, verbose_name='weekends off'),
        ),
        migrations.AddField(
            model_name='game',
            name='reliability_floor',
            field=models.PositiveSmallIntegerField(default=0, help_text='Percent of turns answered in time that a player must have to take a place.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='lowest reliability'),
        ),
        migrations.AddField(
            model_name='game',
            name='timeout_policy',
            field=models.CharField(choices=[('remind-only', 'Nothing: the player is reminded, the others wait'), ('bot-once', 'A bot plays this one turn'), ('bot-for-good', 'A bot plays the seat to the end'), ('forfeit', 'The player loses; with more players a bot plays on'), ('void', 'The game ends without a result')], default='remind-only', max_length=12, verbose_name='when time is up'),
        ),
        migrations.AddField(
            model_name='player',
            name='night',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For nine hours from then on no deadline falls.', null=True, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='night begins at'),
        ),
        migrations.AddField(
            model_name='result',
            name='reason',
            field=models.CharField(blank=True, default='', max_length=20, verbose_name='reason'),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank',
            field=models.DurationField(blank=True, null=True, verbose_name='bank'),
        ),
        migrations.AddField(
            model_name='seat',
            name='bank_before',
            field=models.DurationField(blank=True, null=True, verbose_name='bank before the turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='clock_from',
            field=models.DateTimeField(blank=True, null=True, verbose_name='clock runs from'),
        ),
        migrations.AddField(
            model_name='seat',
            name='clock_night',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='night of the turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='clock_zone',
            field=models.CharField(default='UTC', max_length=64, verbose_name='zone of the turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='deadline_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='deadline'),
        ),
        migrations.AddField(
            model_name='seat',
            name='extra',
            field=models.DurationField(default=datetime.timedelta, verbose_name='time added'),
        ),
        migrations.AddField(
            model_name='seat',
            name='forfeited_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='forfeited'),
        ),
        migrations.AddField(
            model_name='seat',
            name='is_overdue',
            field=models.BooleanField(default=False, verbose_name='time is up'),
        ),
        migrations.AddField(
            model_name='seat',
            name='remind_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='next reminder'),
        ),
        migrations.AddField(
            model_name='seat',
            name='reminded',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='reminders of the turn'),
        ),
        migrations.AddField(
            model_name='seat',
            name='timeouts',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='time-outs'),
        ),
        migrations.AddField(
            model_name='seat',
            name='wants_pause',
            field=models.BooleanField(default=False, verbose_name='agrees to a pause'),
        ),
        migrations.AlterField(
            model_name='outgoingmail',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('game-started', 'game started'), ('game-over', 'game over'), ('sign-in', 'sign-in code'), ('invitation', 'invitation'), ('table-news', 'news of a table'), ('message', 'message at the table'), ('reminder', 'reminder'), ('clock-news', 'news of the clock'), ('address-change', 'confirming an address'), ('address-changed', 'address changed')], max_length=20, verbose_name='kind'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('awaited_turn__isnull', False), ('is_overdue', False)), fields=['deadline_at', 'id'], name='seat_due'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('awaited_turn__isnull', False), ('is_overdue', False)), fields=['remind_at', 'id'], name='seat_to_remind'),
        ),
        migrations.AddField(
            model_name='gamepause',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to='games.game'),
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(fields=['to_at'], name='outage_newest'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.UniqueConstraint(fields=('service', 'from_at'), name='outage_once'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('to_at__gt', models.F('from_at'))), name='outage_lasts'),
        ),
        migrations.AddField(
            model_name='timeout',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to='games.game'),
        ),
        migrations.AddField(
            model_name='timeout',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='timeout',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to='games.seat'),
        ),
        migrations.AddField(
            model_name='vacation',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='gamepause',
            constraint=models.UniqueConstraint(condition=models.Q(('to_at__isnull', True)), fields=('game',), name='game_one_open_pause'),
        ),
        migrations.AddConstraint(
            model_name='gamepause',
            constraint=models.CheckConstraint(condition=models.Q(('to_at__isnull', True), ('to_at__gte', models.F('from_at')), _connector='OR'), name='pause_ends_after_it_begins'),
        ),
        migrations.AddIndex(
            model_name='timeout',
            index=models.Index(fields=['player', 'at'], name='time_out_by_player'),
        ),
        migrations.AddConstraint(
            model_name='timeout',
            constraint=models.UniqueConstraint(fields=('seat', 'turn', 'deadline_at'), name='time_out_once_for_a_deadline'),
        ),
        migrations.AddIndex(
            model_name='vacation',
            index=models.Index(fields=['player', 'to_at'], name='vacation_by_player'),
        ),
        migrations.AddConstraint(
            model_name='vacation',
            constraint=models.CheckConstraint(condition=models.Q(('to_at__gt', models.F('from_at'))), name='vacation_lasts'),
        ),
    ]
