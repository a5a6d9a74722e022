"""Text parts are folded to 78 columns; links and boards stay whole."""

from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.mail import endings
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


def test_japanese_lines_are_filled_and_begin_with_no_closing_sign() -> None:
    text = (
        "  2. メールの色をタップし、ラインを「この手」で選びます。alice@example.org にも届きます。"
    )
    assert wrapped(text, 24) == (
        "  2. メールの色をタップ\n"
        "  し、ラインを「この手」\n"
        "  で選びます。\n"
        "  alice@example.org にも\n"
        "  届きます。\n"
    )


def test_the_heads_of_a_ranking_stand_above_its_figures_in_japanese() -> None:
    with translation.override("ja"):
        head = endings.table_head()
    row = endings.RankRow(
        place=1, name="アリス", is_you=True, score=53, rows=2, columns=0, colors=1, bonus=14
    )
    assert width(head) == width(row.text) <= 78
