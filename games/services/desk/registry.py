"""All kinds of actions by their codes, in the order in which pages offer them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.services.desk.divisions import Merge, MessageDivision, MoveEntry
from games.services.desk.kinds import Kind
from games.services.desk.people import AddPlayer, EnterMany, Withdraw
from games.services.desk.results import Restart, SetResult, VoidResult
from games.services.desk.rules import ChangeRules
from games.services.desk.steps import CallOff, ChangeDates, StepBack, TakeStep
from games.services.desk.substitutes import LookForSubstitute
from games.services.desk.time import AddTime, ForceTimeOut, Nudge, Pause, Resume

_ALL: Final[tuple[Kind, ...]] = (
    AddTime(),
    Nudge(),
    Pause(),
    Resume(),
    ForceTimeOut(),
    LookForSubstitute(),
    SetResult(),
    VoidResult(),
    Restart(),
    Withdraw(),
    AddPlayer(),
    EnterMany(),
    MoveEntry(),
    Merge(),
    MessageDivision(),
    TakeStep(),
    StepBack(),
    ChangeDates(),
    CallOff(),
    ChangeRules(),
)
KINDS: Final[Mapping[str, Kind]] = {kind.code: kind for kind in _ALL}
