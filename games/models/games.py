"""Game, Seat and Move: what is played, by whom, and the append-only list of moves."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.azul import RULES_VERSION, WallKind
from games.models.clock_fields import GameClock, SeatClock
from games.models.deals import Deal, hidden
from games.models.names import validate_game_name


class GameStatus(models.TextChoices):
    """Where a game stands in its life."""

    OPEN = "open", _("not started")
    RUNNING = "running", _("in progress")
    SCORING = "scoring", _("being scored")
    FINISHED = "finished", _("finished")
    VOID = "void", _("void")


class Wall(models.TextChoices):
    """Which side of the player boards is used for the whole game. Rule: R17."""

    COLORED = WallKind.COLORED.value, _("colored wall")
    GRAY = WallKind.GRAY.value, _("gray wall")


class Entry(models.TextChoices):
    """Who may take a free place at a table that has not begun."""

    INVITED = "invited", _("invited people only")
    LINK = "link", _("whoever has the link")
    OPEN = "open", _("anyone signed in")


class BotKind(models.TextChoices):
    """Who plays a seat that no person plays, the weakest first."""

    RANDOM = "random", _("Random – for trying out")
    GREEDY = "greedy", _("Greedy – casual")
    SEARCH = "search", _("Search – strong")


class Via(models.TextChoices):
    """How a move came in."""

    PAGE = "page", _("page")
    LINK = "link", _("turn link")
    MAIL = "mail", _("reply by mail")
    BOT = "bot", _("bot")
    ADMIN = "admin", _("director")
    ORDER = "order", _("standing order")
    FORCED = "forced", _("only move")

    @property
    def is_automatic(self) -> bool:
        """Whether the server played it in the player's stead, as the player had asked."""
        return self in {Via.ORDER, Via.FORCED}


class GameQuerySet(models.QuerySet["Game"]):
    """Filters over games."""

    def live(self) -> GameQuerySet:
        """Keep games that are being played."""
        return self.filter(status__in=[GameStatus.RUNNING, GameStatus.SCORING])

    def finished(self) -> GameQuerySet:
        """Keep games with a final result."""
        return self.filter(status=GameStatus.FINISHED)

    def open_to_all(self) -> GameQuerySet:
        """Keep games whose table everybody may see: no others still play with the same tiles."""
        return self.exclude(hidden())

    def listed(self) -> GameQuerySet:
        """Keep games that everybody may find: all that began, and tables open to anyone."""
        return self.filter(
            models.Q(started_at__isnull=False) | models.Q(status=GameStatus.OPEN, entry=Entry.OPEN)
        )


