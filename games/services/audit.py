"""Writing down who did what, inside the transaction that did it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import AuditEntry, Game, Player


def record(
    action: str,
    *,
    now: datetime,
    game: Game | None = None,
    actor: Player | None = None,
    reason: str = "",
    **details: Any,
) -> None:
    """Insert one AuditEntry. `details` are plain values and never secrets."""
    AuditEntry.objects.create(
        game=game, actor=actor, action=action, reason=reason[:200], details=details, at=now
    )
