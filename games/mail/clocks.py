"""What the mail says about a game's clock: time was up, more time was given, the clock stands or runs again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.mail.plain import name_in_mail
from games.mail.relevance import Sitting
from games.mail.times import deadline_of
from games.models import OutgoingMail, SeatChange


def clock_news(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of clock news show: a headline and a sentence for this reader."""
    del language
    news, about = str(mail.context.get("news")), int(mail.context.get("about", -1))
    seats = sitting.table.seats
    seat = seats[about] if 0 <= about < len(seats) else None
    is_you = seat is not None and seat.pk == sitting.seat.pk
    words = {
        "who": seat.name if seat is not None else "",
        "until": _until(seat.deadline_at if seat is not None else None, now),
        "at": _until(_moment(mail.context.get("at")), now),
        **_handover(mail),
    }
    headline, text = (_TO_ONESELF if is_you else _TO_OTHERS).get(news, _TO_ALL.get(news, _PLAIN))()
    return {"headline": headline % words, "text": text % words}


def _handover(mail: OutgoingMail) -> dict[str, str]:
    """Return who took over from whom, if the news are about that. One query at most."""
    number = mail.context.get("change")
    found = SeatChange.objects.select_related("from_player", "to_player")
    change = found.filter(pk=number).first() if isinstance(number, int) else None
    if change is None:
        return {}
    return {"who": name_in_mail(change.to_player), "left": name_in_mail(change.from_player)}


def _moment(stamp: object) -> datetime | None:
    return datetime.fromtimestamp(stamp, UTC) if isinstance(stamp, int) else None


def _until(at: datetime | None, now: datetime) -> str:
    return deadline_of(at, now=now).text if at is not None else _("an open end")


def _PLAIN() -> tuple[str, str]:  # noqa: N802
    return _("News of the clock"), _("Look at the table.")


