"""What a move form accepts."""

import pytest
from django.http import QueryDict

from games.forms.play import MoveForm, choice_of


@pytest.mark.parametrize(
    ("fields", "notation"),
    [
        ("turn=12&move=3R2", "3R2"),
        ("turn=12&move=display 3, red, line 2", "display 3, red, line 2"),
        ("turn=12&take=3R&line=2", "3R2"),
        ("turn=0&take=cb&line=f", "CBF"),
        ("turn=12&move=3R2&take=&line=", "3R2"),
    ],
)
def test_a_move_comes_whole_or_in_two_parts(fields: str, notation: str) -> None:
    form = MoveForm(QueryDict(fields))
    assert form.is_valid(), form.errors
    assert form.notation == notation


@pytest.mark.parametrize(
    "fields",
    [
        "",
        "turn=12",
        "turn=12&take=3R",
        "turn=12&line=2",
        "move=3R2",
        "turn=-1&move=3R2",
        "turn=x&move=3R2",
        "turn=1e3&move=3R2",
        "turn=99999999999999999999&move=3R2",
        "turn=12&turn=13&move=3R2",
        "turn=12&move=3R2&move=3R3",
        "turn=12&take=3R&line=2&line=3",
        "turn=12&take=3R&take=3R&line=2",
        "turn=12&move=3R2&take=4B&line=1",
        "turn=12&take=0R&line=2",
        "turn=12&take=3X&line=2",
        "turn=12&take=3R&line=6",
        "turn=12&take=3R&line=-1",
        "turn=12&move=" + "W11" * 40,
        "turn=12&move=3R2%00",
    ],
)
def test_what_is_no_single_move_is_refused_with_a_sentence(fields: str) -> None:
    form = MoveForm(QueryDict(fields))
    assert not form.is_valid()
    assert form.fault.endswith((".", ")"))


@pytest.mark.parametrize(
    ("fields", "take", "line", "place"),
    [
        ("take=3R&line=2", "3R", "2", ""),
        ("take=3r", "3R", "", ""),
        ("line=F", "", "F", ""),
        ("take=3R&line=2&row=5", "3R", "5", ""),
        ("move=CB4", "CB", "4", ""),
        ("place=W13%2BW42", "", "", "W13+W42"),
        ("place=W13+W42", "", "", "W13+W42"),
        ("move=W13%2BW4F", "", "", "W13+W4F"),
        ("take=99&line=0&place=x", "", "", ""),
        ("take=<script>&line=\"'", "", "", ""),
    ],
)
def test_a_choice_in_an_address_is_read_or_left_out(
    fields: str, take: str, line: str, place: str
) -> None:
    choice = choice_of(QueryDict(fields))
    assert (choice.take, choice.line, choice.place) == (take, line, place)
