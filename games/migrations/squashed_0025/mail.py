"""Mails that go out, why they wait, and those of the local mailbox."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='OutgoingMail',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('key', models.CharField(max_length=120, unique=True, verbose_name='key')),
            ('kind', models.CharField(choices=[('your-turn', 'your turn'), ('game-started', 'game started'), ('game-over', 'game over'), ('sign-in', 'sign-in code'), ('invitation', 'invitation'), ('table-news', 'news of a table'), ('message', 'message at the table'), ('reminder', 'reminder'), ('clock-news', 'news of the clock'), ('season-news', 'news of a season'), ('season-message', 'message of a director'), ('season-appeal', 'question to a director'), ('seat-offer', 'seat to take over'), ('seat-taken', 'seat taken over'), ('address-change', 'confirming an address'), ('address-changed', 'address changed')], max_length=20, verbose_name='kind')),
            ('turn', models.PositiveIntegerField(blank=True, null=True, verbose_name='turn')),
            ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
            ('context', models.JSONField(blank=True, default=dict, verbose_name='context')),
            ('state', models.CharField(choices=[('pending', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('superseded', 'no longer needed'), ('failed', 'refused'), ('dead', 'given up')], default='pending', max_length=10, verbose_name='state')),
            ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
            ('next_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next attempt')),
            ('lease_until', models.DateTimeField(blank=True, null=True, verbose_name='claimed until')),
            ('message_id', models.CharField(blank=True, default='', max_length=200, verbose_name='Message-ID')),
            ('last_error', models.CharField(blank=True, default='', max_length=300, verbose_name='last error')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
            ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='games.game', verbose_name='game')),
            ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='games.invitation', verbose_name='invitation')),
        ],
        options={
            'verbose_name': 'outgoing mail',
            'verbose_name_plural': 'outgoing mails',
            'indexes': [
                models.Index(fields=['state', 'next_at'], name='mail_due'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('player__isnull', False), ('invitation__isnull', False), _connector='OR'), name='mail_has_recipient'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MailPause',
        fields=[
            ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
            ('until', models.DateTimeField(verbose_name='until')),
            ('reason', models.CharField(max_length=300, verbose_name='reason')),
        ],
        options={
            'verbose_name': 'mail pause',
            'verbose_name_plural': 'mail pauses',
            'constraints': [
                models.CheckConstraint(condition=models.Q(('id', 1)), name='one_mail_pause'),
            ],
        },
    ),
    migrations.CreateModel(
        name='MailboxMail',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('to', models.EmailField(max_length=254, verbose_name='to')),
            ('subject', models.CharField(max_length=300, verbose_name='subject')),
            ('message_id', models.CharField(db_index=True, max_length=200, verbose_name='Message-ID')),
            ('source', models.TextField(verbose_name='source')),
            ('stored_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='stored')),
        ],
        options={
            'verbose_name': 'mailbox mail',
            'verbose_name_plural': 'mailbox mails',
        },
    ),
]
