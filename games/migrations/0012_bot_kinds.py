"""Name the bots that a seat may be played by."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_name_keys")]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[
                    ("random", "Random – for trying out"),
                    ("greedy", "Greedy – casual"),
                    ("search", "Search – strong"),
                ],
                default="",
                max_length=10,
                verbose_name="bot",
            ),
        ),
    ]
