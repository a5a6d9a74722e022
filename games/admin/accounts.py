"""What staff do to an account by a form of its own: give it another address, erase it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from games.services.addresses import change_address_by_staff
from games.services.erasure import erase_player
from games.services.errors import Refused


class AddressByStaffForm(forms.Form):
    """A player's new address, and whether the old one may know and undo it."""

    email = forms.CharField(label=gettext_lazy("New mail address"), max_length=254)
    is_told = forms.BooleanField(
        label=gettext_lazy("Tell the old address"),
        help_text=gettext_lazy(
            "It can then undo the change for seven days. Not if its mailbox is in wrong hands."
        ),
        required=False,
        initial=True,
    )


class EraseByStaffForm(forms.Form):
    """The player's name, typed to show that this account is meant."""

    name = forms.CharField(
        label=gettext_lazy("The player's display name"),
        help_text=gettext_lazy(
            "This can't be undone. The player becomes a former player; a bot plays running games on."
        ),
        max_length=60,
    )


class AccountPages(admin.ModelAdmin):
    """Adds the two pages to the admin of players."""

    def get_urls(self) -> list[URLPattern]:
        """Put the pages before the one that takes any id."""
        view = self.admin_site.admin_view
        own = [
            path("<int:pk>/address/", view(self.address_page), name="games_player_address"),
            path("<int:pk>/erase/", view(self.erase_page), name="games_player_erase"),
        ]
        return [*own, *super().get_urls()]

    def has_erase_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Tell whether an account may be erased; with Django's right to delete unless said otherwise."""
        return super().has_delete_permission(request, obj)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        """Tell the page whether to offer the erasure."""
        context["can_erase"] = self.has_erase_permission(request, options.get("obj"))
        return super().render_change_form(request, context, *args, **options)

    def address_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Change an address at once, without a link to confirm."""
        player = get_object_or_404(Player, pk=pk)
        if not self.has_change_permission(request, player):
            raise PermissionDenied
        form = AddressByStaffForm(request.POST if request.method == "POST" else None)

        def act(by: Player) -> None:
            change_address_by_staff(player_id=pk, by=by, now=timezone.now(), **form.cleaned_data)

        return self._answer(request, player, form, act, title=_("Change the mail address"))

    def erase_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Erase an account at its owner's wish."""
        player = get_object_or_404(Player, pk=pk)
        if not self.has_erase_permission(request, player):
            raise PermissionDenied
        form = EraseByStaffForm(request.POST if request.method == "POST" else None)

        def act(by: Player) -> None:
            if form.cleaned_data["name"].strip().casefold() != player.name.casefold():
                raise Refused(_("This is not the player's name. Nothing was erased."))
            erase_player(player_id=pk, by=by, now=timezone.now())

        return self._answer(request, player, form, act, title=_("Erase the account"))

    def _answer(
        self,
        request: HttpRequest,
        player: Player,
        form: forms.Form,
        act: Callable[[Player], None],
        *,
        title: str,
    ) -> HttpResponse:
        """Act on a good form and go back to the player; else show the form."""
        if request.method == "POST" and form.is_valid():
            try:
                act(cast("Player", request.user))
            except Refused as refused:
                form.add_error(None, refused.message)
            else:
                self.message_user(request, _("Done."), messages.SUCCESS)
                return redirect("admin:games_player_change", player.pk)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "player": player,
            "form": form,
            "title": title,
        }
        status = 422 if form.errors else 200
        return render(request, "admin/games/player/account.html", context, status=status)
