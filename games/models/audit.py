"""AuditEntry: who did what to which game, and why; written once, never changed."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.players import Player


class Action(models.TextChoices):
    """What can be written down; `record` is called with these values."""

    CANCEL_VACATION = "cancel_vacation", _("called off a vacation")
    CHANGE_ADDRESS = "change_address", _("changed a mail address")
    CHANGE_ENTRY = "change_entry", _("changed who may take a place")
    CREATE_GAME = "create_game", _("made a game")
    DIRECTOR = "director", _("acted as director of a league")
    DIRECTOR_UNDO = "director-undo", _("took back a director’s action")
    END_PAUSE = "end_pause", _("let the clock run again")
    ERASE_PLAYER = "erase_player", _("erased an account")
    EXTEND_DEADLINE = "extend_deadline", _("gave more time for a turn, as director")
    FINALIZE_GAME = "finalize_game", _("wrote the result of a game")
    GIVE_TIME = "give_time", _("gave a day to an opponent")
    INVITE = "invite", _("invited somebody")
    LEAVE_TABLE = "leave_table", _("left a table before the game")
    OUTAGE = "outage", _("made up for an outage")
    PAUSE_GAME = "pause_game", _("stopped the clock")
    ASK_PAUSE = "ask_pause", _("asked for a pause")
    RESIGN_SEAT = "resign_seat", _("gave a seat to a bot")
    RESTORE_ADDRESS = "restore_address", _("took back a change of address")
    ENTRY_MOVED = "entry-moved", _("moved a player to another division")
    ENTRY_WITHDRAWN = "entry-withdrawn", _("withdrew from a season")
    FIXTURE_VOIDED = "fixture-voided", _("set a planned game aside")
    SEASON_ASKED = "season-asked", _("asked for a step of a season")
    SEASON_CLOSED = "season-close", _("closed the entries of a season")
    SEASON_CREATED = "season-created", _("began a season")
    SEASON_DRAWN = "season-draw", _("proposed the divisions of a season")
    SEASON_FINISHED = "season-finish", _("wrote the final tables of a season")
    SEASON_OPENED = "season-open", _("opened a season for entries")
    SEASON_PROMOTED = "season-promote", _("began the season after")
    SEASON_PUBLISHED = "season-publish", _("published divisions and fixtures")
    SEASON_STARTED = "season-start", _("started the games of a season")
    OFFER_SEAT = "offer_seat", _("offered a seat")
    OFFER_WITHDRAWN = "offer_withdrawn", _("no longer offered a seat")
    NO_SUBSTITUTE = "no_substitute", _("found no substitute")
    TAKE_OVER = "take_over", _("took over a seat")
    SEAT_BOTS = "seat_bots", _("put bots on free places")
    SEED_DEMO = "seed_demo", _("filled the demo")
    SET_VACATION = "set_vacation", _("announced a vacation")
    START_GAME = "start_game", _("started a game")
    STOP_MAIL = "stop_mail", _("ended turn mails")
    TABLE_CANCELLED = "table_cancelled", _("called off a table")
    TABLE_EXPIRED = "table_expired", _("let a table expire")
    TAKE_SEAT = "take_seat", _("took a seat")
    TIME_OUT = "time_out", _("carried out a time-out")
    UNDO_MOVE = "undo_move", _("took back a move")
    VOID_GAME = "void_game", _("ended a game without a result")
    WITHDRAW_PAUSE = "withdraw_pause", _("no longer asked for a pause")


class AuditEntry(models.Model):
    """One act worth answering for. `details` never holds seeds, tokens or codes."""

    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_entries",
        verbose_name=_("game"),
    )
    actor = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_entries",
        verbose_name=_("who"),
        help_text=_("Empty: the server itself."),
    )
    action = models.CharField(_("action"), max_length=40)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    details: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("details"), default=dict, blank=True
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["game", "at"], name="audit_by_game")]

    def __str__(self) -> str:
        return f"#{self.game_id} {self.title}" if self.game_id else self.title

    @property
    def title(self) -> str:
        """What was done, in words; the bare code of an action that is no longer known."""
        return str(dict(Action.choices).get(self.action, self.action))
