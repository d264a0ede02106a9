"""What a run that stopped by its rule did not ask is not missing; what was lost stays missing."""

import hashlib

import pytest

SEED, COUNT, ASKED = "s1", 8, 3
RULE = {"case_order": "drawn", "stop_when_decided": "evalstore.toml"}
CASES = sorted(
    (f"c{n}" for n in range(COUNT)),
    key=lambda case_id: hashlib.sha256(f"{SEED}\n\x01{case_id}".encode()).hexdigest(),
)
REASON = "not asked: the run was stopped when its gates had decided"


@pytest.fixture
def begun(warehouse, lines):
    """A run in drawn order, its cases, and right answers to the first of them."""

    def begin(answered=CASES[:ASKED], systems=("a",), started=RULE, **said):
        warehouse.add(
            lines.run_started(seed=SEED, systems=list(systems), config=started, **said),
            *(lines.case(f"c{n}", validators=["factual"], label="E") for n in range(COUNT)),
            *(lines.response(case_id) for case_id in answered),
            *(lines.verdict("right", case_id) for case_id in answered),
        )
        return warehouse

    return begin


def ended(lines, responses=ASKED, status="stopped"):
    return lines.line("run_finished", {"status": status, "counts": {"responses": responses}})


def unasked(store):
    rows = store.query("select case_id, reason from facts.unasked_attempts")
    assert {row["reason"] for row in rows} <= {REASON}
    return {row["case_id"] for row in rows}


def counts(store):
    [row] = store.query(
        "select scored_count, missing_count, accuracy from metrics.accuracy "
        "where slice_name = 'all'"
    )
    return tuple(row.values())


def test_what_was_not_asked_is_in_no_count(begun, lines):
    """Neither in accuracy nor in the list of missing answers."""
    store = begun()
    store.add(ended(lines))

    assert {*CASES[ASKED:]} == unasked(store)
    assert (ASKED, 0, 1.0) == counts(store)
    assert [] == store.query("from facts.missing_answers")


def test_a_run_without_an_end_misses_its_answers(begun):
    """It crashed, and nobody knows what it asked."""
    store = begun()

    assert set() == unasked(store)
    assert (COUNT, COUNT - ASKED, ASKED / COUNT) == counts(store)


@pytest.mark.parametrize(
    "started",
    [{}, {"case_order": "drawn"}, {"stop_when_decided": "evalstore.toml"}],
    ids=["nothing", "no rule", "no order"],
)
def test_a_run_that_names_no_rule_or_order_misses_its_answers(begun, lines, started):
    """Its end alone does not say that it stopped so."""
    store = begun(started=started)
    store.add(ended(lines))

    assert set() == unasked(store)
    assert (COUNT, COUNT - ASKED, ASKED / COUNT) == counts(store)


@pytest.mark.parametrize("status", ["completed", "failed", "cancelled"])
def test_a_run_that_ended_otherwise_misses_its_answers(begun, lines, status):
    """Nothing stopped it early."""
    store = begun()
    store.add(ended(lines, status=status))

    assert set() == unasked(store)


def test_a_lost_answer_stays_missing(begun, lines):
    """Wherever it was in the order: the end of the run says how many answers there were."""
    store = begun([CASES[0], CASES[2]])
    store.add(ended(lines))
    assert {*CASES[ASKED:]} == unasked(store)
    assert (3, 1, 2 / 3) == counts(store)


def test_the_last_answer_lost_stays_missing(begun, lines):
    """Though nothing came after it."""
    store = begun(CASES[:2])
    store.add(ended(lines))

    assert {*CASES[ASKED:]} == unasked(store)
    assert (3, 1, 2 / 3) == counts(store)


def test_a_run_resumed_to_its_end_misses_what_never_came(begun, lines):
    """Its newest end counts."""
    store = begun()
    store.add(ended(lines))
    store.add(lines.response(CASES[ASKED]), lines.verdict("wrong", CASES[ASKED]))
    store.add(ended(lines, ASKED + 1, "completed"))

    assert set() == unasked(store)
    assert (COUNT, COUNT - ASKED - 1, ASKED / COUNT) == counts(store)


def test_attempts_and_systems_of_the_last_case_are_told_apart(begun, lines):
    """A case of which some was asked misses nothing of what was not."""
    store = begun(CASES[:1], systems=("b", "a"), attempts=2)
    store.add(
        lines.response(CASES[0], "b"), lines.response(CASES[0], "b", attempt=2), ended(lines)
    )

    left = store.query(
        f"select system_id, attempt from facts.unasked_attempts where case_id = '{CASES[0]}'"
    )
    assert [("a", 2)] == [tuple(row.values()) for row in left]
    assert [] == store.query("from facts.missing_answers")


def test_cases_without_a_judge_are_told_apart_too(begun, lines):
    """Abstention is counted of their labels alone."""
    store = begun([])
    store.add(*(lines.response(case_id) for case_id in CASES[:2]), ended(lines))
    rows = store.query("select case_id, status from facts.scored union all by name "
                       "select case_id, status from facts.unjudged")  # fmt: skip

    assert {(CASES[0], "ok"), (CASES[1], "ok"), (CASES[2], "missing")} == {
        (row["case_id"], row["status"]) for row in rows
    }
