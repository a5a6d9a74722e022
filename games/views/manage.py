"""The director's desk: leagues one directs, their rules and directors, and a season's dashboard."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Fixture, League, Season, Step
from games.selectors import desk as reads
from games.selectors.desk_log import log_of
from games.selectors.desk_tables import table_line, table_lines
from games.selectors.proposals import proposal_of
from games.services.desk import DATES, KINDS, entries_met, name_of_date, own_fault
from games.services.errors import NothingChosen, Refused
from games.services.founding import may_found
from games.services.leagues import change_director, prepare_season
from games.services.season_back import back_fault, newest_step
from games.services.season_steps import obstacle_to
from games.services.seasons import check_may_begin
from games.views.directed import directed_league, directed_season
from games.views.reader import signed_in
from games.views.table import see_other, status_of


@login_required
@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the leagues that the reader directs, apart from others that a superuser may; who may none is told so."""
    player = signed_in(request)
    leagues = list(reads.leagues_directed(player))
    is_founder = may_found(player)
    if not leagues and not is_founder:
        raise PermissionDenied(
            _("You direct no league. The site’s staff founds leagues and names their directors.")
        )
    own = set(player.leagues_directed.values_list("pk", flat=True))
    context = {
        "leagues": [league for league in leagues if league.pk in own],
        "others": [league for league in leagues if league.pk not in own],
        "is_founder": is_founder,
    }
    return render(request, "manage/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@directed_league
def league(request: HttpRequest, league: League) -> HttpResponse:
    """Show a league with its seasons and directors; begin a season, add or drop a director."""
    fault, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            return _change_league(request, league)
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
    context = {
        "league": league,
        "seasons": league.seasons.order_by("-number"),
        "obstacle": _begin_obstacle(league),
        "directors": league.directors.order_by("name"),
        "log": log_of(league, is_director=True)[0][:5],
        "kinds": KINDS,
        "fault": fault,
    }
    return render(request, "manage/league.html", context, status=status)


def _begin_obstacle(league: League) -> str:
    try:
        check_may_begin(league)
    except Refused as refused:
        return refused.message
    return ""


def _change_league(request: HttpRequest, league: League) -> HttpResponse:
    player, now, asked = signed_in(request), timezone.now(), request.POST.get("do", "")
    if asked == "begin":
        season = prepare_season(league_id=league.pk, by=player, now=now)
        messages.success(
            request, _("The season is being prepared; nobody has been told. Open it when you like.")
        )
        return see_other(reverse("manage-season", args=[league.slug, season.number]))
    if asked == "drop" and not request.POST.get("sure"):
        context = {"league": league, "name": request.POST.get("name", "")[:30], "reader": player}
        return render(request, "manage/drop.html", context)
    if asked in {"add", "drop"}:
        change_director(
            league_id=league.pk,
            name=request.POST.get("name", ""),
            is_director=asked == "add",
            by=player,
            now=now,
        )
        messages.success(request, _("Saved."))
        return see_other(reverse("manage-league", args=[league.slug]))
    raise NothingChosen(_("Nothing was chosen."))


@require_safe
@directed_season
def season(request: HttpRequest, season: Season) -> HttpResponse:
    """Show how a season is doing, and everything that can be done."""
    now, step = timezone.now(), season.next_step
    context = {
        "season": season,
        "league": season.league,
        "steps": reads.steps_of(season),
        "obstacle": obstacle_to(season, step) if step else "",
        "progress": reads.progress_of(season, now=now),
        "health": reads.health_of(season, now=now),
        "divisions": season.divisions.order_by("level"),
        "proposal": proposal_of(season),
        "appeals": reads.open_appeals(season),
        "entries": season.entries.filter(withdrawn_at=None).count(),
        "back_step": _back_step(season),
        "dates": [(name_of_date(name), getattr(season, name)) for name in DATES],
        "now": now,
    }
    return render(request, "manage/season.html", context)


def _back_step(season: Season) -> Step | None:
    """Return the newest step if it can be taken back."""
    newest = newest_step(season)
    return newest if newest is not None and not back_fault(season, newest) else None


@require_http_methods(["GET", "HEAD", "POST"])
@directed_season
def step(request: HttpRequest, season: Season) -> HttpResponse:
    """Lead to where a step is looked at first: pages opened long ago ask for it here."""
    asked = request.POST.get("step", "")
    if asked in Step.values:
        act = reverse("manage-act", args=[season.league.slug, season.number, "step"])
        return see_other(f"{act}?step={asked}")
    return see_other(reverse("manage-season", args=[season.league.slug, season.number]))


@require_http_methods(["GET", "HEAD", "POST"])
@directed_season
def dates(request: HttpRequest, season: Season) -> HttpResponse:
    """Lead to where dates are changed; of what comes from a page opened long ago nothing is saved."""
    where = [season.league.slug, season.number]
    if request.method == "POST":
        messages.error(request, _("Nothing was saved. Change the dates here."))
        return see_other(reverse("manage-act", args=[*where, "dates"]))
    return see_other(reverse("manage-season", args=where))


@require_safe
@directed_season
def tables(request: HttpRequest, season: Season) -> HttpResponse:
    """List a season's tables, narrowed by state and player."""
    status, name = request.GET.get("status", ""), request.GET.get("player", "")[:30]
    after = request.GET.get("after", "")
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 19 else 0
    lines, next_number = table_lines(season, status=status, name=name, after=number)
    context = {
        "season": season,
        "league": season.league,
        "lines": lines,
        "now": timezone.now(),
        "next": next_number,
        "status": status,
        "name": name,
    }
    return render(request, "manage/tables.html", context)


@require_safe
@directed_season
def table(request: HttpRequest, season: Season, fixture_id: int) -> HttpResponse:
    """Show one table and what can be done there."""
    found = Fixture.objects.filter(pk=fixture_id, division__season=season)
    fixture = found.select_related("division", "game").first()
    if fixture is None:
        return render(request, "404.html", status=HTTPStatus.NOT_FOUND)
    seats = []
    if fixture.game is not None:
        seats = list(fixture.game.seats.select_related("player").order_by("index"))
    offers = reads.offers_at(fixture)
    context = {
        "season": season,
        "league": season.league,
        "line": table_line(fixture),
        "fixture": fixture,
        "seats": seats,
        "is_paused": reads.is_paused(fixture),
        "own_fault": own_fault(
            KINDS["void"], season, {"fixture": fixture.pk}, by=signed_in(request)
        ),
        "offers": offers,
        "offered": {offer.seat_id for offer in offers},
    }
    return render(request, "manage/table.html", context)


@require_safe
@directed_season
def players(request: HttpRequest, season: Season) -> HttpResponse:
    """List who plays in a season, with what can be done about each."""
    name = request.GET.get("player", "")[:30]
    entries, has_more = reads.entry_lines(season, name=name)
    context = {
        "season": season,
        "league": season.league,
        "entries": entries,
        "has_more": has_more,
        "name": name,
        "met": entries_met(season, signed_in(request)),
        "can_move": season.drawn_at is not None and season.started_at is None,
    }
    return render(request, "manage/players.html", context)
