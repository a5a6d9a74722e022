"""The table of docs/leagues.md that states how balanced the schedules of divisions are."""

from collections import Counter
from typing import Final

from games.competition.pairing.balanced import Balance, balance, balanced_tables, possible_games
from games.competition.pairing.mixed import mixed_sizes, mixed_tables

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


def mixed_balance_table() -> str:
    """Return the same for tables of three and four: a column for the number of rounds.

    A cell says how often two players meet (fewest-most), and behind it how often each sits at a
    table of four, if not always or never.
    """
    lines = [
        "| players | a round | " + " | ".join([f"{rounds} rounds" for rounds in GAMES]) + " |",
        "|" + "---|" * (len(GAMES) + 2),
    ]
    for players in SIZES:
        sizes = " + ".join(map(str, mixed_sizes(players)))
        cells = [_mixed_cell(players, rounds) for rounds in GAMES]
        lines.append(f"| {players} | {sizes} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _mixed_cell(players: int, rounds: int) -> str:
    schedule = mixed_tables(range(players), b"", rounds=rounds)
    cell = _span(balance(schedule, range(players)).meetings)
    fours = Counter(
        [entry for table in schedule.tables if len(table.seats) == 4 for entry in table.seats]
    )
    counts = [fours[entry] for entry in range(players)]
    is_always = set(counts) in ({0}, {rounds})
    return cell if is_always else f"{cell}, {_span((min(counts), max(counts)))} f"


def _cell(players: int, size: int, games: int) -> str:
    if games not in possible_games(players, size, most=GAMES[-1]):
        return ""
    schedule = balanced_tables(range(players), b"", size=size, games=games)
    found: Balance = balance(schedule, range(players))
    return f"{_span(found.meetings)}, {schedule.rounds} r"


def _span(counts: tuple[int, int]) -> str:
    low, high = counts
    return str(low) if low == high else f"{low}–{high}"
