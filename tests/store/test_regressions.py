"""``facts.regressions`` and ``facts.first_failing_commit`` against the same done in Python."""

import random
from itertools import groupby, pairwise

import pytest

from tests.empty_database import in_memory
from tests.weighing import weigh

RUN_COLUMNS = ("run_id", "suite", "git_sha", "committed_at", "run_status")
CASE_COLUMNS = ("run_id", "case_id", "prompt_sha256")
SCORED_COLUMNS = (
    "run_id", "system_id", "case_id", "validator_id", "attempt", "status", "outcome", "is_right",
    "is_primary_validator",
)  # fmt: skip
# What an attempt is: its status, the verdict, and whether that is right.
FATES = (
    *(("ok", "right", True),) * 4,
    *(("ok", "wrong", False),) * 4,
    ("ok", "error", None),
    ("error", None, None),
    ("missing", None, False),
)


def rows(values, columns):
    return [dict(zip(columns, row, strict=True)) for row in values]


@pytest.fixture(scope="module", params=[1, 2])
def history(request):
    """Two suites of runs, some unfinished, on cases whose prompts change now and then."""
    dice = random.Random(request.param)
    order = dice.sample(range(16), 16)
    runs = [
        (f"run{number}", f"suite{number % 2}", f"sha{place // 2}", f"2026-01-{place + 1:02}",
         dice.choice(["completed"] * 5 + ["failed"]))
        for number, place in enumerate(order)
    ]  # fmt: skip
    cases = [
        (run[0], f"c{number}", dice.choice([None, "old", *["new"] * 8]))
        for run in runs
        for number in range(5)
    ]
    scored = [
        (run_id, system, case_id, validator, attempt, *dice.choice(FATES), validator == "v1")
        for run_id, case_id, _ in cases
        for system in ("a", "b")
        for validator in ("v1", "v2")
        # The second attempts make some cases half right.
        for attempt in range(1, 2 + (case_id == "c4"))
        if dice.random() < 0.9
    ]
    connection = in_memory()
    for table, columns, values in (
        ("runs", RUN_COLUMNS, runs),
        ("cases", CASE_COLUMNS, cases),
        ("scored", SCORED_COLUMNS, scored),
    ):
        connection.executemany(
            f"insert into facts.{table} ({', '.join(columns)}) "
            f"values ({', '.join('?' * len(columns))})",
            values,
        )
    weigh(connection)
    return connection, rows(runs, RUN_COLUMNS), rows(cases, CASE_COLUMNS), means(scored)


def means(scored):
    """Return by run, system, validator and case the mean of what counts, None where nothing."""

    def key(row):
        return row["run_id"], row["system_id"], row["validator_id"], row["case_id"]

    found = {}
    for place, group in groupby(sorted(rows(scored, SCORED_COLUMNS), key=key), key):
        counting = [row["is_right"] for row in group if row["is_right"] is not None]
        found[place] = sum(counting) / len(counting) if counting else None
    return found


def whole_runs(runs, suite):
    found = [run for run in runs if (run["suite"], run["run_status"]) == (suite, "completed")]
    return sorted(found, key=lambda run: run["committed_at"])


def sides(found):
    return sorted({place[1:3] for place in found})


def changes(older, newer, system, validator, prompts, found):
    """Return the cases that changed from one run to another, each with what became of it."""
    for case_id in sorted({place[3] for place in found}):
        before = found.get((older["run_id"], system, validator, case_id))
        after = found.get((newer["run_id"], system, validator, case_id))
        asked = {prompts[run["run_id"], case_id] for run in (older, newer)} - {None}
        if None in (before, after) or len(asked) > 1 or (before >= 0.5) == (after >= 0.5):
            continue
        change = "became right" if after >= 0.5 else "became wrong"
        yield (older["run_id"], newer["run_id"], system, validator, case_id, change,
               older["git_sha"], newer["git_sha"])  # fmt: skip


def prompts_of(cases):
    return {(case["run_id"], case["case_id"]): case["prompt_sha256"] for case in cases}


COLUMNS = (
    "baseline_run_id, run_id, system_id, validator_id, case_id, change, git_sha_before, git_sha"
)


