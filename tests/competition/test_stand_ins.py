"""The order in which players who stand in are asked."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

from games.competition.stand_ins import StandBy, order_of_asking

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def test_who_was_never_asked_comes_first_then_who_was_asked_longest_ago() -> None:
    never, lately = StandBy(1, None, SINCE + 9 * DAY), StandBy(2, SINCE + 8 * DAY, SINCE)
    long_ago, newest = StandBy(3, SINCE + 2 * DAY, SINCE), StandBy(4, None, SINCE + 10 * DAY)
    for given in permutations([never, lately, long_ago, newest]):
        assert [each.player for each in order_of_asking(given)] == [1, 4, 3, 2]


def test_of_two_of_the_same_moment_the_lower_number_comes_first() -> None:
    assert order_of_asking([StandBy(8, None, SINCE), StandBy(7, None, SINCE)])[0].player == 7
