"""Seats offered to other players, and who took over from whom."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='SeatOffer',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('cause', models.CharField(choices=[('player', "its player can't go on"), ('director', 'a director looks for a substitute'), ('time-out', 'time was up')], max_length=10, verbose_name='cause')),
            ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
            ('state', models.CharField(choices=[('open', 'waits for a substitute'), ('taken', 'taken over'), ('withdrawn', 'taken back'), ('nobody', 'nobody came'), ('over', 'no longer needed')], default='open', max_length=10, verbose_name='state')),
            ('turn', models.PositiveIntegerField(verbose_name='turn')),
            ('opened_at', models.DateTimeField(verbose_name='offered')),
            ('look_at', models.DateTimeField(verbose_name='next look')),
            ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_offers', to='games.game', verbose_name='game')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_offers', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offers', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'offered seat',
            'verbose_name_plural': 'offered seats',
            'indexes': [
                models.Index(condition=models.Q(('state', 'open')), fields=['look_at', 'id'], name='offer_due'),
                models.Index(fields=['game', 'id'], name='offer_by_game'),
            ],
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('seat',), name='seat_offered_once'),
                models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='offer_closed_has_time'),
            ],
        },
    ),
    migrations.CreateModel(
        name='SeatRequest',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('state', models.CharField(choices=[('asked', 'not answered'), ('accepted', 'accepted'), ('declined', 'declined'), ('lapsed', 'did not answer in time'), ('withdrawn', 'taken back')], default='asked', max_length=10, verbose_name='state')),
            ('asked_at', models.DateTimeField(verbose_name='asked')),
            ('answer_by', models.DateTimeField(verbose_name='answer by')),
            ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
            ('offer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='games.seatoffer', verbose_name='offered seat')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_requests', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'question to a stand-by',
            'verbose_name_plural': 'questions to stand-bys',
            'indexes': [
                models.Index(fields=['player', 'asked_at'], name='request_by_player'),
            ],
            'constraints': [
                models.UniqueConstraint(fields=('offer', 'player'), name='request_once'),
                models.UniqueConstraint(condition=models.Q(('state', 'asked')), fields=('offer',), name='request_one_of_an_offer'),
                models.UniqueConstraint(condition=models.Q(('state', 'asked')), fields=('player',), name='request_one_of_a_player'),
            ],
        },
    ),
    migrations.CreateModel(
        name='SeatChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('from_turn', models.PositiveIntegerField(default=0, verbose_name='held from turn')),
            ('turn', models.PositiveIntegerField(verbose_name='turn')),
            ('cause', models.CharField(choices=[('player', "its player can't go on"), ('director', 'a director looks for a substitute'), ('time-out', 'time was up')], max_length=10, verbose_name='cause')),
            ('at', models.DateTimeField(verbose_name='at')),
            ('from_player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats_left', to=settings.AUTH_USER_MODEL, verbose_name='from')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_changes', to='games.game', verbose_name='game')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='games.seat', verbose_name='seat')),
            ('to_player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats_taken', to=settings.AUTH_USER_MODEL, verbose_name='to')),
        ],
        options={
            'verbose_name': 'change of player',
            'verbose_name_plural': 'changes of players',
            'indexes': [
                models.Index(fields=['game', 'turn'], name='change_by_game'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('from_player', models.F('to_player')), _negated=True), name='change_of_player'),
                models.CheckConstraint(condition=models.Q(('turn__gte', models.F('from_turn'))), name='change_goes_forward'),
            ],
        },
    ),
]
