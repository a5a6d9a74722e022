"""Every URL of the site on one page."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.views import links, play

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<int:game_id>/", play.game, name="game"),
    path("games/<int:game_id>/undo/", play.undo, name="undo"),
    path("t/<str:token>/", links.turn_link, name="turn-link"),
    path("t/<str:token>/undo/", links.undo, name="turn-link-undo"),
    path("t/<str:token>/renew/", links.renew, name="turn-link-renew"),
    path("t/<str:token>/mute/", links.mute, name="mute"),
]
