"""What tests change: settings from a clean environment, fast hashing, mail in memory."""

import os

# Tests say what they need themselves; what the developer's shell has set must not change them.
TEST_DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "")
TEST_REDIS_URL = os.environ.get("TEST_REDIS_URL", "")
for _name in (
    "SECRET_KEY",
    "DEBUG",
    "ALLOWED_HOSTS",
    "BASE_URL",
    "DATABASE_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "DEFAULT_FROM_EMAIL",
    "REPLY_DOMAIN",
    "TIME_ZONE",
    "LOG_LEVEL",
    "LINK_KEY",
    "LINK_KEY_FALLBACKS",
    "TRUSTED_PROXIES",
    "MOST_WAITING_GAMES",
    "SENTRY_DSN",
):
    os.environ.pop(_name, None)

from azulsite import env  # noqa: E402
from azulsite.settings import *  # noqa: E402, F403
from azulsite.settings import ALLOWED_HOSTS, BASE_DIR, DATABASES  # noqa: E402

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if TEST_DATABASE_URL:
    DATABASES = {"default": env.parse_database(TEST_DATABASE_URL, root=BASE_DIR)}
