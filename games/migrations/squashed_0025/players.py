"""Players, the changes of their addresses and their vacations."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.models.names
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='Player',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('password', models.CharField(max_length=128, verbose_name='password')),
            ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
            ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
            ('email', models.EmailField(max_length=254, unique=True, verbose_name='mail address')),
            ('name', models.CharField(help_text='Shown at the table, in mails and in results.', max_length=30, validators=[games.models.names.validate_player_name], verbose_name='display name')),
            ('language', models.CharField(default='en', max_length=10, verbose_name='language')),
            ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
            ('notices', models.CharField(choices=[('each', 'Every turn, at once'), ('never', 'Never')], default='each', max_length=10, verbose_name='turn mails')),
            ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
            ('is_active', models.BooleanField(default=True, verbose_name='active')),
            ('mail_failing_at', models.DateTimeField(blank=True, help_text='Set when the address refuses our mail for good; nothing is sent while set.', null=True, verbose_name='mail failing since')),
            ('joined_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
            ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
            ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ('name_key', models.CharField(editable=False, max_length=230, unique=True, verbose_name='name for comparison')),
            ('night', models.PositiveSmallIntegerField(blank=True, help_text='For nine hours from then on no deadline falls.', null=True, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='night begins at')),
            ('plays_forced', models.BooleanField(default=False, help_text='When a single move is legal, it is played for you at once, without a mail.', verbose_name='the server plays my only move')),
            ('calendar_epoch', models.PositiveIntegerField(default=1, help_text='Raise it to give the calendar of deadlines another address.', verbose_name='calendar epoch')),
            ('stands_in', models.PositiveSmallIntegerField(default=0, help_text='How many seats of others this player would play at a time; 0: none.', validators=[django.core.validators.MaxValueValidator(3)], verbose_name='seats to take over')),
        ],
        options={
            'verbose_name': 'player',
            'verbose_name_plural': 'players',
            'constraints': [
                models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='player_name_unique', violation_error_message='This name is taken.'),
                models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_name'),
            ],
        },
    ),
    migrations.CreateModel(
        name='AddressChange',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('old_email', models.EmailField(max_length=254, verbose_name='old address')),
            ('new_email', models.EmailField(max_length=254, verbose_name='new address')),
            ('state', models.CharField(choices=[('pending', 'not confirmed'), ('done', 'done'), ('withdrawn', 'taken back'), ('undone', 'undone')], default='pending', max_length=10, verbose_name='state')),
            ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked')),
            ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='address_changes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'change of address',
            'verbose_name_plural': 'changes of address',
            'indexes': [
                models.Index(fields=['new_email', 'asked_at'], name='change_by_new_address'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('state__in', ['pending', 'done', 'withdrawn', 'undone'])), name='change_state_known'),
            ],
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
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
        ],
        options={
            'verbose_name': 'vacation',
            'verbose_name_plural': 'vacations',
            'indexes': [
                models.Index(fields=['player', 'to_at'], name='vacation_by_player'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(('to_at__gt', models.F('from_at'))), name='vacation_lasts'),
            ],
        },
    ),
]
