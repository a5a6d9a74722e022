"""What rounds and games were worth, and the ratings that follow."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Round',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.PositiveSmallIntegerField(verbose_name='round')),
            ('first_turn', models.PositiveIntegerField(verbose_name='first turn')),
            ('start_seat', models.PositiveSmallIntegerField(verbose_name='starting seat')),
            ('displays', models.CharField(max_length=60, verbose_name='displays')),
            ('refill_after', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tiles before the refill')),
            ('bag_after', models.CharField(max_length=20, verbose_name='bag after the deal')),
            ('lid_after', models.CharField(max_length=20, verbose_name='lid after the deal')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.game', verbose_name='game')),
        ],
        options={
            'verbose_name': 'round',
            'verbose_name_plural': 'rounds',
            'constraints': [
                models.UniqueConstraint(fields=('game', 'number'), name='round_number_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='PlacementScore',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('line', models.PositiveSmallIntegerField(verbose_name='line')),
            ('color', models.CharField(max_length=1, verbose_name='color')),
            ('column', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='column')),
            ('across', models.PositiveSmallIntegerField(verbose_name='run across')),
            ('down', models.PositiveSmallIntegerField(verbose_name='run down')),
            ('points', models.PositiveSmallIntegerField(verbose_name='points')),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='games.round', verbose_name='round')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'placement score',
            'verbose_name_plural': 'placement scores',
            'constraints': [
                models.UniqueConstraint(fields=('round', 'seat', 'line'), name='placement_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='RoundScore',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('floor', models.CharField(blank=True, default='', max_length=7, verbose_name='floor line')),
            ('gained', models.PositiveSmallIntegerField(verbose_name='points for placements')),
            ('penalty', models.PositiveSmallIntegerField(verbose_name='minus points')),
            ('score_before', models.PositiveSmallIntegerField(verbose_name='score before')),
            ('score_after', models.PositiveSmallIntegerField(verbose_name='score after')),
            ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='games.round', verbose_name='round')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='round_scores', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'round score',
            'verbose_name_plural': 'round scores',
            'constraints': [
                models.UniqueConstraint(fields=('round', 'seat'), name='round_score_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Result',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('place', models.PositiveSmallIntegerField(verbose_name='place')),
            ('score', models.PositiveSmallIntegerField(verbose_name='score')),
            ('rows', models.PositiveSmallIntegerField(verbose_name='complete rows')),
            ('columns', models.PositiveSmallIntegerField(verbose_name='complete columns')),
            ('colors', models.PositiveSmallIntegerField(verbose_name='complete colors')),
            ('bonus', models.PositiveSmallIntegerField(verbose_name='bonus points')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='games.game', verbose_name='game')),
            ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='games.seat', verbose_name='seat')),
            ('reason', models.CharField(blank=True, default='', max_length=20, verbose_name='reason')),
        ],
        options={
            'verbose_name': 'result',
            'verbose_name_plural': 'results',
        },
    ),
    migrations.CreateModel(
        name='RatingLedger',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(blank=True, null=True, verbose_name='rated up to')),
            ('number', models.PositiveBigIntegerField(default=0, verbose_name='number of the last game')),
        ],
        options={
            'verbose_name': 'ledger of ratings',
            'verbose_name_plural': 'ledgers of ratings',
        },
    ),
    migrations.CreateModel(
        name='Rating',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('mu', models.FloatField(verbose_name='strength')),
            ('sigma', models.FloatField(verbose_name='uncertainty')),
            ('games', models.PositiveIntegerField(verbose_name='rated games')),
            ('forfeits', models.PositiveIntegerField(verbose_name='forfeits')),
            ('shown', models.PositiveIntegerField(verbose_name='rating')),
            ('is_provisional', models.BooleanField(verbose_name='provisional')),
            ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rating', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'rating',
            'verbose_name_plural': 'ratings',
            'indexes': [
                models.Index(condition=models.Q(('is_provisional', False)), fields=['-shown', 'id'], name='rating_leaderboard'),
            ],
        },
    ),
    migrations.CreateModel(
        name='RatingChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('at', models.DateTimeField(verbose_name='at')),
            ('place', models.PositiveSmallIntegerField(verbose_name='place')),
            ('is_forfeit', models.BooleanField(verbose_name='forfeited')),
            ('mu_before', models.FloatField(verbose_name='strength before')),
            ('sigma_before', models.FloatField(verbose_name='uncertainty before')),
            ('shown_before', models.PositiveIntegerField(verbose_name='rating before')),
            ('mu', models.FloatField(verbose_name='strength')),
            ('sigma', models.FloatField(verbose_name='uncertainty')),
            ('shown', models.PositiveIntegerField(verbose_name='rating')),
            ('games', models.PositiveIntegerField(verbose_name='rated games')),
            ('forfeits', models.PositiveIntegerField(verbose_name='forfeits')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='games.game', verbose_name='game')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'rating change',
            'verbose_name_plural': 'rating changes',
            'indexes': [
                models.Index(fields=['player', '-at', '-game'], name='rating_change_newest'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'player'), name='rating_change_once'),
            ],
        },
    ),
]
