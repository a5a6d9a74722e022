"""Standing orders and only moves: turns that are answered before anybody is asked."""

import pytest

from games import azul
from games.azul import Pick, WallKind
from games.models import Game, MailKind, Move, OutgoingMail, Player, Seat, StandingOrder, Via
from games.selectors.positions import Table, load_table
from games.selectors.story import story_for
from games.services import automatic
from games.services.bots import play_bot_turn
from games.services.errors import NotAllowed, TooLate
from games.services.lobby import Setup
from games.services.orders import BadOrder, clear_order, save_order
from games.services.play import play_move, undo_fault, undo_move
from games.services.tables import Company, offer_table
from tests.azul.playing import playout, pseudo_choices
from tests.factories import NOW, SEED, a_game, a_player, play_next

pytestmark = pytest.mark.django_db


def pick_from(table: Table, seat: int, source: int) -> str:
    """Return a pick of a seat's that takes tiles from a display to a line that takes them, as notation."""
    color = table.position.displays[source][0]
    board = table.position.boards[seat]
    line = next(line for line in range(4, -1, -1) if board.takes(line, color))
    return azul.format_move(Pick(source, color, line))


def order(game: Game, name: str, *picks: str, stops: tuple[str, ...] = ()) -> None:
    save_order(game_id=game.pk, by=a_player(name), picks=picks, stops=stops, now=NOW)


def play(game: Game, seat: int, move: str) -> None:
    turn = Seat.objects.get(game=game, index=seat).awaited_turn
    assert turn is not None
    play_move(game_id=game.pk, seat=seat, turn=turn, move=move, via=Via.PAGE, now=NOW)


def played(game: Game) -> list[tuple[int, str, str]]:
    """Return seat, notation and way of every move that stands."""
    moves = Move.objects.filter(game=game).standing()
    return [(move.seat.index, move.notation, move.via) for move in moves.select_related("seat")]


def turn_mails(game: Game) -> list[tuple[str, int | None]]:
    """Return whose turn mails there are, and of which turn."""
    mails = OutgoingMail.objects.filter(game=game, kind=MailKind.YOUR_TURN).order_by("pk")
    return [(mail.holder.name, mail.turn) for mail in mails.select_related("player")]


def test_an_order_is_played_with_the_move_that_makes_it_the_players_turn() -> None:
    game = a_game()
    table = load_table(game.pk)
    hers, his = pick_from(table, 0, 0), pick_from(table, 1, 1)
    order(game, "bob", his)
    play(game, 0, hers)
    assert played(game) == [(0, hers, Via.PAGE), (1, his, Via.ORDER)]
    assert not StandingOrder.objects.exists()
    assert Seat.objects.awaited().get(game=game).index == 0


def test_no_mail_is_sent_for_a_turn_that_an_order_answers() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))
    play(game, 0, pick_from(table, 0, 0))
    assert turn_mails(game) == [("alice", 0), ("alice", 2)]


def test_the_first_pick_that_is_still_possible_is_played() -> None:
    game = a_game()
    table = load_table(game.pk)
    gone, left = pick_from(table, 1, 0), pick_from(table, 1, 2)
    order(game, "bob", gone, left, pick_from(table, 1, 3))
    play(game, 0, pick_from(table, 0, 0))
    assert played(game)[-1] == (1, left, Via.ORDER)


def test_orders_stop_when_somebody_takes_what_they_were_to_stop_at() -> None:
    game = a_game()
    table = load_table(game.pk)
    hers = pick_from(table, 0, 0)
    order(game, "bob", pick_from(table, 1, 1), stops=(hers[:2],))
    play(game, 0, hers)
    assert len(played(game)) == 1
    assert turn_mails(game) == [("alice", 0), ("bob", 1)]
    assert StandingOrder.objects.get().lapse == "stopped"


def test_orders_without_a_possible_move_leave_the_turn_to_the_player() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 0))
    play(game, 0, pick_from(table, 0, 0))
    assert turn_mails(game)[-1] == ("bob", 1)
    assert StandingOrder.objects.get().lapse == "illegal"


def test_orders_end_with_their_round() -> None:
    number, moves = _last_pick_of_a_round_by(seat=0)
    game = a_game(seed=number.to_bytes(32, "big"))
    for seat, move in moves[:-1]:
        play(game, seat, azul.format_move(move))
    last = moves[-1][1]
    assert isinstance(last, Pick)
    order(game, "bob", azul.format_move(last._replace(line=azul.FLOOR)))
    play(game, 0, azul.format_move(last))
    while Seat.objects.awaited().get(game=game).index == 0:
        play_next(game.pk)
    assert StandingOrder.objects.get().lapse == "round"
    assert Via.ORDER not in [via for _, _, via in played(game)]


