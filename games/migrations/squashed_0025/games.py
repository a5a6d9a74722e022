"""Games, their seats and moves, what seats ordered, and what was done to them."""

import datetime
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.names
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Game',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=60, validators=[games.models.names.validate_game_name], verbose_name='name')),
            ('wall', models.CharField(choices=[('colored', 'colored wall'), ('gray', 'gray wall')], default='colored', max_length=10, verbose_name='wall')),
            ('status', models.CharField(choices=[('open', 'not started'), ('running', 'in progress'), ('scoring', 'being scored'), ('finished', 'finished'), ('void', 'void')], default='open', max_length=10, verbose_name='status')),
            ('seed', models.CharField(editable=False, max_length=64, verbose_name='seed')),
            ('seed_hash', models.CharField(editable=False, max_length=64, verbose_name='commitment')),
            ('rules_version', models.PositiveSmallIntegerField(default=1, editable=False, verbose_name='rules version')),
            ('start_seat', models.PositiveSmallIntegerField(default=0, verbose_name='starting seat')),
            ('pace', models.CharField(default='3d', max_length=30, verbose_name='pace')),
            ('turn', models.PositiveIntegerField(default=0, verbose_name='moves played')),
            ('round', models.PositiveSmallIntegerField(default=0, verbose_name='round')),
            ('phase', models.CharField(default='offer', max_length=10, verbose_name='phase')),
            ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
            ('end_reason', models.CharField(blank=True, default='', max_length=20, verbose_name='end reason')),
            ('takebacks', models.PositiveSmallIntegerField(default=0, verbose_name='moves taken back')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
            ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games_created', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
            ('places', models.PositiveSmallIntegerField(default=2, verbose_name='places')),
            ('entry', models.CharField(choices=[('invited', 'invited people only'), ('link', 'whoever has the link'), ('open', 'anyone signed in')], default='invited', max_length=10, verbose_name='entry')),
            ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematches', to='games.game', verbose_name='rematch of')),
            ('excused', models.PositiveSmallIntegerField(default=0, help_text='How often each player gets another day before the policy applies.', validators=[django.core.validators.MaxValueValidator(9)], verbose_name='excused time-outs')),
            ('has_weekends_off', models.BooleanField(default=False, verbose_name='weekends off')),
            ('reliability_floor', models.PositiveSmallIntegerField(default=0, help_text='Percent of turns answered in time that a player must have to take a place.', validators=[django.core.validators.MaxValueValidator(100)], verbose_name='lowest reliability')),
            ('timeout_policy', models.CharField(choices=[('remind-only', 'Nothing: the player is reminded, the others wait'), ('bot-once', 'A bot plays this one turn'), ('bot-for-good', 'A bot plays the seat to the end'), ('substitute', 'Another player is asked to take over; if nobody does, a bot'), ('forfeit', 'The player loses; with more players a bot plays on'), ('void', 'The game ends without a result')], default='remind-only', max_length=12, verbose_name='when time is up')),
        ],
        options={
            'verbose_name': 'game',
            'verbose_name_plural': 'games',
            'indexes': [
                models.Index(fields=['status', '-id'], name='game_status_newest'),
                models.Index(fields=['wall', '-id'], name='game_wall_newest'),
                models.Index(fields=['places', '-id'], name='game_places_newest'),
                models.Index(fields=['status', '-finished_at'], name='game_newest_results'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='game_has_name'),
                models.CheckConstraint(condition=models.Q(('wall__in', ['colored', 'gray'])), name='game_wall_known'),
                models.CheckConstraint(condition=models.Q(('status__in', ['open', 'running', 'scoring', 'finished', 'void'])), name='game_status_known'),
                models.CheckConstraint(condition=models.Q(('places__range', (2, 4))), name='game_places_range'),
                models.UniqueConstraint(condition=models.Q(('status', 'void'), _negated=True), fields=('rematch_of',), name='game_one_rematch'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Seat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('index', models.PositiveSmallIntegerField(validators=[django.core.validators.MaxValueValidator(3)], verbose_name='seat')),
            ('bot', models.CharField(blank=True, choices=[('random', 'Random – for trying out'), ('greedy', 'Greedy – casual'), ('search', 'Search – strong')], default='', max_length=10, verbose_name='bot')),
            ('epoch', models.PositiveIntegerField(default=1, help_text='Raise it to make every turn link sent so far useless.', verbose_name='link epoch')),
            ('awaited_turn', models.PositiveIntegerField(blank=True, null=True, verbose_name='asked at turn')),
            ('awaited_at', models.DateTimeField(blank=True, null=True, verbose_name='asked at')),
            ('score', models.PositiveSmallIntegerField(default=0, verbose_name='score')),
            ('is_muted', models.BooleanField(default=False, verbose_name='no turn mails')),
            ('resigned_at', models.DateTimeField(blank=True, null=True, verbose_name='resigned')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.game', verbose_name='game')),
            ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ('is_talk_off', models.BooleanField(default=False, verbose_name='no messages')),
            ('last_read', models.PositiveBigIntegerField(default=0, verbose_name='last message read')),
            ('bank', models.DurationField(blank=True, null=True, verbose_name='bank')),
            ('bank_before', models.DurationField(blank=True, null=True, verbose_name='bank before the turn')),
            ('clock_from', models.DateTimeField(blank=True, null=True, verbose_name='clock runs from')),
            ('clock_night', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='night of the turn')),
            ('clock_zone', models.CharField(default='UTC', max_length=64, verbose_name='zone of the turn')),
            ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
            ('extra', models.DurationField(default=datetime.timedelta, verbose_name='time added')),
            ('forfeited_at', models.DateTimeField(blank=True, null=True, verbose_name='forfeited')),
            ('is_overdue', models.BooleanField(default=False, verbose_name='time is up')),
            ('remind_at', models.DateTimeField(blank=True, null=True, verbose_name='next reminder')),
            ('reminded', models.PositiveSmallIntegerField(default=0, verbose_name='reminders of the turn')),
            ('timeouts', models.PositiveSmallIntegerField(default=0, verbose_name='time-outs')),
            ('wants_pause', models.BooleanField(default=False, verbose_name='agrees to a pause')),
            ('held_from', models.PositiveIntegerField(blank=True, null=True, verbose_name='held from turn')),
        ],
        options={
            'verbose_name': 'seat',
            'verbose_name_plural': 'seats',
            'indexes': [
                models.Index(condition=models.Q(('awaited_turn__isnull', False)), fields=['player', 'awaited_at'], name='seat_waiting'),
                models.Index(fields=['player', '-game'], name='seat_newest_game'),
                models.Index(condition=models.Q(('awaited_turn__isnull', False), ('is_overdue', False)), fields=['deadline_at', 'id'], name='seat_due'),
                models.Index(condition=models.Q(('awaited_turn__isnull', False), ('is_overdue', False)), fields=['remind_at', 'id'], name='seat_to_remind'),
                models.Index(condition=models.Q(('awaited_turn__isnull', False), models.Q(('bot', ''), _negated=True)), fields=['game'], name='seat_waiting_bot'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('game', 'index'), name='seat_index_unique'),
                models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'player'), name='seat_player_unique', violation_error_message='A player sits at a table once.'),
                models.CheckConstraint(condition=models.Q(('index__gte', 0), ('index__lte', 3)), name='seat_index_range'),
                models.CheckConstraint(condition=models.Q(('player__isnull', False), models.Q(('bot', ''), _negated=True), _connector='OR'), name='seat_taken', violation_error_message='A seat needs a player or a bot.'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Move',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('turn', models.PositiveIntegerField(verbose_name='turn')),
            ('asked_turn', models.PositiveIntegerField(verbose_name='asked at turn')),
            ('round', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='round')),
            ('notation', models.CharField(max_length=40, verbose_name='move')),
            ('via', models.CharField(choices=[('page', 'page'), ('link', 'turn link'), ('mail', 'reply by mail'), ('bot', 'bot'), ('admin', 'director'), ('order', 'standing order'), ('forced', 'only move')], default='page', max_length=10, verbose_name='came by')),
            ('played_at', models.DateTimeField(verbose_name='played')),
            ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.game', verbose_name='game')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'move',
            'verbose_name_plural': 'moves',
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('game', 'turn'), name='move_turn_unique'),
                models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('seat', 'asked_turn'), name='move_answer_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='StandingOrder',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('picks', models.CharField(max_length=40, verbose_name='moves')),
            ('stops', models.CharField(blank=True, default='', max_length=20, verbose_name='stop at')),
            ('round', models.PositiveSmallIntegerField(verbose_name='round')),
            ('since', models.PositiveIntegerField(verbose_name='saved at turn')),
            ('saved_at', models.DateTimeField(verbose_name='saved')),
            ('lapsed_turn', models.PositiveIntegerField(blank=True, null=True, verbose_name='not played at turn')),
            ('lapse', models.CharField(blank=True, choices=[('stopped', 'Somebody took the tiles at which your standing orders were to stop.'), ('illegal', 'None of the moves in your standing orders was possible any more.'), ('round', 'The round ended before your standing orders could be played.')], default='', max_length=10, verbose_name='why not')),
            ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='order', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'standing order',
            'verbose_name_plural': 'standing orders',
            'constraints': [
                models.CheckConstraint(condition=models.Q(('picks', ''), _negated=True), name='order_has_picks'),
                models.CheckConstraint(condition=models.Q(models.Q(('lapse', ''), ('lapsed_turn__isnull', True)), models.Q(('lapsed_turn__isnull', False), models.Q(('lapse', ''), _negated=True)), _connector='OR'), name='order_lapse_has_turn'),
            ],
        },
    ),
    migrations.CreateModel(
        name='AuditEntry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('action', models.CharField(max_length=40, verbose_name='action')),
            ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
            ('details', models.JSONField(blank=True, default=dict, verbose_name='details')),
            ('at', models.DateTimeField(verbose_name='at')),
            ('actor', models.ForeignKey(blank=True, help_text='Empty: the server itself.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to=settings.AUTH_USER_MODEL, verbose_name='who')),
            ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='games.game', verbose_name='game')),
        ],
        options={
            'verbose_name': 'audit entry',
            'verbose_name_plural': 'audit entries',
            'indexes': [
                models.Index(fields=['game', 'at'], name='audit_by_game'),
            ],
        },
    ),
]
