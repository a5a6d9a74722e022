"""Registering players and changing what they prefer."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Notices, Player, Seat, Summaries
from games.models.lookalikes import is_reserved, name_key
from games.models.names import PLAYER_NAME_LENGTH, name_from_address, validate_player_name
from games.models.players import MOST_STAND_INS
from games.services import audit
from games.services.errors import NoSuchGame, Refused

# How many newcomers of one name may come in at the same moment.
NAME_TRIES = 20


class BadAddress(Refused):
    """The text is no mail address we can send to."""

    code = "bad-address"


class BadName(Refused):
    """The name can't be shown safely, or somebody has it."""

    code = "bad-name"


class BadPreference(Refused):
    """There is no such time zone or notice."""

    code = "bad-preference"


@transaction.atomic(durable=True)
def register_player(*, email: str, name: str = "", language: str = "", now: datetime) -> Player:
    """Return the player of this address, made now if there is none. Raises BadAddress or BadName.

    `language` is what a new player reads; a known one keeps the own.
    """
    return find_or_add_player(email=email, name=name, language=language, now=now)


def find_or_add_player(*, email: str, name: str = "", language: str = "", now: datetime) -> Player:
    """Do the work of register_player inside the caller's transaction."""
    address = checked_address(email)
    player = Player.objects.filter(email=address).first()
    if player is not None:
        return player
    if name:
        _check_name(name)
        return _add_player(address, name, language, now)
    proposal = name_from_address(address)
    for _attempt in range(NAME_TRIES):
        # Whoever took the name at the same moment is seen at the next look.
        with suppress(BadName):
            return _add_player(address, _free_name(proposal), language, now)
    raise _taken(proposal)


def checked_address(email: str) -> str:
    """Return the address in the form it is stored. Raises BadAddress."""
    address = email.strip().lower()
    try:
        validate_email(address)
    except ValidationError:
        raise BadAddress(_("“%(text)s” is not a mail address.") % {"text": address[:80]}) from None
    if len(address) > 254:
        raise BadAddress(_("This mail address is too long."))
    return address


@cache  # looking for zones opens hundreds of files
def known_time_zones() -> frozenset[str]:
    """Return the name of every time zone this machine knows."""
    return frozenset(available_timezones())


PREFERENCES = (
    "name", "time_zone", "notices", "summaries", "language", "plays_forced", "night", "stands_in",
)  # fmt: skip


@transaction.atomic(durable=True)
def change_preferences(  # noqa: PLR0913 - one form, one service
    *,
    player_id: int,
    name: str,
    time_zone: str,
    notices: str,
    summaries: str = "",
    language: str = "",
    plays_forced: bool | None = None,
    night: int | None = None,
    stands_in: int | None = None,
) -> Player:
    """Change a player's display name, time zone, notices, night and, if given, language, forced moves and seats.

    `night` is the hour at which it begins, None for no night; it counts from the next turn on. `stands_in`
    is how many seats of others the player would take over, 0 to 3.

    Raises BadName or BadPreference.
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    if name != player.name:
        _check_name(name, but=player)
    if time_zone not in known_time_zones():
        raise BadPreference(_("There is no time zone of this name."))
    if notices not in Notices.values:
        raise BadPreference(_("Choose when you want turn mails."))
    if summaries and summaries not in Summaries.values:
        raise BadPreference(_("Choose whether you want weekly mails."))
    if night is not None and not 0 <= night < 24:
        raise BadPreference(_("Choose an hour for the night."))
    if stands_in is not None and not 0 <= stands_in <= MOST_STAND_INS:
        raise BadPreference(_("Choose how many seats of others you would play."))
    if language:
        _check_language(language)
    player.night = night
    player.stands_in = player.stands_in if stands_in is None else stands_in
    player.name, player.time_zone, player.notices = name, time_zone, notices
    player.language = language or player.language
    player.summaries = summaries or player.summaries
    if plays_forced is not None:
        player.plays_forced = plays_forced
    try:
        with transaction.atomic():
            player.save(update_fields=[*PREFERENCES])
    except IntegrityError:  # somebody took the name at the same moment
        raise _taken(name) from None
    return player


@transaction.atomic(durable=True)
def change_language(*, player_id: int, language: str) -> None:
    """Change the language of a player's pages and mails. Raises BadPreference."""
    _check_language(language)
    Player.objects.filter(pk=player_id).update(language=language)


