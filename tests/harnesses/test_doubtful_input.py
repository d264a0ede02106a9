"""Input that is probably not what was meant is named: the line, the field, and what was meant."""

import pytest

import evalstore
from evalstore.errors import DoubtfulInputError
from evalstore.events import misspelling


def response(case_id="c1", run_id="r1", **fields):
    payload = {"case_id": case_id, "system_id": "s", "status": "ok"} | fields
    return {"kind": "response_recorded", "run_id": run_id, "payload": payload}


def verdict(case_id="c1", run_id="r1"):
    payload = {"case_id": case_id, "system_id": "s", "validator_id": "factual"}
    return {
        "kind": "verdict_recorded",
        "run_id": run_id,
        "payload": payload | {"outcome": "right", "reason": "equal"},
    }


def case(case_id, run_id="r1", **fields):
    payload = {"case_id": case_id, "domain": "d"} | fields
    return {"kind": "case_generated", "run_id": run_id, "payload": payload}


@pytest.mark.sweep
def test_a_misspelt_field_is_named_with_the_one_that_was_meant(written, take):
    """Plain lines and lines that need care are told alike; free objects are free."""
    path = written(
        "events.ndjson",
        case("c1", attributes={"domian": 1}, judge={"confidense": 1}),
        response(confidense=0.4, note="a free field"),
        response("c2", confidense=0.5),
        # Out of range, so that the line needs care.
        response("c3", confidence=7, attemtp=1),
        # `text` has four letters, so that `test` may be a field of its own.
        response("c4", test="x", turns=[{"rolle": "user", "contents": "x"}]),
    )
    [file] = take(path).files

    assert {
        ("line 2", "confidense", "confidence", 2),
        ("line 4", "attemtp", "attempt", 1),
    } == {(found.location, found.field, found.meant, found.count) for found in file.misspellings}
    assert 5 == file.new
    # A file with such fields is read again, so that they are named again.
    assert 2 == len(take(path).files[0].misspellings)


def test_strict_refuses_a_misspelt_field(written, take, a_store):
    """With ``is_strict`` nothing is appended, not even from the files that are in order."""
    paths = [written("good.ndjson", case("c1")), written("bad.ndjson", response(confidense=0.4))]
    with pytest.raises(DoubtfulInputError, match=r"bad.ndjson, line 1: found payload.confidense"):
        take(*paths, is_strict=True)

    assert a_store.runs().pl().is_empty()


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("field", "value", "advice"),
    [
        ("confidence", 95, "a share: 95 % is 0.95"),
        ("confidence", 1.5, "a share: 1.5 % is 0.015"),
        ("confidence", 100, "a share: 100 % is 1"),
        ("confidence", 101, ""),
        ("confidence", -0.5, ""),
        ("alignment", -1.2, ""),
        ("alignment", 50, ""),
    ],
)
def test_a_number_out_of_range_is_told_with_line_and_value(written, take, field, value, advice):
    """It is kept as null, and told with its line, its value and, of a percentage, the share."""
    path = written("events.ndjson", case("c1"), response(**{field: value}, value_dim="power"))
    [file] = take(path).files
    [repaired] = file.changed.repaired

    assert {"out_of_range": 1} == dict(file.repairs)
    assert ("line 2", field, value, advice) == (
        repaired.location,
        repaired.field,
        repaired.found,
        repaired.advice,
    )


@pytest.mark.sweep
def test_python_is_warned_too(a_store):
    """``append`` warns of what it repaired and of what looks misspelt; ``strict`` refuses."""
    with pytest.warns(evalstore.DoubtfulInputWarning) as warned:
        a_store.append([case("c1"), response(confidence=95), response("C1", confidense=1)])

    assert 3 == len(warned)
    with pytest.raises(DoubtfulInputError, match="confidense"):
        a_store.append([response("c1", run_id="r2", confidense=1)], strict=True)
    with pytest.raises(DoubtfulInputError, match="the closest declared case is c1"):
        a_store.append([case("c1", "r2"), response("C1", "r2")], strict=True)
    assert ["r1"] == evalstore.open(a_store.layout.root).runs().pl()["run_id"].to_list()