# Words are looked up when a mail is made, in its reader's language.
_TO_ONESELF = {
    "early-reminded": lambda: (
        _("A director waits for your move"),
        _("Your time has been ended early. The others wait; you can still play."),
    ),
    "early-bot-once": lambda: (
        _("A director ended your turn: a bot played it"),
        _("Your time wasn’t up, and it isn’t counted as such. You are back at your next turn."),
    ),
    "early-bot-for-good": lambda: (
        _("A director ended your turn: a bot plays on for you"),
        _("Your time wasn’t up, and it isn’t counted as such. The result still counts for you."),
    ),
    "early-substitute": lambda: (
        _("A director has somebody asked to take over your seat"),
        _("As long as nobody has taken it you can still play your turn, and keep the seat."),
    ),
    "early-forfeit": lambda: (
        _("A director ended your turn: the game is lost"),
        _("Your time wasn’t up, and it isn’t counted as such. So it was agreed for this game."),
    ),
    "excused": lambda: (
        _("Your time was up, and you have another day"),
        _("This one is excused. You have until %(until)s; then it goes on without you."),
    ),
    "reminded": lambda: (
        _("Your time is up"),
        _("The others wait for your move. You can still play it."),
    ),
    "bot-once": lambda: (
        _("Your time was up: a bot played this turn"),
        _("You are back at your next turn."),
    ),
    "bot-for-good": lambda: (
        _("Your time was up: a bot plays on for you"),
        _("The game goes on without you. Its result still counts for you."),
    ),
    "substitute": lambda: (
        _("Your time is up: somebody is asked to take over your seat"),
        _("As long as nobody has taken it you can still play your turn, and keep the seat."),
    ),
    "no-substitute": lambda: (
        _("A bot plays on for you"),
        _("Nobody came to take over your seat. The result still counts for you."),
    ),
    "offered": lambda: (
        _("A director offers your seat to others"),
        _("Until somebody takes it over you play on."),
    ),
    "nobody-came": lambda: (
        _("Nobody came to take over your seat"),
        _("You still play it. You can offer it again later, or leave the game to a bot."),
    ),
    "forfeit": lambda: (
        _("Your time was up: the game is lost"),
        _("So it was agreed for this game."),
    ),
    "extended": lambda: (
        _("You have more time"),
        _("A director has extended your turn. You have until %(until)s."),
    ),
    "gift": lambda: (
        _("You were given another day"),
        _("You have until %(until)s for this turn."),
    ),
}
_TO_OTHERS = {
    "early-reminded": lambda: (
        _("A director waits for %(who)s’s move"),
        _("In this game everybody waits. You can write to %(who)s at the table."),
    ),
    "early-bot-once": lambda: (
        _("A director ended %(who)s’s turn: a bot played it"),
        _("%(who)s is back at the next one."),
    ),
    "early-bot-for-good": lambda: (
        _("A director ended %(who)s’s turn: a bot plays on"),
        _("You play the game to its end against the bot."),
    ),
    "early-substitute": lambda: (
        _("A director has somebody asked to take over %(who)s’s seat"),
        _(
            "Players who stand in are asked one after the other. The game waits until one of them takes the "
            "seat; if nobody does, a bot plays it."
        ),
    ),
    "early-forfeit": lambda: (
        _("A director ended %(who)s’s turn, and the game is lost for %(who)s"),
        _("So it was agreed for this game."),
    ),
    "excused": lambda: (
        _("%(who)s’s time was up"),
        _("This one is excused: %(who)s has another day, until %(until)s."),
    ),
    "reminded": lambda: (
        _("%(who)s’s time is up"),
        _("In this game everybody waits. You can write to %(who)s at the table."),
    ),
    "bot-once": lambda: (
        _("%(who)s’s time was up: a bot played this turn"),
        _("%(who)s is back at the next one."),
    ),
    "bot-for-good": lambda: (
        _("%(who)s’s time was up: a bot plays on"),
        _("You play the game to its end against the bot."),
    ),
    "substitute": lambda: (
        _("%(who)s’s time is up: somebody is asked to take over"),
        _(
            "Players who stand in are asked one after the other. The game waits until one of them takes the "
            "seat; if nobody does, a bot plays it."
        ),
    ),
    "no-substitute": lambda: (
        _("A bot plays on for %(who)s"),
        _("Nobody came to take over the seat. You play the game to its end against the bot."),
    ),
    "offered": lambda: (
        _("%(who)s’s seat is offered to others"),
        _("Players who stand in are asked to take it over. Until one does, %(who)s plays on."),
    ),
    "nobody-came": lambda: (
        _("Nobody came to take over %(who)s’s seat"),
        _("%(who)s plays on."),
    ),
    "taken-over": lambda: (
        _("%(who)s takes over from %(left)s"),
        _("The game goes on as it stands; %(who)s plays the seat from now on."),
    ),
    "forfeit": lambda: (
        _("%(who)s’s time was up and the game is lost for %(who)s"),
        _("So it was agreed for this game."),
    ),
    "extended": lambda: (
        _("%(who)s has more time"),
        _("A director has extended the turn, until %(until)s."),
    ),
    "gift": lambda: (
        _("%(who)s was given another day"),
        _("%(who)s has until %(until)s for this turn."),
    ),
    "pause-asked": lambda: (
        _("%(who)s asks for a pause"),
        _("When everybody agrees, the clock stands. You can agree at the table."),
    ),
}
_TO_ALL = {
    "early-void": lambda: (
        _("A director ended the turn: the game ends without a result"),
        _("So it was agreed for this game. Nobody wins or loses."),
    ),
    "void": lambda: (
        _("The time was up: the game ends without a result"),
        _("So it was agreed for this game. Nobody wins or loses."),
    ),
    "paused": lambda: (
        _("The clock stands"),
        _("The game is paused. Moves can be made, but no time runs."),
    ),
    "pause-ends": lambda: (
        _("The clock runs again soon"),
        _("The pause ends on %(at)s. From then on time counts."),
    ),
}
