"""Every setting of the site, read from the environment.

No variable set: SQLite in data/, tasks inside the process, mail kept for the /mailbox/ page, DEBUG on.
docs/operations.md explains each variable.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from azulsite import env
from azulsite.logs import logging_tree

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

DEBUG = env.flag("DEBUG", default=True)

# --- Who we are -------------------------------------------------------------------------------
if DEBUG:
    SECRET_KEY = env.text("SECRET_KEY", "django-insecure-only-for-a-site-on-your-own-machine")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
    BASE_URL = env.base_url("BASE_URL", env.text("BASE_URL", "http://localhost:8000"))
else:
    SECRET_KEY = env.required("SECRET_KEY", why="with DEBUG off it must be a long random text")
    env.required("ALLOWED_HOSTS", why="with DEBUG off it must name the site's host, or several")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
    BASE_URL = env.base_url(
        "BASE_URL", env.required("BASE_URL", why="with DEBUG off every link in a mail needs it")
    )
IS_HTTPS = BASE_URL.startswith("https://")
HOST = urlsplit(BASE_URL).hostname or "localhost"

# Signs the links in mails. Its own key, so that changing SECRET_KEY can't be forced by a leaked link.
LINK_KEY = env.text("LINK_KEY") or hashlib.sha256(f"link key of {SECRET_KEY}".encode()).hexdigest()
LINK_KEY_FALLBACKS = env.words("LINK_KEY_FALLBACKS")

# --- Parts ------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "games.apps.GamesConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.views.polling.answer_unchanged",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.views.reader.reader_locale",
    "games.views.methods.method_page",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "azulsite.urls"
WSGI_APPLICATION = "azulsite.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.context.site",
            ],
        },
    },
]

# --- Data -------------------------------------------------------------------------------------
DATABASES = {"default": env.database("DATABASE_URL", default=DATA_DIR / "azul.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_url("REDIS_URL")

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "KEY_PREFIX": "azul"},
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "azulsite.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "azul",
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }

# --- Tasks ------------------------------------------------------------------------------------
# Each value was measured; docs/decisions/0003-outbox-and-hints.md tells why.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for Redis as long as it takes
CELERY_TASK_DEFAULT_QUEUE = "azul"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_TASK_TIME_LIMIT = 90
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0.1,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the table is code: nothing to keep in a file
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_TIMEZONE = "UTC"
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 600,
        "socket_timeout": 1,  # azulsite.celery lets workers wait longer
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "global_keyprefix": "azul:",
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# --- Mail -------------------------------------------------------------------------------------
MAIL_ROUTE = env.mail_route("EMAIL_URL")
EMAIL_BACKEND = (
    "games.mail.mailbox.MailboxBackend"
    if MAIL_ROUTE.is_mailbox
    else "django.core.mail.backends.smtp.EmailBackend"
)
# The /mailbox/ page shows everybody's mail, so it exists only on a site of one's own.
MAILBOX_ENABLED = DEBUG and MAIL_ROUTE.is_mailbox
EMAIL_HOST = MAIL_ROUTE.host
EMAIL_PORT = MAIL_ROUTE.port
EMAIL_HOST_USER = MAIL_ROUTE.user
EMAIL_HOST_PASSWORD = MAIL_ROUTE.password
EMAIL_USE_TLS = MAIL_ROUTE.use_tls
EMAIL_USE_SSL = MAIL_ROUTE.use_ssl
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"Azul <turns@{HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
REPLY_DOMAIN = env.text("REPLY_DOMAIN").lower()

# --- Sign-in ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_request_login_code"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "games.mail.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# Codes asked for: per client address and per mail address, so that nobody floods a mailbox or guesses on.
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip,100/h/ip,3/m/key,20/d/key"}

# --- Play -------------------------------------------------------------------------------------
# Who lets more games than this wait for a move can't begin or join another.
MOST_WAITING_GAMES = env.whole("MOST_WAITING_GAMES", default=20, low=1)

# --- Proxies, cookies, headers ----------------------------------------------------------------
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=0, high=10)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CSRF_TRUSTED_ORIGINS = [BASE_URL] if IS_HTTPS else []
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_NAME = "azul_session"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"  # token pages set strict-origin themselves
X_FRAME_OPTIONS = "DENY"
if IS_HTTPS and not DEBUG:
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # Only behind a proxy that says how the request came; else every request would look like http.
    SECURE_SSL_REDIRECT = bool(TRUSTED_PROXIES)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]

# What other hosts of the domain do, and whether it joins the browsers' lists, isn't ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "frame-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = None if DEBUG else BASE_DIR / "staticfiles"  # with DEBUG, served from where they lie
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}

# --- Language and time ------------------------------------------------------------------------
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", default="UTC")

# --- Logs -------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", env.LOG_LEVELS, default="INFO")
DEFAULT_EXCEPTION_REPORTER_FILTER = "azulsite.reports.TokenReportFilter"
LOGGING = logging_tree(level=LOG_LEVEL, is_plain=DEBUG)

SENTRY_DSN = env.text("SENTRY_DSN")
if SENTRY_DSN:
    if find_spec("sentry_sdk") is None:
        raise env.BadEnvironment("SENTRY_DSN is set, but the package sentry-sdk is not installed.")
    from azulsite.reports import start_sentry

    start_sentry(SENTRY_DSN)
