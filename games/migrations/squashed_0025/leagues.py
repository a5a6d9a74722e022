"""Leagues with their seasons, and what their directors did and were asked."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.leagues
from django.conf import settings
from django.db import migrations, models

MODELS = [
    migrations.CreateModel(
        name='League',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('slug', models.SlugField(max_length=40, unique=True, verbose_name='address')),
            ('name', models.CharField(max_length=60, verbose_name='name')),
            ('description', models.TextField(blank=True, default='', max_length=2000, verbose_name='description')),
            ('table_size', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(4)], verbose_name='players at a table')),
            ('wall', models.CharField(choices=[('colored', 'colored wall'), ('gray', 'gray wall')], default='colored', max_length=10, verbose_name='wall')),
            ('pace', models.CharField(default='3d', max_length=30, verbose_name='pace')),
            ('timeout_policy', models.CharField(choices=[('remind-only', 'Nothing: the player is reminded, the others wait'), ('bot-once', 'A bot plays this one turn'), ('bot-for-good', 'A bot plays the seat to the end'), ('substitute', 'Another player is asked to take over; if nobody does, a bot'), ('forfeit', 'The player loses; with more players a bot plays on'), ('void', 'The game ends without a result')], default='bot-for-good', max_length=12, verbose_name='when time is up')),
            ('pairing', models.CharField(choices=[('single', 'everybody meets everybody once'), ('double', 'everybody meets everybody twice'), ('balanced', 'balanced tables, so many games each'), ('swiss', 'Swiss, so many rounds'), ('knockout', 'knockout')], default='single', max_length=10, verbose_name='pairing')),
            ('games_each', models.PositiveSmallIntegerField(default=4, help_text='Balanced tables: best a multiple of the players at a table. Swiss: the number of rounds.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(16)], verbose_name='games each')),
            ('points', models.JSONField(blank=True, default=dict, help_text='By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each opponent beaten, one for each tied with.', verbose_name='points')),
            ('bye_points', models.PositiveSmallIntegerField(default=0, verbose_name='points for a bye')),
            ('tie_breaks', models.JSONField(blank=True, default=games.models.leagues.usual_tie_breaks, verbose_name='tie-breaks')),
            ('promoted', models.PositiveSmallIntegerField(default=2, verbose_name='go up')),
            ('relegated', models.PositiveSmallIntegerField(default=2, verbose_name='go down')),
            ('smallest_division', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2)], verbose_name='smallest division')),
            ('largest_division', models.PositiveSmallIntegerField(default=10, verbose_name='largest division')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('directors', models.ManyToManyField(blank=True, related_name='leagues_directed', to=settings.AUTH_USER_MODEL, verbose_name='directors')),
            ('is_rated', models.BooleanField(default=True, help_text="Games of this league change its players' ratings.", verbose_name='rated')),
            ('carries_over', models.BooleanField(default=False, help_text='Who played the last season is entered in the next, and may withdraw.', verbose_name='players stay')),
            ('entry_days', models.PositiveSmallIntegerField(default=0, help_text='The next season begins by itself when one is finished, and takes entries for so many days. 0: a director begins it.', verbose_name='days to enter')),
            ('followers', models.ManyToManyField(blank=True, help_text='They are told when a season opens, even if they didn’t play the last one.', related_name='leagues_followed', to=settings.AUTH_USER_MODEL, verbose_name='followers')),
            ('proposal_days', models.PositiveSmallIntegerField(default=3, help_text='Proposed divisions that no director has published stand after so many days.', verbose_name='days to look at a proposal')),
            ('round_days', models.PositiveSmallIntegerField(default=0, help_text='The next rounds start after so many days, even if games of the last ones go on. 0: they wait. Swiss and knockout always wait.', verbose_name='days for a round')),
            ('rounds_at_once', models.PositiveSmallIntegerField(default=0, help_text='So many rounds start together, the next when they are over. 0: all at once.', verbose_name='rounds at once')),
        ],
        options={
            'verbose_name': 'league',
            'verbose_name_plural': 'leagues',
            'constraints': [
                models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='league_has_name'),
                models.CheckConstraint(condition=models.Q(('table_size__range', (2, 4))), name='league_table_size_range'),
                models.CheckConstraint(condition=models.Q(('smallest_division__gte', models.F('table_size')), ('smallest_division__lte', models.F('largest_division'))), name='league_division_sizes', violation_error_message="The smallest division fills a table at least, and isn't larger than the largest."),
                models.CheckConstraint(condition=models.Q(('pairing__in', ['single', 'double', 'balanced', 'swiss', 'knockout'])), name='league_pairing_known'),
                models.CheckConstraint(condition=models.Q(('table_size', 2), ('pairing__in', ['balanced', 'swiss', 'knockout']), _connector='OR'), name='league_pairing_fits', violation_error_message='Everybody meets everybody only at tables of two.'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Season',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='number')),
            ('seed', models.CharField(editable=False, max_length=64, verbose_name='seed')),
            ('opens_at', models.DateTimeField(blank=True, null=True, verbose_name='entries open on')),
            ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='entries close on')),
            ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='starts on')),
            ('opened_at', models.DateTimeField(blank=True, null=True, verbose_name='opened')),
            ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
            ('drawn_at', models.DateTimeField(blank=True, null=True, verbose_name='drawn')),
            ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='published')),
            ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
            ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
            ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='games.league', verbose_name='league')),
            ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
            ('asked_step', models.CharField(blank=True, choices=[('open', 'Open for entries'), ('close', 'Close entries'), ('draw', 'Propose divisions'), ('publish', 'Publish divisions and fixtures'), ('start', 'Start the games'), ('finish', 'Write down the final tables'), ('promote', 'Begin the next season')], default='', max_length=10, verbose_name='asked for')),
            ('promoted_at', models.DateTimeField(blank=True, null=True, verbose_name='next season begun')),
            ('publishes_at', models.DateTimeField(blank=True, help_text='Set when they are proposed, by the league’s days to look at a proposal.', null=True, verbose_name='divisions stand from')),
            ('summarized_at', models.DateTimeField(blank=True, null=True, verbose_name='last weekly summary')),
        ],
        options={
            'verbose_name': 'season',
            'verbose_name_plural': 'seasons',
            'constraints': [
                models.UniqueConstraint(fields=('league', 'number'), name='season_number_unique'),
                models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='season_number_from_1'),
                models.CheckConstraint(condition=models.Q(('asked_step__in', ['', 'open', 'close', 'draw', 'publish', 'start', 'finish', 'promote'])), name='season_asked_known'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Division',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('level', models.PositiveSmallIntegerField(verbose_name='level')),
            ('name', models.CharField(max_length=60, verbose_name='name')),
            ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='games.season', verbose_name='season')),
            ('released', models.PositiveSmallIntegerField(default=0, verbose_name='rounds started')),
            ('released_at', models.DateTimeField(blank=True, null=True, verbose_name='last round started')),
            ('rounds', models.PositiveSmallIntegerField(default=0, verbose_name='rounds')),
        ],
        options={
            'verbose_name': 'division',
            'verbose_name_plural': 'divisions',
            'constraints': [
                models.UniqueConstraint(fields=('season', 'level'), name='division_level_unique'),
                models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='division_has_name'),
            ],
        },
    ),
    migrations.CreateModel(
        name='SeasonEntry',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('entered_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='entered')),
            ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
            ('final_place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='final place')),
            ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.division', verbose_name='division')),
            ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='season_entries', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.season', verbose_name='season')),
            ('claim', models.CharField(blank=True, choices=[('stayed', 'stayed'), ('promoted', 'promoted'), ('relegated', 'relegated'), ('returning', 'returning'), ('new', 'new')], default='', max_length=10, verbose_name='claim')),
            ('is_by_lot', models.BooleanField(default=False, verbose_name='by lot')),
            ('seeding', models.PositiveIntegerField(default=0, verbose_name='seeding')),
            ('shift', models.CharField(choices=[('none', 'as claimed'), ('filled', 'moved up to fill a division'), ('no_room', 'moved down for want of room'), ('by_hand', 'moved by a director')], default='none', max_length=10, verbose_name='shift')),
            ('withdrawn_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='withdrawn from round')),
        ],
        options={
            'verbose_name': 'entry',
            'verbose_name_plural': 'entries',
            'constraints': [
                models.UniqueConstraint(fields=('season', 'player'), name='season_entry_unique'),
            ],
        },
    ),
    migrations.CreateModel(
        name='Fixture',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('round', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='round')),
            ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='number')),
            ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='games.division', verbose_name='division')),
            ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='games.game', verbose_name='game')),
            ('void_reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
            ('voided_at', models.DateTimeField(blank=True, null=True, verbose_name='void since')),
        ],
        options={
            'verbose_name': 'fixture',
            'verbose_name_plural': 'fixtures',
            'constraints': [
                models.UniqueConstraint(fields=('division', 'round', 'number'), name='fixture_number_unique'),
                models.CheckConstraint(condition=models.Q(('voided_at__isnull', True), models.Q(('void_reason', ''), _negated=True), _connector='OR'), name='fixture_void_has_reason'),
            ],
        },
    ),
    migrations.CreateModel(
        name='FixtureSeat',
        fields=[
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('index', models.PositiveSmallIntegerField(validators=[django.core.validators.MaxValueValidator(3)], verbose_name='seat')),
            ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.fixture', verbose_name='fixture')),
            ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fixture_seats', to='games.seasonentry', verbose_name='entry')),
        ],
        options={
            'verbose_name': 'seat of a fixture',
            'verbose_name_plural': 'seats of fixtures',
            'constraints': [
                models.UniqueConstraint(fields=('fixture', 'index'), name='fixture_seat_unique'),
                models.UniqueConstraint(fields=('fixture', 'entry'), name='fixture_entry_unique'),
                models.CheckConstraint(condition=models.Q(('index__gte', 0), ('index__lte', 3)), name='fixture_seat_range'),
            ],
        },
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
            'indexes': [
                models.Index(fields=['league', '-id'], name='action_newest'),
            ],
            'constraints': [
                models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_by__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False)), _connector='OR'), name='action_undone_by_somebody'),
            ],
        },
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
            'constraints': [
                models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('fixture', 'player'), name='appeal_one_open'),
            ],
        },
    ),
]
