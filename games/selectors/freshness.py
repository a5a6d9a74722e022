"""Whether a page that somebody has open still shows the table, and what was written there, as it is."""

from __future__ import annotations

from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.utils.crypto import salted_hmac

from games.models import Game, Message, Note, Seat

__all__ = ["table_tag", "tag_of", "words_tag"]

FIELDS = ("turn", "takebacks", "status", "deadline_at", "deal_id")
SEPARATOR = "-"


def table_tag(game_id: int, known: str = "") -> str:
    """Return the tag of a game as it is now for a page that has the tag `known`, "" if there is no such game.

    With what the players wrote in it if `known` has that too, for the same seat. One query.
    """
    index = _seat_in(known)
    if index is None:
        game = Game.objects.filter(pk=game_id).only(*FIELDS).first()
        return tag_of(game) if game is not None else ""
    newest = Message.objects.filter(game=OuterRef("game")).order_by("-pk").values("pk")[:1]
    noted = Note.objects.filter(seat=OuterRef("pk")).values("updated_at")
    found = (
        Seat.objects.filter(game=game_id, index=index)
        .annotate(newest=Subquery(newest), noted_at=Subquery(noted))
        .values_list(
            "pk", "is_talk_off", "newest", "noted_at", *(f"game__{name}" for name in FIELDS)
        )
        .first()
    )
    if found is None:
        return ""
    seat = Seat(pk=found[0], index=index, is_talk_off=found[1])
    words = words_tag(seat, newest=found[2], noted_at=found[3])
    return tag_of(Game(**dict(zip(FIELDS, found[4:], strict=True))), words)


def tag_of(game: Game, words: str = "") -> str:
    """Return a tag that changes with everything an open page of the table shows.

    Moves count up `turn`, moves taken back `takebacks`; the status and the deadline are in it too.
    Behind a hyphen follow the `words_tag` of what the page shows beside the table, if it shows anything.
    """
    deadline = int(game.deadline_at.timestamp()) if game.deadline_at else 0
    table = f"{game.turn}.{game.takebacks}.{game.status}.{deadline}"
    if game.deal_id is not None:
        # Whoever may not see the table can't find out how far it is by asking for one tag after the other.
        digest = salted_hmac("games.freshness", f"{game.pk}:{table}", algorithm="sha256")
        table = digest.hexdigest()[:32]
    return f'"{table}{SEPARATOR}{words}"' if words else f'"{table}"'


def words_tag(seat: Seat, *, newest: int | None, noted_at: datetime | None) -> str:
    """Return a tag that changes with the messages and notes that this seat's player sees.

    From the id of the newest message and the time of the note. The seat's index and a keyed hash: whoever
    isn't shown the messages can't ask whether there are new ones.
    """
    shown = "off" if seat.is_talk_off else str(newest or 0)
    noted = noted_at.isoformat() if noted_at else ""
    digest = salted_hmac("games.freshness", f"{seat.pk}:{shown}:{noted}", algorithm="sha256")
    return f"{seat.index}.{digest.hexdigest()[:16]}"


def _seat_in(tag: str) -> int | None:
    """Return the index of the seat whose words a tag has in it, None if it has none."""
    words = tag.strip('"').partition(SEPARATOR)[2]
    index = words.partition(".")[0]
    return int(index) if index in {"0", "1", "2", "3"} else None