@pytest.mark.sweep
def test_a_case_that_the_run_does_not_declare_is_named(written, take, a_store):
    """Each run is told, with counts, an example and the declared id most like it."""
    path = written(
        "events.ndjson",
        case("c1"), case("c2"), case("d2"),
        response("c1"), response("C2"), verdict("C2"), verdict("zz"),
        # Two readings of one attempt, which is a response.
        response("C2", value_dim="power", system_id="critic"),
        response("C2", value_dim="care", system_id="critic"),
        # A run that declares no case knows its cases by their answers.
        response("C2", "r2"), verdict("C2", "r2"),
    )  # fmt: skip
    [found] = take(path).undeclared

    assert ("r1", 2, 2, 2, "C2", "c2") == (
        found.run_id,
        found.case_count,
        found.response_count,
        found.verdict_count,
        found.example_case_id,
        found.closest_case_id,
    )
    assert "such as C2; the closest declared case is c2" in str(found)
    assert [("C2", 2, 1), ("zz", 0, 1)] == a_store.query(
        "select case_id, response_count, verdict_count "
        "from facts.undeclared_cases order by case_id"
    ).rows()
    # Declared after all, nothing is left to say.
    assert [] == take(written("more.ndjson", case("C2"), case("zz"))).undeclared


# What the store has of the run, what the call brings, and whether --strict lets it in.
STRICT = {
    "a misspelt case": ([case("c2")], [response("C2")], False),
    "a verdict alone": ([case("c2")], [verdict("C2")], False),
    "both in one call": ([], [case("c2"), response("C2")], False),
    "declared in the store": ([case("c2")], [response("c2"), verdict("c2")], True),
    "declared in the call": ([case("c1")], [case("c2"), response("c2")], True),
    "declared after all": ([case("c1"), response("c2")], [case("c2")], True),
    "no case declared": ([response("c1")], [response("c2")], True),
    "answers came before": ([response("C2")], [case("c2")], False),
    "answers that fit came before": ([response("c2")], [case("c2")], True),
    "another run": ([case("c2", "r2")], [response("C2")], True),
    "a reading came before": ([response("C2", value_dim="power")], [case("c2")], False),
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", STRICT)
def test_strict_looks_at_the_call_with_what_the_store_holds(written, take, a_store, name):
    """Nothing is accepted where an answer would name a case that its run does not declare."""
    before, brought, is_let_in = STRICT[name]
    if before:
        take(written("before.ndjson", *before))
    count = "select count(*) from log.events"
    [before_count] = a_store.query(count).rows()[0]
    path = written("events.ndjson", *brought)
    if is_let_in:
        assert len(brought) == take(path, is_strict=True).total("new")
    else:
        with pytest.raises(DoubtfulInputError, match="the closest declared case is c2"):
            take(path, is_strict=True)

        assert not list(a_store.layout.inbox.iterdir())
        assert (before_count,) == a_store.query(count).rows()[0]


@pytest.mark.sweep
def test_strict_lets_a_retraction_put_it_right(written, take, a_store):
    """A retracted answer names nothing any more, so a call that retracts it is let in."""
    take(written("events.ndjson", case("c2"), response("C2")))
    event_id = a_store.query("select event_id::varchar from facts.responses").item()
    retraction = {
        "kind": "retracted",
        "run_id": "r1",
        "payload": {"event_id": event_id, "reason": "the case is c2"},
    }
    taken = take(written("right.ndjson", retraction, response("c2")), is_strict=True)

    assert 2 == taken.total("new")
    assert [] == taken.undeclared


@pytest.mark.sweep
def test_strict_looks_into_another_store(written, take, a_store, tmp_path):
    """A store that is merged is held against the cases that are declared here."""
    take(written("events.ndjson", case("c2")))
    other = evalstore.open(tmp_path / "other", create=True)
    other.append([response("C2")])
    with pytest.raises(DoubtfulInputError, match="C2; the closest declared case is c2"):
        take(other.layout.root, is_strict=True)

    assert [1] == a_store.runs().pl()["event_count"].to_list()
    assert ["r1"] == [found.run_id for found in take(other.layout.root).undeclared]


def test_one_edit_is_what_the_database_calls_one(a_store):
    """Names that are one edit apart are those at a distance of 1, as DuckDB measures it."""
    names = sorted({*misspelling.known_fields("response_recorded"), "atempt", "turnss", "txet"})
    names += ["latnecy_ms", "cofnidenec", "Answer", "anwsre", "errro", "e", ""]
    rows = a_store.query(
        "select a.name, b.name, damerau_levenshtein(a.name, b.name) = 1 from "
        "unnest($names) as a(name), unnest($names) as b(name)",
        names=names,
    ).rows()

    assert [is_one for _, _, is_one in rows] == [
        misspelling.is_one_edit(one, other) for one, other, _ in rows
    ]
