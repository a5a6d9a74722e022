"""The Redis cache: a cache while Redis answers, an empty one while it doesn't."""

import time

import pytest
from django.core.cache.backends.base import BaseCache

from azulsite.cache import ForgivingRedisCache
from tests.servers import RedisServer


@pytest.fixture
def forgiving(redis_server: RedisServer) -> BaseCache:
    params = {"OPTIONS": {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}}
    return ForgivingRedisCache(redis_server.url, params)


def test_it_keeps_values_while_redis_answers(forgiving: BaseCache) -> None:
    forgiving.set("seat", {"index": 2})
    assert forgiving.get("seat") == {"index": 2}
    assert not forgiving.add("seat", 1)
    assert forgiving.incr("tries", 1) if forgiving.add("tries", 0) else True


def test_with_redis_down_every_question_has_an_empty_answer(
    forgiving: BaseCache, redis_server: RedisServer
) -> None:
    redis_server.kill()
    forgiving.set("seat", 1)
    assert forgiving.get("seat", "none") == "none"
    assert forgiving.add("seat", 1)
    assert forgiving.get_many(["seat"]) == {}
    assert not forgiving.has_key("seat")
    assert not forgiving.touch("seat")
    assert not forgiving.delete("seat")
    with pytest.raises(ValueError, match="not found"):
        forgiving.incr("seat")


def test_a_frozen_redis_holds_a_page_up_once_and_not_at_every_question(
    forgiving: BaseCache, redis_server: RedisServer
) -> None:
    redis_server.process.freeze()
    begin = time.monotonic()
    for _ in range(50):
        forgiving.get("seat")
    assert time.monotonic() - begin < 1.5


def test_it_asks_again_after_a_rest(
    forgiving: BaseCache, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis_server.kill()
    forgiving.get("seat")
    redis_server.start()
    real = time.monotonic
    monkeypatch.setattr("azulsite.cache.time.monotonic", lambda: real() + 31)
    forgiving.set("seat", 3)
    assert forgiving.get("seat") == 3
