"""One of every page: a world in which each page type has something to show, and where to find them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from games.models import (
    AddressChange,
    Appeal,
    DirectorAction,
    Fixture,
    Game,
    Invitation,
    Player,
    Rating,
    Seat,
    SeatRequest,
)
from games.services.addresses import ask_address_change, confirm_address_change
from games.services.appeals import ask_director
from games.services.desk import perform
from games.services.endings import resign_seat
from games.services.notes import save_note
from games.services.ratings import rate_games
from games.services.rematch import offer_rematch
from games.services.substitutes import offer_seat
from games.services.tables import cancel_table, join_table
from games.services.talk import post_message
from games.services.tokens import (
    invite_token,
    join_token,
    restore_token,
    stand_in_token,
    turn_token,
    unsubscribe_token,
    verify_token,
)
from games.services.vacations import set_vacation
from tests.browser.tables import FOUR, a_pick
from tests.factories import (
    a_finished_game,
    a_game,
    a_league,
    a_player,
    a_running_season,
    a_season,
    a_stand_by,
    a_table,
    decide,
    play_next,
)

LONG_GAME = "The quarterly reunion of everybody by the sea"
LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänstreffen"
LONG_NAME = "Maximiliane von Hohenstein-Wal"
VISITOR, ALICE, GUEST, STAFF = "", "alice", "erin", "olga"


@dataclass(frozen=True)
class World:
    """Games and rows by what they are for; alice is to move in `live` and in `gray`, bob in `away`."""

    live: Game
    gray: Game
    away: Game
    over: Game
    covered: Game
    hosted: Game
    joinable: Game
    gone: Game
    rematch: Game
    invitation: Invitation
    asked: AddressChange
    changed: AddressChange


def a_world() -> World:
    """Write the world, with the longest names there may be."""
    now = timezone.now()
    live = a_game(*FOUR, name=LONG_GAME, now=now - timedelta(days=1))
    _play_until_alice(live, 30)
    gray = a_game("alice", "bob", wall="gray", now=now - timedelta(days=1))
    _play_until_alice(gray, 10, phase="tiling")
    away = a_game("bob", "alice", now=now)
    over = a_finished_game("alice", "dave")
    Game.objects.filter(pk=over.pk).update(name=LONG_WORD)
    _write_leagues(over)
    rate_games()
    Rating.objects.update(is_provisional=False)
    Player.objects.filter(name="carol").update(name=LONG_NAME, name_key="long")
    alice, bob, carol, dave = Player.objects.order_by("pk")
    post_message(
        game_id=live.pk, by=bob, text="Somebody took my blue tiles.\n" + "w" * 200, now=now
    )
    save_note(game_id=live.pk, by=alice, text="Keep an eye on column three.", now=now)
    resign_seat(game_id=live.pk, seat=3, by=dave, now=now)
    a_stand_by("frank")
    offer_seat(game_id=away.pk, seat=1, by=alice, now=now)
    today = now.date()
    set_vacation(player_id=carol.pk, first=today, last=today + timedelta(days=9), now=now)
    guest = "someone.with.a.long.address"
    hosted = a_table("alice", invite=(guest,), free=1, entry="link", name=LONG_WORD, now=now)
    joinable = a_table("bob", free=2, robots=1, now=now)
    join_table(game_id=joinable.pk, by=a_player("erin"), now=now)
    a_player(STAFF, is_staff=True, is_superuser=True)
    gone = a_table("alice", free=1, now=now)
    cancel_table(game_id=gone.pk, by=alice, now=now)
    rematch = offer_rematch(game_id=over.pk, by=alice, now=now)
    invited = a_table("bob", invite=("alice",), name=LONG_WORD, now=now)
    changed = ask_address_change(player_id=bob.pk, email="bob@new.example.org", now=now)
    confirm_address_change(change_id=changed.pk, now=now)
    asked = ask_address_change(player_id=bob.pk, email="bob@newer.example.org", now=now)
    return World(
        live=live,
        gray=gray,
        away=away,
        over=over,
        covered=_write_covered(),
        hosted=hosted,
        joinable=joinable,
        gone=gone,
        rematch=rematch,
        invitation=Invitation.objects.get(game=invited),
        asked=asked,
        changed=changed,
    )


def _write_leagues(over: Game) -> None:
    """Write a league whose season is drawn, with a game of alice and dave, and one that takes entries."""
    season = a_season(a_league(description="One game a week."))
    planned = Fixture.objects.filter(division__season=season)
    planned.filter(seats__entry__player__name="alice").filter(
        seats__entry__player__name="dave"
    ).update(game=over)
    gray = a_season(a_league("gray", wall="gray"), is_drawn=False)
    for league in (season.league, gray.league):
        league.directors.add(a_player("alice"))
    perform(
        season_id=season.pk,
        kind="message",
        arguments={"division": season.divisions.get().pk, "text": "Welcome."},
        by=a_player("alice"),
        reason=LONG_WORD,
        nonce="a form",
        now=timezone.now(),
    )
    ask_director(
        game_id=over.pk, by=a_player("dave"), about="result", text=LONG_WORD, now=timezone.now()
    )


def _write_covered() -> Game:
    """Write a league whose tables share tiles: two of the first round are compared, one of the next goes on."""
    league = a_league("twins", has_duplicate_deals=True, rounds_at_once=2)
    season = a_running_season(league, "gina", "hugo", "ida", "jon")
    games = Game.objects.filter(fixture__division__season=season)
    for game in games.filter(fixture__round=1):
        decide(game)
    return games.filter(fixture__round=2).earliest("pk")


def _play_until_alice(game: Game, least: int, phase: str = "") -> None:
    """Play at least so many moves, and on until the first seat is to move (in a phase, if one is named)."""
    for turn in range(400):
        game.refresh_from_db()
        seat = Seat.objects.get(game=game, index=0)
        if turn >= least and seat.awaited_turn is not None and phase in {"", game.phase}:
            return
        play_next(game.pk, now=game.started_at or timezone.now())
    raise AssertionError("alice never came to move")


def pages(world: World) -> Iterator[tuple[str, str]]:
    """Yield (who looks, address) for one of every page."""
    live, over = (f"/games/{game.pk}/" for game in (world.live, world.over))
    for path in _public(world, live, over):
        yield VISITOR, path
    for path in _behind_links(world):
        yield VISITOR, path
    pick = a_pick(world.live)
    yield ALICE, f"{live}?take={pick[:2]}"
    yield ALICE, f"{live}?take={pick[:2]}&line=F"
    for path in _own(world, live, over):
        yield ALICE, path
    for path in _desk(world):
        yield ALICE, path
    yield GUEST, f"/games/{world.joinable.pk}/"
    yield STAFF, "/manage/new/"


def _public(world: World, live: str, over: str) -> list[str]:
    return [
        "/",
        "/games/",
        "/games/?player=nobody",
        "/games/?status=open",
        live,
        f"{live}?view=text",
        f"{live}turns/0/",
        f"{live}turns/25/",
        f"{live}scores/",
        over,
        f"{over}turns/30/",
        f"{over}scores/",
        f"/games/{world.covered.pk}/",
        f"/games/{world.joinable.pk}/",
        "/rules/",
        "/fairness/",
        "/players/alice/",
        "/leagues/",
        "/leagues/tiles/",
        "/leagues/tiles/seasons/1/",
        "/leagues/gray/seasons/1/",
        "/leagues/twins/seasons/1/",
        "/leagues/tiles/log/",
        "/ratings/",
        "/accounts/login/",
        "/accounts/inactive/",
        "/nowhere/",
    ]


def _behind_links(world: World) -> list[str]:
    seat = Seat.objects.get(game=world.live, index=0)
    bob = Player.objects.get(name="bob")
    open_turn = turn_token(
        game_id=world.live.pk, seat=0, turn=seat.awaited_turn or 0, epoch=seat.epoch
    )
    old_turn = turn_token(game_id=world.live.pk, seat=0, turn=0, epoch=seat.epoch)
    return [
        f"/t/{open_turn}/",
        f"/t/{old_turn}/",
        f"/t/{open_turn}/resign/",
        f"/i/{invite_token(invitation_id=world.invitation.pk)}/",
        f"/j/{join_token(game_id=world.hosted.pk)}/",
        f"/u/{unsubscribe_token(player_id=bob.pk, game_id=None)}/",
        f"/c/{verify_token(change_id=world.asked.pk)}/",
        f"/r/{restore_token(change_id=world.changed.pk)}/",
        f"/s/{stand_in_token(request_id=SeatRequest.objects.get().pk)}/",
        "/t/no-such-token/",
    ]


def _desk(world: World) -> list[str]:
    """Return the director's pages of a league that alice directs as well."""
    fixture = Fixture.objects.get(game=world.over)
    entry, season = fixture.seats.get(index=0).entry, fixture.division.season
    desk, about = f"/manage/tiles/{season.number}/", f"fixture={fixture.pk}&seat=0"
    action = DirectorAction.objects.get()
    return [
        "/manage/",
        "/manage/tiles/",
        "/manage/tiles/rules/",
        f"/manage/tiles/actions/{action.pk}/undo/",
        desk,
        f"{desk}tables/",
        f"{desk}tables/{fixture.pk}/",
        f"{desk}players/",
        "/manage/gray/1/",
        "/manage/gray/1/files/",
        "/manage/gray/1/do/dates/",
        "/manage/gray/1/do/step/?step=close",
        f"{desk}do/set-result/?{about}",
        f"{desk}do/withdraw/?entry={entry.pk}",
        f"{desk}do/add-player/",
        f"{desk}do/message/?division={fixture.division_id}",
        f"{desk}appeals/{Appeal.objects.get().pk}/",
        f"/games/{world.over.pk}/appeal/",
    ]


def _own(world: World, live: str, over: str) -> list[str]:
    return [
        "/leagues/tiles/",
        "/leagues/gray/seasons/1/",
        "/leagues/gray/seasons/1/withdraw/",
        "/",
        "/games/",
        "/games/new/",
        live,
        f"{live}?view=text",
        f"{live}talk/",
        f"{live}notes/",
        f"{live}resign/",
        f"{live}offer/",
        f"/games/{world.away.pk}/offer/",
        f"/games/{world.gray.pk}/",
        f"/games/{world.away.pk}/",
        f"/games/{world.away.pk}/orders/",
        over,
        f"{over}resign/",
        f"/games/{world.hosted.pk}/",
        f"/games/{world.joinable.pk}/",
        f"/games/{world.gone.pk}/",
        f"/games/{world.rematch.pk}/",
        f"/games/{world.invitation.game_id}/",
        f"/j/{join_token(game_id=world.joinable.pk)}/",
        "/accounts/preferences/",
        "/accounts/vacation/",
        "/accounts/address/",
        "/accounts/calendar/",
        "/accounts/erase/",
        "/accounts/logout/",
    ]
