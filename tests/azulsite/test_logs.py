"""What the site writes about itself names no token, no code and no seed."""

import json
import logging
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.module_loading import import_string
from django.views.debug import ExceptionReporter, get_exception_reporter_filter

from azulsite.logs import JsonFormatter, LineFormatter, ScrubTokens, scrub
from azulsite.reports import TokenReportFilter, before_send

TOKEN = "42-1-17-3.AbCdEf0123456789"


@pytest.mark.parametrize(
    "text",
    [
        f"GET /t/{TOKEN}/ 200",
        f"GET /t/{TOKEN}/undo/?take=3R 200",
        f"http://localhost:8000/u/{TOKEN}/ clicked",
        f"GET /i/{TOKEN}/ 200",
        f"GET /j/{TOKEN}/ 200",
        f'"POST /t/{TOKEN} HTTP/1.1"',
        f"bounce for <r+{TOKEN}@reply.example.org>",
        f"list-unsubscribe <mailto:u+{TOKEN}@reply.example.org>",
        f"{{'code': '{TOKEN}', 'email': 'alice@example.org'}}",
        f"code={TOKEN}&next=/",
        f"seed: {TOKEN}",
        f"azul_session={TOKEN}; csrftoken={TOKEN}",
    ],
)
def test_no_secret_survives_scrubbing(text: str) -> None:
    assert TOKEN not in scrub(text)


@pytest.mark.parametrize(
    "text",
    ["GET /games/42/turns/17/ 200", "alice@example.org plays 3R2", "/tiles/ and /users/ stay"],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert scrub(text) == text


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.getLogger("games").makeRecord(
        "games", logging.INFO, __file__, 1, message, args, None, extra=dict(extra)
    )
    assert ScrubTokens().filter(made)
    return made


def test_a_token_given_as_an_argument_is_scrubbed() -> None:
    assert TOKEN not in record("opened %s", f"/t/{TOKEN}/").getMessage()


def test_a_token_in_a_traceback_is_scrubbed() -> None:
    try:
        raise LookupError(f"/t/{TOKEN}/")
    except LookupError:
        failed = record("failed")
        failed.exc_info = sys.exc_info()
    for formatter in (LineFormatter(), JsonFormatter()):
        failed.exc_text = None
        shown = formatter.format(failed)
        assert TOKEN not in shown
        assert "LookupError" in shown


def test_production_logs_are_one_json_object_a_line() -> None:
    line = JsonFormatter().format(record("mail\nsent", game=42, path=f"/t/{TOKEN}/"))
    shown = json.loads(line)
    assert "\n" not in line
    assert (shown["level"], shown["message"], shown["game"]) == ("info", "mail\nsent", 42)
    assert TOKEN not in line


def test_a_form_too_large_is_one_line_in_the_log(rf: RequestFactory) -> None:
    caught: list[logging.LogRecord] = []
    handler = logging.Handler()
    for name in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(import_string(settings.LOGGING["filters"][name]["()"])())
    handler.emit = caught.append  # type: ignore[method-assign, assignment]
    logging.getLogger("django.security").addHandler(handler)
    try:
        request = rf.post("/accounts/login/", data={f"f{n}": "1" for n in range(600)})
        convert_exception_to_response(lambda asked: HttpResponse(asked.POST["f1"]))(request)
    finally:
        logging.getLogger("django.security").removeHandler(handler)
    lines = [LineFormatter().format(each) for each in caught]
    assert len(lines) == 1
    assert "\n" not in lines[0]
    assert "DATA_UPLOAD_MAX_NUMBER_FIELDS" in lines[0]
    assert " WARNING " in lines[0]


def test_every_log_handler_scrubs() -> None:
    handlers: Any = settings.LOGGING["handlers"]
    assert all("scrub" in handler["filters"] for handler in handlers.values())


def report(path: str, data: dict[str, str]) -> str:
    request = RequestFactory().post(path, data, HTTP_COOKIE="azul_session=s3cr3t")
    secret = data["move"]
    try:
        raise LookupError(len(secret))
    except LookupError:
        return ExceptionReporter(request, *sys.exc_info()).get_traceback_text()


def test_an_error_on_a_token_page_is_reported_without_variables_and_fields() -> None:
    shown = report("/t/x/", {"move": "PRIVATE3R2"})
    assert "PRIVATE3R2" not in shown
    assert "s3cr3t" not in shown


def test_the_report_filter_hides_variables_everywhere_in_production() -> None:
    request = RequestFactory().get("/games/")
    assert isinstance(get_exception_reporter_filter(request), TokenReportFilter)
    assert TokenReportFilter().is_active(request)


def test_an_event_for_sentry_is_scrubbed_in_every_corner() -> None:
    event = {
        "request": {
            "url": f"http://x/t/{TOKEN}/",
            "data": TOKEN,
            "cookies": TOKEN,
            "headers": TOKEN,
        },
        "breadcrumbs": {"values": [{"message": f"GET /u/{TOKEN}/"}]},
    }
    assert TOKEN not in json.dumps(before_send(event, {}))
