"""How django-allauth's sign-in by code works here: codes that no row holds, mails through the outbox."""

from __future__ import annotations

import secrets
from typing import Any, Self

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from games.mail.codes import sign_in_code
from games.models import Player
from games.services.sign_in import note_signed_in, send_sign_in_code

SIGN_IN_MAIL = "account/email/login_code"


class SignInCode(str):
    """A code that remembers the nonce it was made from."""

    nonce: str

    def __new__(cls, email: str) -> Self:
        """Make a nonce and the code that belongs to it and to the address."""
        nonce = secrets.token_urlsafe(16)
        code = super().__new__(cls, sign_in_code(nonce, email))
        code.nonce = nonce
        return code


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's ways where they differ from allauth's own."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": _("This is not the code we mailed. Look at the newest mail."),
        "too_many_login_attempts": _("Too many wrong codes. Ask for a new one."),
        "rate_limited": _("You asked for many codes in a short time. Wait a minute."),
    }

    def generate_login_code(self) -> str:
        """Make the code for the address that the sign-in page noted on the request."""
        return SignInCode(context.request.sign_in_address)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the sign-in mail. Nothing else that allauth would mail is sent.

        An unknown address gets no mail of its own kind: the sign-in page has made it a player before.
        """
        if template_prefix == SIGN_IN_MAIL:
            send_sign_in_code(email=email, nonce=context["code"].nonce, now=timezone.now())

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        """Show allauth's faults; its news ("signed in as ...") the next page shows by itself."""
        if level >= messages.WARNING and kwargs.get("message"):
            super().add_message(request, level, *args, **kwargs)

    def get_login_stages(self) -> list[str]:
        """Return the one stage of signing in: the code. It proves the address as well."""
        return ["allauth.account.stages.LoginByCodeStage"]

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign in, and remember for the home page that this was the first time."""
        is_first = isinstance(user, Player) and user.last_login is None
        super().login(request, user)
        if isinstance(user, Player):
            note_signed_in(player_id=user.pk)
        if is_first:
            request.session["is_new_player"] = True

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Keep allauth's own sign-up closed: asking for a code is signing up."""
        del request
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """Allow a redirect to this very site only."""
        request = context.request
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
