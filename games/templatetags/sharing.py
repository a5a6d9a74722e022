"""What other sites and chats show of a link: Open Graph tags for a game and each of its turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.azul import Phase, Position
from games.models import Game
from games.render import words
from games.render.poster import HEIGHT, WIDTH

register = template.Library()


@register.inclusion_tag("_share.html")
def share_tags(
    game: Game, position: Position, names: Sequence[str], *, is_now: bool = False
) -> dict[str, Any]:
    """Write the tags for a game after ``position.turn`` moves; ``is_now`` links to the live page."""
    turn = position.turn
    page = reverse("game", args=[game.pk]) if is_now else reverse("turn", args=[game.pk, turn])
    return {
        "title": game.title
        if is_now
        else _("%(game)s, move %(turn)d") % {"game": game.title, "turn": turn},
        "description": _description(position, names),
        "page": settings.BASE_URL + page,
        "image": settings.BASE_URL + reverse("turn-png", args=[game.pk, turn]),
        "width": WIDTH,
        "height": HEIGHT,
    }


def _description(position: Position, names: Sequence[str]) -> str:
    """Say in words how the game stands: the round, every score, who is to move or how it ended."""
    language = get_language() or "en"
    scores = words.in_a_row(
        [
            _("%(name)s %(points)d") % {"name": name, "points": board.score}
            for name, board in zip(names, position.boards, strict=True)
        ],
        language,
    )
    said = _("Round %(round)d. %(scores)s.") % {"round": position.round, "scores": scores}
    if position.phase is Phase.OVER and position.end_reason is not None:
        return f"{said} {words.end_reason_sentence(position.end_reason, language)}"
    movers = words.in_a_row([names[seat] for seat in position.to_move], language)
    return f"{said} " + _("To move: %(names)s.") % {"names": movers} if movers else said
