"""Runs are not held against each other where an older reading of a format made one of them."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.harnesses import outdated_runs, readings
from evalstore.harnesses.helm import helm
from evalstore.harnesses.junit import junit
from tests.gates.gated import NO_REGRESSION, Gated, run_of

ADAPTIVE = (
    '[[gate]]\nid = "history"\nmetric = "accuracy"\n'
    "adaptive = { runs = 3, min_runs = 2, sigmas = 3 }\n"
)
FLOOR = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\n'
COMMAND = "`evalstore ingest 'of r1.xml'`"


@pytest.fixture(autouse=True)
def newer_readings(monkeypatch):
    """Files of JUnit and of HELM would be read by a second reading now, as their logs show."""
    monkeypatch.setattr(outdated_runs, "SHOWN_UP_TO", {"helm": 2, "junit": 2})
    for module in (junit, helm):
        monkeypatch.setattr(module, "READING", 2, raising=False)
    readings.current.cache_clear()
    yield
    readings.current.cache_clear()


def read_as(format_name: str, events: list[dict]) -> list[dict]:
    """Return the events as those of a file of a format, of which no reading is recorded."""
    return [
        event | {"source": f"{format_name}:of {event['run_id']}.xml#sha256={day:064x}"}
        for day, event in ((int(event["run_id"][1:]), event) for event in events)
    ]


def counted(events: list[dict], case_count: int) -> list[dict]:
    """Return the events, the end of the run with the number of cases that its tool counted."""
    return [
        event | {"payload": event["payload"] | {"counts": {"cases": case_count}}}
        if event["kind"] == "run_finished"
        else event
        for event in events
    ]


def add(gated: Gated, *formats: str, case_count: int | None = None) -> None:
    """Add a run a day of ten right answers, each of a file of its format."""
    for day, name in enumerate(formats, start=1):
        events = run_of(f"r{day}", ["right"] * 10, day=day)
        gated.add(read_as(name, events if case_count is None else counted(events, case_count)))


def said_by(gated: Gated, capsys, *arguments: str) -> tuple[int, str]:
    """Return exit code and text of a command on the store."""
    root = str(gated.store.layout.root)
    capsys.readouterr()
    code = call_command([*arguments, "--store", root])
    return code, "".join(capsys.readouterr())


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("text", "formats"),
    [
        (NO_REGRESSION + 'baseline = "run:r1"\n', ["junit", "labels"]),
        (ADAPTIVE, ["junit", "labels", "labels"]),
    ],
)
def test_a_gate_is_undecided_beside_an_older_reading(gated: Gated, text, formats):
    """A baseline and a window: both are named with the command that reads the file again."""
    add(gated, *formats)
    code, [decision] = gated(text, "--run", f"r{len(formats)}")

    assert (3, "undecided") == (code, decision["decision"])
    assert (
        "not read alike: r1 was read by reading 1 of junit (now 2) and may count otherwise by the "
        f"newer one; read again by {COMMAND}"
    ) in decision["reason"]


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("formats", "code"),
    [
        (["junit", "labels"], 3),
        (["labels", "junit"], 3),
        (["junit", "junit"], 0),
        (["helm", "junit"], 0),
        (["labels", "labels"], 0),
    ],
)
def test_only_runs_that_were_read_alike_are_compared(gated: Gated, capsys, formats, code):
    """Two of an older reading are compared; one beside a newer one is not, whichever it is."""
    add(gated, *formats)
    found, said = said_by(gated, capsys, "compare", "r1", "r2")

    assert (code, code == 3) == (found, "evalstore ingest" in said)


def test_a_run_by_itself_is_decided(gated: Gated):
    """A bound holds nothing beside anything."""
    add(gated, "junit")

    assert 0 == gated(FLOOR)[0]


def test_a_run_in_which_nothing_would_change_is_compared(gated: Gated, capsys):
    """The tool counted as many samples as there are, each judged answer counts, each grade is."""
    add(gated, "junit", "labels", case_count=10)

    assert 0 == said_by(gated, capsys, "compare", "r1", "r2")[0]


def test_of_a_format_whose_changes_the_log_does_not_show_each_run_counts(
    gated: Gated, capsys, monkeypatch
):
    """A third reading may count anything otherwise."""
    monkeypatch.setattr(junit, "READING", 3)
    add(gated, "junit", "labels", case_count=10)

    assert 3 == said_by(gated, capsys, "compare", "r1", "r2")[0]


def changed(events: list[dict], kind: str, **fields: object) -> list[dict]:
    """Return the events, the first of a kind with other fields."""
    [first, *_] = [event for event in events if event["kind"] == kind]
    return [
        event | {"payload": event["payload"] | fields} if event is first else event
        for event in events
    ]


def figure(count: int) -> list[dict]:
    """Return an event of what the tool reports, of so many samples."""
    payload = {"system_id": "a", "scorer": "factual", "metric": "accuracy", "count": count}
    return [{"kind": "score_reported", "run_id": "r1", "payload": payload | {"value": 1.0}}]


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda events: changed(events, "response_recorded", status="missing"), "tool judged"),
        (
            lambda events: changed(events, "verdict_recorded", reason="Grade not found: x"),
            "grades",
        ),
        (
            lambda events: changed(
                events, "verdict_recorded", outcome="measured", value=0, scorer_value="I"
            ),
            "grades",
        ),
        (lambda events: events + figure(11), "holds fewer samples than the tool counted"),
    ],
)
def test_the_doctor_wants_a_hand_where_the_log_shows_it(gated: Gated, capsys, change, words):
    """Judged and missing, graded and unparsed, counted and not there: each is named."""
    gated.add(read_as("junit", change(counted(run_of("r1", ["right"] * 10), 10))))
    code, said = said_by(gated, capsys, "doctor")
    [line] = [line for line in said.splitlines() if "older reading" in line]

    assert (1, "LOOK") == (code, line[:4])
    assert words in line
    assert COMMAND in line


def test_the_doctor_lists_what_may_count_otherwise(gated: Gated, capsys):
    """Where nothing shows that a count is wrong, the run is said and nothing fails."""
    add(gated, "junit", "labels")
    code, said = said_by(gated, capsys, "doctor", "--json")
    [check] = [one for one in json.loads(said) if one["what"] == "runs read by an older reading"]

    assert (0, True) == (code, check["is_ok"])
    assert (
        "1: r1 was read by reading 1 of junit (now 2) and may count otherwise by the newer one: "
        + COMMAND
    ) == check["found"]
