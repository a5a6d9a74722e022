"""Playing moves and taking them back."""

from datetime import timedelta

import pytest

from games.models import Game, GameStatus, MailKind, MailState, Move, OutgoingMail, Seat, Via
from games.selectors.positions import load_table
from games.services.errors import (
    GameOver,
    IllegalMoveRefused,
    NoSuchGame,
    NotAllowed,
    NotYourTurn,
    Refused,
    StaleTurn,
    TooLate,
    UnreadableMove,
)
from games.services.play import Played, note_opened, play_move, undo_move
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    awaited_seat,
    play_next,
    play_random_moves,
    some_move,
)

pytestmark = pytest.mark.django_db


def play(game: Game, seat: int, turn: int, move: str, seconds: int = 0) -> Played:
    return play_move(
        game_id=game.pk,
        seat=seat,
        turn=turn,
        move=move,
        via=Via.PAGE,
        now=NOW + timedelta(seconds=seconds),
    )


def first_move(game: Game) -> str:
    return some_move(load_table(game.pk), 0)


def snapshot(game: Game) -> tuple[object, ...]:
    """Everything about a game that a refused request must leave alone."""
    return (
        list(Game.objects.filter(pk=game.pk).values()),
        list(Seat.objects.filter(game=game).order_by("index").values()),
        list(Move.objects.filter(game=game).order_by("pk").values()),
        list(OutgoingMail.objects.order_by("pk").values()),
    )


def test_a_move_is_stored_and_the_next_seat_is_asked() -> None:
    game = a_game()
    move = first_move(game)
    played = play(game, 0, 0, move)
    game.refresh_from_db()
    assert (played.notation, played.is_repeat) == (move, False)
    assert game.turn == 1
    assert awaited_seat(game.pk).index == 1
    assert game.deadline_at == NOW + timedelta(days=3)


def test_the_next_player_gets_one_turn_mail() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    mail = OutgoingMail.objects.get(key=f"your-turn:{game.pk}:1:1")
    assert (mail.kind, mail.holder.name, mail.state) == ("your-turn", "bob", "pending")


def test_free_spelling_is_stored_in_canonical_form() -> None:
    game = a_game()
    move = first_move(game)
    played = play(game, 0, 0, f" {move[0]} {move[1].lower()} {move[2].lower()} ")
    assert played.notation == move == Move.objects.get(game=game).notation


def test_the_same_request_again_changes_nothing_and_answers_the_same() -> None:
    game = a_game()
    move = first_move(game)
    first = play(game, 0, 0, move)
    before = snapshot(game)
    again = play(game, 0, 0, move, seconds=5)
    assert again.is_repeat
    assert (again.turn, again.notation) == (first.turn, first.notation)
    assert snapshot(game) == before


def test_another_move_for_a_turn_already_played_is_stale() -> None:
    game = a_game()
    table = load_table(game.pk)
    move = first_move(game)
    other = next(
        text for salt in range(50) if (text := some_move(table, 0, b"other%d" % salt)) != move
    )
    play(game, 0, 0, move)
    before = snapshot(game)
    with pytest.raises(StaleTurn):
        play(game, 0, 0, other)
    assert snapshot(game) == before


@pytest.mark.parametrize(
    ("seat", "turn", "move", "refusal"),
    [
        (1, 0, "1B1", NotYourTurn),
        (0, 1, "1B1", NotYourTurn),
        (0, 10**9, "1B1", NotYourTurn),
        (0, -1, "1B1", StaleTurn),
        (7, 0, "1B1", NoSuchGame),
        (-1, 0, "1B1", NoSuchGame),
        (0, 0, "rubbish", UnreadableMove),
        (0, 0, "", UnreadableMove),
        (0, 0, "9B1", IllegalMoveRefused),
        (0, 0, "CB1", IllegalMoveRefused),
        (0, 0, "W13", IllegalMoveRefused),
    ],
)
def test_a_bad_request_is_refused_and_nothing_changes(
    seat: int, turn: int, move: str, refusal: type[Refused]
) -> None:
    game = a_game()
    before = snapshot(game)
    with pytest.raises(refusal) as refused:
        play(game, seat, turn, move)
    assert refused.value.message
    assert snapshot(game) == before


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(NoSuchGame):
        play_move(game_id=10**12, seat=0, turn=0, move="1B1", via=Via.PAGE, now=NOW)


def test_a_finished_game_takes_no_moves() -> None:
    game = a_finished_game()
    with pytest.raises(GameOver):
        play(game, 0, game.turn, "1B1")


def test_an_old_turn_of_the_same_seat_cannot_play_a_later_one() -> None:
    game = a_game()
    play_random_moves(game, 2)
    before = snapshot(game)
    with pytest.raises(StaleTurn):
        play(game, 0, 0, some_move(load_table(game.pk), 0, b"else"))
    assert snapshot(game) == before


@pytest.mark.parametrize("wall", ["colored", "gray"])
@pytest.mark.parametrize("people", [2, 3, 4])
def test_a_whole_game_leaves_rows_that_agree_with_its_replay(wall: str, people: int) -> None:
    game = a_finished_game(*("alice", "bob", "carol", "dave")[:people], wall=wall)
    table = load_table(game.pk)
    position = table.position
    assert game.status == GameStatus.FINISHED
    assert game.rounds.count() == len(position.deals)
    for number, row in enumerate(position.tilings, start=1):
        for seat, tiled in enumerate(row):
            if tiled is None:
                continue
            score = table.seats[seat].round_scores.get(round__number=number)
            assert (score.gained, score.penalty) == (tiled.gained, tiled.penalty)
            placements = table.seats[seat].placements.filter(round__number=number)
            assert sum(p.points for p in placements) == tiled.gained
            assert placements.count() == len(tiled.placements)
    results = {result.seat.index: result for result in game.results.all()}
    assert {i: r.score for i, r in results.items()} == {
        i: board.score for i, board in enumerate(position.boards)
    }
    assert min(result.place for result in results.values()) == 1


