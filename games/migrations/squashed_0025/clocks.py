"""Pauses, outages and turns that ran out."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='GamePause',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('kind', models.CharField(choices=[('agreed', 'agreed by all players'), ('director', 'by the director')], max_length=10, verbose_name='kind')),
            ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
            ('from_at', models.DateTimeField(verbose_name='from')),
            ('to_at', models.DateTimeField(blank=True, null=True, verbose_name='to')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to='games.game', verbose_name='game')),
        ],
        options={
            'verbose_name': 'pause',
            'verbose_name_plural': 'pauses',
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('to_at__isnull', True)), fields=('game',), name='game_one_open_pause'),
                models.CheckConstraint(condition=models.Q(('to_at__isnull', True), ('to_at__gte', models.F('from_at')), _connector='OR'), name='pause_ends_after_it_begins'),
            ],
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
            'indexes': [
                models.Index(fields=['to_at'], name='outage_newest'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('service', 'from_at'), name='outage_once'),
                models.CheckConstraint(condition=models.Q(('to_at__gt', models.F('from_at'))), name='outage_lasts'),
            ],
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
            ('outcome', models.CharField(choices=[('excused', 'another day'), ('reminded', 'the others wait'), ('bot-once', 'a bot played the turn'), ('bot-for-good', 'a bot plays on'), ('substitute', 'the seat was offered'), ('forfeit', 'lost'), ('void', 'no result')], max_length=12, verbose_name='outcome')),
            ('at', models.DateTimeField(verbose_name='at')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to='games.game', verbose_name='game')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_outs', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'time-out',
            'verbose_name_plural': 'time-outs',
            'indexes': [
                models.Index(fields=['player', 'at'], name='time_out_by_player'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('seat', 'turn', 'deadline_at'), name='time_out_once_for_a_deadline'),
            ],
        },
    ),
]
