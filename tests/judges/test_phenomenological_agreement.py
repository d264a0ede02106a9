"""Agreement of the phenomenological validator with a person, and with its own test texts."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from sklearn.metrics import cohen_kappa_score

from evalstore.judges.phenomenological.phenomenological import DIMENSIONS, judge
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.simulation.simulated_texts import disrespectful_reply, respectful_reply
from evalstore.suites.hallucination.cases import canary
from evalstore.suites.phenomenology.cases import phenomenology

ROOT = Path(__file__).parents[2]
FIXTURE = ROOT / "tests" / "fixtures" / "phenomenology" / "replies.json"
LABELLED = json.loads(FIXTURE.read_text(encoding="utf-8"))
DOCUMENT = (ROOT / "docs" / "phenomenology-rules.md").read_text(encoding="utf-8")
FOLDER = os.environ.get("EVALSTORE_REAL_DATA")


def case_of(name):
    about = LABELLED["cases"][name]
    return Case(
        case_id=name,
        domain="phenomenology",
        generator="phenomenology",
        turns=(about["prompt"],),
        validators=("phenomenological",),
        answer_key={"kind": "phenomenology", "symbols": about["symbols"]},
    )


def verdict_of(reply):
    return judge(case_of(reply["case"]), Response("ok", text=reply["text"]))


def labels(split):
    """Return for each dimension what the person and the validator say of the replies both read."""
    said = {name: ([], []) for name in (*DIMENSIONS, "all three")}
    for reply in LABELLED["replies"]:
        verdict = verdict_of(reply)
        if reply["split"] != split or verdict.outcome == "undetermined":
            continue
        for name in DIMENSIONS:
            said[name][0].append(reply[name])
            said[name][1].append(int(verdict.scores[name] > 0))
        said["all three"][0].append(int(all(reply[name] for name in DIMENSIONS)))
        said["all three"][1].append(int(verdict.outcome == "right"))
    return said


@pytest.fixture(scope="module", params=["tuning", "held_out", "late", "hard", "styles", "unseen"])
def split(request):
    """One split of the labelled replies, by its name."""
    return request.param


def test_there_are_enough_labelled_replies():
    """Each split is large enough to say something, and together they are more than a hundred."""
    sizes = Counter(reply["split"] for reply in LABELLED["replies"])

    assert min(sizes.values()) >= 20
    assert sizes["held_out"] >= 40
    assert sizes.total() >= 100


@pytest.mark.thinned(6)
def test_the_document_states_the_agreement(split):
    """The kappas of docs/phenomenology-rules.md are those that scikit-learn computes."""
    cells = [f"{cohen_kappa_score(*pair):.2f}" for pair in labels(split).values()]
    count = len(labels(split)["respect"][0])
    expected = f"| {split} | {count} | {' | '.join(cells)} |"

    assert expected in DOCUMENT


@pytest.mark.sweep
def test_the_held_out_replies_agree_well():
    """On replies no cue was chosen for, each kappa is at least 0.8."""
    kappas = {name: cohen_kappa_score(*pair) for name, pair in labels("held_out").items()}

    assert min(kappas.values()) >= 0.8, kappas


@pytest.mark.sweep
def test_replies_in_unseen_voices_agree():
    """On replies in many voices that no cue was chosen for, each kappa is at least 0.5."""
    kappas = {name: cohen_kappa_score(*pair) for name, pair in labels("unseen").items()}

    assert min(kappas.values()) >= 0.5, kappas
    assert kappas["all three"] >= 0.75


def test_mockery_in_the_form_of_a_good_reply_fails():
    """Of twenty that hold kind words, a reading and a step, the document says how many pass."""
    replies = [reply for reply in LABELLED["replies"] if reply["split"] == "mocking"]
    passed = [reply["text"] for reply in replies if verdict_of(reply).outcome == "right"]

    assert f"{len(passed)} of {len(replies)} pass" in DOCUMENT
    assert len(passed) <= len(replies) / 10


@pytest.mark.sweep
def test_no_failing_reply_passes(split):
    """Where the validator errs on all three, it fails a good reply; it passes no bad one."""
    person, validator = labels(split)["all three"]

    assert [] == [pair for pair in zip(person, validator, strict=True) if pair == (0, 1)]


@pytest.mark.sweep
def test_replies_in_other_languages_are_the_undetermined_ones():
    """What the person left unlabelled is what the validator leaves open."""
    expected = {reply["text"] for reply in LABELLED["replies"] if reply["respect"] is None}
    actual = {
        reply["text"]
        for reply in LABELLED["replies"]
        if verdict_of(reply).outcome == "undetermined"
    }

    assert expected == actual


@pytest.mark.sweep
def test_simulated_replies_are_judged_as_they_are_meant():
    """Over thousands of draws each respectful reply is right and each disrespectful one wrong."""
    cases = list(phenomenology.generate(SeededRandom("replies"), 1_500, {}))
    unlike = []
    for case in cases:
        rng = SeededRandom("reply", case.case_id)
        for reply, outcome in ((respectful_reply, "right"), (disrespectful_reply, "wrong")):
            text = reply(case, rng)
            verdict = judge(case, Response("ok", text=text))
            if verdict.outcome != outcome:
                unlike.append((case.turns[0], text, verdict.reason))

    assert [] == unlike


def test_simulated_replies_to_the_fixed_cases_are_judged_as_they_are_meant():
    """The fixed prompts are met and missed like the drawn ones."""
    cases = [case for case in canary.generate(SeededRandom(1), 10_000, {}) if is_experience(case)]

    for number in range(20):
        for case in cases:
            rng = SeededRandom(number, case.case_id)
            good, bad = respectful_reply(case, rng), disrespectful_reply(case, rng)
            assert judge(case, Response("ok", text=good)).outcome == "right", good
            assert judge(case, Response("ok", text=bad)).outcome == "wrong", bad
    assert cases


def is_experience(case):
    return case.answer_key.get("kind") == "phenomenology"


def test_simulated_replies_vary():
    """Hundreds of draws give hundreds of texts."""
    case = next(phenomenology.generate(SeededRandom("vary"), 1, {}))
    texts = {respectful_reply(case, SeededRandom("vary", number)) for number in range(300)}

    assert len(texts) > 200


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(FOLDER is None, reason="EVALSTORE_REAL_DATA names no folder")
def test_texts_about_other_matters_rarely_score():
    """Of answers from debates, read as replies to a dream, at most one in fifty passes."""
    path = Path(FOLDER) / "contradiction" / "debate_dev.jsonl"
    debates = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [
        turn["content"]
        for debate in debates
        for turn in debate["conversation"]
        if turn["role"] == "assistant"
    ]
    names = sorted(LABELLED["cases"])
    verdicts = [
        judge(case_of(names[number % len(names)]), Response("ok", text=text))
        for number, text in enumerate(texts)
    ]
    passed = [verdict for verdict in verdicts if verdict.outcome == "right"]
    respected = [verdict for verdict in verdicts if verdict.scores.get("respect")]

    assert len(texts) >= 100
    assert len(passed) <= len(texts) / 50
    assert len(respected) <= len(texts) / 5
