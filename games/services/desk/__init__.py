"""The director's desk: every action with a dry run, a reason, a line in the log, and its undoing."""

from games.services.desk.ahead import when
from games.services.desk.impartial import entries_met, own_fault
from games.services.desk.kinds import Desk, Kind
from games.services.desk.registry import KINDS
from games.services.desk.running import HasChanged, Trial, check_desk, perform, preview, undo
from games.services.desk.steps import DATES, name_of_date
from games.services.desk.undoing import is_undoable, undo_fault

__all__ = [
    "DATES",
    "KINDS",
    "Desk",
    "HasChanged",
    "Kind",
    "Trial",
    "check_desk",
    "entries_met",
    "is_undoable",
    "name_of_date",
    "own_fault",
    "perform",
    "preview",
    "undo",
    "undo_fault",
    "when",
]
