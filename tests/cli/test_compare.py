"""``evalstore compare``: what it prints, what it records, and how it ends."""

import json
import subprocess
import sys

import pytest

from tests.kept_stores import store_of

HEAVY = ("numpy", "polars", "pyarrow", "rich", "sqlglot", "jinja2", "altair", "torch")
ROW_KEYS = {
    "corrected",
    "judges", "metric", "unit", "better", "left_system_id", "right_system_id", "validator_id",
    "slice_name",
    "slice_value", "variant", "paired_count", "left_only_count", "right_only_count", "left_value",
    "right_value", "difference", "ci_low", "ci_high", "error_kind", "standard_error",
    "cluster_count", "minimum_detectable_effect", "test", "p_value", "adjusted_p_value",
    "higher_count", "lower_count", "tie_count", "win_count", "loss_count", "verdict", "reason",
}  # fmt: skip


def event_lines(run_id, outcomes, *, system_id="maia", suite="arithmetic", status="completed"):
    """Return the lines of a run of one case an outcome, True for right."""
    events = [("run_started", {"suite": suite, "systems": [system_id]})]
    for number, is_right in enumerate(outcomes):
        about = {"case_id": f"c{number:02}", "system_id": system_id}
        outcome = "right" if is_right else "wrong"
        judged = {"validator_id": "factual", "outcome": outcome, "reason": "compared"}
        events += [
            ("case_generated", {"case_id": about["case_id"], "domain": "math"}),
            ("response_recorded", about | {"status": "ok", "text": "…", "confidence": 0.9}),
            ("verdict_recorded", about | judged),
        ]
    if status is not None:
        events.append(("run_finished", {"status": status}))
    return [
        json.dumps({"kind": kind, "run_id": run_id, "payload": payload})
        for kind, payload in events
    ]


@pytest.fixture
def two_runs(folder):
    """Return a function that makes a store of runs, given as lines."""

    def make(*runs):
        store_of([json.loads(line) for run in runs for line in run], folder / "warehouse")

    return make


@pytest.fixture
def improved(two_runs):
    """A store where twelve cases: nine wrong answers became right, one right one wrong."""
    two_runs(
        event_lines("before", [False] * 9 + [True] * 3),
        event_lines("after", [True] * 11 + [False]),
    )


@pytest.mark.sweep
def test_words_and_numbers(improved, evalstore):
    """One row: the counts, the difference, the verdict, and how small an effect would show."""
    found = evalstore("compare", "before", "after")
    header, columns, row, _, sentence, note = found.out.splitlines()

    assert found.code == 0
    assert header.startswith("left before, right after")
    assert columns.split()[:3] == ["system", "metric", "slice"]
    assert row.split()[:6] == ["maia", "accuracy", "all", "12", "0", "0"]
    assert row.endswith("9     1    2  better")
    assert sentence.startswith("maia, accuracy, all: right is better by 0.6667; with 12 pairs")
    assert sentence.endswith("is detected with 80 % power")
    assert note.startswith("note: factual is compared by id and version where its verdicts have")


def test_json_has_everything(improved, evalstore):
    """Every figure by name, both tree sizes, no moved cases unless asked."""
    found = json.loads(evalstore("compare", "before", "after", "--json").out)
    [row] = found["rows"]

    assert set(row) == ROW_KEYS
    assert {"run_id": "before", "tree_size": 77} == found["left"]
    assert {"run_id": "after", "tree_size": 77} == found["right"]
    assert [row["judges"]] == found["notes"]
    assert (None, "holm", "cluster") == (
        found["recorded"], found["control"], found["cluster"]
    )  # fmt: skip
    assert (9, 1, 2, "better", None, row["p_value"]) == (
        row["win_count"], row["loss_count"], row["tie_count"], row["verdict"], row["reason"],
        row["adjusted_p_value"],
    )  # fmt: skip
    # Of ten that differ one fell: 2 * (1 + 10) / 2^10.
    assert 22 / 1024 == pytest.approx(row["p_value"])


@pytest.mark.sweep
def test_cases_that_moved_are_listed(improved, evalstore):
    """Those that got worse first; the limit is for each direction, and what it hides is said."""
    printed = evalstore("compare", "before", "after", "--cases", "--limit", "2").out
    listed = printed.partition("change")[2]

    assert listed.index("c11") < listed.index("c00") < listed.index("c01")
    assert "3 of 10 changed cases shown; raise --limit" in listed
    assert "`evalstore failures --run after`" in listed
    found = json.loads(evalstore("compare", "before", "after", "--cases", "--json").out)
    changes = [case["change"] for case in found["rows"][0]["moved_cases"]]
    assert ["worse"] + ["better"] * 9 == changes


