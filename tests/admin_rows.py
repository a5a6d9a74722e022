"""Chosen rows in the admin as tests act on them: look first, then confirm."""

import re

from django.test import Client
from django.urls import reverse


def looked(client: Client, model: str, action: str, *pks: int, **fields: str) -> str:
    """Return the dry run of an action on these rows."""
    data = {"action": action, "_selected_action": [str(pk) for pk in pks]}
    data |= {"desk_step": "try", "reason": "Power cut.", **fields}
    page = client.post(reverse(f"admin:games_{model}_changelist"), data)
    assert page.status_code == 200
    return page.content.decode()


def done(client: Client, model: str, action: str, *pks: int, **fields: str) -> str:
    """Look first, then confirm with what the page of the dry run holds."""
    page = looked(client, model, action, *pks, **fields)
    return confirmed(client, model, action, page, *pks, **fields)


def confirmed(client: Client, model: str, action: str, page: str, *pks: int, **fields: str) -> str:
    """Confirm what this page of a dry run shows; return the page after it."""
    hidden = dict(re.findall(r'name="(seen_\d+|nonce)" value="(\w+)"', page))
    data = {"action": action, "_selected_action": [str(pk) for pk in pks], "desk_step": "do"}
    data |= {"reason": "Power cut.", **fields, **hidden}
    answer = client.post(reverse(f"admin:games_{model}_changelist"), data, follow=True)
    return answer.content.decode()
