"""What a turn mail says and shows, in letters and in table cells."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from games.azul import InvalidNotation, Phase, Pick, legal_moves, parse_move
from games.mail import messages
from games.mail.relevance import check_wanted
from games.models import Game, OutgoingMail, Player, Seat
from games.render.text import width
from games.selectors.market import take_value
from games.selectors.positions import load_table
from tests.factories import a_game, a_player, play_next, play_random_moves
from tests.mail.conftest import LATER, mail_to

pytestmark = pytest.mark.django_db

VOID = {"meta", "br", "img", "link", "input", "hr"}


class Reader(HTMLParser):
    """Collects tags with their attributes and complains about tags left open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def links(self) -> list[str]:
        return [attributes["href"] for tag, attributes in self.tags if tag == "a"]


def parts(mail: OutgoingMail, now: datetime = LATER) -> tuple[str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=now), now=now)
    return str(message.body), str(message.alternatives[0][0])


def awaited_mail(game: Game) -> tuple[OutgoingMail, Seat]:
    seat = Seat.objects.awaited().filter(game=game).order_by("index")[0]
    assert seat.player is not None
    return mail_to(seat.player.name, game=game), seat


def in_tiling(*names: str) -> Game:
    game = a_game(*names, wall="gray")
    while load_table(game.pk).position.phase != Phase.TILING:
        play_next(game.pk)
    game.refresh_from_db()
    return game


def test_the_turn_link_stands_alone_on_a_line_and_leads_the_others() -> None:
    a_game()
    text, html = parts(mail_to("alice"))
    links = [line for line in text.splitlines() if "/t/" in line]
    assert len(links) == 1
    assert re.fullmatch(r"http://localhost:8000/t/[\w.-]+/", links[0])
    assert Reader(html).links()[0] == links[0]


def test_the_deadline_is_in_the_players_zone_with_its_name_and_the_time_left() -> None:
    a_player("alice", time_zone="Asia/Tokyo")
    a_game()
    text, html = parts(mail_to("alice"))
    assert "Move by Thu 4 Jun, 21:00 JST (1 day 18 h left)." in text
    assert "Move by <b" in html
    assert "Thu 4 Jun, 21:00 JST" in html


def test_every_pick_is_a_link_to_the_page_with_that_choice_made() -> None:
    game = a_game("alice", "bob", "carol", "dave")
    play_random_moves(game, 17)
    mail, seat = awaited_mail(game)
    text, html = parts(mail)
    link = next(line for line in text.splitlines() if "/t/" in line)
    position = load_table(game.pk).position
    picks = {
        take_value(move.source, move.color)
        for move in legal_moves(position, seat.index)
        if isinstance(move, Pick)
    }
    linked = {href for href in Reader(html).links() if "?take=" in href}
    assert linked == {f"{link}?take={pick}#place" for pick in picks}


def test_nothing_of_a_mail_is_loaded_from_anywhere() -> None:
    game = a_game()
    play_random_moves(game, 6)
    tags = Reader(parts(awaited_mail(game)[0])[1]).tags
    assert not {tag for tag, _ in tags} & {
        "img",
        "script",
        "link",
        "form",
        "iframe",
        "svg",
        "object",
    }
    assert not [1 for _, attributes in tags if "src" in attributes or "background" in attributes]
    assert not re.search(r"url\(|@import|@font-face", parts(awaited_mail(game)[0])[1])


def test_every_tile_is_a_cell_with_its_color_and_its_letter() -> None:
    game = a_game()
    play_random_moves(game, 12)
    html = parts(awaited_mail(game)[0])[1]
    fills = {"B": "#1f458f", "Y": "#e0b514", "R": "#b83a2a", "K": "#17181c", "C": "#bdeff3"}
    for letter, fill in fills.items():
        cells = re.findall(rf'<td[^>]*bgcolor="{fill}"[^>]*>(?:<a[^>]*>)?([^<]*)<', html)
        assert cells
        assert set(cells) == {letter}


def test_the_largest_mail_stays_far_below_what_gmail_cuts() -> None:
    game = a_game("alice", "bob", "carol", "dave")
    sizes = []
    for moves in (0, 4, 4, 4, 9, 9, 30):
        play_random_moves(game, moves)
        sizes.append(len(parts(awaited_mail(game)[0])[1].encode()))
    assert max(sizes) < 60_000


