"""Pairing: who plays whom, in which round, in which seat. Seeded: equal questions get equal answers.

The rules in words, and how balanced each schedule is: docs/leagues.md.
"""

from games.competition.pairing.balanced import Balance, balance, balanced_tables, possible_games
from games.competition.pairing.changes import with_substitute, without
from games.competition.pairing.contenders import Contender
from games.competition.pairing.knockout import (
    Slots,
    better_seed,
    first_slots,
    knockout_round,
    next_slots,
)
from games.competition.pairing.mixed import mixed_sizes, mixed_tables
from games.competition.pairing.report import balance_table, mixed_balance_table
from games.competition.pairing.round_robin import round_robin
from games.competition.pairing.swiss import swiss_round
from games.competition.pairing.swiss_tables import swiss_tables
from games.competition.pairing.tables import Bye, Entry, InvalidPairing, Schedule, Table

__all__ = [
    "Balance",
    "Bye",
    "Contender",
    "Entry",
    "InvalidPairing",
    "Schedule",
    "Slots",
    "Table",
    "balance",
    "balance_table",
    "balanced_tables",
    "better_seed",
    "first_slots",
    "knockout_round",
    "mixed_balance_table",
    "mixed_sizes",
    "mixed_tables",
    "next_slots",
    "possible_games",
    "round_robin",
    "swiss_round",
    "swiss_tables",
    "with_substitute",
    "without",
]
