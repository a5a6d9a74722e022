"""The demo's players and games: the same on every machine, at every stage, nothing in the future."""

from collections.abc import Iterator
from datetime import datetime

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from games import azul
from games.management.demo import league, world
from games.management.demo.story import PLANS, Plan, moves_of
from games.models import (
    Entry,
    Game,
    GameStatus,
    Invitation,
    Move,
    OutgoingMail,
    Player,
    Result,
    Season,
    Seat,
)

# Without the mark a run of this file alone would set up no database of tests.
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_every_game_of_the_demo_comes_to_its_point(plan: Plan) -> None:
    position = azul.replay(
        players=len(plan.people),
        wall_kind=plan.wall,
        start_seat=azul.drawn_start_seat(plan.seed, len(plan.people)),
        dealer=azul.SeededDealer(plan.seed),
        moves=list(moves_of(plan)),
    )
    assert plan.is_reached(position)


@pytest.fixture(scope="module")
def seeded_at(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[datetime]:
    """Seed the world once for this module, which only reads it; the first try broke off after some moves."""
    now = timezone.now()
    with django_db_blocker.unblock():
        break_off_after(20, now)
        assert not world.is_seeded()
        world.seed_world(now=now)
        yield now
        call_command("flush", verbosity=0, interactive=False)


def break_off_after(moves: int, now: datetime) -> None:
    """Begin to seed the world, and stop as by Ctrl-C."""
    play, played = world._play, iter(range(moves))

    def play_or_break_off(*arguments: object) -> None:
        if next(played, None) is None:
            raise KeyboardInterrupt
        play(*arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world, "_play", play_or_break_off)
        with pytest.raises(KeyboardInterrupt):
            world.seed_world(now=now)


def test_the_demo_world_is_complete(seeded_at: datetime) -> None:
    assert world.is_seeded()
    assert Player.objects.count() == len(world.PEOPLE)
    assert Game.objects.count() == len(PLANS) + 2 + league.GAMES


def test_the_game_in_which_the_seeding_broke_off_went_on(seeded_at: datetime) -> None:
    assert Game.objects.get(name=PLANS[0].name).turn == len(list(moves_of(PLANS[0])))


def test_two_tables_wait_in_the_demo_world(seeded_at: datetime) -> None:
    open_table = Game.objects.get(entry=Entry.OPEN, status=GameStatus.OPEN)
    assert (open_table.places, open_table.seats.count()) == (3, 2)
    assert Invitation.objects.get(state="pending").address == world.address("Alice")


def test_the_demo_world_has_games_of_every_kind(seeded_at: datetime) -> None:
    running = Game.objects.filter(status=GameStatus.RUNNING)
    assert set(running.values_list("wall", flat=True)) == {"colored", "gray"}
    assert {game.seats.count() for game in running} == {2, 3, 4}
    assert Seat.objects.awaited().filter(player__name="Alice").count() >= 3


def test_the_demo_world_has_finished_games_with_winners(seeded_at: datetime) -> None:
    finished = Game.objects.filter(status=GameStatus.FINISHED)
    assert finished.count() == 3 + 6 + league.OVER
    assert all(Result.objects.filter(game=game, place=1).exists() for game in finished)


def test_nothing_in_the_demo_world_lies_in_the_future(seeded_at: datetime) -> None:
    assert not Move.objects.filter(played_at__gt=seeded_at).exists()
    assert not Game.objects.filter(status=GameStatus.RUNNING, deadline_at__lt=seeded_at).exists()


def test_only_turn_mails_that_still_matter_wait(seeded_at: datetime) -> None:
    waiting = OutgoingMail.objects.filter(kind="your-turn", state="pending")
    asked = Seat.objects.awaited().filter(player__isnull=False)
    assert waiting.count() == asked.count()


def test_the_demos_league_is_in_mid_season_with_two_divisions(seeded_at: datetime) -> None:
    first, second = Season.objects.filter(league__slug=league.SLUG).order_by("number")
    assert first.finished_at is not None
    assert set(first.entries.filter(final_place=1).values_list("division__level", flat=True)) == {
        0,
        1,
    }
    assert second.is_running
    assert [division.entries.count() for division in second.divisions.all()] == [4, 4]
    director = Player.objects.get(name=league.DIRECTOR)
    assert not director.is_staff
    assert director.leagues_directed.filter(slug=league.SLUG).exists()
