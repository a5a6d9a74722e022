"""Django's admin for operators: one file for each file of models; actions call services."""

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import (
    addresses,
    audit,
    clocks,
    deals,
    desk,
    games,
    leagues,
    lobby,
    mail,
    orders,
    players,
    ratings,
    scoring,
    substitutes,
    talk,
)

__all__ = [
    "addresses",
    "audit",
    "clocks",
    "deals",
    "desk",
    "games",
    "leagues",
    "lobby",
    "mail",
    "orders",
    "players",
    "ratings",
    "scoring",
    "substitutes",
    "talk",
]

admin.site.site_header = _("Azul by mail")
admin.site.site_title = _("Azul by mail")
admin.site.index_title = _("Administration")

# An address stands with its player, and nowhere else: what allauth keeps is not asked when signing in.
if admin.site.is_registered(EmailAddress):
    admin.site.unregister(EmailAddress)
