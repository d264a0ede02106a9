"""Writes Inspect logs of every kind of figure, with the mock model: ``python … FOLDER``."""

import sys
from pathlib import Path
from typing import Any

from inspect_ai import Epochs, Task, score
from inspect_ai import eval as run_tasks
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import (
    ProvenanceData,
    edit_score,
    invalidate_samples,
    read_eval_log,
    write_eval_log,
)
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import (
    Metric,
    SampleScore,
    Score,
    ScoreEdit,
    accuracy,
    bootstrap_stderr,
    ci,
    grouped,
    mean,
    metric,
    scorer,
    std,
    stderr,
    var,
)
from inspect_ai.solver import solver

MODEL = "mockllm/model"
REDUCERS = [
    "mean", "median", "mode", "max", "majority", "at_least_1", "at_least_2", "pass_at_1",
    "pass_at_2", "pass_at_3", "pass_k_2",
]  # fmt: skip
# One letter for each attempt of a case; a question mark is no value.
LETTERS = "CCCC CCCI CICI ICIC IIII NNCI INCP PPII C?I? ?C?? ???? NCII".split()


@metric
def spread() -> Metric:
    """Give what no other tool knows of."""

    def measure(scores: list[SampleScore]) -> float:
        values = [found.score.as_float() for found in scores]
        return max(values) - min(values)

    return measure


def dataset(count: int = len(LETTERS)) -> MemoryDataset:
    """Number the cases; each has a level and stands in a cluster with others."""
    return MemoryDataset(
        [
            Sample(
                id=number,
                input=f"Question {number}?",
                target="yes",
                metadata={
                    "level": "hard" if number % 3 else "easy",
                    "book": f"b{number % 4}",
                    "long": number % 2 == 0,
                    "domain": "history" if number % 5 else "math",
                },
            )
            for number in range(count)
        ]
    )


@solver
def replies(*, failing: str = "", silent: str = "") -> Any:
    """Answer at once; what is named as case.attempt breaks, or says nothing."""

    async def solve(state: Any, generate: Any) -> Any:  # noqa: ARG001
        name = f"{state.sample_id}.{state.epoch}"
        if name in failing.split():
            raise ConnectionError("the service is gone")
        state.output = (
            ModelOutput(model=MODEL, choices=[])
            if name in silent.split()
            else ModelOutput.from_content(MODEL, f"yes {name}")
        )
        return state

    return solve


def letter_of(state: Any) -> str:
    """Return the letter of this attempt."""
    return LETTERS[int(state.sample_id) % len(LETTERS)][(state.epoch - 1) % 4]


@scorer(metrics=[accuracy(), stderr(), stderr(cluster="book"), std(), var()])
def letters() -> Any:
    """Give Inspect's letters, or no value."""

    async def grade(state: Any, target: Any) -> Score:  # noqa: ARG001
        letter = letter_of(state)
        return Score.unscored() if letter == "?" else Score(value=letter)

    return grade


@scorer(
    metrics=[
        mean(),
        stderr(),
        bootstrap_stderr(),
        ci(),
        spread(),
        grouped(mean(), "level"),
        grouped(accuracy(), "long", all=False),
        grouped(stderr(cluster="book"), "domain", all_label="whole"),
        grouped(mean(), "book", all="groups", name_template="book {group_name}"),
    ]
)
def ratings() -> Any:
    """Rate from 1 to 10, each attempt differently."""

    async def grade(state: Any, target: Any) -> Score:  # noqa: ARG001
        return Score(value=1 + (int(state.sample_id) * 7 + state.epoch * 3) % 10)

    return grade


@scorer(metrics={"tone": [accuracy(), stderr()], "length": [mean(), std()], "*": [mean()]})
def aspects() -> Any:
    """Give parts: letters, numbers, truth values, some of them NaN."""

    async def grade(state: Any, target: Any) -> Score:  # noqa: ARG001
        number = int(state.sample_id) + state.epoch
        if number % 9 == 0:
            return Score.unscored(reason="grader_failed")
        return Score(
            value={
                "tone": "CIPN"[number % 4],
                "length": 40 + number if number % 7 else float("nan"),
                "is_polite": number % 2 == 0,
                "share": (number % 5) / 4,
            }
        )

    return grade


