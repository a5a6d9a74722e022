"""Player: a person with an account, known by a mail address and a display name."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clock_fields import PlayerClock
from games.models.lookalikes import name_key
from games.models.names import shown_name, validate_player_name

MOST_STAND_INS = 3


class Notices(models.TextChoices):
    """When a player is mailed about a turn."""

    EACH = "each", _("Every turn, at once")
    NEVER = "never", _("Never")


class Summaries(models.TextChoices):
    """How often a player is mailed how a season stands."""

    WEEKLY = "weekly", _("Once a week")
    NEVER = "never", _("Never")


class PlayerManager(BaseUserManager["Player"]):
    """Creates players; addresses are stored in lower case so that they compare without case."""

    def create_user(self, email: str, name: str = "", **fields: Any) -> Player:
        """Write a player who signs in by mailed code (no password)."""
        player = self.model(email=email.strip().lower(), name=name, **fields)
        player.set_unusable_password()
        player.save(using=self._db)
        return player

    def create_superuser(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> Player:
        """Write a player with every right; for `manage.py createsuperuser`."""
        player = self.create_user(email, name, is_staff=True, is_superuser=True, **fields)
        if password:
            player.set_password(password)
            player.save(update_fields=["password"])
        return player

    def get_by_natural_key(self, username: str | None) -> Player:
        """Find a player by address, whatever its case."""
        return self.get(email=(username or "").strip().lower())


class Player(PlayerClock, AbstractBaseUser, PermissionsMixin):
    """A person who plays, browses or runs games. Signs in by a code mailed to `email`."""

    email = models.EmailField(_("mail address"), unique=True)
    name = models.CharField(
        _("display name"),
        max_length=30,
        validators=[validate_player_name],
        help_text=_("Shown at the table, in mails and in results."),
    )
    # What names that look alike share, so that nobody can pass for somebody else. Players from before
    # this rule who look alike have "/" and their number behind it.
    name_key = models.CharField(
        _("name for comparison"), max_length=230, unique=True, editable=False
    )
    language = models.CharField(_("language"), max_length=10, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    notices = models.CharField(
        _("turn mails"), max_length=10, choices=Notices.choices, default=Notices.EACH
    )
    summaries = models.CharField(
        _("mails on how a season stands"),
        max_length=10,
        choices=Summaries.choices,
        default=Summaries.WEEKLY,
    )
    plays_forced = models.BooleanField(
        _("the server plays my only move"),
        default=False,
        help_text=_("When a single move is legal, it is played for you at once, without a mail."),
    )
    calendar_epoch = models.PositiveIntegerField(
        _("calendar epoch"),
        default=1,
        help_text=_("Raise it to give the calendar of deadlines another address."),
    )
    stands_in = models.PositiveSmallIntegerField(
        _("seats to take over"),
        default=0,
        validators=[MaxValueValidator(MOST_STAND_INS)],
        help_text=_("How many seats of others this player would play at a time; 0: none."),
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    mail_failing_at = models.DateTimeField(
        _("mail failing since"),
        null=True,
        blank=True,
        help_text=_("Set when the address refuses our mail for good; nothing is sent while set."),
    )
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)

    objects: ClassVar[PlayerManager] = PlayerManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="player_name_unique",
                violation_error_message=_("This name is taken."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as pages and mails show it: see games.models.names.shown_name."""
        return shown_name(self.name)

    def clean(self) -> None:
        """Fold the address to lower case before it is compared."""
        super().clean()
        self.email = self.email.strip().lower()
        if not self.name:
            raise ValidationError({"name": _("Give a name.")})
        alike = Player.objects.filter(name_key=name_key(self.name)).exclude(pk=self.pk)
        if self._is_renamed and alike.exists():
            raise ValidationError({"name": _("This name is taken.")})

    def save(self, **options: Any) -> None:
        """Write the row, and with a new name its key."""
        if self._is_renamed:
            self.name_key = name_key(self.name)
        fields = options.get("update_fields")
        if fields is not None and "name" in fields:
            options["update_fields"] = {*fields, "name_key"}
        super().save(**options)

    @property
    def reading_language(self) -> str:
        """The language of this player's pages and mails: their own, if the site (still) speaks it."""
        is_spoken = self.language in dict(settings.LANGUAGES)
        return self.language if is_spoken else settings.LANGUAGE_CODE

    @property
    def _is_renamed(self) -> bool:
        """Whether the key belongs to another name."""
        return self.name_key.partition("/")[0] != name_key(self.name)

    def get_full_name(self) -> str:
        """Return the display name; Django's admin asks for it."""
        return self.name

    def get_short_name(self) -> str:
        """Return the display name; Django's admin asks for it."""
        return self.name
