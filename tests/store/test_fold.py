"""A fold adds what is new, keeps what changed, and drops what it has already."""

import json

import pytest

from evalstore.store import hashes

EPOCH_US = 1_000_000


def microseconds(moment):
    if moment is None:
        return None
    day = moment.date().toordinal() - 719_163
    clock = (moment.hour * 60 + moment.minute) * 60 + moment.second
    return (day * 86_400 + clock) * EPOCH_US + moment.microsecond


def recomputed_root(warehouse, reference):
    """Compute the root from the plain columns of the log, with no SQL of the store."""
    leaves = []
    for row in warehouse.query("from log.events order by position"):
        payload_hash = hashes.payload_hash(row["payload"], row["payload_salt"])
        fields = {name: row[name] for name in
                  ("kind", "run_id", "subject", "schema_version", "supersedes")}  # fmt: skip
        event_id = hashes.event_id(payload_hash=payload_hash, **fields)
        leaves.append(
            hashes.leaf_hash(
                event_id=event_id,
                payload_hash=payload_hash,
                revision=row["revision"],
                occurred_at_us=microseconds(row["occurred_at"]),
                recorded_at_us=microseconds(row["recorded_at"]),
                source=row["source"],
                **fields,
            )
        )
    return reference.root(leaves).hex()


def counted(folded):
    return (folded.counts.new, folded.counts.revised, folded.counts.duplicate)


def revisions(warehouse, kind="case_generated"):
    return warehouse.query(
        "select revision, payload from log.events where kind = $kind order by position", kind=kind
    )


def test_an_empty_inbox_changes_nothing(small):
    """A fold with nothing to fold writes nothing."""
    before = small.files()
    folded = small.fold()

    assert (0, 0, 0) == counted(folded)
    assert before == small.files()


def test_positions_are_dense_in_order_of_arrival(small):
    """Positions count from 0 with no gap: first by inbox file, then by its rows."""
    rows = small.query("select position, kind from log.events order by position")

    assert [
        (0, "run_started"),
        (1, "case_generated"),
        (2, "case_generated"),
        (3, "response_recorded"),
        (4, "verdict_recorded"),
        (5, "response_recorded"),
        (6, "response_recorded"),
        (7, "verdict_recorded"),
    ] == [(row["position"], row["kind"]) for row in rows]


@pytest.mark.sweep
def test_several_files_are_folded_in_the_order_they_came(warehouse, lines):
    """One fold of three files gives the positions that three folds would, in one segment."""
    names = [warehouse.accept(lines.case(f"c{number}")) for number in range(3)]
    folded = warehouse.fold()

    assert sorted(names) == names
    assert ["c0", "c1", "c2"] == warehouse.column(
        "select subject from log.events order by position"
    )
    assert ["000000000000-000000000002.parquet"] == folded.segments
    assert names == list(folded.by_file)


@pytest.mark.sweep
def test_the_root_is_that_of_the_rows(small, reference):
    """The root can be had again from the columns of the log alone, salts and times included."""
    small.add(
        small_line := {
            "kind": "trend_detected", "run_id": "läufe", "subject": "ece///cusum",
            "supersedes": None, "schema_version": 1, "occurred_at": "1969-12-31 23:59:59.5",
            "recorded_at": "2026-01-01 00:00:00.000001", "source": "é", "payload": '{"a": "é"}',
            "payload_salt": bytes(range(16)), "payload_hash": None,
        }
    )  # fmt: skip
    expected = recomputed_root(small, reference)

    assert small_line["payload"] == small.column("select payload from log.events").pop()
    assert expected == small.fold().root
    assert [expected] == small.column(
        "select lower(hex(root)) from log.batches order by batch_id desc limit 1"
    )


SAME_CONTENTS = [
    ('{"case_id": "c1", "n": 0.5}', '{"case_id": "c1", "n": 0.5}'),
    ('{"case_id": "c1", "n": 0.5}', '{"case_id":"c1","n":0.50}'),
    ('{"case_id": "c1", "n": 1}', '{"n": 1.0, "case_id": "c1"}'),
    ('{"case_id": "c1", "n": 100}', '{"case_id": "c1", "n": 1e2}'),
    ('{"case_id": "c1", "n": {"b": 1, "a": [2]}}', '{"n": {"a": [2], "b": 1}, "case_id": "c1"}'),
    ('{"case_id": "c1", "n": "\\u00e9"}', '{"case_id": "c1", "n": "é"}'),
]
OTHER_CONTENTS = [
    ('{"case_id": "c1", "n": 1}', '{"case_id": "c1", "n": true}'),
    ('{"case_id": "c1", "n": 1}', '{"case_id": "c1", "n": "1"}'),
    ('{"case_id": "c1", "n": null}', '{"case_id": "c1"}'),
    ('{"case_id": "c1", "n": [1, 2]}', '{"case_id": "c1", "n": [2, 1]}'),
    ('{"case_id": "c1", "n": "é"}', '{"case_id": "c1", "n": "e\\u0301"}'),
    ('{"case_id": "c1", "n": 0.1}', '{"case_id": "c1", "n": 0.10000000000000002}'),
]


@pytest.mark.thinned(12)
@pytest.mark.parametrize(("first", "second"), SAME_CONTENTS)
@pytest.mark.parametrize("is_one_fold", [True, False])
def test_same_content_is_a_duplicate(warehouse, lines, first, second, is_one_fold):
    """Equal parsed JSON is the same content, in one fold or in two; the first spelling stays."""
    both = [lines.line("case_generated", text) for text in (first, second)]
    folds = [warehouse.add(*both)] if is_one_fold else [warehouse.add(line) for line in both]

    assert (1, 0, 1) == tuple(map(sum, zip(*map(counted, folds), strict=True)))
    assert [first] == warehouse.column("select payload from log.events")


