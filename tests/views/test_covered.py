"""Tables that share their tiles with others still played: nothing of them shows to anybody but their players."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parseaddr
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.utils import translation

from games import urls
from games.mail import delivery
from games.models import (
    AuditEntry,
    Deal,
    Game,
    GameStatus,
    Move,
    OutgoingMail,
    PlacementScore,
    Player,
    Round,
    RoundScore,
    Seat,
    SeatOffer,
    SeatRequest,
)
from games.render import words
from games.selectors.positions import Eyes, load_table
from games.selectors.story import story_of
from games.services import tokens
from games.services.endings import finalize_game
from tests.factories import NOW, a_player, a_running_season, play_random_moves
from tests.services.test_deals import FOUR, a_duplicate_league

pytestmark = pytest.mark.django_db

SENTENCE = "This table shares its tiles with others that are still played."
# The local mailbox holds every mail, log-ins and all; it exists only on a site of one's own.
MAILBOX = {"mailbox", "mailbox-mail", "mailbox-html"}
# What players carry away holds their own moves; those at the other table look the same.
OWN = {"own-data"}
# Of these parameters an address takes one that leads to a game.
OF_A_GAME = {"game_id", "fixture_id", "token"}
# What a page about a covered game may answer to others, besides the sentence: sign in, no seat, not this way.
CLOSED = {302, 303, 403, 404, 405}
ASKED = "peggy"


@dataclass
class Covered:
    """A round whose first table is over and whose second goes on, and every word that would tell of their tiles."""

    over: Game
    going: Game
    secrets: re.Pattern[str]

    def check(self, answer: Any, where: str) -> None:
        """Fail if an answer tells of tiles."""
        text = b"".join(answer).decode("latin-1") if answer.streaming else answer.content.decode()
        assert not (found := self.secrets.search(text)), f"{where}: {found}"


@pytest.fixture
def covered() -> Covered:
    season = a_running_season(a_duplicate_league(), *FOUR)
    over, going = Game.objects.filter(fixture__division__season=season).order_by("pk")
    for game in (over, going):
        play_random_moves(game, 9)
    secrets = [over.secret_seed(), rf"\b{over.secret_seed()[:12]}"]
    for game in (over, going):
        table = load_table(game.pk, Eyes.SERVER)
        secrets += [rf"\b{move.notation}\b" for move in table.moves]
        for language in ("en", "ja"):
            with translation.override(language):
                told = story_of(table, language=language)
                boards = zip(table.position.boards, table.seats, strict=True)
                secrets += [
                    re.escape(words.board_sentence(board, seat.name, language))
                    for board, seat in boards
                ]
            secrets += [re.escape(word) for line in told for word in (line.text, line.short)]
        secrets += [re.escape(row.displays) for row in Round.objects.filter(game=game)]
    Game.objects.filter(pk=over.pk).update(status=GameStatus.SCORING)
    finalize_game(game_id=over.pk, now=NOW)
    for game in (over, going):
        game.refresh_from_db()
    return Covered(over, going, re.compile("|".join(secrets)))


def patterns(within: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for each in within:
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns)
        else:
            yield each


EVERY = {each.name: each for each in patterns(urls.urlpatterns) if each.name}


def arguments(pattern: URLPattern, game: Game, token: str) -> dict[str, Any]:
    """Return what an address takes, for this game where it takes one. A new parameter has to be given here."""
    seat = game.seats.get(index=0)
    known = {
        "game_id": game.pk,
        "turn": 3,
        "token": token,
        "slug": "tiles",
        "number": 1,
        "fixture_id": game.fixture.pk,
        "action_id": 1,
        "appeal_id": 1,
        "invitation_id": 1,
        "kind": "set-result",
        "name": {"manage-file": "results"}.get(pattern.name or "", seat.name),
    }
    return {name: known[name] for name in pattern.pattern.converters}


def token_for(name: str, game: Game) -> str:
    """Return the token that a stranger may hold: of a turn link that is void, of a question to stand in."""
    seat = game.seats.get(index=0)
    if name == "stand-in":
        return tokens.stand_in_token(request_id=SeatRequest.objects.get().pk)
    if name == "calendar":
        player = a_player("carol")
        return tokens.calendar_token(player_id=player.pk, epoch=player.calendar_epoch)
    if name == "join-link":
        return tokens.join_token(game_id=game.pk)
    return tokens.turn_token(game_id=game.pk, seat=0, turn=0, epoch=seat.epoch + 1)


def a_question(game: Game) -> SeatRequest:
    seat = game.seats.get(index=0)
    assert seat.player is not None
    offer = SeatOffer.objects.create(
        game=game, seat=seat, player=seat.player, cause="player", turn=0, opened_at=NOW, look_at=NOW
    )
    player = a_player(ASKED, stands_in=1)
    return SeatRequest.objects.create(offer=offer, player=player, asked_at=NOW, answer_by=NOW)


def readers(covered: Covered) -> dict[str, Player | None]:
    """Return everybody else: a visitor, a director who is staff, and a player of the other table for each."""
    people = {name: a_player(name) for name in FOUR}
    at_one = people[covered.over.seats.get(index=0).name]
    at_two = people[covered.going.seats.get(index=0).name]
    return {
        "visitor": None,
        "director": a_player("carol", is_staff=True, is_superuser=True),
        "at the table that is over": at_one,
        "at the table that goes on": at_two,
    }


def client_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


WHO = ("visitor", "director", "at the table that is over", "at the table that goes on")


@pytest.mark.parametrize("who", WHO)
def test_no_address_tells_others_of_covered_tiles(covered: Covered, who: str) -> None:
    a_question(covered.going)
    player = readers(covered)[who]
    client = client_of(player)
    others = [
        game
        for game in (covered.over, covered.going)
        if player is None or not game.seats.filter(player=player).exists()
    ]
    for name in sorted(EVERY.keys() - MAILBOX - (OWN if len(others) == 1 else set())):
        is_about_game = OF_A_GAME.intersection(EVERY[name].pattern.converters)
        for game in others if is_about_game else others[-1:]:
            path = reverse(name, kwargs=arguments(EVERY[name], game, token_for(name, game)))
            covered.check(client.get(path), f"get {path}")
            if is_about_game:
                covered.check(client.post(path), f"post {path}")
            if "game_id" in EVERY[name].pattern.converters and name != "offer-seat":
                assert client.get(path).status_code in CLOSED, path


def test_a_covered_page_says_why_and_shows_finished_rounds_only(covered: Covered) -> None:
    for game in (covered.over, covered.going):
        for name in (
            "game",
            "turn",
            "scores",
            "record-text",
            "record-json",
            "board-svg",
            "turn-png",
        ):
            path = reverse(name, kwargs=arguments(EVERY[name], game, ""))
            answer = Client().get(path)
            page = answer.content.decode()
            assert answer.status_code == 403, path
            assert SENTENCE in page
            assert game.seed_hash in page
            assert "no-store" in answer["Cache-Control"]
    japanese = Client(headers={"Accept-Language": "ja"}).get(f"/games/{game.pk}/").content.decode()
    assert SENTENCE not in japanese


def test_a_covered_table_lies_open_to_its_own_players(covered: Covered) -> None:
    for game in (covered.over, covered.going):
        client = client_of(game.seats.get(index=1).player)
        for path in ("", "turns/3/", "scores/", "record.azul", "record.json", "turns/3/board.png"):
            answer = client.get(f"/games/{game.pk}/{path}")
            assert answer.status_code == 200, path
            if path:
                assert "public" not in answer.get("Cache-Control", ""), path
            if not path.endswith("png"):
                assert covered.over.secret_seed() not in answer.content.decode(), path


def test_a_turn_link_that_speaks_for_the_seat_opens_its_table_and_no_other_does(
    covered: Covered,
) -> None:
    seat = covered.going.seats.get(awaited_turn__isnull=False)
    facts = {"game_id": covered.going.pk, "seat": seat.index, "turn": 9}
    assert Client().get(f"/t/{tokens.turn_token(epoch=seat.epoch, **facts)}/").status_code == 200
    dead = Client().get(f"/t/{tokens.turn_token(epoch=seat.epoch + 1, **facts)}/")
    assert dead.status_code == 403
    assert SENTENCE in dead.content.decode()
    assert dead["Cache-Control"] == "no-store, private"


def test_open_pages_that_ask_for_news_learn_nothing_by_guessing(covered: Covered) -> None:
    game = covered.going
    assert game.deadline_at is not None
    guess = f'"{game.turn}.{game.takebacks}.{game.status}.{int(game.deadline_at.timestamp())}"'
    asked = Client().get(
        f"/games/{game.pk}/", headers={"If-None-Match": guess, "HX-Request": "true"}
    )
    assert asked.status_code == 403


# Of these a row's own page has to be looked at, too.
TELLING = {AuditEntry, Deal, Game, Move, PlacementScore, Round, RoundScore, Seat}


def test_the_admin_shows_no_tiles_of_covered_tables_to_superusers(covered: Covered) -> None:
    judge = client_of(a_player("judge", is_staff=True, is_superuser=True))
    for model in apps.get_app_config("games").get_models():
        base = f"admin:games_{model._meta.model_name}"
        pages = [reverse(f"{base}_changelist")]
        rows = model._default_manager.order_by("pk")[: 2 if model in TELLING else 0]
        pages += [reverse(f"{base}_change", args=[row.pk]) for row in rows]
        for page in pages:
            answer = judge.get(page)
            assert answer.status_code in {200, 302}, page
            text = answer.content.decode()
            found = covered.secrets.search(re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL))
            assert not found, f"{page}: {found}"


def test_exports_and_checks_of_the_operator_pass_covered_games_over(covered: Covered) -> None:
    out = StringIO()
    call_command("export_games", stdout=out)
    assert out.getvalue() == ""
    call_command("verify_games", stdout=out)
    assert out.getvalue() == "0 of 0 games agree\n"


def test_mails_tell_a_table_to_its_own_players_alone(covered: Covered) -> None:
    question = a_question(covered.going)
    OutgoingMail.objects.create(
        key="seat-offer:1", kind="seat-offer", player=question.player, game=covered.going,
        context={"request": question.pk}, created_at=NOW, next_at=NOW,
    )  # fmt: skip
    for mail_id in OutgoingMail.objects.order_by("pk").values_list("pk", flat=True):
        delivery.deliver(mail_id, clock=lambda: NOW)
    sent = [
        (parseaddr(message.to[0])[1], message.subject, text_of(message)) for message in mail.outbox
    ]
    seated = {f"{name}@example.org" for name in FOUR}
    assert {to for to, _, _ in sent} > seated
    for to, subject, text in sent:
        assert covered.over.secret_seed()[:16] not in text
        assert to in seated or not covered.secrets.search(text), subject
    results = [text for _, subject, text in sent if "The result of" in subject]
    assert len(results) == 2
    assert all(text.count("Others still play with the same tiles.") == 2 for text in results)


def text_of(message: Any) -> str:
    """Return the text part and the HTML part of a mail."""
    return f"{message.body} {message.alternatives[0][0]}"


def test_everything_opens_with_the_last_table(covered: Covered) -> None:
    Game.objects.filter(pk=covered.going.pk).update(status=GameStatus.SCORING)
    finalize_game(game_id=covered.going.pk, now=NOW)
    seed = covered.over.secret_seed()
    for game in (covered.over, covered.going):
        for path in ("", "turns/3/"):
            answer = Client().get(f"/games/{game.pk}/{path}")
            assert answer.status_code == 200
            assert seed in answer.content.decode(), path
        assert Client().get(f"/games/{game.pk}/record.azul").status_code == 200
