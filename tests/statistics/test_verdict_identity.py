"""Verdicts of different judges are not mixed, within a run and between two."""

import pytest

from evalstore.errors import UndecidedError
from evalstore.metrics import catalog
from evalstore.statistics.trends import TrendHistory, series_of
from evalstore.statistics.verdict_identity import JudgedCases, agreement
from evalstore.store.query.reader import reading

OLD, NEW = "0a" * 32, "fb" * 32


def judged(events, *, digest=None, version=None, cases=None, judge=None):
    """Return the events with a digest, version and model in the verdicts of these cases."""
    fields = {"validator_digest": digest, "validator_version": version, "judge": judge}
    found = []
    for event in events:
        payload = event["payload"]
        is_meant = event["kind"] == "verdict_recorded" and payload["case_id"] in (
            cases or {payload["case_id"]}
        )
        found.append(event | {"payload": payload | fields} if is_meant else event)
    return found


@pytest.fixture
def sides(store_of, run_of):
    """Return the function that makes a store of two runs of three cases, each judged so."""

    def store(left, right):
        scores = {"a": {"x1": 1.0, "x2": 0.0, "x3": 1.0}}
        return store_of(
            [*judged(run_of("l", scores), **left), *judged(run_of("r", scores), **right)]
        )

    return store


def test_another_digest_is_not_comparable(sides, ask):
    """The refusal names the validator, both digests, how many cases each judged, the way out."""
    store = sides({"digest": OLD, "version": "1"}, {"digest": NEW, "version": "1"})
    with pytest.raises(UndecidedError) as refused:
        ask(store)

    assert str(refused.value) == (
        "not comparable: not the same factual judged: 1 (0a0a0a0a0a0a) 3 cases of l, "
        "1 (fbfbfbfbfbfb) 3 cases of r; run `evalstore judge l "
        "--validator factual --only judged` and `evalstore judge r --validator factual --only "
        "judged` to judge again, or allow different judges with --allow-other-judge"
    )


@pytest.mark.sweep
def test_it_can_be_allowed_and_is_said(sides, ask):
    """With the leave to do so they are compared, and note and row say what was mixed."""
    found = ask(sides({"digest": OLD}, {"digest": NEW}), allow_other_judge=True)

    assert found.notes[0].startswith(
        "other judges are allowed: not the same factual judged: 1 (0a0a0a0a0a0a)"
    )
    assert [found.notes[0]] == [row.judges for row in found.rows]


@pytest.mark.sweep
def test_the_same_digest_is_comparable_whatever_the_version(sides, ask):
    """A person's version says nothing against the same code, data and settings."""
    found = ask(sides({"digest": OLD, "version": "1"}, {"digest": OLD, "version": "2"}))

    assert "" == found.rows[0].judges


@pytest.mark.sweep
def test_a_run_judged_in_part_again_is_not_comparable(sides, ask):
    """Two digests within one run are named with the cases that each judged."""
    store = sides({"digest": OLD}, {"digest": OLD})
    store.append(
        judged(
            [
                {
                    "kind": "verdict_recorded",
                    "run_id": "r",
                    "payload": {"case_id": "x2", "system_id": "a", "validator_id": "factual",
                                "outcome": "right", "reason": "judged again"},
                }
            ],
            digest=NEW,
        )
    )  # fmt: skip
    with pytest.raises(
        UndecidedError,
        match=r"1 \(0a0a0a0a0a0a\) 3 cases of l and 2 cases of r, 1 \(fbfbfbfbfbfb\) 1 case of r",
    ):
        ask(store)


@pytest.mark.sweep
def test_without_a_digest_id_and_version_say_who_judged(sides, ask):
    """Older verdicts are compared by version, with a note; another version is another judge."""
    found = ask(sides({}, {"digest": NEW, "version": "1"}))
    with pytest.raises(UndecidedError, match=r"1 \(no digest\) 3 cases of l, 2 \(fbfb"):
        ask(sides({}, {"digest": NEW, "version": "2"}))

    assert found.notes[0] == (
        "factual is compared by id and version where its verdicts have no digest: 3 cases of l"
    )


@pytest.mark.thinned(2)
@pytest.mark.parametrize("metric", ["error_rate", "missing_rate"])
def test_what_reads_no_outcome_is_comparable(sides, ask, metric):
    """Who judged says nothing of how many answers failed or never came."""
    store = sides({"digest": OLD}, {"digest": NEW})

    assert [""] == [row.judges for row in ask(store, metrics=(metric,)).rows]


@pytest.mark.sweep
def test_other_models_without_a_digest_are_other_judges(sides, ask):
    """Two models of the same version are named and refused; one that is not known is noted."""
    known = [{"judge": {"model": name}, "version": "1"} for name in ("grader-a", "grader-b")]
    with pytest.raises(
        UndecidedError,
        match=r"1 \(grader-a, no digest\) 3 cases of l, 1 \(grader-b, no digest\) 3 cases of r",
    ):
        ask(sides(*known))

    assert "compared by id and version" in ask(sides(known[0], {"version": "1"})).notes[0]


@pytest.mark.sweep
def test_verdicts_on_failed_replies_name_no_judge(sides, ask):
    """What a status decides is nobody's judgement, and cannot be judged again either."""
    store = sides({"digest": NEW, "cases": {"x1", "x2"}}, {"digest": NEW})
    failed = {"case_id": "x3", "system_id": "a", "status": "error"}
    store.append([{"kind": "response_recorded", "run_id": "l", "payload": failed}])
    store.append(
        [
            {
                "kind": "verdict_recorded",
                "run_id": "l",
                "payload": {"case_id": "x3", "system_id": "a", "validator_id": "factual",
                            "validator_digest": OLD, "outcome": "wrong", "reason": "no reply"},
            }
        ]
    )  # fmt: skip

    assert [""] == [row.judges for row in ask(store).rows]


def test_many_runs_are_not_all_named():
    """The first three runs of each judge are named, the others counted."""
    runs = [JudgedCases(f"r{number}", "1", OLD, 2) for number in range(6)]
    found = agreement("exact", [*runs, JudgedCases("other", "1", NEW, 2)])

    assert "2 cases of r0 and 2 cases of r1 and 2 cases of r2 and those of 3 other runs" in (
        found.obstacle
    )
    assert "evalstore has no validator module exact" in found.way_out


@pytest.mark.sweep
def test_a_trend_breaks_where_another_judged(store_of, run_of):
    """Each judge's runs are a series, the break is named; allowed, they are one."""
    runs = []
    for number, digest in enumerate([OLD, OLD, NEW, OLD]):
        start = {"started_at": f"2026-03-0{number + 1}T00:00:00Z"}
        made = run_of(f"r{number}", {"a": {"x1": 1.0, "x2": 0.0}}, start=start)
        runs += judged(made, digest=digest, version="1")
    with reading(store_of(runs).layout) as reader:
        metric = catalog.find("accuracy")
        broken = series_of(reader, TrendHistory(metric, "s"))
        [whole] = series_of(reader, TrendHistory(metric, "s", allow_other_judge=True))

    assert [["r0", "r1", "r3"], ["r2"]] == [
        [point.run_id for point in series.points] for series in broken
    ]
    assert ["1 (0a0a0a0a0a0a)", "1 (fbfbfbfbfbfb)"] == [series.judge for series in broken]
    assert "" == broken[0].judge_break
    assert broken[1].judge_break.startswith("another factual judged than up to run r1: a break")
    assert (4, "") == (len(whole.points), whole.judge)
