"""A gate that requires it does not stand on a judge that people never checked."""

import pytest

from tests.gates.gated import Gated, run_of

FLOOR = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\n'
CORRECTED = '[[gate]]\nid = "floor"\nmetric = "accuracy_corrected"\nmin = 0.5\n'


def labels(run_id, *outcomes, validator_id="human:kim"):
    """Return labels on the first cases of a run."""
    return [
        {
            "kind": "verdict_recorded",
            "run_id": run_id,
            "payload": {
                "case_id": f"c{number}",
                "system_id": "a",
                "validator_id": validator_id,
                "outcome": outcome,
            },
        }
        for number, outcome in enumerate(outcomes)
    ]


def by_judge(events, digest):
    """Return events whose rules have a digest."""
    return [
        {**event, "payload": event["payload"] | {"validator_digest": digest * 64}}
        if event["kind"] == "verdict_recorded"
        else event
        for event in events
    ]


def decided(gated, text=FLOOR, run_id="r1"):
    return gated(text, "--run", run_id, "--require-checked-judge")


@pytest.mark.sweep
def test_a_judge_without_labels_decides_nothing(gated: Gated):
    """The reason names judge, run and the way out; without the option the gate passes."""
    gated.add(run_of("r1", ["right"] * 10))

    code, [refused] = decided(gated)

    assert (3, "undecided") == (code, refused["decision"])
    assert "factual was never checked by people" in refused["reason"]
    assert "`evalstore label r1`" in refused["reason"]
    assert 0 == gated(FLOOR, "--run", "r1")[0]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"outcomes": ["right", "wrong"]}, 0),
        ({"outcomes": ["undetermined"]}, 3),
        ({"outcomes": ["right"], "validator_id": "other"}, 3),
    ],
)
def test_what_a_person_said_is_a_check(gated: Gated, said, code):
    """A label that says nothing, and another validator's verdict, are none."""
    outcomes = said.pop("outcomes")
    gated.add([*run_of("r1", ["right"] * 10), *labels("r1", *outcomes, **said)])

    found, [decision] = decided(gated)

    assert code == found
    assert ("people checked factual by 2 labels here" in decision["reason"]) == (code == 0)


@pytest.mark.sweep
@pytest.mark.parametrize(("digest", "code"), [("a", 0), ("b", 3)])
def test_labels_of_another_run_count_for_the_same_judge(gated: Gated, digest, code):
    """The same code, data and settings were checked there; others were not."""
    gated.add(
        [
            *by_judge(run_of("r1", ["right"] * 10), "a"),
            *labels("r1", "right"),
            *by_judge(run_of("r2", ["right"] * 10, day=2), digest),
        ]
    )

    found, [decision] = decided(gated, run_id="r2")

    assert code == found
    assert ("by 1 label elsewhere" in decision["reason"]) == (code == 0)


@pytest.mark.sweep
def test_what_reads_no_verdict_needs_no_check(gated: Gated):
    """An error rate is as it is, whoever judged."""
    gated.add(run_of("r1", ["right"] * 10))

    assert (
        0 == decided(gated, FLOOR.replace('"accuracy"\nmin = 0.5', '"error_rate"\nmax = 0.5'))[0]
    )


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("said", "code"), [(["right"] * 4, 0), (["wrong"] * 4, 1)])
def test_a_gate_stands_on_the_corrected_number(gated: Gated, said, code):
    """People's labels decide where the judge calls everything right."""
    gated.add([*run_of("r1", ["right"] * 10), *labels("r1", *said)])

    found, [decision] = decided(gated, CORRECTED)

    assert (code, "accuracy_corrected") == (found, decision["metric"])
    assert decision["value"] == (1.0 if code == 0 else 0.0)


@pytest.mark.sweep
def test_the_corrected_number_is_held_against_earlier_ones(gated: Gated):
    """What earlier runs had sets the threshold, as of any metric."""
    for day in (1, 2, 3, 4):
        said = ["wrong"] * 8 if day == 4 else ["right"] * (6 + day % 2)
        gated.add([*run_of(f"r{day}", ["right"] * 10, day=day), *labels(f"r{day}", *said)])
    text = CORRECTED.replace("min = 0.5", "adaptive = { runs = 3, min_runs = 2, sigmas = 3 }")

    code, [decision] = decided(gated, text, "r4")

    assert (1, 0.0) == (code, decision["value"])
    assert decision["threshold"].startswith("at least 1 (mean 1 minus 3 standard deviations of 0")
