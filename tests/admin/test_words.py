"""What the admin says: in the reader's language, in words, and counted as people count."""

import ast
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import models
from django.test import Client
from django.utils import translation

from games.models import (
    Action,
    AuditEntry,
    Fixture,
    FixtureSeat,
    Game,
    GamePause,
    Invitation,
    Move,
    Outage,
    OutgoingMail,
    PlacementScore,
    Player,
    Round,
    Seat,
    SignOfLife,
    TimeOut,
    Vacation,
)
from tests.admin.test_pages import OURS, a_world, add_clock_rows, list_of, page_of
from tests.factories import NOW, a_game, a_league, a_player, a_season, play_random_moves

pytestmark = pytest.mark.django_db

SERVICES = Path(__file__).parents[2] / "games" / "services"
NAMES = {"Message-ID", "ID", "SHA-256", "pk"}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin in English, and leave no language to the next test."""
    with translation.override("en"):
        yield


def reader(language: str = "en") -> Client:
    """Return the browser of a superuser who reads this language."""
    client = Client(headers={"accept-language": language})
    client.force_login(a_player("judge", is_staff=True, is_superuser=True, language=language))
    return client


def labels_of(page: str) -> list[str]:
    """Return the headings of columns and the labels of fields."""
    found = re.findall(r"<th[^>]*column-.*?</th>|<label[^>]*>.*?</label>", page, re.DOTALL)
    texts = [html.unescape(re.sub(r"<[^>]+>", " ", label)) for label in found]
    return [" ".join(text.split()).rstrip(":") for text in texts]


def value_of(page: str, column: str) -> str:
    """Return what a row's own page or the first row of a list shows in a column."""
    own = re.search(rf'field-{column}"?>.*?class="readonly">(.*?)</div>', page, re.DOTALL)
    listed = re.search(rf'<t[dh] class="field-{column}[^>]*>(.*?)</t[dh]>', page, re.DOTALL)
    found = own or listed
    assert found is not None, column
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip()


def pages_of(client: Client, row: models.Model) -> tuple[str, str]:
    """Return the list that starts with this row, and the row's own page."""
    listed = client.get(list_of(type(row))).content.decode()
    return listed, client.get(page_of(row, "change")).content.decode()


def test_no_label_is_left_in_english() -> None:
    a_world()
    staff = reader("ja")
    for model in OURS:
        row = model._default_manager.first()
        assert row is not None
        for page in pages_of(staff, row):
            labels = [label for label in labels_of(page) if label not in NAMES]
            assert labels, model
            english = [label for label in labels if re.search(r"[A-Za-z]{3}", label)]
            assert not english, model


@pytest.mark.parametrize("model", [GamePause, Outage, Vacation])
def test_a_stretch_of_time_has_a_start_and_an_end_in_japanese(model: type[models.Model]) -> None:
    add_clock_rows(a_game(), a_player("alice"))
    page = reader("ja").get(list_of(model)).content.decode()
    assert {"開始日時", "終了日時"} <= set(labels_of(page))
    assert "宛先" not in labels_of(page)


def test_whether_time_is_up_is_no_sentence_in_japanese() -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    labels = labels_of(reader("ja").get(page_of(seat, "change")).content.decode())
    assert "時間切れ" in labels
    assert "期限が過ぎました" not in labels


@pytest.mark.parametrize(("language", "said"), [("en", "taking tiles"), ("ja", "タイルの獲得")])
def test_the_phase_of_a_game_is_in_words(language: str, said: str) -> None:
    page = reader(language).get(page_of(a_game(), "change")).content.decode()
    assert value_of(page, "stage") == said


@pytest.mark.parametrize(
    ("language", "reason", "said"),
    [("en", "row_complete", "a row is complete"), ("ja", "time-out", "時間切れ")],
)
def test_why_a_game_ended_is_in_words(language: str, reason: str, said: str) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(end_reason=reason)
    page = reader(language).get(page_of(game, "change")).content.decode()
    assert value_of(page, "why_over") == said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "gave a day to an opponent"), ("ja", "対戦相手に1日を贈る")]
)
def test_what_was_done_is_in_words_in_list_page_and_filter(language: str, said: str) -> None:
    entry = AuditEntry.objects.create(action="give_time", game=a_game(), at=NOW)
    staff = reader(language)
    for page in pages_of(staff, entry):
        assert value_of(page, "act") == said
        assert ">give_time<" not in page
    found = staff.get(list_of(AuditEntry), {"action": "give_time"}).content.decode()
    assert found.count('class="field-act"') == 1
    assert said in found.split('id="changelist-filter"')[1]


