"""What is wrong with a pace, in the reader's language."""

import pytest
from django.utils.translation import override

from games.competition.clock import InvalidPace, PaceFault, parse_pace
from games.services.errors import pace_sentence

FAULTY = {
    PaceFault.UNREADABLE: "soon",
    PaceFault.MOVE_TOO_LONG: "61d",
    PaceFault.BANK_TOO_LONG: "61d+1h",
    PaceFault.TOTAL_TOO_LONG: "total 366d",
    PaceFault.NO_TIME: "0d",
    PaceFault.PART_TOO_LONG: "5d+61d",
    PaceFault.CAP_TOO_LOW: "5d+12h<=4d",
}


@pytest.mark.parametrize("fault", PaceFault)
def test_every_fault_of_a_pace_has_its_sentence(fault: PaceFault) -> None:
    with pytest.raises(InvalidPace) as caught:
        parse_pace(FAULTY[fault])
    assert caught.value.fault is fault
    with override("en"):
        assert pace_sentence(caught.value) == str(caught.value)
