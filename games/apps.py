"""The one Django app of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games of Azul, their players and their mails."""

    name = "games"
    verbose_name = "Azul by mail"
    default_auto_field = "django.db.models.BigAutoField"
