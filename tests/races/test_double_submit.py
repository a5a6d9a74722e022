"""Many identical requests at once, through several web processes."""

from concurrent.futures import ThreadPoolExecutor

from games.models import Game, MailKind, Move, OutgoingMail, Seat
from games.selectors.positions import load_table
from games.services.tokens import turn_token
from tests.factories import a_game, awaited_seat, some_move
from tests.robots import Answer, fetch

POSTS = 20


def link(game: Game, seat: Seat) -> str:
    token = turn_token(
        game_id=game.pk, seat=seat.index, turn=seat.awaited_turn or 0, epoch=seat.epoch
    )
    return f"/t/{token}/"


def post_at_once(bases: list[str], path: str, forms: list[dict[str, str]]) -> list[Answer]:
    with ThreadPoolExecutor(len(forms)) as pool:
        jobs = [
            pool.submit(fetch, bases[number % len(bases)] + path, form)
            for number, form in enumerate(forms)
        ]
        return [job.result() for job in jobs]


def test_twenty_identical_posts_play_one_move_and_get_one_answer(bases: list[str]) -> None:
    game = a_game()
    seat = awaited_seat(game.pk)
    move = some_move(load_table(game.pk), seat.index)
    answers = post_at_once(bases, link(game, seat), [{"turn": "0", "move": move}] * POSTS)
    assert {(answer.status, answer.location) for answer in answers} == {(303, answers[0].location)}
    assert Move.objects.filter(game=game).count() == 1
    mails = OutgoingMail.objects.filter(game=game, kind=MailKind.YOUR_TURN, turn=1)
    assert mails.count() == 1


def test_of_two_different_moves_for_one_turn_exactly_one_wins(bases: list[str]) -> None:
    game = a_game()
    seat = awaited_seat(game.pk)
    table = load_table(game.pk)
    choices = sorted({some_move(table, seat.index, b"%d" % salt) for salt in range(60)})[:10]
    forms = [{"turn": "0", "move": move} for move in choices]
    answers = post_at_once(bases, link(game, seat), forms)
    assert sorted(answer.status for answer in answers) == [303] + [409] * (len(choices) - 1)
    assert Move.objects.filter(game=game).count() == 1
