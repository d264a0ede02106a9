"""Names without rivals in the answer key, and what factual makes of replies that give them."""

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from tests.processor_time import processor_seconds

DIRECTOR = ("Who directed the film?", "James Cameron")
WRITER = ("Who wrote the fairy tales?", "C. S. Lewis")
WAR = ("Which war ended in 1945?", "World War II")
KING = ("Which king abdicated?", "Edward VIII")
CAPITAL = ("What is the capital of Australia?", "Canberra")
RELEASE = ("When was it released?", "May 18, 2018")
DAY = ("On what date was it released?", "May 18, 2018")
YEAR = ("When was it released?", "1998")
CENTURY = ("When did the empire fall?", "the 5th century")
COUNT = ("How many of them are there?", "56")
LENGTH = ("How long is the river?", "7,000 km")
ORGAN = ("Where is the gall bladder?", "beneath the liver")
FLAG = ("Which colours are in the flag?", "Red, white and blue")
FINAL = ("Who won the final?", "Serena Williams")
BUSH = ("Who was president in 1990?", "George H. W. Bush")
FUEL = ("What does it burn?", "gaseous carbon monoxide")
VITAMIN = ("Which vitamin is it?", "Vitamin C")
ANIMAL = ("Which animal is it?", "wolf")
CHOICE = ("Is a tomato a fruit or a vegetable?", "fruit")
NOVEL = ("Which novel did he write?", "Catch-22")
STATES = ("Which country has 50 states?", "United States of America")
FILM = ("Which film won?", "The Godfather")
PLANET = ("Which planet is it?", "Mars")
ISLAND = ("Where is The Secret of Gull Island set?", "Gull Island")

# The question and the name looked for, a reply, and the outcome.
REPLIES = (
    (DIRECTOR, "It is James Cameron's second film.", "right"),
    (DIRECTOR, "Cameron directed it.", "right"),
    (DIRECTOR, "It was directed by J. F. Cameron.", "right"),
    (DIRECTOR, "It was directed byJames Cameron1.", "right"),
    (DIRECTOR, "James Camerun", "right"),
    (DIRECTOR, "As far as I know it was Jim Cameron.", "right"),
    (DIRECTOR, "Not Ridley Scott, but James Cameron.", "right"),
    (DIRECTOR, "Steven Spielberg directed it.", "wrong"),
    (DIRECTOR, "David Cameron", "wrong"),
    (DIRECTOR, "James Gunn", "wrong"),
    (DIRECTOR, "It was not James Cameron, but Ridley Scott.", "wrong"),
    (DIRECTOR, "You said James Cameron, but it was Ridley Scott.", "wrong"),
    (DIRECTOR, "It could be James Cameron or Ridley Scott.", "undetermined"),
    (DIRECTOR, "It was a man who had been a lorry driver.", "undetermined"),
    (DIRECTOR, "I do not know.", "abstained"),
    (DIRECTOR, "I don't know, but probably Ridley Scott.", "wrong"),
    (DIRECTOR, "I don't know, but probably James Cameron.", "right"),
    (WRITER, "Lewis, C.S.", "right"),
    (WRITER, "Clive Staples Lewis wrote them.", "right"),
    (WRITER, "CS Lewis", "right"),
    (WAR, "World War Two", "right"),
    (WAR, "It was the Second World War.", "right"),
    (WAR, "WWII", "right"),
    (WAR, "World War I", "wrong"),
    (KING, "Edward the Eighth", "right"),
    (KING, "It was King Edward VII.", "wrong"),
    (CAPITAL, "Many people think it is Sydney, but it is Canberra.", "right"),
    (CAPITAL, "The capital of Australia is Sydney.", "wrong"),
    (CAPITAL, "Sydney", "wrong"),
    (CAPITAL, "It is a planned city between two larger ones.", "undetermined"),
    (RELEASE, "18 May 2018", "right"),
    (RELEASE, "It came out in 2018.", "right"),
    (RELEASE, "It came out on May 18, 20182.", "right"),
    (RELEASE, "It came out on 19 May 2018.", "wrong"),
    (DAY, "It came out in 2018.", "undetermined"),
    (YEAR, "It was released on 3 March 1998.", "right"),
    (YEAR, "In the 1990s.", "undetermined"),
    (YEAR, "1999", "wrong"),
    (CENTURY, "In the fifth century AD.", "right"),
    (CENTURY, "It fell in 476.", "right"),
    (CENTURY, "In the 7th century.", "wrong"),
    (COUNT, "There are fifty-six.", "right"),
    (COUNT, "There are 80 of them.", "wrong"),
    (COUNT, "There are 57 of them.", "undetermined"),
    (LENGTH, "It is 7000 kilometres long.", "right"),
    (ORGAN, "It lies just under the liver.", "right"),
    (ORGAN, "It lies above the liver.", "undetermined"),
    (FLAG, "The flag has blue, white and red stripes.", "right"),
    (FLAG, "It has green and white stripes.", "undetermined"),
    (FINAL, "Venus Williams", "wrong"),
    (FINAL, "Williams won it.", "right"),
    (BUSH, "George Bush", "right"),
    (BUSH, "George W. Bush", "wrong"),
    (FUEL, "It is carbon monoxide.", "right"),
    (FUEL, "It burns liquid carbon monoxide.", "undetermined"),
    (DIRECTOR, "He was a man who loved Iceland.", "undetermined"),
    (VITAMIN, "C", "right"),
    (VITAMIN, "Vitamin D", "wrong"),
    (ANIMAL, "wolves", "right"),
    (ANIMAL, "Some people hunt hares there.", "undetermined"),
    (CHOICE, "It is a fruit.", "right"),
    (CHOICE, "It is a vegetable.", "wrong"),
    (NOVEL, "He wrote Catch Twenty-Two.", "right"),
    (STATES, "The U.S.A.", "right"),
    (FILM, "The Godfather Part II", "undetermined"),
    (PLANET, "Mars? No, it is Venus.", "wrong"),
    (PLANET, "Venus, Mars, Jupiter, Saturn", "undetermined"),
    (ISLAND, "It is set on Gull Island.", "right"),
    (ISLAND, "The Secret of Gull Island is set in the present.", "undetermined"),
)  # fmt: skip

