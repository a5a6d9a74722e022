"""What a load balancer and a monitor ask: is the process alive, is the site doing its work?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.health import readiness


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer as soon as this process can; asks nobody."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every part works, else 503; the body names the faults."""
    state = readiness(now=timezone.now())
    return JsonResponse(state.as_json(), status=503 if state.faults else 200)
