"""What happens in the simulated year besides moves: pauses, gifts, vacations, directors, people who leave.

Each deed calls the service that a page would call. A refusal is no fault: the moment was chosen blindly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TypeAlias, TypeVar

from games.management.year.people import Person
from games.models import GameStatus, Player, RequestState, Seat, SeatRequest, Vacation
from games.services.deadlines import extend_deadline, force_time_out, give_time
from games.services.endings import resign_seat
from games.services.errors import Refused
from games.services.pauses import ask_pause, end_pause, pause_game
from games.services.substitutes import Answer, answer_request, offer_seat
from games.services.vacations import cancel_vacation, set_vacation

Deed: TypeAlias = Callable[[datetime], None]
Done = TypeVar("Done")


@dataclass
class Deeds:
    """Everything that people decide to do.

    `later` puts a deed on the calendar; `forced` are the turns (seat id, turn) that a director timed out.
    """

    director: Player
    luck: Random
    later: Callable[[datetime, Deed], None]
    figures: Counter[str] = field(default_factory=Counter)
    forced: set[tuple[int, int]] = field(default_factory=set)
    last_request: int = 0

    def plan_game(self, game_id: int, begun: datetime) -> None:
        """Put on the calendar what will happen in a game that begins now."""
        for chance, deed in (
            (0.30, self._ask_pause),
            (0.60, self._give),
            (0.15, self._extend),
            (0.10, self._stop),
            (0.05, self._resign),
            (0.10, self._offer_seat),
            (0.05, self._force),
        ):
            if self.luck.random() < chance:
                at = begun + timedelta(days=self.luck.uniform(0.2, 15))
                self.later(at, partial(deed, game_id))

    def plan_vacation(self, person: Person, at: datetime) -> None:
        """Put on the calendar that somebody announces some days away, and perhaps comes back early."""
        self.later(at, partial(self._announce, person.player))

    def _announce(self, player: Player, now: datetime) -> None:
        first = (now + timedelta(days=self.luck.randint(1, 14))).date()
        last = first + timedelta(days=self.luck.randint(0, 13))
        plan = partial(set_vacation, player_id=player.pk, first=first, last=last, now=now)
        vacation = self._try("vacations", plan)
        if vacation is not None and self.luck.random() < 0.25:
            back = now + (vacation.to_at - now) * self.luck.uniform(0.3, 1.0)
            self.later(back, partial(self._come_back, vacation))

    def _come_back(self, vacation: Vacation, now: datetime) -> None:
        def call_off() -> bool:
            cancel_vacation(player_id=vacation.player_id, vacation_id=vacation.pk, now=now)
            return True

        self._try("vacations_called_off", call_off)

    def _ask_pause(self, game_id: int, now: datetime) -> None:
        """Let everybody at the table agree within a day; one pause in eight has no end."""
        for seat in _people(game_id):
            at = now + timedelta(hours=self.luck.uniform(0, 24))
            self.later(at, partial(self._agree, game_id, seat))

    def _agree(self, game_id: int, seat: Seat, now: datetime) -> None:
        player = seat.player
        if player is None:
            return
        agree = partial(ask_pause, game_id=game_id, by=player, now=now)
        if self._try("pauses_agreed", agree) and self.luck.random() < 0.9:
            back = now + timedelta(days=self.luck.uniform(0.5, 6))
            self.later(back, partial(self._end_pause, game_id, player))

    def _end_pause(self, game_id: int, by: Player, now: datetime) -> None:
        self._try("pauses_ended", partial(end_pause, game_id=game_id, by=by, now=now))

    def _stop(self, game_id: int, now: datetime) -> None:
        def stop() -> bool:
            pause_game(game_id=game_id, by=self.director, now=now, reason="a question of rules")
            return True

        if self._try("pauses_by_director", stop):
            back = now + timedelta(days=self.luck.uniform(0.5, 4))
            self.later(back, partial(self._end_pause, game_id, self.director))

    def _give(self, game_id: int, now: datetime) -> None:
        """Let somebody at the table give a day to one who is to move."""
        people = _people(game_id)
        taker = next((seat for seat in people if seat.awaited_turn is not None), None)
        giver = next((seat for seat in people if taker is not None and seat.pk != taker.pk), None)
        if taker is None or giver is None or giver.player is None:
            return
        give = partial(
            give_time,
            game_id=game_id,
            seat=taker.index,
            turn=taker.awaited_turn or 0,
            before=taker.extra,
            by=giver.player,
            now=now,
        )
        self._try("gifts", give)

    def _extend(self, game_id: int, now: datetime) -> None:
        for seat in _people(game_id):
            if seat.awaited_turn is not None:
                hours = timedelta(hours=self.luck.randint(1, 72))
                extend = partial(
                    extend_deadline,
                    game_id=game_id,
                    seat=seat.index,
                    time=hours,
                    by=self.director,
                    now=now,
                )
                self._try("extensions", extend)
                return

    def _resign(self, game_id: int, now: datetime) -> None:
        seat = self.luck.choice(_people(game_id) or [None])
        if seat is None or seat.player is None:
            return
        player, index = seat.player, seat.index

        def resign() -> bool:
            resign_seat(game_id=game_id, seat=index, by=player, now=now)
            return True

        self._try("resignations", resign)

    def _offer_seat(self, game_id: int, now: datetime) -> None:
        seat = self.luck.choice(_people(game_id) or [None])
        if seat is not None and seat.player is not None:
            offer = partial(offer_seat, game_id=game_id, seat=seat.index, by=seat.player, now=now)
            self._try("seats_offered_by_players", offer)

    def answer_requests(self, now: datetime) -> None:
        """Let players who have just been asked to stand in decide: half take the seat, a few never answer."""
        new = SeatRequest.objects.filter(state=RequestState.ASKED, pk__gt=self.last_request)
        for pk in new.order_by("pk").values_list("pk", flat=True):
            self.last_request = pk
            if self.luck.random() < 0.85:
                at = now + timedelta(hours=self.luck.uniform(0.5, 30))
                self.later(at, partial(self._answer_request, pk))

    def _answer_request(self, request_id: int, now: datetime) -> None:
        answer = self.luck.choice((Answer.ACCEPT, Answer.DECLINE))
        reply = partial(answer_request, request_id=request_id, answer=answer, now=now)
        self._try(f"stand_by_answers_{answer.value}", reply)

    def _force(self, game_id: int, now: datetime) -> None:
        for seat in _people(game_id):
            if seat.awaited_turn is not None:
                self.forced.add((seat.pk, seat.awaited_turn))
                force = partial(
                    force_time_out, game_id=game_id, seat=seat.index, by=self.director, now=now
                )
                self._try("time_outs_forced", force)
                return

    def _try(self, name: str, deed: Callable[[], Done]) -> Done | None:
        """Do something and count it if it changed anything; None if it was refused."""
        try:
            done = deed()
        except Refused as refused:
            self.figures[f"refused_{refused.code}".replace("-", "_")] += 1
            return None
        self.figures[name] += bool(done)
        return done


def _people(game_id: int) -> list[Seat]:
    """Return the seats of a running game that people play."""
    seats = Seat.objects.filter(game_id=game_id, bot="", game__status=GameStatus.RUNNING)
    return list(seats.select_related("player").order_by("index"))
