"""Places kept for invited people, and what is said and noted at a table."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Invitation',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('index', models.PositiveSmallIntegerField(validators=[django.core.validators.MaxValueValidator(3)], verbose_name='seat')),
            ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='mail address')),
            ('state', models.CharField(choices=[('pending', 'not answered'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'taken back')], default='pending', max_length=10, verbose_name='state')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='games.game', verbose_name='game')),
            ('inviter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations_made', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
            ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'invitation',
            'verbose_name_plural': 'invitations',
            'indexes': [
                models.Index(fields=['inviter', 'created_at'], name='invitation_by_inviter'),
                models.Index(fields=['email', 'state'], name='invitation_by_address'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(models.Q(('email', ''), ('player__isnull', False)), models.Q(('player__isnull', True), models.Q(('email', ''), _negated=True)), _connector='OR'), name='invitation_to_one'),
                models.CheckConstraint(condition=models.Q(('state__in', ['pending', 'accepted', 'declined', 'withdrawn'])), name='invitation_state_known'),
                models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('game', 'index'), name='invitation_place_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='InvitationBlock',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('email', models.EmailField(max_length=254, verbose_name='mail address')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('inviter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='no more from')),
            ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitation_blocks', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'invitation block',
            'verbose_name_plural': 'invitation blocks',
            'constraints': [
                models.UniqueConstraint(fields=('inviter', 'email'), name='invitation_block_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Message',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('text', models.CharField(max_length=500, verbose_name='text')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game', verbose_name='game')),
            ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.seat', verbose_name='seat')),
            ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
        ],
        options={
            'verbose_name': 'message',
            'verbose_name_plural': 'messages',
            'indexes': [
                models.Index(fields=['game', 'id'], name='message_by_game'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_has_text'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Note',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('text', models.TextField(max_length=2000, verbose_name='text')),
            ('updated_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='changed')),
            ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='note', to='games.seat', verbose_name='seat')),
        ],
        options={
            'verbose_name': 'note',
            'verbose_name_plural': 'notes',
        },
    ),
]
