"""Deals that several tables share: which of them may be opened, and who has had to do with one."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Deal, Fixture, Game, GameStatus, Player

__all__ = ["deals_to_open", "knows_deal", "knows_deal_of"]

_OVER = (GameStatus.FINISHED, GameStatus.VOID)


def deals_to_open() -> QuerySet[Deal]:
    """Return the deals that are secret though the last of their tables, begun or planned, is over.

    Not those of which no table has begun: a round that is taken back is drawn anew, with the same deal.
    """
    begun = Game.objects.filter(deal=OuterRef("pk"))
    games = begun.exclude(status__in=_OVER)
    fixtures = Fixture.objects.unfinished().filter(deal=OuterRef("pk"))
    return Deal.objects.filter(Exists(begun), ~Exists(games), ~Exists(fixtures), opened_at=None)


def knows_deal_of(game: Game) -> Q:
    """Return the condition on players who sit, sat or are to sit at a table that shares a game's tiles.

    It holds for nobody where the tiles aren't shared.
    """
    if game.deal_id is None:
        return Q(pk__in=())
    deal = game.deal_id
    return (
        Q(pk__in=Player.objects.filter(seats__game__deal=deal).values("pk"))
        | Q(pk__in=Player.objects.filter(seats_left__game__deal=deal).values("pk"))
        | Q(
            pk__in=Player.objects.filter(season_entries__fixture_seats__fixture__deal=deal).values(
                "pk"
            )
        )
    )


def knows_deal(game: Game, player: Player) -> bool:
    """Whether a player has to do with another table that shares a game's tiles. One query, none where none are shared."""
    if game.deal_id is None:
        return False
    return Player.objects.filter(knows_deal_of(game), pk=player.pk).exists()
