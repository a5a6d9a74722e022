"""The outbox and its switch, and mails kept for the local mailbox page."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import MailboxMail, MailPause, OutgoingMail
from games.services.outbox import retry_mail


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
    """Mails to send and sent: what waits, what was refused, what was given up."""

    list_display = (
        "key",
        "kind",
        "player",
        "state",
        "attempts",
        "next_at",
        "sent_at",
        "last_error",
    )
    list_filter = ("state", "kind", "created_at")
    search_fields = ("key", "player__name", "player__email", "message_id", "=game__id")
    ordering = ("-id",)
    list_select_related = ("player",)
    actions = ("retry",)
    shown_as = {"seat": "place", "turn": "move"}
    place = counted("seat", gettext_lazy("seat"))
    move = counted("turn", gettext_lazy("turn"))

    @admin.action(
        description=gettext_lazy("Send again what was refused or given up"), permissions=["retry"]
    )
    def retry(self, request: HttpRequest, queryset: QuerySet[OutgoingMail]) -> None:
        """Give chosen mails a fresh start; those that wait or were sent stay as they are."""
        ids = list(queryset.values_list("pk", flat=True))
        count = retry_mail(mail_ids=ids, now=timezone.now())
        text = ngettext("%(count)d mail waits again.", "%(count)d mails wait again.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Let staff retry who have Django's right to change outgoing mails."""
        return bool(request.user.has_perm("games.change_outgoingmail"))


@admin.register(MailboxMail)
class MailboxMailAdmin(ReadOnlyAdmin):
    """Mails kept instead of sent, on a site of one's own."""

    list_display = ("subject", "to", "stored_at")
    list_filter = ("stored_at",)
    search_fields = ("subject", "to", "message_id")
    ordering = ("-id",)
    secret_fields = ("source",)
    # The source holds links and sign-in codes; the mailbox page shows them, where it exists.
    exclude = ("source",)


@admin.register(MailPause)
class MailPauseAdmin(ReadOnlyAdmin):
    """The pause after the mail server refused our log-in; delete it to send at once."""

    list_display = ("until", "reason")
    list_filter = ("until",)
    search_fields = ("reason",)
    ordering = ("id",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let staff end the pause who have Django's right to."""
        del obj
        return bool(request.user.has_perm("games.delete_mailpause"))