@scorer(metrics=[accuracy(), stderr()])
def words() -> Any:
    """Give words, some of which are no score."""

    async def grade(state: Any, target: Any) -> Score:  # noqa: ARG001
        return Score(value=["yes", "no", "0.25", "maybe", "TRUE"][int(state.sample_id) % 5])

    return grade


@scorer(metrics=[accuracy()])
def pairs() -> Any:
    """Give a list, of which Inspect's accuracy makes nothing."""

    async def grade(state: Any, target: Any) -> Score:  # noqa: ARG001
        return Score(value=[1, int(state.sample_id) % 2])

    return grade


def run(name: str, folder: Path, scorers: list[Any], **options: Any) -> Any:
    """Run one task; write its log and return it."""
    task = Task(
        name=name,
        dataset=options.pop("dataset", dataset()),
        solver=options.pop("solver", replies()),
        scorer=scorers,
        epochs=options.pop("epochs", None),
        metrics=options.pop("metrics", None),
    )
    [log] = run_tasks(
        task, model=MODEL, display="none", log_dir="raw", max_samples=1, fail_on_error=False,
        **options,
    )  # fmt: skip
    if log.status != "success":
        raise SystemExit(f"{name} ended as {log.status}: {log.error}")
    return written(log, folder, name)


def written(log: Any, folder: Path, name: str) -> Any:
    """Write a log and read it back."""
    path = str(folder / f"{name}.eval")
    write_eval_log(log, path)
    return read_eval_log(path)


def main(folder: Path) -> None:
    """Write the logs."""
    folder.mkdir(parents=True, exist_ok=True)
    failing = "1.2 3.1 3.2 4.1 4.2 4.3 4.4 5.3 6.1"
    attempts = Epochs(4, REDUCERS)
    run("letters", folder, [letters()], epochs=attempts)
    run("errors", folder, [letters()], epochs=attempts, solver=replies(failing=failing))
    run(
        "scored-errors", folder, [letters()], epochs=4, solver=replies(failing=failing),
        score_on_error=True,
    )  # fmt: skip
    run("silent", folder, [letters(), ratings()], solver=replies(silent="0.1 3.1 4.1"))
    run("ratings", folder, [ratings()], epochs=Epochs(2, ["mean", "max"]))
    run("aspects", folder, [aspects()], epochs=Epochs(3, ["mean", "mode", "median"]))
    run("unreduced", folder, [letters(), ratings()], epochs=Epochs(4, []))
    run("words", folder, [words()])
    run("lists", folder, [pairs()], epochs=Epochs(2, ["mean"]))
    run("none-scored", folder, [letters()], dataset=dataset()[10:11])
    once = run("once", folder, [letters(), words()], dataset=dataset()[:9])
    for action in ("append", "overwrite"):
        again = score(once, [ratings()], action=action, display="none")
        again.eval.eval_id = f"{once.eval.eval_id}-{action}"
        written(again, folder, f"once-{action}")
    for name, is_recomputed in (("edited", False), ("edited-recomputed", True)):
        log = once.model_copy(deep=True)
        log.eval.eval_id = f"{once.eval.eval_id}-{name}"
        edit = ScoreEdit(value="I", provenance=ProvenanceData(author="a", reason="r"))
        edit_score(log, 0, "letters", edit, recompute_metrics=is_recomputed)
        written(log, folder, name)
    log = once.model_copy(deep=True)
    log.eval.eval_id = f"{once.eval.eval_id}-invalidated"
    ids = [sample.uuid for sample in log.samples[:2]]
    log = invalidate_samples(log, ids, ProvenanceData(author="a", reason="r"))
    written(log, folder, "invalidated")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
