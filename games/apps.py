"""The one Django app of the site."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games of Azul, their players and their mails."""

    name = "games"
    verbose_name = _("Azul by mail")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks; they need the models, so not before now."""
        from games import checks  # noqa: F401, PLC0415