def test_on_the_gray_wall_everybody_with_a_choice_is_asked_at_once() -> None:
    game = a_game(wall="gray")
    while game.phase == "offer":
        play_random_moves(game, 1)
    asked = list(Seat.objects.awaited().filter(game=game).order_by("index"))
    turn = game.turn
    assert {seat.awaited_turn for seat in asked} == {turn}
    if len(asked) == 2:
        late, early = asked
        table = load_table(game.pk)
        play(game, early.index, turn, some_move(table, early.index))
        late.refresh_from_db()
        assert late.awaited_turn == turn
        play(game, late.index, turn, some_move(load_table(game.pk), late.index))
    game.refresh_from_db()
    assert game.round == 2


def test_two_gray_tilings_each_get_a_mail_for_the_same_turn() -> None:
    game = a_game(wall="gray")
    while game.phase == "offer":
        play_random_moves(game, 1)
    asked = Seat.objects.awaited().filter(game=game)
    keys = {f"your-turn:{game.pk}:{game.turn}:{seat.index}" for seat in asked}
    assert keys <= set(OutgoingMail.objects.values_list("key", flat=True))


def test_a_move_can_be_taken_back_at_once() -> None:
    game = a_game()
    before = snapshot(game)[1]
    move = first_move(game)
    play(game, 0, 0, move)
    undo_move(game_id=game.pk, seat=0, now=NOW + timedelta(seconds=60))
    game.refresh_from_db()
    assert game.turn == 0
    assert Move.objects.get(game=game).undone_at == NOW + timedelta(seconds=60)
    mover, next_one = Seat.objects.filter(game=game).order_by("index").values()
    assert {**mover, "awaited_at": None} == {**before[0], "awaited_at": None}  # type: ignore[index]
    assert next_one["awaited_turn"] is None


def test_taking_back_drops_the_mail_that_waits() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    undo_move(game_id=game.pk, seat=0, now=NOW)
    assert OutgoingMail.objects.get(key=f"your-turn:{game.pk}:1:1").state == MailState.SUPERSEDED


def test_after_taking_back_the_next_move_mails_again_even_if_the_first_mail_left() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    OutgoingMail.objects.filter(key=f"your-turn:{game.pk}:1:1").update(
        state=MailState.SENT, sent_at=NOW
    )
    undo_move(game_id=game.pk, seat=0, now=NOW)
    play(game, 0, 0, some_move(load_table(game.pk), 0, b"another"))
    waiting = OutgoingMail.objects.filter(
        kind=MailKind.YOUR_TURN, player__name="bob", state=MailState.PENDING
    )
    assert [mail.turn for mail in waiting] == [1]


def test_after_taking_back_a_mail_that_never_left_is_woken() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    undo_move(game_id=game.pk, seat=0, now=NOW)
    play(game, 0, 0, some_move(load_table(game.pk), 0, b"another"))
    mails = OutgoingMail.objects.filter(kind=MailKind.YOUR_TURN, player__name="bob")
    assert [mail.state for mail in mails] == [MailState.PENDING]


def test_the_same_move_may_be_played_again_after_taking_it_back() -> None:
    game = a_game()
    move = first_move(game)
    play(game, 0, 0, move)
    undo_move(game_id=game.pk, seat=0, now=NOW)
    again = play(game, 0, 0, move)
    assert not again.is_repeat
    assert Move.objects.filter(game=game).count() == 2


def refuse_undo(game: Game, seat: int = 0, seconds: int = 10, why: str | None = None) -> None:
    before = snapshot(game)
    with pytest.raises(TooLate, match=why):
        undo_move(game_id=game.pk, seat=seat, now=NOW + timedelta(seconds=seconds))
    assert snapshot(game) == before


def test_after_two_minutes_a_move_stands() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    refuse_undo(game, seconds=121, why="two minutes have passed")


def test_a_move_stands_once_the_next_player_has_opened_the_board() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    table = load_table(game.pk)
    note_opened(table, table.seats[1])
    refuse_undo(game, why="the next player has seen the board")


def test_a_move_stands_once_the_next_player_has_moved() -> None:
    game = a_game()
    play_random_moves(game, 2)
    refuse_undo(game, why="somebody has moved since")


def test_only_the_own_move_can_be_taken_back() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    refuse_undo(game, seat=1)
    refuse_undo(game, seat=3)


def test_a_move_that_ended_the_round_stands() -> None:
    game = a_game()
    while game.round == 1:
        mover = awaited_seat(game.pk).index
        play_next(game.pk)
        game.refresh_from_db()
    refuse_undo(game, seat=mover, why="it ended the round")


def test_a_second_undo_finds_nothing() -> None:
    game = a_game()
    play(game, 0, 0, first_move(game))
    undo_move(game_id=game.pk, seat=0, now=NOW)
    refuse_undo(game)


def test_a_link_that_lost_its_epoch_meanwhile_cannot_play() -> None:
    game = a_game()
    Seat.objects.filter(game=game, index=0).update(epoch=2)
    before = snapshot(game)
    with pytest.raises(NotAllowed):
        play_move(
            game_id=game.pk, seat=0, turn=0, move=first_move(game), via=Via.LINK, now=NOW, epoch=1
        )
    assert snapshot(game) == before
