"""No two leagues have the same name, and points are numbers within reach."""

import django.core.validators
import django.db.models.functions.text
from django.db import migrations, models

import games.models.points


def tell_apart(apps, schema_editor):
    """Add a number to the names of leagues that are there already, but for the oldest of each."""
    leagues = apps.get_model("games", "League").objects
    taken = set()
    for pk, name in leagues.order_by("pk").values_list("pk", "name"):
        new, number = name, 1
        while new.lower() in taken:
            number += 1
            end = f" ({number})"
            new = name[: 60 - len(end)] + end
        taken.add(new.lower())
        if new != name:
            leagues.filter(pk=pk).update(name=new)


class Migration(migrations.Migration):
    """Numbers first, so that the constraint finds none alike."""

    dependencies = [
        ("games", "0029_season_years"),
    ]

    operations = [
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="league_name_unique", violation_error_message="There is a league of this name already."),
        ),
        migrations.AlterField(
            model_name="league",
            name="points",
            field=models.JSONField(blank=True, default=dict, help_text='By table size, for each place, like {"4": [5, 3, 1, 0]}. Empty: two points for each opponent beaten, one for each tied with; at tables of three and four six for the first at any table, none for the last.', validators=[games.models.points.check_points], verbose_name="points"),
        ),
        migrations.AlterField(
            model_name="league",
            name="bye_points",
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(1000)], verbose_name="points for a bye"),
        ),
    ]
