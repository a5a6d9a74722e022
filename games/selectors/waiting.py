"""Tables that wait for players: one table in full, and the lists of home and games pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import (
    Entry,
    Game,
    GameStatus,
    Invitation,
    InvitationState,
    Player,
    Seat,
    Vacation,
)
from games.selectors.invited import invitations_to

__all__ = [
    "Lobby",
    "Place",
    "Room",
    "TableRow",
    "invitation_room",
    "lobby_of",
    "room_of",
]

MOST_OWN = 20
MOST_OPEN = 5


@dataclass(frozen=True, slots=True)
class Place:
    """One place at a table. `kind`: "player", "bot", "invited" or "free".

    `name` is "" for a free place and for an invited person whom the reader doesn't know by name;
    `bot` says how strong a bot is; `player` names a player's page; `invitation` is set where the reader may take one back.
    """

    number: int
    kind: str
    name: str
    player: str
    is_you: bool
    is_host: bool
    invitation: int | None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A table before it begins, as one reader sees it; after it was called off, only that.

    `invitation` is the reader's own, if it waits for an answer; `away` are the vacations that the
    seated players have announced.
    """

    game: Game
    host: str
    places: tuple[Place, ...]
    is_host: bool
    is_seated: bool
    invitation: Invitation | None
    away: tuple[Vacation, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it still waits."""
        return self.game.status == GameStatus.OPEN

    @property
    def free(self) -> int:
        """How many places nobody has and that are kept for nobody."""
        return sum(place.kind == "free" for place in self.places)

    @property
    def invited(self) -> int:
        """How many invitations wait for an answer."""
        return sum(place.kind == "invited" for place in self.places)

    @property
    def is_known(self) -> bool:
        """Whether the reader belongs to this table: sits there, set it up or is invited."""
        return self.is_host or self.is_seated or self.invitation is not None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A waiting table in a list."""

    id: int
    title: str
    wall: str
    pace: str
    host: str
    names: tuple[str, ...]
    taken: int
    free: int
    places: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """What of waiting tables concerns a player: invitations, the own ones, and those to join."""

    invited: tuple[TableRow, ...]
    own: tuple[TableRow, ...]
    open: tuple[TableRow, ...]


def room_of(game_id: int, reader: Player | None) -> Room | None:
    """Return a table that never began, None if there is none. Three queries."""
    games = Game.objects.select_related("created_by", "rematch_of")
    game = games.filter(pk=game_id, started_at__isnull=True).first()
    return None if game is None else _room(game, reader)


def invitation_room(invitation_id: int) -> tuple[Invitation, Room] | None:
    """Return an invitation with its table as the invited person sees it. Three queries.

    The table may have begun or been called off meanwhile.
    """
    found = Invitation.objects.select_related(
        "game__created_by", "game__rematch_of", "inviter", "player"
    )
    invitation = found.filter(pk=invitation_id).first()
    return None if invitation is None else (invitation, _room(invitation.game, None, invitation))


def lobby_of(player: Player) -> Lobby:
    """Return what concerns a player on the home page. At most seven queries."""
    waiting = Game.objects.filter(status=GameStatus.OPEN, started_at__isnull=True)
    asked = invitations_to(player).filter(
        state=InvitationState.PENDING, game__status=GameStatus.OPEN
    )
    own = waiting.filter(seats__player=player).order_by("-pk")[:MOST_OWN]
    invited = waiting.filter(pk__in=asked.values("game")).order_by("-pk")[:MOST_OWN]
    listed = list(own), list(invited)
    known = {game.pk for games in listed for game in games}
    others = waiting.filter(entry=Entry.OPEN).exclude(seats__player=player).order_by("-pk")
    offered = [game for game in others[: MOST_OPEN + MOST_OWN] if game.pk not in known]
    rows = {row.id: row for row in table_rows([*listed[0], *listed[1], *offered])}
    joinable = [rows[game.pk] for game in offered if rows[game.pk].free]
    return Lobby(
        own=tuple(rows[game.pk] for game in listed[0]),
        invited=tuple(rows[game.pk] for game in listed[1]),
        open=tuple(joinable[:MOST_OPEN]),
    )


def table_rows(games: Iterable[Game] | QuerySet[Game]) -> list[TableRow]:
    """Return these waiting tables as rows, in their order. Two queries."""
    listed = list(games)
    ids = [game.pk for game in listed]
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=ids).select_related("player").order_by("index"):
        seats.setdefault(seat.game_id, []).append(seat)
    kept: dict[int, int] = {}
    pending = Invitation.objects.filter(game__in=ids, state=InvitationState.PENDING)
    for game_id in pending.values_list("game_id", flat=True):
        kept[game_id] = kept.get(game_id, 0) + 1
    return [_row(game, seats.get(game.pk, []), kept.get(game.pk, 0)) for game in listed]


