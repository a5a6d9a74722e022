"""Why an action can't be undone, as far as that shows without trying."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.models import DirectorAction, Fixture, GamePause, Player
from games.selectors.desk_log import tables_planned
from games.services.desk.impartial import check_no_judge_of_oneself
from games.services.desk.kinds import Desk, check_unfinished
from games.services.desk.registry import KINDS
from games.services.desk.rounds import check_next_round
from games.services.desk.snapshots import check_was_over
from games.services.desk.steps import check_step_back
from games.services.errors import Refused, TooLate
from games.services.pauses import NOTICE

__all__ = ["check_newest", "is_undoable", "undo_fault"]


def is_undoable(done: DirectorAction, *, now: datetime) -> bool:
    """Tell whether a page should offer to undo an action whose season was read with it. No query."""
    try:
        _check_undoable(done, now)
    except Refused:
        return False
    return True


def undo_fault(done: DirectorAction, *, now: datetime, by: Player | None = None) -> str:
    """Return why an action can't be undone, by this director, "" if it is worth trying. At most eight queries."""
    try:
        _check_undoable(done, now)
        if by is not None:
            desk = _desk(done, now, by)
            check_no_judge_of_oneself(KINDS[done.kind], desk, done.arguments)
        check_newest(done)
        if Fixture.objects.filter(pk__in=tables_planned(done), game__isnull=False).exists():
            raise TooLate(_("Games have begun since that follow from it."))
        if done.kind == "pause":
            _check_stands(done)
        if done.kind in {"set-result", "void"}:
            _check_rounds(done)
    except Refused as refused:
        return refused.message
    return ""


def check_newest(done: DirectorAction) -> None:
    """Raise TooLate while a later decision about the same table or player stands."""
    kind = KINDS[done.kind]
    later = DirectorAction.objects.filter(season=done.season_id, undone_at=None, pk__gt=done.pk)
    kinds = [each.code for each in KINDS.values() if each.is_judgment == kind.is_judgment]
    for key in ("fixture", "entry"):
        if key not in done.arguments or (key == "fixture" and not kind.is_judgment):
            continue
        if later.filter(kind__in=kinds, **{f"arguments__{key}": done.arguments[key]}).exists():
            raise TooLate(_("Something else was decided about this since. Undo that first."))


def _check_undoable(done: DirectorAction, now: datetime) -> None:
    if done.season is None or done.kind not in KINDS:
        raise TooLate(_("Change it once more instead: it concerns the league itself."))
    if done.undone_at is not None:
        raise TooLate(_("It has been undone already."))
    kind = KINDS[done.kind]
    if not kind.can_be_undone:
        raise TooLate(kind.never_undone())
    if done.kind == "step":
        check_step_back(done.season, done.arguments, done.before)
    check_unfinished(_desk(done, now, done.by))
    was = done.before.get("was", done.before)
    if "game" in was and "results" in was:
        check_was_over(was)
    if done.kind == "import" and done.season.drawn_at is not None:
        raise TooLate(_("Divisions have been drawn since. Withdraw players one by one."))
    if done.kind in {"move", "merge"} and done.season.started_at is not None:
        raise TooLate(_("Games of these divisions have begun; now everybody stays where they are."))
    if done.kind == "resume" and done.at + NOTICE <= now:
        raise TooLate(_("The clock runs again already. Stop it anew."))


def _desk(done: DirectorAction, now: datetime, by: Player) -> Desk:
    if done.season is None:
        raise TooLate(_("Change it once more instead: it concerns the league itself."))
    return Desk(season=done.season, by=by, now=now, reason="")


def _check_rounds(done: DirectorAction) -> None:
    fixtures = Fixture.objects.select_related("division__season__league")
    fixture = fixtures.filter(pk=done.arguments["fixture"]).first()
    if fixture is not None:
        check_next_round(fixture, done.before)


def _check_stands(done: DirectorAction) -> None:
    if not GamePause.objects.filter(game=done.before["game"], to_at=None).exists():
        raise TooLate(_("The clock of this game runs already."))