# Aliases as catalogues and encyclopedias write them.
ALIASES = (
    (["Bath (disambiguation)"], "The city is Bath."),
    (["Lee, Ann", "%22Annie%22 Lee"], "Ann Lee"),
    (["the actress Ann Lee"], "Ann Lee played her."),
    (["Captain Oakes"], "He was called Oakes."),
    (["Ann Lee, who won it in 1950"], "It was Ann Lee."),
    (["Reno, Nevada"], "It is in Reno."),
    (["Acme Company, Inc."], "Acme Company"),
    (["Mount Logan"], "Logan"),
    (["Himalayas"], "It is in the Himalayan mountain range."),
    (["M\u00fcller & S\u00f8n"], "Muller and Son"),
    (["Tom & Edward"], "Edward and Tom."),
    (["UNESCO"], "United Nations Educational Scientific Cultural Organization"),
    (["Henry 11"], "Henry II"),
)  # fmt: skip

KNOWING_NOTHING = ("", "yes", "No.", "42", "I don't know.", "the answer", "unknown")


def judged(question, names, text=None, answer=None):
    """Judge a reply to a question with these names as right."""
    key = {"kind": "name", "value": names[0], "aliases": names[1:]}
    case = Case("c", "d", "g", (question,), ("factual",), answer_key=key)
    return factual.judge(case, Response("ok", text=text, answer=answer))


@pytest.mark.parametrize(("asked", "reply", "outcome"), REPLIES)
def test_replies(asked, reply, outcome):
    """A reply is right by any form of the name, and wrong only by another that answers."""
    question, name = asked

    verdict = judged(question, [name], reply)

    assert outcome == verdict.outcome, verdict.reason


@pytest.mark.parametrize(("names", "reply"), ALIASES)
def test_aliases(names, reply):
    """What an alias carries beside the name is not asked of a reply."""
    verdict = judged("Which mountain range, city or captain is it?", names, reply)

    assert "right" == verdict.outcome, verdict.reason


@pytest.mark.parametrize("asked", [DIRECTOR, WAR, RELEASE, COUNT, ORGAN, CHOICE, ISLAND, FLAG])
def test_knowing_nothing_is_never_right(asked):
    """A constant and the question itself earn nothing."""
    question, name = asked
    replies = (*KNOWING_NOTHING, question, f"{question} {question}")

    assert not [reply for reply in replies if judged(question, [name], reply).outcome == "right"]


def test_an_answer_alone_is_its_own_rival():
    """A parsed answer that is another name is wrong, whatever its capitals."""
    verdicts = [judged("Where is it?", ["Paris"], answer=text) for text in ("lyon", "Lyon", "42")]

    assert ["wrong"] * 3 == [verdict.outcome for verdict in verdicts]


def test_another_name_needs_a_name():
    """That a name was not found is no error, and the reason says what is missing."""
    verdict = judged("What did he invent?", ["Bakelite"], "He invented something very useful.")

    assert ("undetermined", ()) == (verdict.outcome, verdict.tags)
    assert "neither the name nor another" in verdict.reason


@pytest.mark.parametrize(
    "unit", ["James Cameron or ", "Cameron ", "A: ", "a-", '"A" ', "5th century ", "1 ", "aB"]
)
def test_long_replies_cost_little(unit):
    """A hostile reply of 20,000 characters takes well below half a second of CPU time."""
    names = ["James Cameron", *(f"Alias{number} Cameron" for number in range(60))]
    reply = (unit * 20_000)[:20_000]

    assert processor_seconds(lambda: judged("Who directed it?", names, reply), 0.5) < 0.5


def test_dates_that_another_tool_expects():
    """A right date of an ingested case is right at another precision, unless the day is asked."""
    expected = ("May 18, 2018", "March 2019")

    def outcome(question, text):
        case = Case("c", "d", "g", (question,), ("factual",), expected=expected)
        return factual.judge(case, Response("ok", text=text)).outcome

    asked = "When was it released?"

    assert ("right", "right", "wrong") == (
        outcome(asked, "In 2018."),
        outcome(asked, "It came out on 3 March 2019."),
        outcome(asked, "It came out on 19 May 2018."),
    )
    assert "undetermined" == outcome("On what date was it released?", "In 2018.")


@pytest.mark.parametrize(
    "expected",
    [
        "However, the old city was rebuilt after the fire.",
        "However, the old city was rebuilt after the fire by those who had fled to the hills",
    ],
)
def test_the_first_word_of_a_sentence_is_no_name(expected):
    """A reference in a sentence is not met by "However", as a name before its gloss would be."""
    case = Case("c", "any", "theirs", ("What happened then?",), (), expected=expected)
    verdict = factual.judge(case, Response("ok", text="However, I think that it moved to Rome."))

    assert "right" != verdict.outcome