def test_a_move_by_hand_clears_what_was_ordered() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 0))
    play(game, 0, pick_from(table, 0, 0))
    play_next(game.pk)
    assert not StandingOrder.objects.exists()


def test_one_move_may_be_followed_by_the_orders_of_all_others() -> None:
    game = a_game("alice", "bob", "carol")
    table = load_table(game.pk)
    order(game, "carol", pick_from(table, 2, 3))
    order(game, "bob", pick_from(table, 1, 1))
    play(game, 0, pick_from(table, 0, 0))
    assert [(seat, via) for seat, _, via in played(game)] == [
        (0, Via.PAGE),
        (1, Via.ORDER),
        (2, Via.ORDER),
    ]
    assert turn_mails(game) == [("alice", 0), ("alice", 3)]


def test_an_order_answers_a_bots_move_too() -> None:
    setup = Setup(name="Practice", seed=SEED, start_seat=1)
    company = Company(bots=("random",))
    game = offer_table(by=a_player("alice"), setup=setup, company=company, now=NOW)
    table = load_table(game.pk)
    order(game, "alice", *(pick_from(table, 0, source) for source in range(4)))
    play_bot_turn(game_id=game.pk, now=NOW)
    assert [via for _, _, via in played(game)] == [Via.BOT, Via.ORDER]


def test_a_crash_between_move_and_order_leaves_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))

    def crash(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(automatic, "write_row", crash)
        with pytest.raises(KeyboardInterrupt):
            play(game, 0, pick_from(table, 0, 0))
    assert played(game) == []
    assert StandingOrder.objects.count() == 1
    play(game, 0, pick_from(table, 0, 0))
    assert len(played(game)) == 2


def test_a_move_that_an_order_has_answered_cant_be_taken_back() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))
    play(game, 0, pick_from(table, 0, 0))
    with pytest.raises(TooLate):
        undo_move(game_id=game.pk, seat=0, now=NOW)
    assert "as you had asked" in undo_fault(load_table(game.pk), seat=1, now=NOW)


def test_taking_a_move_back_wakes_the_orders_it_let_lapse() -> None:
    game = a_game()
    table = load_table(game.pk)
    hers = pick_from(table, 0, 0)
    order(game, "bob", pick_from(table, 1, 1), stops=(hers[:2],))
    play(game, 0, hers)
    undo_move(game_id=game.pk, seat=0, now=NOW)
    assert not StandingOrder.objects.get().is_lapsed
    play(game, 0, pick_from(table, 0, 2))
    assert played(game)[-1][2] == Via.ORDER
    assert turn_mails(game).count(("bob", 1)) == 1
    assert not OutgoingMail.objects.filter(player__name="bob", kind="your-turn", state="pending")


def test_taking_a_move_back_drops_what_its_player_ordered_after_it() -> None:
    game = a_game()
    table = load_table(game.pk)
    play(game, 0, pick_from(table, 0, 0))
    order(game, "alice", pick_from(table, 0, 1))
    undo_move(game_id=game.pk, seat=0, now=NOW)
    assert not StandingOrder.objects.exists()


def test_saving_again_replaces_and_dropping_twice_is_no_fault() -> None:
    game = a_game()
    table = load_table(game.pk)
    for source in (1, 2):
        order(game, "bob", pick_from(table, 1, source))
    assert StandingOrder.objects.get().picks == pick_from(table, 1, 2)
    dropped = [clear_order(game_id=game.pk, by=a_player("bob")) for _ in range(2)]
    assert dropped == [True, False]
    assert not StandingOrder.objects.exists()


def test_tiles_that_may_yet_come_to_the_center_can_be_ordered() -> None:
    game = a_game()
    table = load_table(game.pk)
    hers = pick_from(table, 0, 0)
    rest = next(color for color in table.position.displays[0] if color != hers_color(hers))
    order(game, "bob", azul.format_move(Pick(azul.CENTER, rest, 4)))
    play(game, 0, hers)
    assert played(game)[-1][2] == Via.ORDER


def hers_color(notation: str) -> azul.Color:
    pick = azul.parse_move(notation)
    assert isinstance(pick, Pick)
    return pick.color


