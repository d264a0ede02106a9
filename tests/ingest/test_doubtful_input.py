"""Input that is probably not what was meant is named: the line, the field, and what was meant."""

import pytest

import evalstore
from evalstore.errors import DoubtfulInputError, DoubtfulInputWarning
from evalstore.events import misspelling


def response(case_id="c1", run_id="r1", **fields):
    payload = {"case_id": case_id, "system_id": "s", "status": "ok"} | fields
    return {"kind": "response_recorded", "run_id": run_id, "payload": payload}


def case(case_id, run_id="r1", **fields):
    payload = {"case_id": case_id, "domain": "d"} | fields
    return {"kind": "case_generated", "run_id": run_id, "payload": payload}


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
    } == {(found.locus, found.field, found.meant, found.count) for found in file.misspellings}
    assert 5 == file.new
    # A file with such fields is read again, so that they are named again.
    assert 2 == len(take(path).files[0].misspellings)


def test_strict_refuses_a_misspelt_field(written, take, a_store):
    """With ``is_strict`` nothing is appended, not even from the files that are in order."""
    paths = [written("good.ndjson", case("c1")), written("bad.ndjson", response(confidense=0.4))]
    with pytest.raises(DoubtfulInputError, match=r"bad.ndjson, line 1: found payload.confidense"):
        take(*paths, is_strict=True)

    assert a_store.runs().is_empty()


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
        repaired.locus,
        repaired.field,
        repaired.found,
        repaired.advice,
    )


def test_the_command_says_it_and_so_does_json(written, evalstore_command, tmp_path):
    """Words name five of each rule and count the rest; JSON has the same fields."""
    events = [case("c1")]
    events += [response(f"c{number}", confidence=95) for number in range(7)]
    events += [response("c9", confidense=0.4)]
    path = written("events.ndjson", *events)
    words = evalstore_command("ingest", str(path))
    found = evalstore_command("ingest", str(path), "--json", "--run-id", "r2").json

    assert "  repaired 7: out_of_range\n    line 2: payload.confidence: found 95" in words.output
    assert "a share: 95 % is 0.95\n    and 2 more\n" in words.output
    assert "warning: line 9: found payload.confidense" in words.output
    [file] = found["files"]
    assert ("line 2", "confidence", 95, "a share: 95 % is 0.95") == tuple(
        file["repaired"][0][name] for name in ("locus", "field", "found", "advice")
    )
    assert [("line 9", "confidense", "confidence")] == [
        (one["locus"], one["field"], one["meant"]) for one in file["misspelt_fields"]
    ]
    strict = evalstore_command("ingest", str(path), "--strict", "--run-id", "r3")
    assert 5 == strict.exit_code


def test_python_is_warned_too(a_store):
    """``append`` warns of what it repaired and of what looks misspelt; ``strict`` refuses."""
    with pytest.warns(DoubtfulInputWarning) as warned:
        a_store.append([case("c1"), response(confidence=95), response("c1", confidense=1)])

    assert 2 == len(warned)
    with pytest.raises(DoubtfulInputError, match="confidense"):
        a_store.append([response("c1", run_id="r2", confidense=1)], strict=True)
    assert ["r1"] == evalstore.open(a_store.layout.root).runs()["run_id"].to_list()


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
