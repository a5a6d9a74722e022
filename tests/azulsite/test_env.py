"""Reading the environment: right values arrive typed, wrong ones end the start with one sentence."""

from pathlib import Path

import pytest

from azulsite import env


@pytest.mark.parametrize(
    ("text", "meaning"), [("1", True), ("Yes", True), ("off", False), ("", True)]
)
def test_a_flag_is_read_in_any_usual_spelling(
    monkeypatch: pytest.MonkeyPatch, text: str, meaning: bool
) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert env.flag("DEBUG", default=True) is meaning


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (lambda: env.flag("X", default=True), "perhaps"),
        (lambda: env.whole("X", default=0, high=10), "11"),
        (lambda: env.whole("X", default=0), "-1"),
        (lambda: env.whole("X", default=0), "²"),
        (lambda: env.choice("X", env.LOG_LEVELS, default="INFO"), "LOUD"),
        (lambda: env.time_zone("X", default="UTC"), "Europe/Atlantis"),
        (lambda: env.time_zone("X", default="UTC"), "../../etc/passwd"),
        (lambda: env.base_url("X", env.text("X")), "azul.example.org"),
        (lambda: env.base_url("X", env.text("X")), "https://azul.example.org/games"),
        (lambda: env.redis_url("X"), "http://localhost"),
        (lambda: env.mail_route("X"), "imap://localhost"),
        (lambda: env.mail_route("X"), "smtp://"),
        (lambda: env.mail_route("X"), "smtp://localhost:99999"),
        (lambda: env.database("X", default=Path("data/x.sqlite3")), "mysql://localhost/azul"),
        (lambda: env.database("X", default=Path("data/x.sqlite3")), "nonsense"),
    ],
)
def test_a_bad_value_ends_the_start_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, reader: object, value: str
) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(SystemExit) as stop:
        reader()  # type: ignore[operator]
    sentence = str(stop.value)
    assert sentence.startswith("X")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_password_never_stands_in_the_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smpt://azul:hunter2@mail.example.org")
    with pytest.raises(SystemExit) as stop:
        env.mail_route("EMAIL_URL")
    assert "hunter2" not in str(stop.value)


@pytest.mark.parametrize(
    ("url", "port", "use_tls", "use_ssl"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://mail.example.org", 587, True, False),
        ("smtp+ssl://mail.example.org", 465, False, True),
        ("smtp+tls://mail.example.org:2525", 2525, True, False),
    ],
)
def test_a_mail_server_is_read_with_its_usual_port(
    monkeypatch: pytest.MonkeyPatch, url: str, port: int, use_tls: bool, use_ssl: bool
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    route = env.mail_route("EMAIL_URL")
    assert (route.host, route.port) == ("mail.example.org", port)
    assert (route.use_tls, route.use_ssl) == (use_tls, use_ssl)


def test_a_mail_log_in_may_hold_any_character(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://azul%40example.org:a%2Fb%3Ac@mail.example.org")
    route = env.mail_route("EMAIL_URL")
    assert (route.user, route.password) == ("azul@example.org", "a/b:c")


def test_no_mail_server_means_the_mailbox_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert env.mail_route("EMAIL_URL").is_mailbox


def test_sqlite_writes_one_at_a_time_and_waits(tmp_path: Path) -> None:
    config = env.parse_database("sqlite:///data/azul.sqlite3", root=tmp_path)
    assert config["NAME"] == tmp_path / "data" / "azul.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["timeout"] == 30


def test_kept_connections_to_postgresql_are_checked_before_use(tmp_path: Path) -> None:
    config = env.parse_database("postgres://azul:pw@db.example.org/azul", root=tmp_path)
    assert config["CONN_HEALTH_CHECKS"]
    assert config["CONN_MAX_AGE"] > 0


def test_a_pool_keeps_the_connections_itself(tmp_path: Path) -> None:
    config = env.parse_database("postgres://azul@db.example.org/azul?pool=true", root=tmp_path)
    assert config["CONN_MAX_AGE"] == 0
