"""
Places: where a battle was fought and in which war, and which state joined the United States when.

Difficulty: the other places and wars are those of battles at least 400 years away if easy, 100
years if medium, and of the nearest in time if hard. Of three battles it is easy if a century lies
between the right one and the next, medium if 20 years do, else hard. Of states it is easy if 40
years lie between, medium if ten years do, else hard.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    graded,
    kept,
    worded,
)
from evalstore.suites.hallucination.drafts.drawing import balanced
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, question_rng
from evalstore.suites.hallucination.history.historic_names import Row

PLACE_WORDINGS = (
    "In which of these places was {name} fought",
    "{name} was fought in one of these places. In which one",
)
WAR_WORDINGS = (
    "Of which of these wars was {name} a part",
    "{name} belongs to one of these wars. To which one",
)
STATE_WORDINGS = (
    "Which of these became a state of the United States in {year}",
    "One of these became a state of the United States in {year}. Which one",
)
FIRST_STATE = "Which of these became a state of the United States first"
LAST_STATE = "Which of these became a state of the United States last"
FIRST_BATTLE = "Which of these battles was fought first"
YEARS_APART = {"easy": 400, "medium": 100}
NEAREST = 6
REACH = (3, 12, 40)
SHARE_MAX = 0.1


def drafts() -> Iterator[Draft]:
    """Yield all questions about battles and states."""
    battles = kept("places", "history")["battles"]
    for field, form, wordings in (
        ("place", "place of a battle", PLACE_WORDINGS),
        ("war", "war of a battle", WAR_WORDINGS),
    ):
        rows = [row for row in battles if row[field]]
        every = (
            draft
            for grade in DIFFICULTIES
            for battle in rows
            for draft in _where(battle, rows, field, form, wordings, grade)
        )
        yield from balanced(every, SHARE_MAX)
    yield from _first(battles, FIRST_BATTLE, "first battle", 1, (100, 20))
    states = kept("places", "history")["states"]
    yield from _first(states, FIRST_STATE, "first state", 1, (40, 10))
    yield from _first(states, LAST_STATE, "last state", -1, (40, 10))
    for state in states:
        for reach in (*REACH, len(states)):
            yield from _state_of_year(state, states, reach)


def _subject(form: str, row: Row, grade: str) -> Subject:
    sources = kept("places", "history")["sources"]
    source = str(sources["states" if "capital" in row else "battles"])
    return Subject("places", form, row["name"], source, grade, "history")


def _where(
    battle: Row, battles: list[Row], field: str, form: str, wordings: tuple[str, ...], grade: str
) -> Iterator[Draft]:
    """Yield the question for a battle's place or war, with those of other battles as options."""
    nearest: dict[str, Row] = {}
    for other in sorted(battles, key=lambda row: (abs(row["year"] - battle["year"]), row["name"])):
        is_apart = abs(other["year"] - battle["year"]) >= YEARS_APART.get(grade, 0)
        if other[field] != battle[field] and is_apart and not _are_nested(battle, other):
            nearest.setdefault(other[field], other)
    pool = list(nearest.values())
    if grade == "hard":
        pool = pool[:NEAREST]
    others: list[Row] = []
    for other in question_rng(form, battle["name"], grade).shuffled(pool):
        if len(others) < len("abc") and not any(_are_nested(other, each) for each in others):
            others.append(other)
    if len(others) == len("abc"):
        name = battle["name"]
        text = worded(wordings, name, grade, name=name)
        yield Draft(form, battle[field], partial(
            choice_question, _subject(form, battle, grade), text[0].upper() + text[1:],
            battle[field], sorted(other[field] for other in others),
        ))  # fmt: skip


def _are_nested(battle: Row, other: Row) -> bool:
    return battle["place"] in other["within"] or other["place"] in battle["within"]


def _first(
    rows: list[Row], text: str, form: str, direction: int, bounds: tuple[int, int]
) -> Iterator[Draft]:
    """
    Yield questions for the first or last of three.

    The right name is the longest of the three as often as the shortest, since states that joined
    late have shorter names.
    """
    ranks: dict[int, list[Draft]] = {0: [], 1: [], 2: []}
    for place, row in enumerate(rows):
        seen: set[frozenset[str]] = set()
        for reach in REACH:
            near = rows[max(0, place - reach) : place + reach + 1]
            pool = [other for other in near if direction * (other["year"] - row["year"]) > 0]
            others = question_rng(text, row["name"], reach).sample(pool, min(2, len(pool)))
            names = frozenset(other["name"] for other in others)
            if len(others) < len("ab") or names in seen:
                continue
            seen.add(names)
            years = min(abs(other["year"] - row["year"]) for other in others)
            grade = graded(years, easy=bounds[0], medium=bounds[1])
            rank = sum(len(name) < len(row["name"]) for name in names)
            ranks[rank].append(Draft(form, row["name"], partial(
                choice_question, _subject(form, row, grade), text, row["name"],
                sorted(other["name"] for other in others),
            )))  # fmt: skip
    count = min(map(len, ranks.values()))
    for drafts_of_rank in ranks.values():
        yield from question_rng(text).sample(drafts_of_rank, count)


def _state_of_year(state: Row, states: list[Row], reach: int) -> Iterator[Draft]:
    place = states.index(state)
    near = states[max(0, place - reach) : place + reach + 1]
    pool = [other for other in near if other["year"] != state["year"]]
    others = question_rng("year", state["name"], reach).sample(pool, min(3, len(pool)))
    if len(others) == len("abc"):
        years = min(abs(other["year"] - state["year"]) for other in others)
        grade = graded(years, easy=40, medium=10)
        yield Draft("state of a year", state["name"], partial(
            choice_question, _subject("state of a year", state, grade),
            worded(STATE_WORDINGS, state["name"], reach, year=state["year"]), state["name"],
            sorted(other["name"] for other in others),
        ))  # fmt: skip