@pytest.mark.sweep
def test_control_adjusts_and_its_absence_is_noted(improved, evalstore):
    """Three questions: Holm triples the smallest p-value; without it a note says so."""
    asked = ["compare", "before", "after", "--metric", "accuracy", "--metric", "error_rate",
             "--metric", "missing_rate"]  # fmt: skip
    plain = json.loads(evalstore(*asked, "--control", "none", "--json").out)
    holm = json.loads(evalstore(*asked, "--json").out)

    assert plain["notes"][1].startswith("3 tests at once")
    assert plain["notes"][:1] == holm["notes"]
    assert 3 * plain["rows"][0]["p_value"] == pytest.approx(holm["rows"][0]["adjusted_p_value"])
    assert "no difference shown" == holm["rows"][0]["verdict"]
    assert "adjusted p" in evalstore(*asked).out


@pytest.mark.sweep
def test_all_metrics(improved, evalstore):
    """Each that has values; the others are named as left out."""
    found = json.loads(evalstore("compare", "before", "after", "--metric", "all", "--json").out)

    assert ["accuracy", "brier", "error_rate", "missing_rate"] == [
        row["metric"] for row in found["rows"]
    ]
    assert any("cvrr" in note.partition(" are left out: ")[0] for note in found["notes"])


@pytest.mark.sweep
def test_recorded_once(improved, evalstore):
    """The same question on the same answers is a duplicate; the log holds parameters, results."""
    asked = ["compare", "before", "after", "--record", "--json"]
    first, again = (json.loads(evalstore(*asked).out)["recorded"] for _ in range(2))
    rows = json.loads(
        evalstore(
            "query",
            "select run_id, payload ->> '$.method' as method, "
            "payload ->> '$.parameters.left_run_id' as left_run_id, "
            "payload ->> '$.results.verdict' as verdict "
            "from log.events where kind = 'analysis_recorded'",
            "--format",
            "json",
        ).out
    )

    assert [
        {"new": 1, "revised": 0, "duplicate": 0},
        {"new": 0, "revised": 0, "duplicate": 1},
    ] == [
        first,
        again,
    ]
    assert [
        {
            "run_id": "after",
            "method": "paired_comparison",
            "left_run_id": "before",
            "verdict": "better",
        }
    ] == rows
    assert evalstore("verify").code == 0


@pytest.mark.sweep
def test_two_systems(two_runs, evalstore):
    """Named by one option or two; a run that has both may stand on both sides."""
    two_runs(
        event_lines("r1", [True, False], system_id="gpt:4"),
        event_lines("r2", [True, True], system_id="gpt:5"),
    )
    ways = (["--system", "gpt:4:gpt:5"], ["--left-system", "gpt:4", "--right-system", "gpt:5"])
    printed = {evalstore("compare", "r1", "r2", *way).out for way in ways}

    assert 1 == len(printed)
    assert "gpt:4 : gpt:5" in printed.pop()
    assert evalstore("compare", "r1", "r2").code == 3


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["r1", "other"], 3, "not comparable: suite arithmetic of r1 is not other of other"),
        (["r1", "absent"], 2, "no run 'absent'"),
        (["r1", "r1"], 2, "is on both sides"),
        (["r1", "r2", "--system", "x"], 2, "no system 'x' in run 'r1'; available: 'maia'"),
        (["r1", "r2", "--metric", "ece"], 2, "ece has no value for a single case"),
        (["r1", "r2", "--metric", "nope"], 2, "no metric 'nope'"),
        (["r1", "r2", "--slice", "=x"], 2, "expected NAME=VALUE"),
        (["r1", "r2", "--slice", "domain=art"], 2, "no domain 'art'; available:"),
        (["r1", "r2", "--control", "bonferroni"], 2, "'bonferroni' is not one of"),
        (["r1", "r2", "--cluster", "topic"], 2, "no case of run 'r2' has the key 'topic'"),
        (["r1", "r2", "--validator", "x"], 3, "validator 'x' has not judged accuracy"),
        (["r1", "r2", "--metric", "cvrr"], 3, "counts in cvrr"),
        (["r1"], 2, "Missing argument"),
    ],
)
def test_what_cannot_be_compared(two_runs, evalstore, arguments, code, words):
    """3 where nothing can be decided, 2 where a name or option is wrong; nothing on stdout."""
    two_runs(
        event_lines("r1", [True, False]),
        event_lines("r2", [True, True]),
        event_lines("other", [True, True], suite="other"),
    )
    found = evalstore("compare", *arguments)

    assert code == found.code
    assert words in found.err
    assert "" == found.out


@pytest.mark.sweep
def test_a_run_without_answers_is_named(two_runs, evalstore):
    """Naming systems would not help there, so that is not what is said."""
    start = event_lines("r2", [True])[:1]
    two_runs(event_lines("r1", [True, False]), start)
    found = evalstore("compare", "r1", "r2")

    assert 3 == found.code
    assert "run 'r2' has no judged answers" in found.err


