"""The page's sets of cases are those of ``facts.counted``, and its texts those of the store."""

import base64
import gzip
import json

import pytest

from evalstore.reviews.gathering import review_of
from evalstore.reviews.report import run_cases, run_metrics
from tests.reviews.report.conftest import HOSTILE, LONG

RUN, EARLIER_RUN = "2026-03-01", "2026-02-01"


@pytest.fixture(scope="module")
def carried(filled_path, store_at, attacked, tmp_path_factory):
    """A store with a hostile answer, the numbers of its page, and the cases that it carries."""
    path = tmp_path_factory.mktemp("carried") / "evalstore.duckdb"
    path.write_bytes(filled_path.read_bytes())
    store = attacked(store_at(path))
    rows = [
        row
        for row in run_metrics.metrics_of(store, RUN, ["all", "domain"])
        if row.value is not None
    ]
    keys = [row.grain for row in rows]
    return store, keys, run_cases.run_cases(store, RUN, None, keys)


def block(cases, name):
    """Return what one block of the page holds."""
    [found] = [block for block in cases.blocks if block.name.endswith(name)]
    return json.loads(gzip.decompress(base64.b64decode(found.data)))


def rows_of(index):
    """Return system, case and attempt of each row of an index."""
    systems, cases = json.loads(index["system_ids"]), json.loads(index["case_ids"])
    place, rows = -1, []
    columns = (index["case_steps"], index["systems"].split(","), index["attempts"].split(","))
    for step, system, attempt in zip(*columns, strict=True):
        place += int(step)
        rows.append((systems[int(system)], cases[place], int(attempt)))
    return rows


def members(index, number, rows):
    """Return the cases of a number with the reasons why they are left out, as the script does."""
    found = index["sets"][number[7]]
    inside = set(rows)
    if number[8]:
        [part] = [part for part in index["slices"] if part["name"] == number[5]]
        value = str(json.loads(part["values"]).index(number[6]))
        cases = json.loads(index["case_ids"])
        codes = dict(zip(cases, part["codes"].split(","), strict=True))
        inside = {row for row in rows if value in codes[row[1]].split(".")}
    parts = [
        (None, found["counted"]),
        *((one["reason"], one["bits"]) for one in found["left_out"]),
    ]
    return {
        (*row, reason)
        for reason, bits in parts
        for row, bit in zip(rows, bits, strict=False)
        if bit == "1" and row in inside
    }


def test_sets_are_those_of_what_was_counted(carried):
    """Every number of the page, of all cases or a slice, leads to exactly the cases it counted."""
    store, keys, cases = carried
    index = block(cases, "-index")
    rows = rows_of(index)
    wanted = {}
    for row in store.rows(
        "from facts.counted where run_id = $run and case_id is not null "
        "and slice_name in ('all', 'domain')",
        run=RUN,
    ):
        key = tuple(
            row[name]
            for name in (
                "metric", "system_id", "validator_id", "variant", "slice_name", "slice_value",
            )
        )  # fmt: skip
        place = (row["system_id"], row["case_id"], row["attempt"] or 1, row["reason"])
        wanted.setdefault(key, set()).add(place)
    numbers = {tuple(number[1:7]): number for number in index["numbers"]}

    differing = [
        key for key in numbers if members(index, numbers[key], rows) != wanted.get(key, set())
    ]

    assert differing == []
    assert len(numbers) > 100
    assert {key for key in keys if key in wanted} == numbers.keys()


def test_texts_are_cut_and_otherwise_whole(carried):
    """A hostile reply of a megabyte is there up to the limit, and its length is said."""
    _, _, cases = carried
    index = block(cases, "-index")
    hostile = next(place for place, row in enumerate(rows_of(index)) if row[0] == HOSTILE)
    texts = block(cases, f"-texts-{hostile // index['chunk']}")
    place = texts["i"].index(hostile)

    assert texts["p"][place] == HOSTILE
    assert texts["r"][place] == (HOSTILE + LONG)[: index["limit"]]
    assert texts["rn"][place] == len(HOSTILE + LONG)
    assert texts["v"][place][0]["t"] == [HOSTILE]
    assert cases.byte_count < 50_000


def test_small_budget_keeps_failing_cases(carried):
    """Where the texts of a run are too many, those of failing cases stay, and the page says so."""
    store, keys, whole = carried

    cases = run_cases.run_cases(store, RUN, None, keys[:1], byte_budget=1_000)

    count = sum(
        len(block(cases, found.name)["i"]) for found in cases.blocks if "-texts-" in found.name
    )
    assert cases.carried.is_failing_only
    assert "only those of failing cases" in cases.described
    assert 0 < count < whole.row_count == cases.row_count


@pytest.mark.sweep
def test_list_of_a_decision_has_as_many_cases_as_its_sentence(store):
    """All cases that a gate is about are named, those left out too, however few a review has."""
    store.gate(RUN, "no-mistakes", "fail", metric="ece", variant="confidence_kind=stated")
    review = review_of(store, RUN)
    [finding] = review.findings

    index = block(run_cases.run_cases(store, RUN, review), "-index")

    [gate] = index["gates"]
    case_ids = json.loads(index["case_ids"])
    named = {case_ids[number] for number in gate["cases"]}
    assert finding.case_count == len(named) > len(finding.cases)
    assert {"history-0100", "history-0101"} < named
    assert set(finding.cases) < named
