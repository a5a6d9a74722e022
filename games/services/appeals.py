"""Asking the directors of a league about one's table, and their answers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Appeal, AppealAbout, Fixture, MailKind, Player
from games.models.appeals import APPEAL_LENGTH
from games.services import outbox
from games.services.errors import BadText, NoSuchGame, NotAllowed, NothingChosen, TooLate, TooMany
from games.services.seasons import check_director


@transaction.atomic(durable=True)
def ask_director(*, game_id: int, by: Player, about: str, text: str, now: datetime) -> Appeal:
    """Ask the directors of the league in which a game is played; they get a mail.

    One question about a table at a time. Raises NoSuchGame outside leagues, NotAllowed for who doesn't
    play there, BadText, NothingChosen, TooMany, or TooLate once the season is over.
    """
    # Holding the table's row, of two questions at once the second finds the first.
    tables = Fixture.objects.select_for_update(of=("self",))
    fixture = tables.select_related("division__season__league").filter(game=game_id).first()
    if fixture is None:
        raise NoSuchGame(_("This game belongs to no league."))
    if not fixture.game or not fixture.game.seats.filter(player=by).exists():
        raise NotAllowed(_("Only the players of this game can do this."))
    if fixture.division.season.finished_at is not None:
        raise TooLate(_("This season is over."))
    if about not in AppealAbout.values:
        raise NothingChosen(_("Choose what you ask for."))
    text = _checked(text)
    if Appeal.objects.filter(fixture=fixture, player=by, answered_at=None).exists():
        raise TooMany(_("You have asked about this table already. Wait for the answer."))
    appeal = Appeal.objects.create(fixture=fixture, player=by, about=about, text=text, asked_at=now)
    for director in fixture.division.season.league.directors.exclude(pk=by.pk).order_by("pk"):
        _tell(appeal, director, "asked", now)
    return appeal


@transaction.atomic(durable=True)
def answer_appeal(*, appeal_id: int, by: Player, text: str, now: datetime) -> Appeal:
    """Answer a player's question; the player gets a mail. A question that was answered stays so.

    Raises NotAllowed for who doesn't direct the league, and for one's own question; BadText.
    """
    appeals = Appeal.objects.select_for_update(of=("self",)).select_related("player")
    appeal = appeals.select_related("fixture__division__season__league").get(pk=appeal_id)
    check_director(by, appeal.fixture.division.season.league)
    if appeal.player_id == by.pk:
        raise NotAllowed(_("This is your own question. Another director answers it."))
    text = _checked(text)
    if appeal.answered_at is None:
        appeal.answer, appeal.answered_at, appeal.answered_by = text, now, by
        appeal.save(update_fields=["answer", "answered_at", "answered_by"])
        _tell(appeal, appeal.player, "answered", now)
    return appeal


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise BadText(_("Write something first."))
    if len(text) > APPEAL_LENGTH:
        raise BadText(_("Write at most %(most)d characters.") % {"most": APPEAL_LENGTH})
    return text


def _tell(appeal: Appeal, player: Player, news: str, now: datetime) -> None:
    outbox.queue_mail(
        key=f"{MailKind.SEASON_APPEAL}:{appeal.pk}:{news}:{player.pk}",
        kind=MailKind.SEASON_APPEAL,
        player=player,
        now=now,
        context={"appeal": appeal.pk, "news": news},
    )
