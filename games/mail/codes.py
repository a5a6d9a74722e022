"""Sign-in codes: made anew from a nonce whenever they are needed, so that no row ever holds one."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

# No vowels (no words), and nothing that looks like something else in print: 0 O, 1 I L, 2 Z, 5 S, 8 B.
ALPHABET = "CDFGHJKMNPQRTVWXY34679"
GROUP = 3


def sign_in_code(nonce: str, email: str) -> str:
    """Return the code that belongs to a nonce and an address, such as "XK4-7PQ".

    Six characters of 22, in two groups: 27 bits, from a key of its own.
    """
    digest = salted_hmac(
        "games.mail.sign-in", f"{nonce}:{email.strip().lower()}", algorithm="sha256"
    ).digest()
    number = int.from_bytes(digest, "big")
    characters = []
    for _ in range(2 * GROUP):
        number, index = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[index])
    return f"{''.join(characters[:GROUP])}-{''.join(characters[GROUP:])}"
