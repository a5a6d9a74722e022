"""Counting bad turn links per address, so that nobody tries them in bulk."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

__all__ = ["client_address", "count_bad_token"]

BAD_TOKENS = 30
WINDOW_SECONDS = 600


def client_address(request: HttpRequest) -> str:
    """Return where a request comes from, counting only the configured number of proxies as ours."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    proxies = settings.TRUSTED_PROXIES
    if proxies and len(hops) >= proxies:
        return hops[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


def count_bad_token(request: HttpRequest) -> bool:
    """Count one bad token; tell whether its address has sent more than 30 in ten minutes."""
    key = f"bad-token:{client_address(request)[:64]}"
    cache.add(key, 0, WINDOW_SECONDS)
    try:
        return cache.incr(key) > BAD_TOKENS
    except ValueError:  # the counter ended between the two lines
        return False
