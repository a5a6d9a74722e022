"""A Redis cache without which the site still works: no answer counts as an empty cache."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

# After a failure nobody asks Redis for this long: a frozen server would hold up every page.
REST_SECONDS = 30.0

Answer = TypeVar("Answer")


class ForgivingClient(RedisCacheClient):
    """Answers like an empty cache when Redis doesn't answer, and then leaves it alone for a while."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        """Connect lazily, without retries: whoever calls is a player who waits."""
        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)
        self._rests_until = 0.0

    def _ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """Return the answer of Redis, or `otherwise` when there is none."""
        if time.monotonic() < self._rests_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError) as error:
            self._rests_until = time.monotonic() + REST_SECONDS
            logger.warning("Redis cache doesn't answer, resting %.0f s: %s", REST_SECONDS, error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Store `value` if the key is new; True when stored or when Redis is away."""
        return self._ask(lambda: super(ForgivingClient, self).add(key, value, timeout), True)

    def get(self, key: Any, default: Any) -> Any:
        """Return the stored value or `default`."""
        return self._ask(lambda: super(ForgivingClient, self).get(key, default), default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Store `value`, or nothing when Redis is away."""
        self._ask(lambda: super(ForgivingClient, self).set(key, value, timeout), None)

    def touch(self, key: Any, timeout: Any) -> bool:
        """Set a new lifetime; False when there is no such key."""
        return self._ask(lambda: super(ForgivingClient, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        """Drop a key; False when there was none."""
        return self._ask(lambda: super(ForgivingClient, self).delete(key), False)

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """Return the stored values by key."""
        return self._ask(lambda: super(ForgivingClient, self).get_many(keys), {})

    def has_key(self, key: Any) -> bool:
        """Tell whether the key is stored."""
        return self._ask(lambda: super(ForgivingClient, self).has_key(key), False)

    def incr(self, key: Any, delta: int) -> int:
        """Add `delta` to a stored number; ValueError when there is none, as Django documents."""
        answer = self._ask(lambda: super(ForgivingClient, self).incr(key, delta), None)
        if answer is None:
            raise ValueError(f"Key {key!r} not found.")
        return int(answer)

    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        """Store several values, or nothing when Redis is away."""
        self._ask(lambda: super(ForgivingClient, self).set_many(data, timeout), None)

    def delete_many(self, keys: Iterable[Any]) -> None:
        """Drop several keys."""
        self._ask(lambda: super(ForgivingClient, self).delete_many(keys), None)

    def clear(self) -> bool:
        """Drop everything in this Redis database; False when Redis is away."""
        return self._ask(lambda: super(ForgivingClient, self).clear(), False)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache with a client that forgives."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        """Use the forgiving client for every operation."""
        super().__init__(server, params)
        self._class = ForgivingClient
