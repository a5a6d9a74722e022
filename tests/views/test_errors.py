"""Pages for requests that can't be answered."""

import pytest
from django.test import Client, RequestFactory

from games.views import errors


@pytest.mark.django_db
def test_an_unknown_address_gets_a_page_that_does_not_repeat_it(client: Client) -> None:
    response = client.get("/nowhere/<b>x</b>/")
    assert response.status_code == 404
    assert "Nothing here" in response.content.decode()
    assert "nowhere" not in response.content.decode()


@pytest.mark.django_db
def test_a_hostile_host_header_is_a_bad_request(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("much", [{"email": "w" * 300_000}, {f"f{n}": "1" for n in range(600)}])
def test_more_than_we_read_gets_a_page_that_says_so(client: Client, much: dict[str, str]) -> None:
    body = "&".join(f"{name}={value}" for name, value in much.items())
    form = "application/x-www-form-urlencoded"
    response = client.post("/accounts/login/", data=body, content_type=form)
    assert response.status_code == 413
    assert "larger than this site takes" in response.content.decode()


def test_the_page_of_a_server_error_needs_no_database_and_no_session() -> None:
    response = errors.server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Something broke on our side" in response.content.decode()


@pytest.mark.django_db
def test_a_reason_is_shown_on_the_forbidden_page(rf: RequestFactory) -> None:
    response = errors.forbidden(rf.get("/"), PermissionError("Only <directors> may do this."))
    assert response.status_code == 403
    assert "Only &lt;directors&gt; may do this." in response.content.decode()
