"""A list of players to enter, pasted or as a file; each line is looked at by itself."""

from __future__ import annotations

import codecs
import csv
import re
from dataclasses import dataclass
from typing import Final

from django import forms
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.desk import ReasonForm
from games.models import Player, Season
from games.selectors.people import known_people

MOST_BYTES: Final = 100_000
MOST_LINES: Final = 2_000
# Excel writes its "Unicode text" so, with tabs between the cells.
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DELIMITERS: Final = (",", "\t", ";")
_QUOTED: Final = re.compile(r'"[^"]*"')
HEADINGS: Final = frozenset({"name", "player", "名前", "プレイヤー"})


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of the file: its number, what it says, whom it names, and what is wrong with it."""

    number: int
    text: str
    player: Player | None
    fault: str


class EntriesForm(ReasonForm):
    """CSV whose first column is a player's name; other columns are left alone."""

    names = forms.CharField(
        label=gettext_lazy("Names, one on each line"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "Names as players have them here, not mail addresses; or the first column of a CSV file. A heading "
            "line “name” is skipped."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("CSV file"),
        required=False,
        help_text=gettext_lazy(
            "Save it from a spreadsheet as “CSV UTF-8” (Excel: Save as, CSV UTF-8; LibreOffice: Character set "
            "Unicode (UTF-8))."
        ),
    )
    field_order = ("names", "file", "reason")

    def clean(self) -> dict[str, object]:
        """Return the text, from the file if there is one."""
        cleaned: dict[str, object] = super().clean() or {}
        upload = cleaned.get("file")
        if upload is not None:
            cleaned["names"] = self._read(upload)
        if not str(cleaned.get("names") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Give names, or a file with names."))
        return cleaned

    def _read(self, upload: object) -> str:
        raw = upload.read(MOST_BYTES + 1)  # type: ignore[attr-defined]
        if len(raw) > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large: 100 KB at most."))
        try:
            return str(raw.decode("utf-16" if raw.startswith(_UTF_16) else "utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError(
                _(
                    "The file isn’t text in UTF-8. Save it again: in a spreadsheet as “CSV UTF-8”, in an editor "
                    "with the encoding UTF-8; or paste the names."
                )
            ) from None

    def rows(self, season: Season) -> list[EntryRow]:
        """Return every line with whom it names, or what is wrong with it. Two queries."""
        text = str(self.cleaned_data["names"]).splitlines()
        delimiter = _delimiter_of(text[:MOST_LINES])
        lines = [(number, _first_cell(line, delimiter)) for number, line in enumerate(text, 1)]
        named = [(number, name) for number, name in lines if name][:MOST_LINES]
        if named and named[0][1].lower() in HEADINGS:
            named = named[1:]
        known = _people([name for _, name in named])
        entered = set(season.entries.values_list("player_id", flat=True))
        rows, seen = [], set[int]()
        for number, name in named:
            player = known.get(name.lower())
            rows.append(EntryRow(number, name, player, _fault(name, player, seen, entered)))
            if player is not None:
                seen.add(player.pk)
        return rows


def _delimiter_of(lines: list[str]) -> str:
    """Return what stands between the cells: what most lines have, of several the one that comes first.

    Spreadsheets write commas, tabs, or semicolons where the comma is in numbers.
    """
    bare = [_QUOTED.sub("", line) for line in lines]

    def likely(mark: str) -> tuple[int, int]:
        having = [line for line in bare if mark in line]
        return len(having), -having[0].index(mark) if having else 0

    return max(_DELIMITERS, key=likely)


def _first_cell(line: str, delimiter: str) -> str:
    try:
        cells = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.strip()
    return cells[0].strip() if cells else ""


def _people(names: list[str]) -> dict[str, Player]:
    wanted = {name.lower() for name in names}
    found = known_people().annotate(low=Lower("name")).filter(low__in=wanted, is_active=True)
    return {player.name.lower(): player for player in found}


def _fault(name: str, player: Player | None, seen: set[int], entered: set[int]) -> str:
    if "@" in name:
        # Whose address it is, or whether anybody's, isn't for directors to find out.
        return _("This is a mail address. Give the name that the player has here.")
    if player is None:
        return _("Nobody of this name plays here.")
    if player.pk in seen:
        return _("This name stands there twice.")
    return _("has entered already") if player.pk in entered else ""