@transaction.atomic(durable=True)
def renew_calendar(*, player_id: int) -> None:
    """Give a player's calendar of deadlines another secret address; the old one ends."""
    Player.objects.filter(pk=player_id).update(calendar_epoch=F("calendar_epoch") + 1)


@transaction.atomic(durable=True)
def stop_mail(*, player_id: int, game_id: int | None, now: datetime) -> None:
    """Stop the turn mails of one game, or of all; asking twice changes nothing. Raises NoSuchGame."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NoSuchGame(_("There is no such player."))
    if game_id is None:
        changed = Player.objects.filter(pk=player_id).exclude(notices=Notices.NEVER)
        if changed.update(notices=Notices.NEVER):
            audit.record("stop_mail", now=now, actor=player)
        return
    seat = Seat.objects.select_related("game").filter(game_id=game_id, player_id=player_id).first()
    if seat is None:
        raise NoSuchGame(_("You have no seat in this game."))
    if not seat.is_muted:
        seat.is_muted = True
        seat.save(update_fields=["is_muted"])
        audit.record("stop_mail", now=now, actor=player, game=seat.game)


@transaction.atomic(durable=True)
def resume_mail(*, player_id: int, game_id: int | None) -> None:
    """Undo stop_mail. Raises NoSuchGame."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NoSuchGame(_("There is no such player."))
    if game_id is None:
        Player.objects.filter(pk=player_id).update(notices=Notices.EACH)
    else:
        Seat.objects.filter(game_id=game_id, player_id=player_id).update(is_muted=False)


@transaction.atomic(durable=True)
def choose_summaries(*, player_id: int, is_wanted: bool, now: datetime) -> None:
    """Send the weekly mails on how a season stands from now on, or no more; twice changes nothing."""
    wanted = Summaries.WEEKLY if is_wanted else Summaries.NEVER
    player = Player.objects.filter(pk=player_id).exclude(summaries=wanted).first()
    if player is None:
        return
    player.summaries = wanted
    player.save(update_fields=["summaries"])
    if not is_wanted:
        audit.record("stop_mail", now=now, actor=player, mails="weekly")


def _check_language(language: str) -> None:
    if language not in dict(settings.LANGUAGES):
        raise BadPreference(_("Choose one of the languages of this site."))


def _check_name(name: str, but: Player | None = None) -> None:
    try:
        validate_player_name(name)
    except ValidationError as fault:
        raise BadName(" ".join(fault.messages)) from None
    if not name:
        raise BadName(_("Give a name."))
    if is_reserved(name):
        raise BadName(_("The name %(name)s is kept for the site itself.") % {"name": name})
    others = _called(name)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise _taken(name)


def _taken(name: str) -> BadName:
    text = _("The name %(name)s is taken. Names that look alike count as one.")
    return BadName(text % {"name": name})


def _called(name: str) -> QuerySet[Player]:
    """Return who is called so, or so that nobody can tell the names apart."""
    return Player.objects.filter(Q(name__iexact=name) | Q(name_key=name_key(name)))


def _free_name(proposal: str) -> str:
    """Return the proposal, or the proposal with the first number that makes it free."""
    candidate, number = proposal, 1
    while _called(candidate).exists():
        number += 1
        candidate = f"{proposal[: PLAYER_NAME_LENGTH - 6]} {number}"
    return candidate


def _add_player(address: str, name: str, language: str, now: datetime) -> Player:
    spoken = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    try:
        with transaction.atomic():
            return Player.objects.create_user(address, name, language=spoken, joined_at=now)
    except IntegrityError:
        # Somebody registered the same address at the same moment.
        player = Player.objects.filter(email=address).first()
        if player is None:
            raise _taken(name) from None
        return player
