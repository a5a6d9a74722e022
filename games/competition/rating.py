"""Ratings: how strong players are, from the places of their games, by the Plackett-Luce model.

The rules in words: docs/leagues.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

Player = int
"""The number of a player, as the database knows it."""

START_MU: Final = 25.0
START_SIGMA: Final = 8.333333
DIGITS: Final = 6
"""Numbers are rounded to so many decimals after each game, so that what is stored is what the
next game starts from, and a last bit that another machine reckons differently is gone."""

SETTLED_GAMES: Final = 10
SETTLED_SIGMA: Final = 6.5
_BASE: Final = 1000
_SCALE: Final = 40
_SURELY: Final = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength: `mu`, give or take `sigma`.

    `games` counts rated games, `forfeits` those among them that the player forfeited.
    """

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0
    forfeits: int = 0

    @property
    def shown(self) -> int:
        """The number to show: 1000 for a beginner, and a strength surpassed almost surely."""
        return max(0, round(_BASE + _SCALE * (self.mu - _SURELY * self.sigma)))

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known yet to compare this rating with others."""
        return self.games < SETTLED_GAMES or self.sigma > SETTLED_SIGMA


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """How a player finished: place 1 is best, equal places are ties; or by forfeit.

    A substitute came in for somebody who had left, and can only gain. Who left is `relieved_by` the one
    who played the seat to the end, and isn't compared with them.
    """

    player: Player
    place: int
    is_forfeit: bool = False
    is_substitute: bool = False
    relieved_by: Player | None = None


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game between people, at least two; its number is the game's."""

    number: int
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one game did to one player's rating."""

    game: int
    player: Player
    before: Rating
    after: Rating
    is_forfeit: bool


def changes(game: RatedGame, ratings: Mapping[Player, Rating]) -> tuple[Change, ...]:
    """Return one change for each player of a game, by player; who has no rating starts afresh.

    Who played to the end is rated by place among the others who did. Who forfeited is rated as
    behind all of those, but they gain nothing by it: a forfeit says little about their strength,
    and giving up must not be a way to save one's rating. Those who forfeited aren't compared with
    each other. A substitute whose strength would sink keeps the numbers from before. Raises ValueError for fewer than 2 players or one that comes twice.
    """
    seats = sorted(game.seats, key=lambda seat: seat.player)
    if len({seat.player for seat in seats}) != len(seats) or len(seats) < 2:
        raise ValueError(f"game {game.number} needs at least 2 players, each once")
    before = {seat.player: ratings.get(seat.player, Rating()) for seat in seats}
    playing = [seat for seat in seats if not seat.is_forfeit]
    after = _rated(playing, before)
    for seat in seats:
        if seat.is_forfeit:
            after[seat.player] = _rated(_behind(seat, playing), before)[seat.player]
        elif seat.is_substitute:
            after[seat.player] = max(after[seat.player], _numbers(before[seat.player]), key=_mu)
    return tuple(
        [
            Change(
                game.number,
                seat.player,
                before[seat.player],
                _counted(after[seat.player], before[seat.player], seat),
                seat.is_forfeit,
            )
            for seat in seats
        ]
    )


def recomputed(games: Iterable[RatedGame]) -> tuple[tuple[Change, ...], dict[Player, Rating]]:
    """Rate all games from nothing, in the order given; return every change and the last ratings.

    The same games in the same order give the same numbers to the last digit, whether they are
    rated here or one by one. Raises ValueError if a game comes twice.
    """
    ratings: dict[Player, Rating] = {}
    done: list[Change] = []
    seen: set[int] = set()
    for game in games:
        if game.number in seen:
            raise ValueError(f"game {game.number} comes twice")
        seen.add(game.number)
        for change in changes(game, ratings):
            ratings[change.player] = change.after
            done.append(change)
    return tuple(done), ratings


_MODEL: Final = PlackettLuce(mu=START_MU, sigma=START_SIGMA)


def _behind(seat: RatedSeat, playing: Sequence[RatedSeat]) -> list[RatedSeat]:
    ahead = [other for other in playing if other.player != seat.relieved_by]
    last = max((other.place for other in ahead), default=0) + 1
    together = [*ahead, RatedSeat(seat.player, last)]
    return sorted(together, key=lambda other: other.player)


def _rated(
    seats: Sequence[RatedSeat], before: Mapping[Player, Rating]
) -> dict[Player, tuple[float, float]]:
    """Return mu and sigma of everybody afterwards; alone nobody changes."""
    old = {seat.player: before[seat.player] for seat in seats}
    if len(seats) < 2:
        return {player: (rating.mu, rating.sigma) for player, rating in old.items()}
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in old.values()]
    rated = _MODEL.rate(teams, ranks=[float(seat.place) for seat in seats])
    return {
        player: (round(team[0].mu, DIGITS), round(team[0].sigma, DIGITS))
        for player, team in zip(old, rated, strict=True)
    }


def _numbers(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


def _mu(numbers: tuple[float, float]) -> float:
    return numbers[0]


def _counted(numbers: tuple[float, float], before: Rating, seat: RatedSeat) -> Rating:
    mu, sigma = numbers
    return Rating(mu, sigma, before.games + 1, before.forfeits + seat.is_forfeit)
