"""What a player gets mailed: read for the page behind an unsubscribe link."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Notices, Player, Seat, Summaries

__all__ = ["MailChoice", "mail_choice"]


@dataclass(frozen=True, slots=True)
class MailChoice:
    """Which mails `player` gets; the game's fields are empty when the link is for all games."""

    player: Player
    game_id: int | None
    game_title: str
    is_game_muted: bool
    is_all_stopped: bool
    is_weekly_stopped: bool


def mail_choice(*, player_id: int, game_id: int | None) -> MailChoice | None:
    """Return the choice of a player, None if there is no such player or seat. At most two queries."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        return None
    is_all_stopped = player.notices == Notices.NEVER
    if game_id is None:
        return MailChoice(
            player, None, "", is_game_muted=False, is_all_stopped=is_all_stopped,
            is_weekly_stopped=player.summaries == Summaries.NEVER,
        )  # fmt: skip
    seat = Seat.objects.select_related("game").filter(game_id=game_id, player=player).first()
    if seat is None:
        return None
    return MailChoice(
        player,
        game_id,
        seat.game.title,
        is_game_muted=seat.is_muted,
        is_all_stopped=is_all_stopped,
        is_weekly_stopped=player.summaries == Summaries.NEVER,
    )
