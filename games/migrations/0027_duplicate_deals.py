"""Deals that several tables of a league share."""

import django.db.models.deletion
from django.db import migrations, models


def give_back_seeds(apps, schema_editor):
    """Give every game a seed of its own again before the deals go."""
    game = apps.get_model('games', 'Game')
    deal = apps.get_model('games', 'Deal')
    seeds = deal.objects.filter(pk=models.OuterRef('deal')).values('seed')
    game.objects.filter(deal__isnull=False).update(seed=models.Subquery(seeds))


class Migration(migrations.Migration):
    """One new table, and who refers to it; nobody does yet."""

    dependencies = [
        ('games', '0026_mixed_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='has_duplicate_deals',
            field=models.BooleanField(default=False, help_text='All tables of a round in a division play with the same tiles, so that luck compares. Until the last of them is over only its own players see a table. A season keeps what was chosen when its fixtures were published.', verbose_name='duplicate deals'),
        ),
        migrations.AddField(
            model_name='season',
            name='has_duplicate_deals',
            field=models.BooleanField(default=False, editable=False, verbose_name='duplicate deals'),
        ),
        migrations.AlterField(
            model_name='game',
            name='seed',
            field=models.CharField(blank=True, editable=False, max_length=64, verbose_name='seed'),
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players at a table')),
                ('seed', models.CharField(editable=False, max_length=64, verbose_name='seed')),
                ('seed_hash', models.CharField(editable=False, max_length=64, verbose_name='commitment')),
                ('opened_at', models.DateTimeField(blank=True, null=True, verbose_name='opened')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deals', to='games.division', verbose_name='division')),
            ],
            options={
                'verbose_name': 'deal',
                'verbose_name_plural': 'deals',
            },
        ),
        migrations.AddField(
            model_name='fixture',
            name='deal',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='games.deal', verbose_name='deal'),
        ),
        migrations.AddField(
            model_name='game',
            name='deal',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.deal', verbose_name='deal'),
        ),
        migrations.RunPython(migrations.RunPython.noop, give_back_seeds),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('deal__isnull', True), ('seed', ''), _connector='OR'), name='game_one_seed'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.UniqueConstraint(fields=('division', 'round', 'players'), name='deal_round_unique'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('players__range', (2, 4))), name='deal_players_range'),
        ),
    ]