@pytest.mark.parametrize(
    ("picks", "stops", "sentence"),
    [
        ((), (), "Choose at least one move."),
        (("hello",), (), "is no move"),
        (("W11",), (), "for taking tiles"),
        (("9R1",), (), "these tiles aren't there"),
        (("*", "*"), (), "stands here twice"),
        (("*",) * 6, (), "too many"),
        (("*",), ("9R",), "these tiles aren't there"),
        (("*",), ("nine",), "names no tiles"),
    ],
)
def test_orders_that_make_no_sense_are_refused(
    picks: tuple[str, ...], stops: tuple[str, ...], sentence: str
) -> None:
    game = a_game()
    good = pick_from(load_table(game.pk), 1, 1)
    with pytest.raises(BadOrder, match=sentence):
        order(game, "bob", *(pick.replace("*", good) for pick in picks), stops=stops)
    assert not StandingOrder.objects.exists()


def test_a_line_that_cant_take_the_tiles_is_refused_when_saving() -> None:
    game = a_game()
    table = load_table(game.pk)
    play(game, 0, pick_from(table, 0, 0))
    play(game, 1, pick_from(table, 1, 1))
    held = load_table(game.pk).position.boards[1].line(4)[0]
    other = next(
        (source, color)
        for source, tiles in enumerate(load_table(game.pk).position.displays)
        for color in tiles
        if color != held
    )
    with pytest.raises(BadOrder, match="line 5 can't take"):
        order(game, "bob", azul.format_move(Pick(*other, 4)))


def test_only_who_waits_for_the_others_may_order() -> None:
    game = a_game()
    good = pick_from(load_table(game.pk), 0, 1)
    for name, kind in (("alice", TooLate), ("carol", NotAllowed)):
        with pytest.raises(kind):
            order(game, name, good)


def test_a_move_played_for_somebody_is_marked_and_told_to_them_as_news() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))
    play(game, 0, pick_from(table, 0, 0))
    story = story_for(load_table(game.pk), 1)
    assert story.own_move is None
    assert [line.text.endswith("(auto)") for line in story.lines] == [False, True]


# Only moves


def _last_pick_of_a_round_by(*, seat: int) -> tuple[int, list[tuple[int, azul.Move]]]:
    """Return a seed and the moves of a game up to a round's last pick, made by this seat."""
    for number in range(200):
        choices = pseudo_choices(number)
        positions, moves = playout(2, WallKind.COLORED, number, choices, limit=30)
        for index, (mover, _) in enumerate(moves):
            if mover == seat and positions[index + 1].round > positions[index].round:
                return number, moves[: index + 1]
    raise AssertionError("no such game")


def _before_an_only_move(*, seat: int) -> tuple[int, list[tuple[int, azul.Move]]]:
    """Return a seed and the moves of a game after which this seat has one legal move."""
    for number in range(500):
        positions, moves = playout(2, WallKind.COLORED, number, pseudo_choices(number), limit=80)
        for index, position in enumerate(positions[1:], start=1):
            is_other = moves[index - 1][0] != seat
            if is_other and seat in position.to_move and len(azul.legal_moves(position, seat)) == 1:
                return number, moves[:index]
    raise AssertionError("no such game")


def a_game_before_an_only_move(seat: int) -> tuple[Game, str]:
    """Return a game where one more move, also returned, leaves this seat a single legal one."""
    number, moves = _before_an_only_move(seat=seat)
    game = a_game(seed=number.to_bytes(32, "big"))
    for mover, move in moves[:-1]:
        play(game, mover, azul.format_move(move))
    return game, azul.format_move(moves[-1][1])


@pytest.mark.parametrize("is_wanted", [True, False])
def test_an_only_move_is_played_for_who_wants_that(is_wanted: bool) -> None:
    game, move = a_game_before_an_only_move(seat=1)
    Player.objects.filter(name="bob").update(plays_forced=is_wanted)
    before = len(played(game))
    play(game, 0, move)
    ways = [via for _, _, via in played(game)[before:]]
    assert ways[:2] == ([Via.PAGE, Via.FORCED] if is_wanted else [Via.PAGE])
    assert (("bob", before + 1) in turn_mails(game)) != is_wanted


def test_nobody_has_moves_played_without_having_asked() -> None:
    assert not a_player("dave").plays_forced


def test_where_there_is_a_choice_the_player_is_asked() -> None:
    game = a_game()
    Player.objects.update(plays_forced=True)
    play_next(game.pk)
    assert len(played(game)) == 1


def test_an_only_move_leaves_the_game_as_its_replay_does() -> None:
    game, move = a_game_before_an_only_move(seat=1)
    Player.objects.filter(name="bob").update(plays_forced=True)
    play(game, 0, move)
    table = load_table(game.pk)
    assert table.position.turn == table.game.turn == len(table.moves)
    awaited = Seat.objects.awaited().filter(game=game).values_list("index", flat=True)
    assert list(awaited) == list(table.position.to_move)