def test_the_text_part_has_78_columns_and_the_whole_table() -> None:
    game = a_game("alice", "bob", "carol", "dave")
    play_random_moves(game, 30)
    Game.objects.filter(pk=game.pk).update(name="金曜日のタイルと長い名前のゲームです" * 2)
    mail, _ = awaited_mail(game)
    text, _ = parts(mail)
    for line in text.splitlines():
        assert width(line) <= 78 or "://" in line
    for name in ("alice", "bob", "carol", "dave"):
        assert f"{name}: " in text
    assert re.search(r"^1: [BYRKC-]", text, re.MULTILINE)
    assert re.search(r"^C: ", text, re.MULTILINE)


def test_no_line_of_the_text_part_reads_as_a_move() -> None:
    colored, gray = a_game("alice", "bob"), in_tiling("carol", "dave")
    play_random_moves(colored, 15)
    for game in (colored, gray):
        for line in parts(awaited_mail(game)[0])[0].splitlines():
            with pytest.raises(InvalidNotation):
                parse_move(line)


def test_the_mail_tells_what_the_others_did_since() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 3)
    text, html = parts(mail_to("alice", game=game))
    news = text.split("Since your last turn\n")[1].split("\n\n")[0]
    assert re.findall(r"^  - (\w+) took ", news, re.MULTILINE) == ["bob", "carol"]
    assert "Since your last turn" in html


def test_the_opening_player_is_told_so() -> None:
    a_game()
    assert "Nobody has moved yet: you open the game." in parts(mail_to("alice"))[0]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_took_the_last_tiles_and_places_them_is_not_told_that_nobody_moved(
    language: str,
) -> None:
    game = a_game("alice", "bob", wall="gray")
    while True:
        play_next(game.pk)
        table = load_table(game.pk)
        last = table.seat_index(table.moves[-1])
        if table.position.phase == Phase.TILING and last in table.position.to_move:
            break
    player = table.seats[last].player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(language=language)
    for part in parts(mail_to(player.name, game=game)):
        assert "Nobody has moved" not in part
        assert "まだ誰も" not in part


def test_the_end_of_a_round_is_told_even_when_the_player_moved_last() -> None:
    game = a_game()
    while load_table(game.pk).position.round == 1:
        play_next(game.pk)
    mail, _ = awaited_mail(game)
    assert re.search(r"Round 1", parts(mail)[0])


def test_a_tiling_turn_offers_every_open_column_of_every_line_as_a_link() -> None:
    game = in_tiling("alice", "bob")
    mail, seat = awaited_mail(game)
    text, html = parts(mail)
    places = {
        f"W{place.row + 1}{place.column + 1}"
        for move in legal_moves(load_table(game.pk).position, seat.index)
        for place in getattr(move, "places", ())
        if place.column is not None
    }
    linked = {re.search(r"\?place=(\w+)#place", href) for href in Reader(html).links()} - {None}
    offered = {found[1] for found in linked if found}
    lines = {value[1] for value in offered}
    assert offered == {place for place in places if place[1] in lines}
    assert all(f"Line {line}, " in text for line in lines)
    assert "Place your tiles" in html


def test_scores_stand_now_and_as_if_the_round_ended_now() -> None:
    game = a_game()
    play_random_moves(game, 8)
    text, _ = parts(awaited_mail(game)[0])
    rows = re.findall(r"^  (alice|bob) +(\d+) +(\d+)$", text, re.MULTILINE)
    assert {row[0] for row in rows} == {"alice", "bob"}


def test_the_mail_says_why_it_came_how_to_stop_it_and_who_may_play() -> None:
    game = a_game()
    text, html = parts(mail_to("alice"))
    for part in (text, html):
        assert "alice@example.org" in part
        assert "Whoever holds this link can play this turn" in " ".join(part.split())
        assert f"/games/{game.pk}/" in part
        assert "/accounts/preferences/" in part
        assert len(set(re.findall(r"/u/[\w.-]+/", part))) == 2


def test_a_mail_never_tells_the_seed() -> None:
    game = a_game()
    for kind in ("game-started", "your-turn"):
        assert game.seed not in "".join(parts(mail_to("alice", kind)))


def test_two_attempts_render_the_same_mail() -> None:
    game = a_game()
    play_random_moves(game, 5)
    mail, _ = awaited_mail(game)
    assert parts(mail) == parts(mail)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (datetime(2026, 6, 4, 9, 30, tzinfo=UTC), "2 h 30 min left"),
        (datetime(2026, 6, 4, 11, 58, tzinfo=UTC), "2 min left"),
        (datetime(2026, 6, 5, tzinfo=UTC), "the time is up"),
        (datetime(2026, 6, 1, 12, tzinfo=UTC), "3 days 0 h left"),
    ],
)
def test_the_time_left_is_said_in_its_two_largest_units(now: datetime, words: str) -> None:
    a_game()
    assert words in parts(mail_to("alice"), now)[0]
