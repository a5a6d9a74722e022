"""Every URL of the site on one page."""

from __future__ import annotations

from allauth.account.views import account_inactive, logout
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from games.views import (
    addresses,
    clocks,
    history,
    home,
    invitations,
    links,
    lobby,
    mailbox,
    orders,
    own_data,
    pages,
    pictures,
    play,
    players,
    records,
    rooms,
    start,
    switches,
    talk,
    unsubscribe,
)

# Of allauth's many pages only those that signing in by code needs; asking for a code is signing up.
accounts: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(pattern_name="preferences")),
    path("login/", players.SignInView.as_view(), name="account_login"),
    path("login/code/", players.SignInView.as_view(), name="account_request_login_code"),
    path("login/code/confirm/", players.EnterCodeView.as_view(), name="account_confirm_login_code"),
    path("logout/", logout, name="account_logout"),
    path("inactive/", account_inactive, name="account_inactive"),
    path("preferences/", players.preferences, name="preferences"),
    path("preferences/data.json", own_data.data, name="own-data"),
    path("erase/", own_data.erase, name="erase-account"),
    path("vacation/", clocks.vacation, name="vacation"),
    path("address/", addresses.change_address, name="change-address"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("games/", lobby.games, name="games"),
    path("games/new/", start.new_game, name="new-game"),
    path("games/<int:game_id>/", play.game, name="game"),
    path("games/<int:game_id>/undo/", play.undo, name="undo"),
    path("games/<int:game_id>/resign/", lobby.resign, name="resign"),
    path("games/<int:game_id>/table/", rooms.act, name="table-act"),
    path("games/<int:game_id>/rematch/", start.rematch, name="rematch"),
    path("games/<int:game_id>/talk/", talk.talk, name="talk"),
    path("games/<int:game_id>/talk/switch/", talk.switch, name="talk-switch"),
    path("games/<int:game_id>/notes/", talk.notes, name="notes"),
    path("games/<int:game_id>/orders/", orders.orders, name="orders"),
    path("games/<int:game_id>/clock/", clocks.act, name="clock-act"),
    path("games/<int:game_id>/turns/<int:turn>/", history.turn, name="turn"),
    path("games/<int:game_id>/scores/", history.scores, name="scores"),
    path("games/<int:game_id>/record.azul", records.record_text, name="record-text"),
    path("games/<int:game_id>/record.json", records.record_json, name="record-json"),
    path("games/<int:game_id>/board.svg", pictures.board_svg, name="board-svg"),
    path("games/<int:game_id>/turns/<int:turn>/board.svg", pictures.turn_svg, name="turn-svg"),
    path("games/<int:game_id>/turns/<int:turn>/board.png", pictures.turn_png, name="turn-png"),
    path("t/<str:token>/", links.turn_link, name="turn-link"),
    path("t/<str:token>/undo/", links.undo, name="turn-link-undo"),
    path("t/<str:token>/renew/", links.renew, name="turn-link-renew"),
    path("t/<str:token>/resign/", links.resign, name="turn-link-resign"),
    path("t/<str:token>/mute/", links.mute, name="mute"),
    path("i/<str:token>/", invitations.invitation, name="invitation"),
    path("j/<str:token>/", rooms.join_link, name="join-link"),
    path("invitations/<int:invitation_id>/", invitations.answer, name="answer-invitation"),
    path("u/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("c/<str:token>/", addresses.confirm, name="confirm-address"),
    path("r/<str:token>/", addresses.restore, name="restore-address"),
    path("accounts/", include(accounts)),
    path("players/<str:name>/", players.profile, name="player"),
    path("theme/", switches.theme, name="theme"),
    path("language/", switches.language, name="language"),
    path("rules/", pages.rules, name="rules"),
    path("fairness/", pages.fairness, name="fairness"),
    path("favicon.ico", pages.favicon),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:mail_id>/", mailbox.mail, name="mailbox-mail"),
    path("mailbox/<int:mail_id>/html/", mailbox.mail_html, name="mailbox-html"),
]
