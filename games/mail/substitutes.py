"""What mails say about seats that change hands: to who is asked to take one over, and to who has left one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings

from games.competition.clock import parse_pace
from games.mail.boards import boards_of
from games.mail.links import absolute, stand_in_url
from games.mail.plain import make_names_plain, name_in_mail
from games.mail.relevance import NoLongerWanted
from games.mail.times import deadline_of, pace_words
from games.models import MailKind, OfferCause, OutgoingMail, SeatChange, SeatRequest
from games.render import words
from games.selectors.positions import table_of
from games.selectors.table import table_view


def seat_news(mail: OutgoingMail, *, now: datetime, language: str) -> dict[str, Any]:
    """Return what the templates of both kinds show. Five queries at most."""
    told = _offer(mail, now, language) if mail.kind == MailKind.SEAT_OFFER else _taken(mail)
    return told | {
        "address": mail.holder.email,
        "preferences": absolute("preferences"),
        "rules": absolute("rules"),
        "site": absolute("home"),
        "host": settings.HOST,
    }


def _offer(mail: OutgoingMail, now: datetime, language: str) -> dict[str, Any]:
    """Return what somebody must know to say yes or no."""
    found = SeatRequest.objects.select_related("offer__game", "offer__seat")
    asked = found.filter(pk=int(mail.context.get("request") or 0)).first()
    if asked is None:
        raise NoLongerWanted("the question is no more")
    table = table_of(asked.offer.game)
    make_names_plain(table)
    seat, game = table.seats[asked.offer.seat.index], table.game
    # Who says no must not have seen the tiles: others play with the same ones.
    is_hidden = game.is_hidden()
    view = table_view(table, seat=seat.index, may_move=False, language=language)
    return {
        "game_id": game.pk,
        "game_name": game.name,
        "title": game.title,
        "leaver": seat.name,
        "is_absent": asked.offer.cause == OfferCause.TIME_OUT,
        "is_to_move": seat.awaited_turn is not None,
        "opponents": words.listed([each.name for each in view.others], language),
        "wall": view.wall_name,
        "pace": pace_words(parse_pace(game.pace)),
        "round": game.round,
        "until": deadline_of(asked.answer_by, now=now).text,
        "answer": stand_in_url(asked.pk),
        "game_page": absolute("game", game.pk),
        "is_hidden": is_hidden,
        **({} if is_hidden else boards_of(view, language)),
    }


def _taken(mail: OutgoingMail) -> dict[str, Any]:
    """Return who has taken over the reader's seat."""
    found = SeatChange.objects.select_related("game", "to_player")
    change = found.filter(pk=int(mail.context.get("change") or 0)).first()
    if change is None:
        raise NoLongerWanted("the change of players is no more")
    table = table_of(change.game)
    make_names_plain(table)
    return {
        "game_id": table.game.pk,
        "game_name": table.game.name,
        "title": table.game.title,
        "newcomer": name_in_mail(change.to_player),
        "is_absent": change.cause == OfferCause.TIME_OUT,
        "game_page": absolute("game", table.game.pk),
    }
