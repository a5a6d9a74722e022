"""Each answer of a mail server is judged: try again, the address is bad, we are refused, or our log-in is."""

import smtplib

import pytest

from games.mail.verdicts import Verdict, refusal_of


def refused(code: int, text: str) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"bob@example.org": (code, text.encode())})


@pytest.mark.parametrize(
    ("code", "text", "verdict"),
    [
        (450, "4.2.1 Try later", Verdict.RETRY),
        (451, "4.3.0 Local error", Verdict.RETRY),
        (452, "4.2.2 Mailbox full", Verdict.RETRY),
        (421, "Closing", Verdict.RETRY),
        (552, "5.2.2 Mailbox full", Verdict.RETRY),
        (552, "Too much mail", Verdict.RETRY),
        (550, "5.1.1 No such user", Verdict.BOUNCE),
        (550, "No such user", Verdict.BOUNCE),
        (551, "User not local", Verdict.BOUNCE),
        (553, "Mailbox name not allowed", Verdict.BOUNCE),
        (556, "5.1.10 Domain takes no mail", Verdict.BOUNCE),
        (550, "5.7.1 Message rejected as spam", Verdict.REFUSED),
        (554, "Transaction failed", Verdict.REFUSED),
        (554, "5.7.1 Blocked", Verdict.REFUSED),
        (553, "5.1.8 Bad sender address", Verdict.REFUSED),
        (501, "Syntax", Verdict.REFUSED),
        (530, "5.7.0 Authentication required", Verdict.PAUSE),
    ],
)
def test_an_answer_to_the_recipient_is_judged(code: int, text: str, verdict: Verdict) -> None:
    assert refusal_of(refused(code, text)).verdict is verdict


def test_a_refused_sender_is_never_the_players_fault() -> None:
    fault = smtplib.SMTPSenderRefused(550, b"No such sender", "turns@example.org")
    assert refusal_of(fault).verdict is Verdict.REFUSED


def test_a_refused_log_in_stops_the_queue_unless_it_is_for_now() -> None:
    wrong = smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad credentials")
    busy = smtplib.SMTPAuthenticationError(454, b"4.7.0 Temporary failure")
    assert refusal_of(wrong).verdict is Verdict.PAUSE
    assert refusal_of(busy).verdict is Verdict.RETRY


@pytest.mark.parametrize(
    "fault",
    [
        TimeoutError("timed out"),
        ConnectionRefusedError(111, "refused"),
        smtplib.SMTPServerDisconnected("gone"),
        smtplib.SMTPNotSupportedError("no STARTTLS"),
        smtplib.SMTPConnectError(421, b"busy"),
    ],
)
def test_a_broken_connection_is_tried_again(fault: OSError) -> None:
    assert refusal_of(fault).verdict is Verdict.RETRY


def test_links_that_the_server_quotes_are_not_kept() -> None:
    words = refusal_of(refused(554, "5.7.1 bad link http://azul.example/t/secret/ in it")).words
    assert "secret" not in words
    assert "[link]" in words
