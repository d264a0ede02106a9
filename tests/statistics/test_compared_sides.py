"""What is held against what: systems, judges, slices and clusters, and what is refused."""

import random

import pytest

from evalstore.errors import UndecidedError, UsageError
from evalstore.statistics.compared_sides import AskedSystems, chosen
from evalstore.store.query.queries import Slice


def scores(count, seed, choices=(0.0, 1.0)):
    dice = random.Random(seed)
    return {f"{'xyz'[number % 3]}{number}": dice.choice(choices) for number in range(count)}


@pytest.mark.sweep
def test_a_slice_of_one_side_has_no_pairs(compared):
    """Where others have pairs it stands there with none; alone it cannot be decided."""
    left = {"x1": 1.0, "x2": 0.0, "y1": 1.0}
    right = {"x1": 0.0, "x2": 0.0, "z1": 1.0}
    rows = compared(left, right, parts=(Slice("domain"),)).rows

    assert [("x", 2, "no difference shown"), ("y", 0, "no pairs"), ("z", 0, "no pairs")] == [
        (row.pairs.slice_value, row.pairs.paired_count, row.verdict) for row in rows
    ]
    with pytest.raises(UndecidedError, match="no case has a value on both sides: 1 only in 'l'"):
        compared(left, right, parts=(Slice("domain", "y"),))
    with pytest.raises(UsageError, match=r"no slice 'topic'; .*domain"):
        compared(left, right, parts=(Slice("topic"),))


@pytest.mark.sweep
def test_two_systems_of_one_run(store_of, run_of, ask):
    """A run may be held against itself where the systems differ."""
    store = store_of(run_of("l", {"a": {"x1": 1.0, "x2": 0.0}, "b": {"x1": 1.0, "x2": 1.0}}))
    [row] = ask(store, "l", "l", systems=AskedSystems("a:b")).rows

    assert (2, 0.5) == (row.pairs.paired_count, row.pairs.difference)
    with pytest.raises(UsageError, match="'a' of run 'l' is on both sides"):
        ask(store, "l", "l")


def test_names_with_colons_are_read_as_what_there_is():
    """Where a name can be split in two ways, it is asked which."""
    runs = {"l": ("v:1", "v"), "r": ("v:2", "1:v:2", "v:1")}

    [(left, right)] = chosen(runs, "l", "r", AskedSystems("v:1"))
    assert ("v:1", "v:1") == (left.system_id, right.system_id)
    with pytest.raises(UsageError, match="can mean 2 different pairs"):
        chosen(runs, "l", "r", AskedSystems("v:1:v:2"))
    with pytest.raises(UsageError, match="no system 'w' in run 'l'; available: 'v:1', 'v'"):
        chosen(runs, "l", "r", AskedSystems("w"))
    with pytest.raises(UsageError, match="name both"):
        chosen(runs, "l", "r", AskedSystems(left_system_id="v"))


@pytest.mark.sweep
def test_no_common_system_is_not_comparable(store_of, run_of, ask):
    """Both sides' systems are named."""
    store = store_of([*run_of("l", {"a": {"x1": 1.0}}), *run_of("r", {"b": {"x1": 1.0}})])
    with pytest.raises(UndecidedError, match="'l' has 'a', 'r' has 'b'"):
        ask(store)


@pytest.mark.sweep
def test_other_judges_are_not_comparable(store_of, run_of, ask):
    """The primary validator of one run is not that of the other."""
    store = store_of(
        [
            *run_of("l", {"a": {"x1": 1.0}}),
            *run_of("r", {"a": {"x1": 1.0}}, validator_id="strict"),
        ]
    )
    with pytest.raises(
        UndecidedError,
        match=r"of l is judged by factual, that of r by strict; to have the same validator on "
        r"both sides, run `evalstore judge r --validator factual`$",
    ):
        ask(store)
    with pytest.raises(UndecidedError, match=r"'strict' has not judged .* on both .*strict$"):
        ask(store, validator_id="strict")


@pytest.mark.sweep
def test_a_run_that_nobody_judged_can_be_judged(store_of, run_of, ask):
    """Where only one run has verdicts, the command that gives the other its own is named."""
    replies = [event for event in run_of("r", {"a": {"x1": 1.0}})
               if event["kind"] != "verdict_recorded"]  # fmt: skip
    named = run_of("l", {"a": {"x1": 1.0}})
    unnamed = [
        event | {"payload": {**event["payload"], "validators": None}}
        if event["kind"] == "case_generated"
        else event
        for event in replies
    ]
    for events, said in (
        (replies, "1 without a verdict; to"),
        (unnamed, "no judged answers to compare;"),
    ):
        for validator_id in (None, "factual"):
            with pytest.raises(
                UndecidedError, match=f"{said}.*`evalstore judge r --validator factual`"
            ):
                ask(store_of([*named, *events]), validator_id=validator_id)


