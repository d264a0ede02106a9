"""Figures that files report of groups of tasks, compared with ours after a fold."""

import pytest

import evalstore
from tests.harnesses.test_compared_figures import each, run_of

# Two tasks, of four and of two samples; their means are 0.25 and 1, and 0.5 over all.
TASKS = {"t1": (1, 0, 0, 0), "t2": (1, 1)}
POOLED, OF_MEANS = (0.75 / 4 / 6) ** 0.5, (0.25 / 4) ** 0.5 / 2
GROUPS = [
    ("samples", 0.5, POOLED, ("agrees", None)),
    ("tasks", 0.625, OF_MEANS, ("agrees", None)),
    (
        "tasks", 0.625, POOLED,
        ("differs", "the standard error is that of a mean over all samples of the tasks"),
    ),
    (
        "samples", 0.5, OF_MEANS,
        ("differs", "the standard error is that of a mean over the means of the tasks"),
    ),
    # The mean that the figure does not name is no other way to be right.
    ("tasks", 0.5, POOLED, ("differs", None)),
    ("samples", 0.5, 0.3, ("differs", None)),
]  # fmt: skip


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    """Return what became of the figures of all groups, by their place."""
    events = [
        event
        for run_id, values in TASKS.items()
        for event in run_of(each(*values), [{"value": sum(values) / len(values)}], run_id=run_id)
    ]
    for place, (weighted_by, value, stderr, _) in enumerate(GROUPS):
        params = {"runs": list(TASKS), "weighted_by": weighted_by}
        figure = {"value": value, "stderr": stderr, "params": params, "count": 6}
        group = {"system_id": "m", "scorer": "s", "metric": "mean", **figure}
        events.append({"kind": "score_reported", "run_id": f"g{place}", "payload": group})
    store = evalstore.open(tmp_path_factory.mktemp("groups") / "store", create=True)
    store.append(events)
    rows = store.query(
        "from facts.reported_scores where starts_with(run_id, 'g') order by run_id"
    ).to_dicts()
    return [(row["verdict"], row["reason"]) for row in rows]


@pytest.mark.parametrize("place", range(len(GROUPS)))
def test_a_group_s_standard_error_is_that_of_its_mean(groups, place):
    """Weighed by samples it is pooled, by tasks that of a mean of means; else it says which."""
    *_, expected = GROUPS[place]

    assert len(GROUPS) == len(groups)
    assert expected == groups[place]
