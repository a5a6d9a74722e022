"""Sign-in codes are made from a nonce, and nothing that is stored gives them away."""

import re

from django.test import override_settings

from games.mail.codes import ALPHABET, sign_in_code


def test_the_same_nonce_and_address_give_the_same_code() -> None:
    assert sign_in_code("n", "alice@example.org") == sign_in_code("n", " Alice@Example.org")


def test_another_nonce_address_or_key_gives_another_code() -> None:
    codes = {
        sign_in_code("n", "alice@example.org"),
        sign_in_code("m", "alice@example.org"),
        sign_in_code("n", "bob@example.org"),
    }
    with override_settings(SECRET_KEY="another"):
        codes.add(sign_in_code("n", "alice@example.org"))
    assert len(codes) == 4


def test_a_code_is_two_groups_of_unmistakable_characters() -> None:
    for number in range(200):
        assert re.fullmatch(
            f"[{ALPHABET}]{{3}}-[{ALPHABET}]{{3}}", sign_in_code(str(number), "a@b.example")
        )
    assert not set(ALPHABET) & set("0O1IL2Z5S8BAEU")
