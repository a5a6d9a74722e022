"""Two who were asked accept the same seat at the same moment, through several web processes."""

from datetime import timedelta

from django.utils import timezone

from games.models import OutgoingMail, Seat, SeatChange, SeatRequest
from games.services.substitutes import Answer, answer_request, offer_seat
from games.services.tokens import stand_in_token
from tests.factories import a_game, a_player, a_stand_by
from tests.races.crowd import Crowd


def test_of_two_who_accept_at_once_exactly_one_gets_the_seat(crowd: Crowd) -> None:
    now = timezone.now()
    for name in ("carol", "dave"):
        a_stand_by(name)
    game = a_game(now=now - timedelta(hours=2))
    offer_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=now - timedelta(hours=1))
    # Who has declined may still change their mind while the next one is asked.
    first = SeatRequest.objects.get()
    answer_request(request_id=first.pk, answer=Answer.DECLINE, now=now)
    links = [
        f"/s/{stand_in_token(request_id=each.pk)}/" for each in SeatRequest.objects.order_by("pk")
    ]
    assert len(links) == 2
    presses = [press for link in links for press in crowd.presses(4, link, answer="accept")]
    answers = crowd.at_once(presses)
    statuses = [answer.status for answer in answers]
    assert sorted({*statuses[:4]}) + sorted({*statuses[4:]}) in ([200, 409], [409, 200])
    change = SeatChange.objects.get()
    assert Seat.objects.get(game=game, index=0).player_id == change.to_player_id
    losers = answers[4:] if statuses[0] == 200 else answers[:4]
    assert all("Somebody else was faster" in answer.body for answer in losers)
    assert OutgoingMail.objects.filter(game=game, player=change.to_player, turn=0).count() == 1
