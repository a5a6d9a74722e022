"""Saying how an action went with each of the chosen rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.services.errors import Refused


@contextmanager
def told(page: admin.ModelAdmin, request: HttpRequest, what: Model) -> Iterator[None]:
    """Say how it went with one of the chosen rows."""
    try:
        yield
    except Refused as refused:
        page.message_user(request, f"{what}: {refused.message}", messages.ERROR)
    else:
        page.message_user(request, _("%(what)s: done.") % {"what": what}, messages.SUCCESS)
