"""The steps of a season's life, each done once: by a director's click, or by the server when due.

A step is one transaction that ends with its time, so a crash leaves it undone and the next try does
it. What is too much for one transaction, starting tables, is found by what is still missing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Fixture, League, Player, Season, SeasonEntry, Step
from games.selectors.divisions import plays_of
from games.selectors.season_end import ends_at, has_rounds_left
from games.services import audit, outbox, season_mail
from games.services.errors import Refused, TooLate
from games.services.leagues import note_refusal
from games.services.season_draw import (
    check_divisions,
    check_enough,
    propose_divisions,
    write_schedules,
)
from games.services.season_proposal import AFTER_THE_LAST, check_turn, waits_for_last
from games.services.season_rounds import advance_division, release_first
from games.services.season_tables import start_tables
from games.services.seasons import SeasonRefused, add_season, check_director, open_season
from games.services.withdrawals import withdraw_closed_accounts

log = logging.getLogger(__name__)

WEEK: Final = timedelta(days=7)
STEPS: Final = tuple(Step)


def run_step(*, season_id: int, step: Step, by: Player | None, now: datetime) -> Season:
    """Bring a season as far as this step: it and all before it that aren't done. Done ones stay done.

    `by` is a director, or None: the server itself. Each step is a transaction of its own, written
    down in the audit. A large season takes seconds: see ask_step. Raises NotAllowed or SeasonRefused;
    what was done before the refusal stays done.
    """
    season = Season.objects.select_related("league").get(pk=season_id)
    check_director(by, season.league)
    check_step(season, step)
    for each in STEPS[: STEPS.index(step) + 1]:
        season = _run_one(season_id, each, by, now)
    return season


def ask_step(season: Season, step: Step, *, by: Player, now: datetime) -> None:
    """Ask the worker to bring a season as far as this step: what a request can't wait for.

    The caller has locked the season, and writes it into the league's log. Raises TooLate for a step
    that is done or asked for already, SeasonRefused for what can be told at once.
    """
    if season.done_at(step) is not None or season.asked_step == step:
        raise TooLate(_("This step is taken, or asked for, already."))
    check_step(season, step)
    season.asked_step, season.asked_by = step, by
    season.save(update_fields=["asked_step", "asked_by"])
    _record("season-asked", season, by, now, step=step.value)
    outbox.hint("games.tasks.run_season", season.pk)


def steps_missing(season: Season, step: Step) -> list[Step]:
    """Return what is to be done to bring a season as far as this step, in order."""
    return [each for each in STEPS[: STEPS.index(step) + 1] if season.done_at(each) is None]


def obstacle_to(season: Season, step: Step) -> str:
    """Return why a season can't be brought as far as this step now, "" if it can."""
    try:
        check_step(season, step)
    except SeasonRefused as refused:
        return refused.message
    return ""


def check_step(season: Season, step: Step) -> None:
    """Raise SeasonRefused if a season can't be brought as far as this step now."""
    missing = steps_missing(season, step)
    if AFTER_THE_LAST.intersection(missing):
        check_turn(season)
    if Step.DRAW in missing:
        check_enough(season)
    elif Step.PUBLISH in missing:
        check_divisions(season)
    if Step.FINISH in missing:
        if season.started_at is None:
            raise SeasonRefused(_("This season hasn’t started."))
        check_complete(season)


def check_complete(season: Season) -> None:
    """Raise SeasonRefused while games of a season aren't over, or not even drawn."""
    left = Fixture.objects.unfinished().filter(division__season=season).count()
    if left:
        text = ngettext(
            "%(count)d game of this season isn’t over.",
            "%(count)d games of this season aren’t over.",
            left,
        )
        raise SeasonRefused(text % {"count": left})
    if has_rounds_left(season):
        raise SeasonRefused(_("There are rounds left to play."))


def _locked(season_id: int) -> Season:
    found = Season.objects.select_for_update(of=("self",)).select_related("league")
    return found.get(pk=season_id)


def _record(action: str, season: Season, by: Player | None, now: datetime, **details: Any) -> None:
    audit.record(
        action,
        now=now,
        actor=by,
        league=season.league.slug,
        season=season.number,
        season_id=season.pk,
        **details,
    )


@transaction.atomic(durable=True)
def _run_one(season_id: int, step: Step, by: Player | None, now: datetime) -> Season:
    """Do one step unless it is done; its time is written with what it did."""
    season = _locked(season_id)
    if season.done_at(step) is None:
        if step in AFTER_THE_LAST:
            check_turn(season)
        _WORK[step](season, by, now)
        setattr(season, step.done_field, now)
        season.save(update_fields=[step.done_field])
        _record(f"season-{step.value}", season, by, now)
    return season


def _open(season: Season, by: Player | None, now: datetime) -> None:
    open_season(season, now=now)


def _close(season: Season, by: Player | None, now: datetime) -> None:
    """Entries are closed by the step's time alone."""


def _draw(season: Season, by: Player | None, now: datetime) -> None:
    propose_divisions(season, now=now)


def _publish(season: Season, by: Player | None, now: datetime) -> None:
    season.has_duplicate_deals = season.league.has_duplicate_deals
    season.save(update_fields=["has_duplicate_deals"])
    write_schedules(season)