@pytest.mark.sweep
def test_an_unfinished_run_is_noted(two_runs, evalstore):
    """It is compared, and a note warns."""
    two_runs(event_lines("r1", [True, False]), event_lines("r2", [True, True], status=None))
    found = evalstore("compare", "r1", "r2")

    assert 0 == found.code
    assert "note: run r2 is unfinished: cases may be missing" in found.out


@pytest.mark.sweep
def test_hostile_names_do_not_reach_the_terminal(two_runs, evalstore):
    """What moves the cursor is spelled out, in the table and in the sentences."""
    name = "a\x1b[31m'; drop table facts.scored; --"
    two_runs(
        event_lines("r1", [True, False], system_id=name),
        event_lines("r2", [True, True], system_id=name),
    )
    found = evalstore("compare", "r1", "r2", "--cases")

    assert 0 == found.code
    assert "\x1b" not in found.out + found.err
    assert "\\x1b[31m'; drop table" in found.out


@pytest.mark.sweep
def test_start_up_is_light(improved, folder):
    """Comparing loads none of the heavy libraries."""
    script = (
        "import sys\n"
        "from evalstore.cli import call_command\n"
        "code = call_command(['compare', 'before', 'after', '--json'])\n"
        f"print(code, sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )

    assert "0 []" == done.stderr.splitlines()[-1]


@pytest.mark.sweep
def test_a_system_of_which_nothing_was_scored_is_named(two_runs, evalstore):
    """All verdicts of the primary validator are errors: another one's word is not taken for it."""
    events = [("run_started", {"suite": "arithmetic"})]
    for number in range(3):
        events.append(("case_generated", {"case_id": f"c{number}", "domain": "math"}))
        for system_id, outcome in (("a", "error"), ("b", "right")):
            about = {"case_id": f"c{number}", "system_id": system_id}
            events.append(("response_recorded", about | {"status": "ok", "answer": "4"}))
            judged = {"validator_id": "factual", "outcome": outcome, "reason": "said so"}
            events.append(("verdict_recorded", about | judged))
            if system_id == "a":
                other = {"validator_id": "style", "outcome": "right", "reason": "said so"}
                events.append(("verdict_recorded", about | other))
    events.append(("run_finished", {"status": "completed"}))
    two_runs([json.dumps({"kind": kind, "run_id": "r", "payload": said}) for kind, said in events])
    found = evalstore("compare", "r", "r", "--system", "a:b")

    assert 3 == found.code
    assert (
        "no answer of 'a' in run 'r' counts in accuracy for validator factual: "
        "3 with a verdict that is an error"
    ) in found.err
    assert "judged by" not in found.err


def labelled_lines(label_count):
    """Return a run of two systems: b is judged right always, and people say of half that not."""
    started = {"suite": "arithmetic", "systems": ["a", "b"]}
    lines = [json.dumps({"kind": "run_started", "run_id": "r", "payload": started})]
    lines += event_lines("r", [True] * 60 + [False] * 20, system_id="a", status=None)[1:]
    lines += event_lines("r", [True] * 80, system_id="b")[1:]
    for number in range(label_count):
        for system_id in "ab":
            is_right = number % 2 == 0
            verdict = {
                "case_id": f"c{number:02}", "system_id": system_id, "validator_id": "human:jo",
                "outcome": "right" if is_right or system_id == "a" else "wrong", "reason": "read",
            }  # fmt: skip
            event = {"kind": "verdict_recorded", "run_id": "r", "payload": verdict}
            lines.append(json.dumps(event))
    return lines


@pytest.mark.parametrize("label_count", [29, 40])
def test_labels_of_people_correct_the_difference(two_runs, evalstore, label_count):
    """With enough of them a sentence turns the sign, else it says why there is no number."""
    two_runs(labelled_lines(label_count))
    asked = ["compare", "r", "r", "--system", "a:b"]
    said = " ".join(evalstore(*asked).out.split())
    [row] = json.loads(evalstore(*asked, "--json").out)["rows"]
    corrected = row["corrected"]
    page = " ".join(evalstore(*asked, "--format", "markdown").out.split())

    assert (0.25, 0.25) == (row["difference"], corrected["judged_difference"])
    if label_count == 29:
        reason = "29 cases are labelled for both systems, and the interval needs 30"
        assert (reason, None, None) == (
            corrected["reason"], corrected["difference"], corrected["ci_low"]
        )  # fmt: skip
        assert f"not corrected by labels of people: {reason}" in said
        return
    # The judge says the same of all labelled cases, so that the labels alone count.
    assert (-0.5, 0) == pytest.approx((corrected["difference"], corrected["judge_weight"]))
    sentence = "corrected by 40 cases that people labelled for both: -0.5, 95 % -0.6599"
    assert sentence in said
    assert sentence in page
