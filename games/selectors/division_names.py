"""What divisions are called: by their number, in any language, or as a director has named them."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.models import Division

__all__ = ["is_numbered", "numbered_name"]


def numbered_name(level: int) -> str:
    """Return what a division of this level, from 0, is called in the language in use."""
    return _("Division %(number)d") % {"number": level + 1}


def is_numbered(division: Division) -> bool:
    """Tell whether a division is called by its number, in whatever language it was named."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            if division.name == numbered_name(division.level):
                return True
    return False
