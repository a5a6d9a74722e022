"""Text parts are folded to 78 columns; links and boards stay whole."""

from hypothesis import given
from hypothesis import strategies as st

from games.mail.wrapping import wrapped
from games.render.text import width

WORDS = st.lists(st.text("abcあい水", min_size=1, max_size=30), max_size=30)


@given(WORDS, st.integers(0, 6))
def test_no_line_is_too_long_and_no_sign_is_lost(words: list[str], indent: int) -> None:
    text = " " * indent + " ".join(words)
    folded = wrapped(text, 24)
    assert all(width(line) <= 24 for line in folded.splitlines())
    assert "".join(folded.split()) == "".join(words)


def test_a_link_is_never_broken() -> None:
    link = "https://azul.example.org/t/" + "x" * 90 + "/"
    assert wrapped(f"Here:\n  {link}", 40) == f"Here:\n  {link}\n"


def test_short_lines_keep_their_inner_spaces() -> None:
    board = "  1          B  |  b y r k c              1          .  |  b y r k c"
    assert wrapped(board) == board + "\n"


def test_empty_lines_come_one_at_a_time() -> None:
    assert wrapped("\n\na\n\n\n  \nb\n\n") == "a\n\nb\n"
