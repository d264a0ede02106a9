"""
Judging of responses that are in a store, beside its parts: ``python -m benchmarks.judge``.

Ours is `judge` of a run of others from the first read to the facts. The parts are the validator
alone, in a loop over cases and responses that are in memory, and the acceptance and fold of the
same verdicts, given as events. What is left is the cost of reading, restoring and wording them.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, compare, cost_of_call
from evalstore.harnesses.append import append_events
from evalstore.running.events import verdict_event
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.restoring import restored_case, restored_response
from evalstore.running.store_judging import judge_run
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold

RUN = "judged"
ROUNDS = 3
# The cost of a verdict beside the fold and the rules that is still small.
REST_MS_MAX = 0.3


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--validator", default="factual")
    given = parser.parse_args()
    cases, responses = payloads(given.count)
    validator = make_validator(given.validator)
    with tempfile.TemporaryDirectory() as folder:
        made = Layout(Path(folder) / "made")
        made.create()
        append_events(made, run_events(cases, responses), source="benchmark")
        fold(made)
        pairs = [
            (restored_case(case, response), restored_response(response))
            for case, response in zip(cases, responses, strict=True)
        ]
        verdicts = [
            verdict_event(RUN, "maia", case, validator, validator.verdict(case, response))
            for case, response in pairs
        ]

        def judge() -> Cost:
            layout = copied(made)
            return cost_of_call(lambda: judge_run(layout, RUN, [validator], Selection()))

        def append_and_fold() -> Cost:
            layout = copied(made)
            return cost_of_call(
                lambda: (append_events(layout, verdicts, source="benchmark"), fold(layout))
            )

        def rules() -> Cost:
            return cost_of_call(lambda: [validator.verdict(*pair) for pair in pairs])

        costs = alternated(
            {"judge": judge, "accept and fold": append_and_fold, "validator alone": rules}, ROUNDS
        )
    compare(f"Judge {given.count:,} responses by {given.validator}", costs, "accept and fold")
    ms = {name: 1000 * cost.cpu_s / given.count for name, cost in costs.items()}
    rest_ms = ms["judge"] - ms["accept and fold"] - ms["validator alone"]
    print("  CPU ms a verdict:", ", ".join(f"{name} {value:.3f}" for name, value in ms.items()))
    print(f"  beside the fold and the rules: {rest_ms:.3f} (to reach: {REST_MS_MAX})")


def payloads(count: int) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Return cases with a number as their answer, and a reply of some sentences to each."""
    cases, responses = [], []
    for number in range(count):
        case_id = f"sum-{number}"
        cases.append(
            {
                "case_id": case_id,
                "domain": "math",
                "prompt": f"A shelf holds {number} books and gets 7 more. How many are there?",
                "expected": str(number + 7),
                "answer_key": {"kind": "number", "value": str(number + 7)},
            }
        )
        text = (
            f"At first the shelf holds {number} books. Then 7 more are put on it, so that we "
            f"add the two numbers: {number} + 7. The answer is {number + 7 + (number % 5 == 0)}."
        )
        about = {"case_id": case_id, "system_id": "maia"}
        responses.append({**about, "attempt": 1, "status": "ok", "text": text})
    return cases, responses


def run_events(cases: list[dict[str, object]], responses: list[dict[str, object]]):
    """Yield the events of a run of another tool, without verdicts."""
    yield {"kind": "run_started", "run_id": RUN, "payload": {"suite": "sums"}}
    for case, response in zip(cases, responses, strict=True):
        yield {"kind": "case_generated", "run_id": RUN, "payload": case}
        yield {"kind": "response_recorded", "run_id": RUN, "payload": response}


def copied(layout: Layout) -> Layout:
    """Return a copy of a store beside it, in place of an earlier copy."""
    copy = Layout(layout.root.with_name("copy"))
    shutil.rmtree(copy.root, ignore_errors=True)
    shutil.copytree(layout.root, copy.root)
    return copy


if __name__ == "__main__":
    main()
