"""Dates of seasons lie in years that can be told in every time zone."""

from datetime import UTC, datetime

import django.core.validators
from django.db import migrations, models

DATES = ("opens_at", "closes_at", "publishes_at", "starts_at")
FIRST = datetime(1999, 12, 31, tzinfo=UTC)
BEYOND = datetime(2101, 1, 2, tzinfo=UTC)
DAYS = ("proposal_days", "entry_days")


def take_away(apps, schema_editor):
    """Take dates away that say nothing, and bring days within reach; such a step waits for a director."""
    seasons = apps.get_model("games", "Season").objects
    for name in DATES:
        far = models.Q(**{f"{name}__lt": FIRST}) | models.Q(**{f"{name}__gte": BEYOND})
        seasons.filter(far).update(**{name: None})
    for name in DAYS:
        apps.get_model("games", "League").objects.filter(**{f"{name}__gt": 365}).update(**{name: 365})


def within(name):
    """Return the constraint on one of the dates."""
    years = models.Q((f"{name}__gte", FIRST), (f"{name}__lt", BEYOND))
    return migrations.AddConstraint(
        model_name="season",
        constraint=models.CheckConstraint(
            condition=models.Q((f"{name}__isnull", True), years, _connector="OR"), name=f"season_{name}_in_range"
        ),
    )


class Migration(migrations.Migration):
    """What lies outside goes; then nothing does any more."""

    dependencies = [
        ("games", "0028_weekly_mails"),
    ]

    operations = [
        migrations.RunPython(take_away, migrations.RunPython.noop),
        *[within(name) for name in DATES],
        migrations.AlterField(
            model_name="league",
            name="proposal_days",
            field=models.PositiveSmallIntegerField(default=3, help_text="Proposed divisions that no director has published stand after so many days.", validators=[django.core.validators.MaxValueValidator(365)], verbose_name="days to look at a proposal"),
        ),
        migrations.AlterField(
            model_name="league",
            name="entry_days",
            field=models.PositiveSmallIntegerField(default=0, help_text="The next season begins by itself when one is finished, and takes entries for so many days. 0: a director begins it.", validators=[django.core.validators.MaxValueValidator(365)], verbose_name="days to enter"),
        ),
    ]
