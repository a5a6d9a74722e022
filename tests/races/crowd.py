"""People who press at the same moment, each in a browser of their own, at several web processes."""

import http.cookiejar
import itertools
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.response import addinfourl

from django.test import Client

from games.models import Player
from tests.robots import Answer

CSRF = "c" * 32


class _LastPlace(urllib.request.HTTPRedirectHandler):
    """Follows redirects and remembers that there was one, and where the first one led."""

    def __init__(self) -> None:
        self.first = ""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: object,
        code: int,
        msg: str,
        headers: object,
        newurl: str,
    ) -> urllib.request.Request | None:
        self.first = self.first or newurl
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


@dataclass
class Visitor:
    """A browser on one web process, signed in as somebody or not."""

    base: str
    session: str = ""
    _jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def press(self, path: str, **form: str) -> Answer:
        """Post a form and follow where it leads: the answer's body is the page that is seen then.

        `status` is that page's, `location` where the form led, "" if it answered itself.
        """
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": CSRF, **form}).encode()
        request = urllib.request.Request(self.base + path, data=data)
        request.add_unredirected_header("Cookie", self._cookies())
        redirect = _LastPlace()
        opener = urllib.request.build_opener(
            redirect, urllib.request.HTTPCookieProcessor(self._jar)
        )
        try:
            response: addinfourl = opener.open(request, timeout=60)
        except urllib.error.HTTPError as refused:
            response = refused
        with response:
            body = response.read().decode(errors="replace")
        place = urllib.parse.urlsplit(redirect.first).path
        return Answer(int(response.status or 0), place, body)

    def _cookies(self) -> str:
        session = {"azul_session": self.session} if self.session else {}
        cookies = {"csrftoken": CSRF, **session}
        return "; ".join(f"{name}={value}" for name, value in cookies.items())


@dataclass
class Press:
    """What one browser is to post."""

    visitor: Visitor
    path: str
    form: dict[str, str]


class Crowd:
    """Makes browsers at the web processes by turns, and lets them press at once."""

    def __init__(self, bases: Sequence[str]) -> None:
        self._bases: Iterator[str] = itertools.cycle(bases)

    def visitor(self, player: Player | None = None) -> Visitor:
        """Return a browser at the next web process, signed in if a player is given."""
        session = ""
        if player is not None:
            client = Client()
            client.force_login(player)
            session = client.cookies["azul_session"].value
        return Visitor(next(self._bases), session)

    def presses(
        self, times: int, path: str, player: Player | None = None, **form: str
    ) -> list[Press]:
        """Return the same press in so many browsers of one person (tabs, or impatient taps)."""
        return [Press(self.visitor(player), path, form) for _ in range(times)]

    @staticmethod
    def at_once(presses: Sequence[Press]) -> list[Answer]:
        """Let everybody press at the same moment; return the answers in the order of the presses."""
        start = threading.Barrier(len(presses))

        def press(each: Press) -> Answer:
            start.wait(30)
            return each.visitor.press(each.path, **each.form)

        with ThreadPoolExecutor(len(presses)) as pool:
            return list(pool.map(press, presses))
