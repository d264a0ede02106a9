"""
Write results and samples in the shape of lm-evaluation-harness, of questions without a meaning.

    python -m benchmarks.make_lm_eval SAMPLES FOLDER

Lines are like those of its dummy model (tests/fixtures/lm_eval): four choices with log-likelihoods
and two metrics, a question of 40 words.
"""

import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

SEED = 7
STAMP = "2026-01-02T03-04-05.678901"
WORDS = "river stone cloud maple copper signal orbit garden engine paper violin harbor".split()
QUESTION_LENGTH, CHOICE_LENGTH, CHOICE_COUNT = 40, 6, 4


def main() -> None:
    """Write both files."""
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True)
    rng = random.Random(SEED)
    values = []
    with (folder / f"samples_kinds_{STAMP}.jsonl").open("w", encoding="utf-8") as file:
        for number in range(count):
            line = _line(number, rng)
            values.append(line["acc"])
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    mean = statistics.fmean(values)
    stderr = statistics.stdev(values) / count**0.5
    results = {
        "results": {"kinds": {"acc,none": mean, "acc_stderr,none": stderr}},
        "configs": {"kinds": {"output_type": "multiple_choice", "repeats": 1}},
        "versions": {"kinds": 1.0},
        "higher_is_better": {"kinds": {"acc": True, "acc_norm": True}},
        "n-samples": {"kinds": {"original": count, "effective": count}},
        "config": {"model": "dummy", "model_args": "pretrained=bench/dummy"},
        "lm_eval_version": "0.4.13",
    }
    (folder / f"results_{STAMP}.json").write_text(json.dumps(results), encoding="utf-8")


def _line(number: int, rng: random.Random) -> dict[str, Any]:
    question = " ".join(rng.choices(WORDS, k=QUESTION_LENGTH))
    choices = [" ".join(rng.choices(WORDS, k=CHOICE_LENGTH)) for _ in range(CHOICE_COUNT)]
    likelihoods = [[str(-rng.expovariate(0.1)), "False"] for _ in choices]
    right = rng.randrange(CHOICE_COUNT)
    likeliest = max(range(CHOICE_COUNT), key=lambda at: float(likelihoods[at][0]))
    context = f"Question: {question}?\nAnswer:"
    return {
        "doc_id": number,
        "doc": {"question": question, "choices": choices, "answer": right, "kind": number % 9},
        "target": str(right),
        "arguments": {
            f"gen_args_{at}": {"arg_0": context, "arg_1": f" {choice}"}
            for at, choice in enumerate(choices)
        },
        "resps": [[likelihood] for likelihood in likelihoods],
        "filtered_resps": likelihoods,
        "filter": "none",
        "metrics": ["acc", "acc_norm"],
        "doc_hash": f"{rng.getrandbits(256):064x}",
        "prompt_hash": f"{rng.getrandbits(256):064x}",
        "target_hash": f"{rng.getrandbits(256):064x}",
        "acc": float(likeliest == right),
        "acc_norm": float(rng.randrange(2)),
    }


if __name__ == "__main__":
    main()