@pytest.mark.sweep
def test_what_failed_need_not_be_judged(store_of, run_of, ask):
    """Where the answers were lost to errors no validator helps, and none is named."""
    failed = [
        event | {"payload": {**event["payload"], "status": "error"}}
        if event["kind"] == "response_recorded"
        else event
        for event in run_of("r", {"a": {"x1": 1.0}})
        if event["kind"] != "verdict_recorded"
    ]
    with pytest.raises(UndecidedError, match=r"1 lost to an error of the system$"):
        ask(store_of([*run_of("l", {"a": {"x1": 1.0}}), *failed]))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("start", "obstacle"),
    [
        ({"suite": "t"}, "suite s of l is not t of r"),
        ({"suite_version": "2"}, "version 1 of l is not 2 of r"),
        (
            {"config": {"validators": {"factual": "2"}}},
            r"not the same factual judged: 1 \(no digest\) 1 case of l, 2 \(no digest\) 1 case",
        ),
    ],
)
def test_what_is_not_comparable_is_refused(store_of, start, obstacle, run_of, ask):
    """By name, with both values."""
    runs = [*run_of("l", {"a": {"x1": 1.0}}), *run_of("r", {"a": {"x1": 1.0}}, start=start)]
    with pytest.raises(UndecidedError, match=f"not comparable: {obstacle}"):
        ask(store_of(runs))


@pytest.mark.sweep
def test_another_version_of_a_validator_not_asked_is_no_obstacle(store_of, run_of, ask):
    """Only who judged what is compared has to be the same."""
    versions = [{"config": {"validators": {"factual": "1", "form": form}}} for form in "12"]
    runs = [
        *run_of("l", {"a": {"x1": 1.0}}, start=versions[0]),
        *run_of("r", {"a": {"x1": 1.0}}, start=versions[1]),
    ]

    assert 1 == len(ask(store_of(runs)).rows)


@pytest.mark.sweep
def test_other_prompts_are_said(store_of, run_of, ask):
    """The same case_id over another question is paired, and a note counts it."""
    runs = [
        event
        for run_id, prompt in (("l", "2 + 2?"), ("r", "3 + 3?"))
        for event in run_of(run_id, {"a": {"x1": 1.0, "x2": 0.0}},
                            cases={"x1": {"prompt": prompt}, "x2": {"prompt": "same"}})
    ]  # fmt: skip

    note, *_ = ask(store_of(runs)).notes
    assert note.startswith("1 of 2 cases have different prompts")


@pytest.mark.sweep
def test_a_metric_without_values_is_left_out_or_refused(compared):
    """Asked for by name it is an error, among all it is named as left out."""
    left, right = scores(6, 13), scores(6, 14)
    found = compared(left, right, metrics=("accuracy", "brier"), is_lenient=True)

    assert ["accuracy"] == [row.metric.name for row in found.rows]
    assert any(note.startswith("brier is left out: no answer of 'a'") for note in found.left_out)
    with pytest.raises(UndecidedError, match="counts in brier"):
        compared(left, right, metrics=("brier",))


@pytest.mark.sweep
def test_an_unknown_cluster_is_named(compared):
    """A typo would make each case a cluster of its own, in silence."""
    cases = {"x0": {"attributes": {"topic": "t"}}}
    with pytest.raises(UsageError, match=r"no case of run 'r' has the key 'topik'.*case, topic"):
        compared(scores(3, 15), scores(3, 16), cases=cases, cluster="topik")


def test_hostile_names_are_only_names(store_of, run_of, ask):
    """Quotes, statements and control characters in ids change nothing."""
    name = "x'; drop table facts.scored; --\x1b[31m$1 {{ }}\n"
    runs = [event for run_id in ("l'", "r;") for event in
            run_of(run_id, {name: {name: 1.0, "x2": 0.0}},
                   cases={name: {"cluster_id": name, "domain": name}})]  # fmt: skip
    store = store_of(runs)
    found = ask(store, "l'", "r;", parts=(Slice("domain", name),), moved_count=5)

    assert (1, name) == (found.rows[0].pairs.paired_count, found.rows[0].left.system_id)
