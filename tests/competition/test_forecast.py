"""When games end: one slow game doesn't speak for the others."""

from datetime import UTC, datetime, timedelta

from games.competition.forecast import USUAL_MOVES, Pace, forecast

NOW = datetime(2026, 6, 11, tzinfo=UTC)
DAY = timedelta(days=1)


def after(days: int, moves: int) -> Pace:
    """A game of two that began so many days ago."""
    return Pace(NOW - days * DAY, moves, 2)


def test_a_game_half_played_in_ten_days_takes_ten_more() -> None:
    found = forecast([after(10, USUAL_MOVES[2] // 2)], NOW)
    assert found is not None
    assert found.most_by == found.last_at == NOW + 10 * DAY


def test_one_slow_game_moves_only_the_last_date() -> None:
    fast, slow = after(10, USUAL_MOVES[2] // 2), after(10, 3)
    found = forecast([fast] * 4 + [slow], NOW)
    assert found is not None
    assert found.most_by == NOW + 10 * DAY
    assert found.last_at > NOW + 180 * DAY


def test_games_that_have_hardly_begun_are_counted_and_not_guessed() -> None:
    assert forecast([after(1, 1)], NOW) is None
    found = forecast([after(1, 1), after(1, 29)], NOW)
    assert found is not None
    assert (found.unknown, found.last_at) == (1, NOW + DAY)


def test_a_game_longer_than_usual_is_nearly_over() -> None:
    found = forecast([after(98, 80)], NOW)
    assert found is not None
    assert found.last_at == NOW + 2 * DAY
