"""A player made of mails and forms: reads a turn mail, opens its link, chooses, posts. Nothing else."""

import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser

LINK = re.compile(r"^(http\S+/t/\S+?)\r?$", re.MULTILINE)


@dataclass
class MoveForm:
    """The `<form id="move">` of a page: hidden fields and the values of each radio group."""

    action: str = ""
    hidden: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    is_there: bool = False


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.form = MoveForm()
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form" and values.get("id") == "move":
            self._inside = self.form.is_there = True
            self.form.action = values.get("action", "")
        if self._inside and tag == "input" and "disabled" not in values:
            if values.get("type") == "hidden":
                self.form.hidden[values["name"]] = values.get("value", "")
            elif values.get("type") == "radio":
                self.form.choices.setdefault(values["name"], []).append(values["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def move_form(html: str) -> MoveForm:
    """Read the move form of a page."""
    reader = _FormReader()
    reader.feed(html)
    return reader.form


@dataclass(frozen=True)
class Answer:
    """What a server answered; redirects are not followed."""

    status: int
    location: str
    body: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object, **__: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def fetch(url: str, data: dict[str, str] | None = None) -> Answer:
    """GET a page without cookies, or POST a form to it."""
    body = urllib.parse.urlencode(data).encode() if data is not None else None
    request = urllib.request.Request(url, data=body)
    try:
        with _opener.open(request, timeout=60) as response:
            return Answer(response.status, "", response.read().decode())
    except urllib.error.HTTPError as answer:
        with answer:
            return Answer(
                answer.code,
                answer.headers.get("Location", ""),
                answer.read().decode(errors="replace"),
            )


def turn_link(text: str) -> str:
    """Return the turn link of a mail's text part: it stands alone on its line."""
    found = LINK.search(text)
    assert found, text
    return found[1]


def play_from_link(link: str, pick: int = 0) -> Answer:
    """Open a turn link, choose the `pick`-th take and the first line that is free, and play."""
    page = fetch(link)
    assert page.status == 200, page
    form = move_form(page.body)
    assert form.is_there, page.body[:2000]
    data = dict(form.hidden)
    if form.choices.get("move"):
        moves = form.choices["move"]
        data["move"] = moves[pick % len(moves)]
    else:
        takes = form.choices["take"]
        data["take"] = takes[pick % len(takes)]
        chosen = move_form(fetch(f"{link}?take={data['take']}").body)
        data["line"] = chosen.choices["line"][0]
    return fetch(link, data)
