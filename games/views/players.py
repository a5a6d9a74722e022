"""Signing in by mailed code, a player's own preferences, and the page that everybody may see."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.players import CodeForm, PreferencesForm, SignInForm
from games.models import Player
from games.selectors.desk import directs_any
from games.selectors.people import NoSuchPlayer
from games.selectors.profile import profile_of
from games.services.errors import Refused
from games.services.players import change_preferences, register_player
from games.views.reader import reader_of, signed_in
from games.views.switches import keep_language

NEW_PLAYER = "is_new_player"


class SignInView(RequestLoginCodeView):  # type: ignore[misc]
    """Ask for an address and mail a code there. The same for known, unknown and closed accounts."""

    form_class = SignInForm

    def form_valid(self, form: SignInForm) -> HttpResponse:
        """Make an unknown address a player, queue the code, go on to the code page."""
        address = form.cleaned_data["email"]
        if not _may_ask(self.request, address):
            return too_many_codes(self.request)
        try:
            player = register_player(
                email=address, language=get_language() or "", now=timezone.now()
            )
        except Refused as fault:
            form.add_error("email", fault.message)
            return self.form_invalid(form)
        form.let_in(player if player.is_active else None)
        self.request.sign_in_address = address  # the account adapter makes the code from it
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: SignInForm) -> HttpResponse:
        """Show what is wrong with the address."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: object) -> None:
        """Let somebody who mistyped the address come back here from the code page."""


class EnterCodeView(ConfirmLoginCodeView):  # type: ignore[misc]
    """Take the code; mail another one when asked."""

    form_class = CodeForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Say why when the code's time has passed."""
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if getattr(self, "_process", None) is None and not request.user.is_authenticated:
            messages.warning(request, _("This code is no longer valid. Ask for a new one."))
        return response

    def form_valid(self, form: Form) -> HttpResponse:
        """Sign in, or mail a new code."""
        is_resend = self._action == "resend"
        address = self._process.state["email"]
        if not _is_address_of(self._process.user, address):
            # The account has another address since: what was mailed to this one opens nothing.
            self._process.abort()
            messages.warning(self.request, _("This code is no longer valid. Ask for a new one."))
            return redirect("account_login")
        if is_resend and not _may_ask(self.request, address):
            return too_many_codes(self.request)
        self.request.sign_in_address = address
        response: HttpResponse = super().form_valid(form)
        if is_resend:
            messages.success(self.request, _("We mailed a new code. Only the newest one counts."))
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        """Say that the code is wrong; after three wrong ones another must be asked for."""
        response: HttpResponse = super().form_invalid(form)
        if response.status_code == 200:
            response.status_code = 422
        return response


def too_many_codes(request: HttpRequest) -> HttpResponse:
    """Answer somebody who asks for code after code."""
    response: HttpResponse = respond_429(request)
    return response


def _may_ask(request: HttpRequest, address: str) -> bool:
    """Count one code asked for; tell whether client and address are still within their limits."""
    return bool(consume(request, action="request_login_code", key=address))


def _is_address_of(player: Player | None, address: str) -> bool:
    """Whether a code mailed to this address may open the account; None: it opens none anyway."""
    return player is None or player.email == address


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change what a player may choose."""
    player = signed_in(request)
    form = PreferencesForm(
        request.POST if request.method == "POST" else None,
        initial={field: getattr(player, field) for field in PreferencesForm.base_fields},
    )
    if request.method == "POST" and form.is_valid():
        try:
            player = change_preferences(player_id=player.pk, **form.cleaned_data)
        except Refused as fault:
            form.add_error("name", fault.message)
        else:
            return _saved(request, player.language if "language" in form.fields else "")
    context = {"form": form, "now": timezone.now(), "is_director": directs_any(player)}
    status = 422 if form.errors else 200
    return render(request, "players/preferences.html", context, status=status)


def _saved(request: HttpRequest, language: str) -> HttpResponse:
    """Say so on the page itself, in the language chosen if one was."""
    request.session.pop(NEW_PLAYER, None)
    with override(language or get_language()):
        messages.success(request, _("Saved."))
    response = redirect("preferences")
    if language:
        keep_language(response, language)
    return response


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show what everybody may know of a player."""
    now = timezone.now()
    try:
        found = profile_of(name, now=now, reader=reader_of(request))
    except NoSuchPlayer:
        raise Http404(_("Nobody of this name plays here.")) from None
    return render(request, "players/profile.html", {"profile": found, "now": now})
