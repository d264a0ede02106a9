"""
Writes two runs with texts of natural length: ``python -m benchmarks.make_report_run N FILE``.

With a third argument it writes one run of as many systems, which ``benchmarks.grid`` shows.

Sentences are drawn word by word from how often three words follow each other in the reference of
the Python language, so that they compress as prose does and none comes twice.
"""

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

BASELINE_RUN, RUN = "nightly-1", "nightly-2"
SYSTEM = "model"
DOMAINS = ("history", "science", "law", "medicine", "geography", "arithmetic", "literature")
LANGUAGES = ("en", "de", "fr")
TAGS = ("wrong_date", "wrong_person", "made_up_source", "arithmetic_slip", "off_topic")
# Characters of the prompt, the reply and the reason: 600 of prompt and reply on average.
PROMPT_LENGTH, REPLY_LENGTH, REASON_LENGTH = 180, 420, 60
MISSING_SHARE = 0.01
# How often a phrase that can go on but one way is left, so that no passage is quoted at length.
BREAK_SHARE = 0.3
Chain = dict[tuple[str, str], list[str]]


def main() -> None:
    """Write the file."""
    case_count, path = int(sys.argv[1]), Path(sys.argv[2])
    system_count = int(sys.argv[3]) if sys.argv[3:] else 0
    systems = tuple(f"{SYSTEM}-{number}" for number in range(1, system_count + 1))
    of_grid = ((RUN,), systems) if systems else ()
    with path.open("w", encoding="utf-8") as file:
        for line in lines(case_count, *of_grid):
            file.write(line)


def lines(
    case_count: int,
    run_ids: tuple[str, ...] = (BASELINE_RUN, RUN),
    systems: tuple[str, ...] = (SYSTEM,),
) -> Iterator[str]:
    """Yield the event lines of the runs; each run and each system makes other mistakes."""
    rng = random.Random(18)
    chain = _chain()
    cases = [_case(rng, chain, number) for number in range(case_count)]
    for day, run_id in enumerate(run_ids, start=1):
        envelope = {"run_id": run_id, "occurred_at": f"2026-11-{day:02d}T02:00:00Z"}
        started = {
            "suite": "knowledge", "suite_version": "1.0", "git_branch": "main",
            "git_sha": f"{day:040x}", "systems": [*systems],
        }  # fmt: skip
        yield _line("run_started", envelope, started)
        for case in cases:
            yield _line("case_generated", envelope, case)
            for system_id in systems:
                for kind, payload in _answered(rng, chain, case, system_id):
                    yield _line(kind, envelope, payload)
        yield _line("run_finished", envelope, {"status": "completed"})


def _line(kind: str, envelope: dict[str, str], payload: dict[str, Any]) -> str:
    return json.dumps({"kind": kind, **envelope, "payload": payload}) + "\n"


def _case(rng: random.Random, chain: Chain, number: int) -> dict[str, Any]:
    domain = rng.choice(DOMAINS)
    return {
        "case_id": f"{domain}-{number:06d}", "domain": domain, "generator": "written",
        "prompt": _text(rng, chain, PROMPT_LENGTH) + "?", "expected": _text(rng, chain, 12),
        "label": rng.choice("ECU"), "validators": ["factual"], "severity": "low",
        "attributes": {"difficulty": rng.randint(1, 5), "language": rng.choice(LANGUAGES)},
    }  # fmt: skip


def _answered(
    rng: random.Random, chain: Chain, case: dict[str, Any], system_id: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a response and its verdict; one in a hundred never came."""
    if rng.random() < MISSING_SHARE:
        return
    outcome = rng.choices(("right", "wrong", "abstained"), (85, 12, 3))[0]
    about = {"case_id": case["case_id"], "system_id": system_id, "attempt": 1}
    yield "response_recorded", {
        **about, "status": "ok", "text": _text(rng, chain, REPLY_LENGTH),
        "answer": case["expected"] if outcome == "right" else _text(rng, chain, 12),
        "confidence": round(rng.betavariate(5, 2), 2), "confidence_kind": "stated",
        "latency_ms": rng.randint(200, 4000), "tokens_in": 60, "tokens_out": 110,
        "cost_usd": 0.0004,
    }  # fmt: skip
    yield "verdict_recorded", {
        **about, "validator_id": "factual", "validator_version": "1", "outcome": outcome,
        "reason": _text(rng, chain, REASON_LENGTH),
        "tags": [rng.choice(TAGS)] if outcome == "wrong" else [],
    }  # fmt: skip


def _chain() -> Chain:
    """Return which words follow each pair of words."""
    words = " ".join(topics[name] for name in sorted(topics)).split()
    words = [word for word in words if word.strip("*`.,;:()'\"").replace("-", "").isalpha()]
    chain: Chain = defaultdict(list)
    for one, two, three in zip(words, words[1:], words[2:], strict=False):
        chain[one, two].append(three)
    return dict(chain)


def _text(rng: random.Random, chain: Chain, length: int) -> str:
    """Draw a text of half to one and a half times a length in characters."""
    pairs = _PAIRS or _PAIRS.extend(chain) or _PAIRS
    pair = rng.choice(pairs)
    words, count, wanted = [*pair], len(pair[0]) + len(pair[1]), length * rng.uniform(0.5, 1.5)
    while count < wanted:
        following = chain.get(pair)
        # An end of the book, or a phrase that leads but one way: begin another sentence.
        if not following or (len(following) == 1 and rng.random() < BREAK_SHARE):
            pair = rng.choice(pairs)
            words += pair
            count += len(pair[0]) + len(pair[1]) + 2
            continue
        pair = (pair[1], following[int(rng.random() * len(following))])
        words.append(pair[1])
        count += len(pair[1]) + 1
    return " ".join(words)


_PAIRS: list[tuple[str, str]] = []


if __name__ == "__main__":
    main()