def test_regressions_are_between_neighbouring_runs(history):
    """Each run that judged a case is held against the whole run before it, and no other."""
    connection, runs, cases, found = history
    expected = []
    for suite in ("suite0", "suite1"):
        for system, validator in sides(found):
            judged = [
                run
                for run in whole_runs(runs, suite)
                if any(place[:3] == (run["run_id"], system, validator) and mean is not None
                       for place, mean in found.items())
            ]  # fmt: skip
            for older, newer in pairwise(judged):
                expected += changes(older, newer, system, validator, prompts_of(cases), found)

    assert len(expected) > 50
    assert (
        sorted(expected)
        == connection.execute(f"select {COLUMNS} from facts.regressions order by all").fetchall()
    )


def test_any_two_runs_can_be_held_against_each_other(history):
    """The macro gives the changes of the runs that it is given, unfinished ones included."""
    connection, runs, cases, found = history
    older, newer = runs[0], runs[7]
    expected = [
        change
        for system, validator in sides(found)
        for change in changes(older, newer, system, validator, prompts_of(cases), found)
    ]

    assert expected
    assert (
        sorted(expected)
        == connection.execute(
            f"select {COLUMNS} from macros.regressions(?, ?) order by all",
            [older["run_id"], newer["run_id"]],
        ).fetchall()
    )


def failures(outcomes):
    """Return the last sequence of failures among runs in their order, None where none failed."""
    last = max((place for place, (_, mean) in enumerate(outcomes) if mean < 0.5), default=None)
    if last is None:
        return None
    first = last
    while first and outcomes[first - 1][1] < 0.5:
        first -= 1
    passing = outcomes[first - 1][0] if first else None
    fixed = outcomes[last + 1][0] if last + 1 < len(outcomes) else None
    return passing, outcomes[first][0], last - first + 1, fixed


def test_the_first_failing_commit_is_found_run_by_run(history):
    """The newest sequence of failures, what passed before it and what passed after."""
    connection, runs, cases, found = history
    prompts, expected = prompts_of(cases), []
    for suite in ("suite0", "suite1"):
        whole = whole_runs(runs, suite)
        for system, validator, case_id in sorted({place[1:] for place in found}):
            counted = [
                (run, found[run["run_id"], system, validator, case_id])
                for run in whole
                if found.get((run["run_id"], system, validator, case_id)) is not None
            ]
            newest = prompts[counted[-1][0]["run_id"], case_id] if counted else None
            same = [
                (run, mean)
                for run, mean in counted
                if None in (newest, prompts[run["run_id"], case_id])
                or newest == prompts[run["run_id"], case_id]
            ]
            if (sequence := failures(same)) is None:
                continue
            passing, failing, count, fixed = sequence
            expected.append((
                suite, system, validator, case_id,
                passing and passing["run_id"], passing and passing["git_sha"],
                failing["run_id"], failing["git_sha"],
                count, fixed is None, fixed and fixed["run_id"],
            ))  # fmt: skip

    assert len(expected) > 20
    assert sorted(expected, key=str) == sorted(connection.execute(
        "select suite, system_id, validator_id, case_id, last_passing_run_id, "
        "last_passing_git_sha, first_failing_run_id, first_failing_git_sha, failing_run_count, "
        "is_still_failing, fixed_run_id from facts.first_failing_commit"
    ).fetchall(), key=str)  # fmt: skip
    wrong_flags = connection.execute(
        "from facts.first_failing_commit as failing where is_primary_validator is distinct from ("
        "select distinct is_primary_validator from facts.scored where scored.run_id = "
        "failing.first_failing_run_id and scored.validator_id = failing.validator_id "
        "and scored.case_id = failing.case_id)"
    ).fetchall()
    assert [] == wrong_flags


def test_what_decided_without_a_verdict_is_the_outcome(history):
    """A missing response has no outcome of its own, and its status says what happened."""
    connection = history[0]

    assert [("missing",)] == connection.execute(
        "select distinct regressions.outcome from facts.regressions "
        "inner join facts.scored using (run_id, system_id, validator_id, case_id) "
        "where scored.status = 'missing' and scored.represents_case"
    ).fetchall()