@pytest.mark.thinned(12)
@pytest.mark.parametrize(("first", "second"), OTHER_CONTENTS)
@pytest.mark.parametrize("is_one_fold", [True, False])
def test_other_content_is_a_revision(warehouse, lines, first, second, is_one_fold):
    """Whatever JSON tells apart is another content, and the later one is revision 2."""
    both = [lines.line("case_generated", text) for text in (first, second)]
    folds = [warehouse.add(*both)] if is_one_fold else [warehouse.add(line) for line in both]

    assert (1, 1, 0) == tuple(map(sum, zip(*map(counted, folds), strict=True)))
    assert [(1, first), (2, second)] == [
        (row["revision"], row["payload"]) for row in revisions(warehouse)
    ]


def test_all_duplicates_make_no_segment(small, lines):
    """What the log holds already leaves no trace but that the inbox is empty again."""
    before = small.files()
    folded = small.add(lines.run_started(systems=["a"]), lines.case("c2"))

    assert (0, 0, 2) == counted(folded)
    assert [] == folded.segments
    assert before == small.files()


@pytest.mark.sweep
def test_time_and_source_do_not_make_an_event_another_one(warehouse, lines):
    """The first seen stays: the same content later and from elsewhere is a duplicate."""
    first = lines.line("case_generated", {"case_id": "c1"}, source="a.json")
    again = first | {"source": "b.json", "occurred_at": "2026-01-01 00:00:00"}
    warehouse.add(first)
    folded = warehouse.add(again)

    assert (0, 0, 1) == counted(folded)
    assert ["a.json"] == warehouse.column("select source from log.events")


@pytest.mark.sweep
def test_the_same_content_under_another_version_is_a_revision(warehouse, lines):
    """What a payload means depends on its schema version."""
    first = lines.case("c1")
    warehouse.add(first)

    assert (0, 1, 0) == counted(warehouse.add(first | {"schema_version": 2}))


@pytest.mark.sweep
def test_the_same_content_in_another_run_is_new(warehouse, lines):
    """Two runs may hold the same case."""
    warehouse.add(lines.case("c1"))

    assert (1, 0, 0) == counted(warehouse.add(lines.case("c1", run_id="r2")))


@pytest.mark.sweep
def test_an_earlier_content_is_a_duplicate_unless_it_names_what_it_supersedes(warehouse, lines):
    """A, B, A is A, B; with supersedes the third counts, and repeating it does not."""
    warehouse.add(lines.case(domain="a"))
    warehouse.add(lines.case(domain="b"))
    plain = counted(warehouse.add(lines.case(domain="a")))
    newest = warehouse.event_id("case_generated", revision=2)
    back = lines.case(domain="a") | {"supersedes": str(newest)}

    assert (0, 0, 1) == plain
    assert (0, 1, 0) == counted(warehouse.add(back))
    assert (0, 0, 1) == counted(warehouse.add(back))
    assert ["a"] == warehouse.column("select domain from facts.cases")


@pytest.mark.sweep
def test_counts_say_what_became_of_each_file(warehouse, lines):
    """New, revised and duplicate add up to the events of each file."""
    warehouse.add(lines.case("c1", domain="a"))
    first = warehouse.accept(lines.case("c1", domain="a"), lines.case("c2"))
    second = warehouse.accept(
        lines.case("c1", domain="b"), lines.case("c2"), lines.case("c1", domain="b")
    )
    folded = warehouse.fold()
    by_file = {
        name: (counts.new, counts.revised, counts.duplicate)
        for name, counts in folded.by_file.items()
    }

    assert {first: (1, 0, 1), second: (0, 1, 2)} == by_file
    assert (1, 1, 3) == counted(folded)


@pytest.mark.sweep
def test_many_revisions_in_one_file_count_up(warehouse, lines):
    """Ten contents of one subject in one file are revisions 1 to 10, and the last counts."""
    folded = warehouse.add(*(lines.case(domain=f"d{number}") for number in range(10)))

    assert (1, 9, 0) == counted(folded)
    assert list(range(1, 11)) == [row["revision"] for row in revisions(warehouse)]
    assert ["d9"] == warehouse.column("select domain from facts.cases")


def test_the_batch_row_says_what_the_segment_says(small):
    """Row and footer agree on range, counts and sources; the sources name the inbox files."""
    rows = small.query("from log.batches order by batch_id")
    sources = [json.loads(row["sources"]) for row in rows]

    assert [(0, 2, 3), (3, 5, 6), (6, 7, 8)] == [
        (row["first_position"], row["last_position"], row["tree_size"]) for row in rows
    ]
    assert {"response_recorded": 2, "verdict_recorded": 1} == json.loads(rows[1]["counts"])
    assert [(3, 0, 0), (3, 0, 0), (1, 1, 0)] == [
        (part["new"], part["revised"], part["duplicate"]) for [part] in sources
    ]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("depth", [200, 300, 1500])
def test_deep_payloads_are_compared_and_revised(warehouse, lines, depth):
    """A payload nested as deep as DuckDB takes it is a duplicate of itself and can be revised."""
    nested = "[" * depth + "]" * depth
    first = lines.line("case_generated", f'{{"n": {nested}}}', subject="c1")
    second = lines.line("case_generated", f'{{"n": {nested}, "m": 1}}', subject="c1")
    folds = [counted(warehouse.add(line)) for line in (first, second, second)]

    assert [(1, 0, 0), (0, 1, 0), (0, 0, 1)] == folds