def _row(game: Game, seats: list[Seat], kept: int) -> TableRow:
    host = next((seat.name for seat in seats if seat.player_id == game.created_by_id), "")
    return TableRow(
        id=game.pk,
        title=game.title,
        wall=game.get_wall_display(),
        pace=game.pace,
        host=host,
        names=tuple(seat.name for seat in seats),
        taken=len(seats),
        free=max(0, game.places - len(seats) - kept),
        places=game.places,
    )


def _room(game: Game, reader: Player | None, own: Invitation | None = None) -> Room:
    """Return a table for a reader; `own` is the invitation of a reader who has not signed in."""
    seats = list(Seat.objects.filter(game=game).select_related("player"))
    waiting = Invitation.objects.filter(game=game, state=InvitationState.PENDING)
    pending = list(waiting.select_related("player", "inviter"))
    reader_id = reader.pk if reader is not None else None
    is_host = reader_id is not None and game.created_by_id == reader_id
    by_index = {seat.index: _taken(seat, game, reader_id) for seat in seats}
    own = own or _own(game, reader, pending)
    by_index |= {
        each.index: _kept(each, reader, is_you=each == own, is_host=is_host) for each in pending
    }
    return Room(
        game=game,
        host=game.created_by.shown_name if game.created_by is not None else "",
        places=tuple(by_index.get(index) or _free(index) for index in range(game.places)),
        is_host=is_host,
        is_seated=any(place.is_you and place.kind == "player" for place in by_index.values()),
        invitation=own if reader is not None else None,
        away=_away(game, seats),
    )


def _away(game: Game, seats: list[Seat]) -> tuple[Vacation, ...]:
    """Return the vacations that these players have announced, as far as they end after the table was set up."""
    people = [seat.player_id for seat in seats if seat.player_id is not None]
    announced = Vacation.objects.filter(player__in=people, cancelled_at=None)
    return tuple(
        announced.filter(to_at__gt=game.created_at).select_related("player").order_by("from_at")
    )


def _taken(seat: Seat, game: Game, reader_id: int | None) -> Place:
    return Place(
        number=seat.index + 1,
        kind="bot" if seat.is_bot else "player",
        bot=seat.bot_title,
        name=seat.name,
        player=seat.player.name if seat.player is not None else "",
        is_you=reader_id is not None and seat.player_id == reader_id,
        is_host=seat.player_id is not None and seat.player_id == game.created_by_id,
        invitation=None,
    )


def _own(game: Game, reader: Player | None, pending: list[Invitation]) -> Invitation | None:
    """Return the reader's own among the pending invitations of a table. One query if there are any."""
    if reader is None or not pending:
        return None
    ids = set(invitations_to(reader).filter(game=game).values_list("pk", flat=True))
    return next((each for each in pending if each.pk in ids), None)


def _kept(invitation: Invitation, reader: Player | None, *, is_you: bool, is_host: bool) -> Place:
    """Return a kept place: names show to all, an address only to the host who typed it."""
    name = invitation.player.name if invitation.player is not None else ""
    if not name and is_host:
        name = invitation.email
    return Place(
        number=invitation.index + 1,
        kind="invited",
        name=reader.name if is_you and reader is not None else name,
        player="",
        is_you=is_you,
        is_host=False,
        invitation=invitation.pk if is_host else None,
    )


def _free(index: int) -> Place:
    return Place(index + 1, "free", "", "", is_you=False, is_host=False, invitation=None)
