"""Error reports without secrets: Django's own and, when installed, Sentry's."""

from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from azulsite.logs import HIDDEN, scrub

# Pages whose addresses, forms or variables hold a token or a sign-in code.
SECRET_PATHS = (
    "/t/", "/u/", "/i/", "/j/", "/c/", "/r/", "/d/", "/s/", "/accounts/", "/mailbox/",
)  # fmt: skip


class TokenReportFilter(SafeExceptionReporterFilter):
    """Hide variables and posted fields: always in production, and on pages with tokens anywhere."""

    def is_active(self, request: HttpRequest | None) -> bool:
        """Tell whether this request's report must hide what it can."""
        is_secret = request is None or request.path_info.startswith(SECRET_PATHS)
        return is_secret or super().is_active(request)

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        """Return the posted fields, each value hidden where it must be."""
        if request is not None and self.is_active(request):
            return dict.fromkeys(request.POST, HIDDEN)
        return super().get_post_parameters(request)

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> Any:
        """Return a frame's variables, each value hidden where it must be."""
        if self.is_active(request):
            return [(name, HIDDEN) for name in tb_frame.f_locals]
        return super().get_traceback_frame_variables(request, tb_frame)

    def get_safe_request_meta(self, request: HttpRequest) -> dict[str, Any]:
        """Return the request's headers with paths and cookies scrubbed."""
        meta = super().get_safe_request_meta(request)
        return {
            name: HIDDEN if "COOKIE" in name else scrub(value) if isinstance(value, str) else value
            for name, value in meta.items()
        }


def _scrubbed(value: Any) -> Any:
    """Return a copy of a JSON-like value with every text in it scrubbed."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: _scrubbed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_scrubbed(item) for item in value]
    return value


def before_send(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Scrub an event on its way to Sentry."""
    cleaned: dict[str, Any] = _scrubbed(event)
    request = cleaned.get("request", {})
    for name in ("data", "cookies", "headers", "env"):
        request.pop(name, None)
    return cleaned


def start_sentry(dsn: str) -> None:
    """Send errors to Sentry, without variables, bodies, cookies or addresses."""
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=before_send,
        before_send_transaction=before_send,
        before_breadcrumb=before_send,
    )
