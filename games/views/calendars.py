"""Feeds for other programs: a player's deadlines as a calendar, and a league's results as Atom."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Fixture, League, Player
from games.render.ical import calendar
from games.selectors.feeds import deadlines_of, latest_results
from games.selectors.places import is_lost_by_all
from games.services.players import renew_calendar
from games.services.tokens import BadToken, calendar_token, read_calendar_token
from games.views.errors import not_found, too_many
from games.views.links import HEADERS
from games.views.reader import shown_to, signed_in
from games.views.table import see_other
from games.views.throttle import count_bad_token


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Show the secret address of the reader's calendar; make another one on request."""
    player = signed_in(request)
    if request.method == "POST":
        renew_calendar(player_id=player.pk)
        messages.success(request, _("Here is another address. The old one tells nothing any more."))
        return see_other(reverse("calendar-address"))
    token = calendar_token(player_id=player.pk, epoch=player.calendar_epoch)
    link = f"{settings.BASE_URL}{reverse('calendar', args=[token])}"
    return render(request, "players/calendar.html", {"link": link})


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Return the deadlines of the player whose secret address this is."""
    player = _holder(token)
    if player is None:
        return too_many(request) if count_bad_token(request) else not_found(request)
    with shown_to(request, player):
        text = calendar(
            deadlines_of(player),
            name=_("Azul by mail"),
            host=urlsplit(settings.BASE_URL).hostname or "localhost",
            made_at=timezone.now(),
        )
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    for name, value in HEADERS.items():
        answer[name] = value
    return answer


def _holder(token: str) -> Player | None:
    try:
        player_id, epoch = read_calendar_token(token)
    except BadToken:
        return None
    return Player.objects.filter(pk=player_id, calendar_epoch=epoch, is_active=True).first()


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a league's last results as an Atom feed."""
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404(_("There is no such league."))
    home = f"{settings.BASE_URL}{reverse('league', args=[slug])}"
    feed = Atom1Feed(
        title=league.name,
        link=home,
        description=league.description,
        feed_url=f"{settings.BASE_URL}{reverse('league-results', args=[slug])}",
    )
    for fixture in latest_results(league):
        _add(feed, fixture)
    return HttpResponse(
        feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"
    )


def _add(feed: Atom1Feed, fixture: Fixture) -> None:
    game = fixture.game
    if game is None:
        return
    seats = sorted(game.seats.all(), key=lambda seat: (seat.result.place, seat.index))
    nobody = is_lost_by_all(seats)
    told = ", ".join(
        f"{'–' if nobody else f'{seat.result.place}.'} {seat.name} {seat.result.score}"
        for seat in seats
    )
    link = f"{settings.BASE_URL}{reverse('game', args=[game.pk])}"
    feed.add_item(
        title=f"{game.title}: {told}",
        link=link,
        description=told,
        unique_id=link,
        pubdate=game.finished_at,
        updateddate=game.finished_at,
    )
