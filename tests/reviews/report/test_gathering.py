"""What a report gathers of a run before a page is made of it."""

import pytest

from evalstore.reviews.report import gathering, report, run_metrics

RUN = "2026-03-01"


@pytest.mark.sweep
def test_cases_beyond_the_cap_are_counted(store):
    """Of thousands of failing cases each system shows its share, and says what is left out."""
    for number in range(30):
        store.answer(RUN, "bold", f"extra-{number}", "wrong", confidence=0.1)
    [summary] = gathering.summaries_of(store, [RUN])[0]

    run = gathering.run_report(store, summary, case_limit=10)

    expected = {"bold": (53, 48), "careful": (8, 3)}
    assert expected == {
        group.system_id: (group.case_count, group.left_out_count) for group in run.failures
    }


def test_surest_mistakes_come_first(store):
    """The case a system was surest of, and wrong, opens its list."""
    [summary] = gathering.summaries_of(store, [RUN])[0]
    bold = gathering.run_report(store, summary).failures[0]
    confidences = [case.first.confidence for case in bold.cases if case.first.status == "ok"]

    assert confidences == sorted(confidences, reverse=True)
    expected = ["missing", "error"]
    assert expected == [case.first.verdict for case in bold.cases[-2:]]


@pytest.mark.sweep
def test_verdicts_on_one_answer_share_an_entry(store):
    """A case that two validators reject is one failing case with two reasons."""
    store.answer(RUN, "bold", "twice", "wrong", reason="false")
    store.insert(
        "facts.scored",
        run_id=RUN,
        system_id="bold",
        case_id="twice",
        attempt=1,
        weight=1.0,
        represents_case=True,
        case_attempt_count=1,
        validator_id="evidence",
        status="ok",
        outcome="wrong",
        is_right=False,
        is_primary_validator=False,
        is_canary=False,
    )
    [summary] = gathering.summaries_of(store, [RUN])[0]
    cases = gathering.run_report(store, summary).failures[0].cases
    [twice] = [case for case in cases if case.case_id == "twice"]

    expected = ["factual", "evidence"]
    assert expected == [judgement.validator_id for judgement in twice.first.judgements]


@pytest.mark.sweep
def test_a_number_names_the_version_that_judged(store):
    """Beside each value stands its judge's version, or that verdicts of several count together."""
    store.answer(RUN, "bold", "digested", "right")
    store.connection.execute("update facts.verdicts set validator_version = '1.5'")
    store.connection.execute(
        "update facts.verdicts set validator_version = '1.6' "
        "where system_id = 'bold' and case_id = 'digested'"
    )
    rows = run_metrics.metrics_of(store, RUN, ["all"])
    judges = {row.system_id: row.judge for row in rows if row.metric == "accuracy"}

    assert "factual (several versions)" == judges.pop("bold")
    assert {"factual 1.5"} == set(judges.values())


@pytest.mark.sweep
def test_who_judged_is_shown(store, generated_at, store_info):
    """Page and document name the version and the first digits of the digest, or that none is."""
    store.answer(RUN, "bold", "digested", "right")
    store.connection.execute(
        "update facts.verdicts set validator_digest = repeat('0f', 32), validator_version = '1.5' "
        "where case_id = 'digested'"
    )
    [summary] = gathering.summaries_of(store, [RUN])[0]
    judges = gathering.run_report(store, summary).judges
    texts = [
        render(store, [RUN], generated_at, store_info)
        for render in (report.render_html, report.render_markdown)
    ]

    assert "1.5, digest 0f0f0f0f0f0f: 1 case" == judges[0].described
    assert "no digest: " in judges[1].described
    assert [1, 1] == [text.count("digest 0f0f0f0f0f0f: 1 case") for text in texts]


def test_runs_stand_in_the_order_in_which_they_are_named(store):
    """The page opens on the first of them; without names the newest comes first."""
    newest, _ = gathering.summaries_of(store, None)
    names = [summary.run_id for summary in newest]

    for asked in (names, names[::-1]):
        found, _ = gathering.summaries_of(store, asked)
        assert asked == [summary.run_id for summary in found]


def test_store_information_reads_the_newest_fold(store):
    """The header names the tree of the last fold and the fingerprint of the views."""
    store.insert(
        "log.batches",
        batch_id=1,
        first_position=0,
        last_position=9,
        event_count=10,
        counts="{}",
        segment="0-9.parquet",
        segment_sha256=b"",
        tree_size=10,
        root=bytes([171]) * 32,
        frontier=b"",
        sources="{}",
        tool_version="0.1.0",
        recorded_at=store.rows("select timestamp '2026-03-01' as moment")[0]["moment"],
    )
    [fingerprint] = store.rows("from log.fingerprint")

    expected = {
        "name": "here",
        "tree_size": 10,
        "root": "ab" * 32,
        "views_sha256": fingerprint["views_sha256"],
    }
    assert expected == gathering.store_information(store, "here")


@pytest.mark.parametrize(
    ("remarks", "expected"),
    [
        (["3 of 5 sums: there are 3", ""], ("3 of 5 sums: there are 3",)),
        ([f"part {number}" for number in range(30)], tuple(f"part {n}" for n in range(20))),
        ("no list", ()),
        (None, ()),
    ],
)
def test_remarks_of_the_suite_are_shown(store, generated_at, store_info, remarks, expected):
    """What a suite fell short of, up to a limit; what is no list of texts is left out."""
    store.event("run_started", RUN, "s", {"config": {"remarks": remarks}})

    assert expected == gathering.remarks_of(store, RUN)


@pytest.mark.sweep
def test_a_remark_stands_on_the_page(store, generated_at, store_info):
    """Page and document say what the suite said of its cases."""
    store.event("run_started", RUN, "s", {"config": {"remarks": ["3 of 5 sums: no more"]}})
    page, text = (
        render(store, [RUN], generated_at, store_info)
        for render in (report.render_html, report.render_markdown)
    )

    assert "Notes on the cases: 3 of 5 sums: no more." in page
    assert "**Notes on the cases:** 3 of 5 sums: no more." in text
