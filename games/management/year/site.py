"""The parts of the simulated server: a worker that hints wake, a beat that sweeps, a mail server."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Min

from games import work
from games.mail import delivery
from games.mail.headers import message_id
from games.mail.relevance import NoLongerWanted, check_wanted
from games.management.year.post import OFFICE
from games.models import MailState, OfferState, OutgoingMail, Seat, SeatOffer, Service, SignOfLife
from games.selectors import due
from games.services import outbox
from games.services.endings import finalize_game

BEAT: Final = timedelta(seconds=10)
"""How long after a sweep the next one comes."""
LOOK: Final = timedelta(minutes=5)
"""How often a part that is down is looked at: a silence is noticed within this time."""
MOST: Final = 1000
WORKER, BEATER, MAIL = "worker", "beat", "mail"


@dataclass
class LivingSite:
    """Which parts are down, and until when; the web itself always answers.

    `write_every`: of so many mails that leave at once one is written out and handed over. `is_used_to_sweep`: no
    sweep has failed to come since the last one.
    """

    down: dict[str, datetime] = field(default_factory=dict)
    swept_at: datetime | None = None
    write_every: int = 10
    mails: int = 0
    is_used_to_sweep: bool = False

    @property
    def is_sweeping(self) -> bool:
        """Whether a worker lives and is told to sweep."""
        return WORKER not in self.down and BEATER not in self.down

    def fail(self, part: str, *, now: datetime, until: datetime) -> None:
        """Let a part die; if it is down already, it stays so for longer."""
        if self.is_sweeping:
            self._live_until(now)
        self.is_used_to_sweep = self.is_used_to_sweep and part == MAIL
        self.down[part] = max(until, self.down.get(part, until))
        OFFICE.is_down = MAIL in self.down

    def revive(self, now: datetime) -> list[str]:
        """Bring back what was to come back by now; return what did."""
        back = [part for part, until in self.down.items() if until <= now]
        for part in back:
            del self.down[part]
        OFFICE.is_down = MAIL in self.down
        return back

    def follow_hints(self, now: datetime) -> None:
        """Do what a worker does within seconds of a move: bots, results, mails. Nothing while it is dead."""
        if WORKER in self.down:
            return
        for game_id in due.games_with_bots_to_move(limit=MOST):
            work.play_bots(game_id, clock=lambda: now)
        for game_id in due.games_to_finalize(limit=MOST):
            finalize_game(game_id=game_id, now=now)
        for mail_id in due.due_mail(now=now, limit=MOST):
            self._deliver(mail_id, now)

    def _deliver(self, mail_id: int, now: datetime) -> None:
        """Send a mail; of most turn mails that still are wanted only the fact, without writing them out."""
        self.mails += 1
        if OFFICE.is_down or self.mails % self.write_every == 0:
            delivery.deliver(mail_id, clock=lambda: now)
            return
        mail = outbox.claim_mail(mail_id=mail_id, now=now)
        if mail is None:
            return
        try:
            check_wanted(mail, now=now)
        except NoLongerWanted as reason:
            outbox.mark_superseded(mail=mail, why=str(reason))
            return
        name = message_id(mail.key)
        OFFICE.note(name, mail.kind, mail.key)
        outbox.mark_sent(mail=mail, message_id=name, now=now)

    def sweep(self, now: datetime) -> dict[str, int]:
        """Sweep once, as the beat asks for; return the counts."""
        if self.is_used_to_sweep:
            self._live_until(now - BEAT)
        self.swept_at, self.is_used_to_sweep = now, True
        return work.sweep(clock=lambda: now)

    def next_sweep(self, now: datetime) -> datetime | None:
        """Return when the next sweep comes that finds something to do; None: none does.

        Those before it are left out: they would find nothing and write their sign of life only.
        """
        if not self.is_sweeping:
            return None
        clocks = Seat.objects.on_clock().aggregate(Min("deadline_at"), Min("remind_at"))
        waiting = OutgoingMail.objects.filter(state=MailState.PENDING).aggregate(Min("next_at"))
        offered = SeatOffer.objects.filter(state=OfferState.OPEN).aggregate(Min("look_at"))
        found = (*clocks.values(), *waiting.values(), *offered.values())
        moments = [at for at in found if at is not None]
        is_late = bool(moments) and self.swept_at is not None and min(moments) <= self.swept_at
        wait = LOOK if is_late or MAIL in self.down else BEAT
        if MAIL in self.down:
            return now + wait if not moments else max(min(*moments, now + wait), now + BEAT)
        return max(min(moments), now + wait) if moments else None

    def _live_until(self, now: datetime) -> None:
        """Write the signs of life of the sweeps that were left out."""
        mail_at = due.mail_alive_at(now=now)
        signs = SignOfLife.objects.filter(alive_at__lt=now)
        signs.filter(service=Service.WORKER).update(alive_at=now)
        if mail_at is not None:
            signs.filter(service=Service.MAIL, alive_at__lt=mail_at).update(alive_at=mail_at)
