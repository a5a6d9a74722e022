"""What becomes of a schedule when somebody leaves it, or takes another's place."""

from dataclasses import replace

from games.competition.pairing.tables import Bye, Entry, InvalidPairing, Schedule, Table


def without(schedule: Schedule, entry: Entry, *, since: int) -> Schedule:
    """Return the schedule after `entry` has left it: from round `since` on it has no tables.

    Its tables go on without it, seats in the same order, the later ones moved up. Where only one
    other is left, that one has a bye in this round. Its own byes go too. Earlier rounds, and
    tables without it, stay as they are.
    """
    tables, byes = [], [bye for bye in schedule.byes if bye.entry != entry or bye.round < since]
    for table in schedule.tables:
        if table.round < since or entry not in table.seats:
            tables.append(table)
            continue
        left = tuple([seat for seat in table.seats if seat != entry])
        if len(left) == 1:
            byes.append(Bye(table.round, left[0]))
        else:
            tables.append(replace(table, seats=left))
    return Schedule(tuple(tables), tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry))))


def with_substitute(schedule: Schedule, leaving: Entry, coming: Entry, *, since: int) -> Schedule:
    """Return the schedule with one entry in another's seats and byes, from round `since` on.

    Raises InvalidPairing if the substitute has a table or a bye of its own in one of these rounds.
    """
    tables = [table for table in schedule.tables if table.round >= since]
    busy = {table.round for table in tables if coming in table.seats}
    busy |= {bye.round for bye in schedule.byes if bye.round >= since and bye.entry == coming}
    needed = {table.round for table in tables if leaving in table.seats}
    needed |= {bye.round for bye in schedule.byes if bye.round >= since and bye.entry == leaving}
    if busy & needed:
        raise InvalidPairing(f"the substitute plays in round {min(busy & needed)} already")
    return Schedule(
        tuple([_seated(table, leaving, coming, since) for table in schedule.tables]),
        tuple(
            [
                replace(bye, entry=coming) if bye.entry == leaving and bye.round >= since else bye
                for bye in schedule.byes
            ]
        ),
    )


def _seated(table: Table, leaving: Entry, coming: Entry, since: int) -> Table:
    if table.round < since:
        return table
    return replace(
        table, seats=tuple([coming if entry == leaving else entry for entry in table.seats])
    )