def test_every_action_that_services_write_down_has_words() -> None:
    written = set()
    for path in SERVICES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "audit.record":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    written.add(first.value)
    assert len(written) > 20
    assert not written - set(Action.values)


def test_an_action_no_longer_known_shows_its_code() -> None:
    entry = AuditEntry(action="juggle")
    assert (entry.title, str(entry)) == ("juggle", "juggle")


def test_rows_are_named_without_codes_in_japanese() -> None:
    game, alice = a_game(), a_player("alice")
    add_clock_rows(game, alice)
    pause, gone = GamePause.objects.get(), TimeOut.objects.get()
    asked = Invitation(game=game, index=1, inviter=alice, state="pending")
    with translation.override("ja"):
        assert str(pause) == f"#{game.pk} ディレクターによる"
        assert str(gone) == f"#{game.pk}, 1: ほかのプレイヤーが待機"
        assert str(asked) == f"#{game.pk}/2 未返答"
        assert str(SignOfLife.objects.get(service="worker")) == "ワーカー"
        assert str(Round.objects.get(game=game)) == f"#{game.pk} 第1ラウンド"


def test_seats_lines_and_columns_are_counted_from_one_in_lists_and_on_pages() -> None:
    game, alice = a_game(start_seat=1), a_player("alice")
    dealt, seat = Round.objects.get(game=game), game.seats.get(index=1)
    asked = Invitation.objects.create(game=game, index=1, inviter=alice, email="eve@example.org")
    mail = OutgoingMail.objects.create(key="x", kind="your-turn", player=alice, seat=1, turn=4)
    placed = PlacementScore.objects.create(
        round=dealt, seat=seat, line=4, column=0, color="B", across=1, down=1, points=1
    )
    assert str(placed) == f"#{game.pk}, round 1, line 5: +1"
    staff = reader()
    expected: list[tuple[models.Model, dict[str, str]]] = [
        (dealt, {"starter": "2", "first_move": "1"}),
        (asked, {"number": "2"}),
        (placed, {"row": "5", "place": "1"}),
    ]
    for row, shown in expected:
        for page in pages_of(staff, row):
            assert {column: value_of(page, column) for column in shown} == shown
    page = staff.get(page_of(mail, "change")).content.decode()
    assert (value_of(page, "place"), value_of(page, "move")) == ("2", "5")


def test_the_first_move_of_a_game_has_the_number_one() -> None:
    play_random_moves(a_game(), 1)
    move = Move.objects.get()
    for page in pages_of(reader(), move):
        assert value_of(page, "count") == "1"
    assert str(move) == f"#{move.game_id}, 1: {move.notation}"


def test_details_of_the_audit_count_seats_from_one() -> None:
    details = {"seat": 0, "seats": [0, 2], "hours": 24}
    entry = AuditEntry.objects.create(action="seat_bots", details=details, at=NOW)
    page = reader().get(page_of(entry, "change")).content.decode()
    told = json.loads(value_of(page, "particulars"))
    assert told == {"seat": 1, "seats": [1, 3], "hours": 24}


def test_a_column_is_empty_where_the_tiles_fell() -> None:
    game = a_game()
    placed = PlacementScore.objects.create(
        round=Round.objects.get(game=game), seat=game.seats.get(index=0), line=0, color="B",
        across=0, down=0, points=0,
    )  # fmt: skip
    page = reader().get(page_of(placed, "change")).content.decode()
    assert value_of(page, "place") == "-"


def test_seats_of_fixtures_and_divisions_are_counted_from_one() -> None:
    a_season(a_league())
    seat = FixtureSeat.objects.get(fixture=Fixture.objects.earliest("pk"), index=0)
    staff = reader()
    assert value_of(staff.get(page_of(seat, "change")).content.decode(), "number") == "1"
    division = seat.fixture.division
    assert value_of(staff.get(page_of(division, "change")).content.decode(), "rank") == "1"


def test_players_are_erased_and_never_deleted() -> None:
    staff, erin = reader(), a_player("erin")
    page = staff.get(page_of(erin, "change")).content.decode()
    assert page_of(erin, "delete") not in page
    assert f"/admin/games/player/{erin.pk}/erase/" in page
    listed = staff.get(list_of(Player)).content.decode()
    assert "delete_selected" not in listed
    assert staff.post(page_of(erin, "delete"), {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=erin.pk).exists()
