"""Names in a reply that answers with another one, and what factual makes of them."""

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from tests.processor_time import processor_seconds

PAINTER = ("Who painted the mural?", "Clara Voss")
WINNER = ("Which country won the trophy?", "Peru")
TOWN = ("Where was the poet born?", "Graz")
SEAT = ("What is the capital of the province?", "Lund")
ROOMS = ("How many rooms has the hotel?", "64")
FIRE = ("When did the theatre burn down?", "1954")
STAY = ("When did the queen rule?", "1702\u20131714")
BAND = ("Who are the members of the band?", "Ann Lee, Ben Day, Cy Fox")
ANIMAL = ("Which animal runs fastest?", "hare")

REPLIES = (
    (PAINTER, "The mural was painted by Otto Lind, a friend of Clara Voss.", "undetermined"),
    (PAINTER, "Otto Lind painted it; he had been Clara Voss's pupil.", "undetermined"),
    (PAINTER, "Otto Lind. Clara Voss painted the ceiling.", "undetermined"),
    (PAINTER, "Otto Lind painted it while Clara Voss was abroad.", "undetermined"),
    (PAINTER, "Otto Lind, working from the notes of Clara Voss.", "undetermined"),
    (PAINTER, "It was painted by Clara Voss, a friend of Otto Lind.", "right"),
    (PAINTER, "Clara Voss. Otto Lind painted the ceiling.", "right"),
    (PAINTER, "Otto Lind built the wall, and Clara Voss painted the mural.", "right"),
    (WINNER, "Chile won the trophy, defeating Peru 2-0.", "undetermined"),
    (WINNER, "Chile, followed by Peru", "undetermined"),
    (WINNER, "Peru won the trophy, defeating Chile 2-0.", "right"),
    (TOWN, "He was born in Linz, though he spent his life in Graz.", "undetermined"),
    (TOWN, "In Linz. His family came from Graz.", "undetermined"),
    (TOWN, "Although he lived in Linz, he was born in Graz.", "right"),
    (SEAT, "Malta is the capital, and Lund has a university.", "undetermined"),
    (SEAT, "The capital is Ystad; Lund is larger.", "undetermined"),
    (ROOMS, "It has 60 rooms, though some count 64.", "undetermined"),
    (ROOMS, "It has 64 rooms, though some count 60.", "right"),
    (FIRE, "1956, two years after the 1954 season", "undetermined"),
    (FIRE, "In '54.", "right"),
    (FIRE, "In '56.", "wrong"),
    (STAY, "1702-1712", "wrong"),
    (STAY, "From 1702 to 1714.", "right"),
    (BAND, "Ann Lee, Ben Day and Dee Hill", "undetermined"),
    (BAND, "Cy Fox, Ann Lee and Ben Day", "right"),
    (ANIMAL, "The greyhound, as it can outlast the hare.", "undetermined"),
)
HOSTILE = (
    "Otto Lind, a friend of " * 900,
    "Otto Lind is " * 1_500,
    ", though " * 2_000 + "Clara Voss",
    "A" * 20_000,
    "Otto " * 4_000 + "Clara Voss",
    "Otto Lind. " + "two years after " * 1_200 + "Clara Voss",
)
SECONDS_MAX = 0.2


@pytest.mark.parametrize(("asked", "reply", "outcome"), REPLIES)
def test_name_beside_the_answer(asked: tuple[str, str], reply: str, outcome: str) -> None:
    """A right name is no right answer where another one stands in the answer's place."""
    assert _outcome(asked, reply) == outcome


@pytest.mark.parametrize("reply", HOSTILE)
def test_cost_of_hostile_replies(reply: str) -> None:
    """Replies of 20,000 characters that nearly fit a form many times are read in no time."""
    assert processor_seconds(lambda: _outcome(PAINTER, reply), SECONDS_MAX) < SECONDS_MAX


def _outcome(asked: tuple[str, str], reply: str) -> str:
    question, name = asked
    key = {"kind": "name", "value": name}
    case = Case("c", "qa", "g", (question,), ("factual",), answer_key=key)
    return factual.judge(case, Response("ok", text=reply)).outcome