class Game(GameClock):
    """One game of Azul. The move list is the truth; the other fields repeat what queries need."""

    name = models.CharField(_("name"), max_length=60, validators=[validate_game_name])
    wall = models.CharField(
        _("wall"), max_length=10, choices=Wall.choices, default=WallKind.COLORED.value
    )
    status = models.CharField(
        _("status"), max_length=10, choices=GameStatus.choices, default=GameStatus.OPEN
    )
    # The seed foretells every draw: it leaves this column only when the game is over. Empty: it is the deal's.
    seed = models.CharField(_("seed"), max_length=64, blank=True, editable=False)
    seed_hash = models.CharField(_("commitment"), max_length=64, editable=False)
    deal = models.ForeignKey(
        Deal,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="games",
        verbose_name=_("deal"),
    )
    rules_version = models.PositiveSmallIntegerField(
        _("rules version"), default=RULES_VERSION, editable=False
    )
    start_seat = models.PositiveSmallIntegerField(_("starting seat"), default=0)
    pace = models.CharField(_("pace"), max_length=30, default="3d")
    places = models.PositiveSmallIntegerField(_("places"), default=2)
    entry = models.CharField(
        _("entry"), max_length=10, choices=Entry.choices, default=Entry.INVITED
    )
    rematch_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rematches",
        verbose_name=_("rematch of"),
    )
    turn = models.PositiveIntegerField(_("moves played"), default=0)
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    phase = models.CharField(_("phase"), max_length=10, default="offer")
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    end_reason = models.CharField(_("end reason"), max_length=20, blank=True, default="")
    takebacks = models.PositiveSmallIntegerField(_("moves taken back"), default=0)
    created_by = models.ForeignKey(
        "games.Player",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games_created",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="game_has_name"),
            models.CheckConstraint(
                condition=models.Q(wall__in=Wall.values), name="game_wall_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=GameStatus.values), name="game_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(places__range=(2, 4)), name="game_places_range"
            ),
            # A seed is in one place: with the game, or with the deal that it shares.
            models.CheckConstraint(
                condition=models.Q(deal__isnull=True) | models.Q(seed=""), name="game_one_seed"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~models.Q(status="void"), name="game_one_rematch"
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-id"], name="game_status_newest"),
            models.Index(fields=["status", "-finished_at"], name="game_newest_results"),
            models.Index(fields=["wall", "-id"], name="game_wall_newest"),
            models.Index(fields=["places", "-id"], name="game_places_newest"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """Name with number, as pages and mail subjects show it: "Friday tiles #42"."""
        return f"{self.name} #{self.pk}"

    @property
    def wall_kind(self) -> WallKind:
        """The wall as the rules know it."""
        return WallKind(self.wall)

    @property
    def is_running(self) -> bool:
        """Whether moves can be played."""
        return self.status == GameStatus.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether no move will follow: no draw of this game lies in the future."""
        return self.status in {GameStatus.SCORING, GameStatus.FINISHED, GameStatus.VOID}

    def is_hidden(self) -> bool:
        """Whether only its own players may see the table: others still play with the same tiles.

        One query for a game that shares a deal, unless this was read with it.
        """
        return self.deal is not None and self.deal.opened_at is None

    def secret_seed(self) -> str:
        """Return what all draws come from, as 64 hexadecimal digits. For dealing only. Queries as is_hidden."""
        return self.seed if self.deal is None else self.deal.seed

    def told_seed(self) -> str:
        """Return the seed once it foretells nothing any more, "" before. Queries as is_hidden."""
        return self.secret_seed() if self.is_over and not self.is_hidden() else ""


class SeatQuerySet(models.QuerySet["Seat"]):
    """Filters over seats."""

    def awaited(self) -> SeatQuerySet:
        """Keep seats that have to move now."""
        return self.filter(awaited_turn__isnull=False, game__status=GameStatus.RUNNING)

    def on_clock(self) -> SeatQuerySet:
        """Keep seats of people whose time is not up yet."""
        return self.awaited().filter(is_overdue=False, bot="")


class Seat(SeatClock):
    """A place in a game, taken by a player or played by a bot. Seats sit clockwise by index."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seats", verbose_name=_("game")
    )
    index = models.PositiveSmallIntegerField(_("seat"), validators=[MaxValueValidator(3)])
    player = models.ForeignKey(
        "games.Player",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=10, blank=True, default="", choices=BotKind.choices)
    epoch = models.PositiveIntegerField(
        _("link epoch"),
        default=1,
        help_text=_("Raise it to make every turn link sent so far useless."),
    )
    # Set while it is to move: the moves played when it was asked (several at once on the gray wall).
    awaited_turn = models.PositiveIntegerField(_("asked at turn"), null=True, blank=True)
    awaited_at = models.DateTimeField(_("asked at"), null=True, blank=True)
    score = models.PositiveSmallIntegerField(_("score"), default=0)
    is_muted = models.BooleanField(_("no turn mails"), default=False)
    is_talk_off = models.BooleanField(_("no messages"), default=False)
    last_read = models.PositiveBigIntegerField(_("last message read"), default=0)
    resigned_at = models.DateTimeField(_("resigned"), null=True, blank=True)
    # The moves played when its player took it over from another one (SeatChange); empty: theirs all along.
    held_from = models.PositiveIntegerField(_("held from turn"), null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_index_unique"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(player__isnull=False),
                name="seat_player_unique",
                violation_error_message=_("A player sits at a table once."),
            ),
            models.CheckConstraint(
                condition=models.Q(index__gte=0) & models.Q(index__lte=3), name="seat_index_range"
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | ~models.Q(bot=""),
                name="seat_taken",
                violation_error_message=_("A seat needs a player or a bot."),
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "awaited_at"],
                condition=models.Q(awaited_turn__isnull=False),
                name="seat_waiting",
            ),
            models.Index(
                fields=["game"],
                condition=models.Q(awaited_turn__isnull=False) & ~models.Q(bot=""),
                name="seat_waiting_bot",
            ),
            models.Index(fields=["player", "-game"], name="seat_newest_game"),
            models.Index(
                fields=["deadline_at", "id"],
                condition=models.Q(awaited_turn__isnull=False, is_overdue=False),
                name="seat_due",
            ),
            models.Index(
                fields=["remind_at", "id"],
                condition=models.Q(awaited_turn__isnull=False, is_overdue=False),
                name="seat_to_remind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index + 1} {self.name}"

    @property
    def name(self) -> str:
        """Who sits here, as shown: the player's name; a bot's seat is marked as such."""
        if self.player is not None:
            return self.player.shown_name
        return str(_("Bot %(number)d") % {"number": self.index + 1})

    @property
    def is_left(self) -> bool:
        """Whether its player has gone and a bot plays on."""
        return self.is_bot and self.player is not None

    @property
    def shown_name(self) -> str:
        """The name with who plays now: "Alice (bot)" once she has left."""
        return str(_("%(name)s (bot)") % {"name": self.name}) if self.is_left else self.name

    @property
    def is_bot(self) -> bool:
        """Whether the server plays this seat."""
        return bool(self.bot)

    @property
    def bot_title(self) -> str:
        """How strong the bot of this seat is, in words; "" for a person and for a seat that was left."""
        return "" if self.player is not None else str(dict(BotKind.choices).get(self.bot, ""))


class MoveQuerySet(models.QuerySet["Move"]):
    """Filters over moves."""

    def standing(self) -> MoveQuerySet:
        """Keep moves that count, in order: those not taken back."""
        return self.filter(undone_at__isnull=True).order_by("turn")

    def of_holders(self, players: Collection[int]) -> MoveQuerySet:
        """Keep the moves of these players in the seats that they hold now, since they hold them."""
        own = models.Q(seat__held_from__isnull=True) | models.Q(
            turn__gte=models.F("seat__held_from")
        )
        return self.filter(own, seat__player__in=players)

    def of_leavers(self, players: Collection[int]) -> MoveQuerySet:
        """Keep the moves of these players in seats that others have taken over from them."""
        return self.filter(
            seat__changes__from_player__in=players,
            turn__gte=models.F("seat__changes__from_turn"),
            turn__lt=models.F("seat__changes__turn"),
        )


class Move(models.Model):
    """One move. Append-only: rows are never deleted; a move taken back keeps its row with a stamp."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="moves", verbose_name=_("game")
    )
    turn = models.PositiveIntegerField(_("turn"))
    asked_turn = models.PositiveIntegerField(_("asked at turn"))
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="moves", verbose_name=_("seat")
    )
    round = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    notation = models.CharField(_("move"), max_length=40)
    via = models.CharField(_("came by"), max_length=10, choices=Via.choices, default=Via.PAGE)
    played_at = models.DateTimeField(_("played"))
    undone_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "turn"],
                condition=models.Q(undone_at__isnull=True),
                name="move_turn_unique",
            ),
            models.UniqueConstraint(
                fields=["seat", "asked_turn"],
                condition=models.Q(undone_at__isnull=True),
                name="move_answer_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.turn + 1}: {self.notation}"

    def delete(self, *_args: object, **_kwargs: object) -> tuple[int, dict[str, int]]:
        """Refuse: the move list is the truth and only grows."""
        raise ValidationError(_("Moves are never deleted."))
