"""The table of docs/leagues.md that states how balanced the schedules of divisions are."""

from typing import Final

from games.competition.pairing.balanced import Balance, balance, balanced_tables, possible_games

SIZES: Final = range(4, 17)
GAMES: Final = range(2, 9)


def balance_table(size: int) -> str:
    """Return a Markdown table: a row for each division size, a column for the games each plays.

    A cell says how often two players meet (fewest-most), and behind it in how many rounds.
    """
    lines = [
        "| players | " + " | ".join([f"{games} games" for games in GAMES]) + " |",
        "|" + "---|" * (len(GAMES) + 1),
    ]
    for players in SIZES:
        cells = [_cell(players, size, games) for games in GAMES]
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(players: int, size: int, games: int) -> str:
    if games not in possible_games(players, size, most=GAMES[-1]):
        return ""
    schedule = balanced_tables(range(players), b"", size=size, games=games)
    found: Balance = balance(schedule, range(players))
    return f"{_span(found.meetings)}, {schedule.rounds} r"


def _span(counts: tuple[int, int]) -> str:
    low, high = counts
    return str(low) if low == high else f"{low}–{high}"
