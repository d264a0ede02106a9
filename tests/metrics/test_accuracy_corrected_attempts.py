"""Corrected accuracy where several attempts of a case are drawn, each with a chance of its own."""

import numpy as np
import pytest

CASE_COUNT, ATTEMPT_COUNT, LABEL_COUNT = 120, 3, 80
SIMULATED_COUNT = 100
LENIENT = (0.6, 0.98)


def hold(warehouse, systems):
    """Hold verdicts and labels: of each system arrays of a row for each case and attempt."""
    answers, replies, labels = [], [], []
    for system, (judged, rated, probability) in enumerate(systems):
        for place in np.ndindex(judged.shape):
            reply = {
                "system_id": f"s{system}",
                "case_id": f"c{place[0]}",
                "attempt": place[1] + 1,
                "status": "ok",
            }
            replies.append(tuple(reply.values()))
            answers.append(reply | said("model", bool(judged[place])))
            if rated[place] >= 0:
                answers.append(reply | said("human:jo", bool(rated[place] == 1)))
                labels.append((*replies[-1][:3], float(probability[place])))
    warehouse.hold(answers)
    insert = warehouse.connection.execute
    insert("delete from facts.verdicts")
    insert("delete from facts.responses")
    insert(
        "insert into facts.responses by name select 'r1' as run_id, unnest($1) as system_id, "
        "unnest($2) as case_id, unnest($3) as attempt, unnest($4) as status",
        [list(column) for column in zip(*replies, strict=True)],
    )
    insert(
        "insert into facts.verdicts by name select 'r1' as run_id, 'human:jo' as validator_id, "
        "unnest($1) as system_id, unnest($2) as case_id, unnest($3) as attempt, "
        "unnest($4::double[]) as sampling_probability",
        [list(column) for column in zip(*labels, strict=True)],
    )
    return warehouse.rows("accuracy_corrected")


def said(validator, is_right):
    """Return the fields of a verdict."""
    return {
        "validator_id": validator,
        "outcome": "right" if is_right else "wrong",
        "is_right": is_right,
        "score": float(is_right),
    }


@pytest.fixture(autouse=True)
def _facts(warehouse):
    yield
    for table in ("verdicts", "responses"):
        warehouse.connection.execute(f"delete from facts.{table}")


def sample(seed):
    """
    Draw as many replies of each verdict; return the truth, verdicts, labels and chances.

    The arrays have a row for each case and a column for each attempt; -1 is no label.
    """
    rng = np.random.default_rng(seed)
    truth = rng.uniform(0.4, 0.75)
    shape = (CASE_COUNT, ATTEMPT_COUNT)
    # The attempts of a case are alike.
    is_right = rng.random(shape) < rng.beta(truth, 1 - truth, CASE_COUNT)[:, None]
    judged = rng.random(shape) < np.where(is_right, LENIENT[1], LENIENT[0])
    rated, probability = np.full(shape, -1), np.zeros(shape)
    for verdict in (False, True):
        places = np.argwhere(judged == verdict)
        count = min(len(places), LABEL_COUNT // 2)
        for place in places[rng.choice(len(places), count, replace=False)]:
            rated[tuple(place)] = is_right[tuple(place)]
        probability[judged == verdict] = count / max(1, len(places))
    return truth, (judged, rated, probability)


def test_each_attempt_stands_for_one_over_its_chance(warehouse):
    """The value is the mean over replies of the labels, each by its weight, beside the judge's."""
    _, (judged, rated, probability) = sample(1)

    [row] = hold(warehouse, [(judged, rated, probability)])

    weights = np.where(rated >= 0, 1 / probability, 0)
    label_mean = np.sum(weights * rated) / np.sum(weights)
    by_case = weights.sum(axis=1)
    judge_of_labelled = np.sum(by_case * judged.mean(axis=1)) / np.sum(by_case)
    is_labelled = (rated >= 0).any(axis=1)
    share = row["judge_weight"] * CASE_COUNT / np.sum(~is_labelled)
    expected = label_mean + share * (judged.mean() - judge_of_labelled)
    assert row["label_accuracy"] == pytest.approx(label_mean, abs=1e-12)
    assert row["accuracy_corrected"] == pytest.approx(expected, abs=1e-12)
    assert row["label_count"] == np.sum(is_labelled)


def test_the_interval_holds_the_truth(warehouse):
    """Of a lenient judge 95 in 100 do, though the attempts of a case are in several strata."""
    drawn = [sample(seed) for seed in range(SIMULATED_COUNT)]

    rows = hold(warehouse, [arrays for _, arrays in drawn])

    truths = {f"s{number}": truth for number, (truth, _) in enumerate(drawn)}
    held = [row["ci_low"] <= truths[row["system_id"]] <= row["ci_high"] for row in rows]
    errors = [row["accuracy_corrected"] - truths[row["system_id"]] for row in rows]
    assert len(held) == SIMULATED_COUNT
    # Three standard deviations of a share of 100 are 0.065.
    assert 0.88 < np.mean(held)
    assert abs(np.mean(errors)) < 3 * np.std(errors) / np.sqrt(SIMULATED_COUNT)