def _start(season: Season, by: Player | None, now: datetime) -> None:
    release_first(season, now=now)
    season.summarized_at = now
    season.save(update_fields=["summarized_at"])
    season_mail.tell_start(season, now=now)
    outbox.hint("games.tasks.start_tables", season.pk)


def _finish(season: Season, by: Player | None, now: datetime) -> None:
    """Store the places of the final tables. Raises SeasonRefused while games aren't over."""
    check_complete(season)
    entries = {entry.pk: entry for entry in season.entries.filter(division__isnull=False)}
    for play in plays_of(season.league, list(season.divisions.all()), entries):
        for line in play.table():
            entries[line.entry].final_place = line.place
    SeasonEntry.objects.bulk_update(entries.values(), ["final_place"], batch_size=200)
    season_mail.tell_final(season, now=now)


def _promote(season: Season, by: Player | None, now: datetime) -> None:
    """Begin the next season, unless it has begun, with dates if the league has days to enter."""
    league = League.objects.select_for_update().get(pk=season.league_id)
    following = league.seasons.filter(number__gt=season.number).order_by("number").first()
    if following is None:
        following = _add_following(league, by, now)
    if league.carries_over and following.takes_entries:
        stayed = season.entries.filter(
            division__isnull=False, withdrawn_at=None, player__is_active=True
        )
        SeasonEntry.objects.bulk_create(
            [
                SeasonEntry(season=following, player_id=player_id, entered_at=now)
                for player_id in stayed.order_by("pk").values_list("player_id", flat=True)
            ],
            ignore_conflicts=True,
        )


def _add_following(league: League, by: Player | None, now: datetime) -> Season:
    season = add_season(league, by=by, now=now)
    if league.entry_days:
        season.closes_at = now + timedelta(days=league.entry_days)
        season.starts_at = season.closes_at + timedelta(days=league.proposal_days)
        season.save(update_fields=["closes_at", "starts_at"])
    open_season(season, now=now)
    return season


_WORK: Final[dict[Step, Callable[[Season, Player | None, datetime], None]]] = {
    Step.OPEN: _open,
    Step.CLOSE: _close,
    Step.DRAW: _draw,
    Step.PUBLISH: _publish,
    Step.START: _start,
    Step.FINISH: _finish,
    Step.PROMOTE: _promote,
}


def run_season(
    *,
    season_id: int,
    clock: Callable[[], datetime],
    is_out_of_time: Callable[[], bool] = lambda: False,
) -> None:
    """Do everything that is due in a season: what was asked for, steps by date, rounds, tables, mails.

    Each piece is a transaction of its own; several workers at once, or one that is killed, do no harm.
    """
    if not Season.objects.filter(pk=season_id).exists():
        return  # called off since the hint was given
    _run_asked(season_id, clock())
    withdraw_closed_accounts(season_id=season_id, now=clock())
    while not is_out_of_time() and _run_due(season_id, clock()):
        pass
    season = Season.objects.get(pk=season_id)
    if not season.is_running:
        return
    for division_id in season.divisions.order_by("level").values_list("pk", flat=True):
        if is_out_of_time():
            return
        advance_division(division_id=division_id, now=clock())
    while not is_out_of_time():
        if not start_tables(season_id=season_id, clock=clock, is_out_of_time=is_out_of_time):
            break
    summarize_week(season_id=season_id, now=clock())


def _run_asked(season_id: int, now: datetime) -> None:
    """Do what a director has asked for; a refusal is written down, and the question is settled."""
    season = Season.objects.select_related("asked_by").get(pk=season_id)
    if not season.asked_step:
        return
    step, is_refused = Step(season.asked_step), False
    try:
        run_step(season_id=season_id, step=step, by=season.asked_by, now=now)
    except Refused as refused:
        is_refused = True
        log.warning("season %s: %s refused: %s", season_id, step, refused.message)
    with transaction.atomic(durable=True):
        asked = Season.objects.filter(pk=season_id, asked_step=step)
        if asked.update(asked_step="", asked_by=None) and is_refused:
            note_refusal(season, step)


def _run_due(season_id: int, now: datetime) -> bool:
    """Do the next step if it is due; return whether it was done."""
    season = Season.objects.select_related("league").get(pk=season_id)
    step = season.next_step
    if step is None or not is_due(season, step, now):
        return False
    try:
        _run_one(season_id, step, None, now)
    except SeasonRefused as refused:
        log.info("season %s: %s has to wait: %s", season_id, step, refused.message)
        return False
    return True


def is_due(season: Season, step: Step, now: datetime) -> bool:
    """Tell whether the server takes this next step now."""
    if step == Step.FINISH:
        ends = ends_at(season)
        return ends is not None and ends <= now
    if step == Step.PROMOTE:
        return bool(season.league.entry_days)
    if step in AFTER_THE_LAST and waits_for_last(season):
        return False
    at = season.due_at(step)
    return at is not None and at <= now


@transaction.atomic(durable=True)
def summarize_week(*, season_id: int, now: datetime) -> bool:
    """Queue the weekly summaries of a running season if a week has passed since the last ones."""
    season = _locked(season_id)
    last = season.summarized_at or season.started_at
    if not season.is_running or last is None or now - last < WEEK:
        return False
    # Counted from the last ones, so that the hour stays; after a long silence from now.
    season.summarized_at = last + WEEK if now - last < 2 * WEEK else now
    season.save(update_fields=["summarized_at"])
    season_mail.tell_week(season, now=now)
    return True
