"""Leagues at whose tables three and four sit, everybody in every round."""

import django.core.validators
from django.db import migrations, models


def with_full_tables(apps, schema_editor):
    """Let leagues of mixed tables be of balanced ones, as before: fixtures that stand stay as they are."""
    apps.get_model('games', 'League').objects.filter(pairing='mixed').update(pairing='balanced')


class Migration(migrations.Migration):
    """One more way to pair; on the way back its leagues become leagues of balanced tables."""

    dependencies = [
        ('games', '0025_appeals'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='league',
            name='league_pairing_known',
        ),
        migrations.RemoveConstraint(
            model_name='league',
            name='league_pairing_fits',
        ),
        migrations.RunPython(migrations.RunPython.noop, with_full_tables),
        migrations.AlterField(
            model_name='league',
            name='games_each',
            field=models.PositiveSmallIntegerField(default=4, help_text='Balanced tables: best a multiple of the players at a table. Tables of three and four, and Swiss: the number of rounds.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(16)], verbose_name='games each'),
        ),
        migrations.AlterField(
            model_name='league',
            name='pairing',
            field=models.CharField(choices=[('single', 'everybody meets everybody once'), ('double', 'everybody meets everybody twice'), ('balanced', 'balanced tables, so many games each'), ('mixed', 'everybody plays in every round, at tables of three and four'), ('swiss', 'Swiss, so many rounds'), ('knockout', 'knockout')], default='single', max_length=10, verbose_name='pairing'),
        ),
        migrations.AlterField(
            model_name='league',
            name='points',
            field=models.JSONField(blank=True, default=dict, help_text='By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each opponent beaten, one for each tied with; at tables of three and four six for the first at any table, none for the last.', verbose_name='points'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('pairing__in', ['single', 'double', 'balanced', 'mixed', 'swiss', 'knockout'])), name='league_pairing_known'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('table_size', 2), ('pairing__in', ['balanced', 'mixed', 'swiss', 'knockout']), _connector='OR'), name='league_pairing_fits', violation_error_message='Everybody meets everybody only at tables of two.'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pairing', 'mixed'), _negated=True), ('table_size', 4), _connector='OR'), name='league_mixed_tables', violation_error_message='Tables of three and four: give 4 as the number of players at a table.'),
        ),
    ]
