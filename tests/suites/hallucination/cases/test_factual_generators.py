"""Invariants of the factual generators: distinct, deterministic, judged as stated."""

import hashlib
import json
from collections import Counter
from itertools import chain

import pytest

from evalstore.judges.evidence import evidence
from evalstore.judges.factual import factual
from evalstore.judges.format_compliance import format_compliance
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import adversarial, canary, history, math, science

GENERATORS = {
    module.__name__.rpartition(".")[2]: module
    for module in (adversarial, canary, history, math, science)
}
# Of the first fifty cases for the seed "golden". A change here is a new VERSION of the generator.
GOLDEN = {
    "adversarial": "5ade0785db581308efce2ed1c36d13e13f2833ef9f68418e02431358eacfa6a8",
    "canary": "30fb72964fdff16bfac31007d2bff865d1ee978b9413af54cb1e30c207a04ffb",
    "history": "ffcc450b23a18210e0732a813931fee0d861291081e2d7fcb49654f2ba36325f",
    "math": "71a34bee771162189b661dc12a22eea630db9bfffebf08806162073b8e97a8c1",
    "science": "400147eac0283126ac76ce8c4c2c6a9ff0a1e4a0b6a07353bbf815b42f648534",
}
NAMES = sorted(GENERATORS)


def cases(name, seed="golden", count=200):
    return list(GENERATORS[name].generate(SeededRandom(seed, name), count, {}))


def text_of(cases_):
    return json.dumps([case.payload() for case in cases_], ensure_ascii=False)


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", NAMES)
def test_cases_are_distinct(name):
    """No case comes twice, neither by its id nor by what it asks."""
    drawn = cases(name, count=600)

    assert len(drawn) == len({case.case_id for case in drawn})
    assert len(drawn) == len({case.turns for case in drawn})


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_cases_are_the_same_byte_for_byte(name):
    """A seed gives the same cases on every machine and in every year."""
    actual = hashlib.sha256(text_of(cases(name, count=50)).encode()).hexdigest()

    assert GOLDEN[name] == actual


@pytest.mark.parametrize("name", sorted({*NAMES} - {"canary"}))
def test_another_seed_gives_other_cases(name):
    """The seed decides what is asked."""
    one, other = cases(name, "one", 50), cases(name, "other", 50)

    assert {case.case_id for case in one} != {case.case_id for case in other}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_case_does_not_depend_on_the_seed(name):
    """The same id is the same case in every run, so that runs can be paired."""
    one = {case.case_id: case for case in cases(name, "one", 900)}
    other = {case.case_id: case for case in cases(name, "other", 900)}
    shared = sorted(one.keys() & other.keys())

    assert shared or name == "math"
    assert [one[case_id] for case_id in shared] == [other[case_id] for case_id in shared]


@pytest.mark.parametrize("name", sorted({*NAMES} - {"canary"}))
def test_hundreds_of_cases(name):
    """There are enough different questions for any run."""
    assert 900 == len(cases(name, count=900))


def judged(case, answer):
    return factual.judge(case, Response("ok", answer=answer))


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("name", NAMES)
def test_what_a_case_calls_right_is_judged_right(name, seed):
    """The expected answer satisfies the validator, for every case."""
    factual_cases = [case for case in cases(name, seed, 400) if case.answer_schema]
    failed = [
        (case.turns, case.expected, judged(case, case.expected).reason)
        for case in factual_cases
        if judged(case, case.expected).outcome != "right"
    ]

    assert [] == failed


@pytest.mark.sweep
@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("name", NAMES)
def test_what_a_case_calls_wrong_is_judged_wrong(name, seed):
    """There are at least two plausible wrong answers, and none passes."""
    factual_cases = [case for case in cases(name, seed, 400) if case.answer_schema]
    pairs = [(case, answer) for case in factual_cases for answer in case.answer_key["wrong"]]
    passed = [
        (case.turns, answer, judged(case, answer).reason)
        for case, answer in pairs
        if judged(case, answer).outcome != "wrong"
    ]

    assert [] == passed
    assert 2 <= min(len(case.answer_key["wrong"]) for case in factual_cases)


@pytest.mark.parametrize("name", NAMES)
def test_null_abstains(name):
    """Saying null is right where nothing can be known, and abstaining elsewhere."""
    for case in cases(name, count=100):
        if case.answer_schema is None:
            continue
        expected = "right" if case.answer_key["kind"] in {"abstain", "leak"} else "abstained"
        response = Response("ok", text='{"answer": null, "confidence": 0.2}')

        assert expected == factual.judge(case, response).outcome


@pytest.mark.parametrize("name", NAMES)
def test_the_prompt_says_how_to_answer(name):
    """A reply that does what the prompt says has the form that is checked."""
    for case in cases(name, count=100):
        if case.answer_schema is None:
            continue
        quoted = case.answer_key.get("evidence")
        reply = {"answer": case.expected, "confidence": 0.5}
        text = json.dumps(reply | ({"evidence": quoted} if quoted else {}))

        assert "right" == format_compliance.judge(case, Response("ok", text=text)).outcome
        assert ("evidence" in case.turns[0]) == ("evidence" in case.validators)


@pytest.mark.sweep
def test_passages_hold_the_evidence():
    """Citing the sentence that the case calls telling is right, citing another one is not."""
    asked = [case for case in cases("history", count=800) if "passages" in case.answer_key]

    for case in asked:
        telling, passages = case.answer_key["evidence"], case.answer_key["passages"]
        beside = [text for text in passages if text not in telling][:1]
        for cited, expected in ((telling, "right"), (beside, "wrong")):
            text = json.dumps({"answer": case.expected, "confidence": 1, "evidence": cited})

            assert expected == evidence.judge(case, Response("ok", text=text)).outcome
    assert 20 <= len(asked)


@pytest.mark.sweep
def test_paraphrases_share_a_cluster(monkeypatch):
    """The wordings of one fact are one cluster, those of another another."""
    monkeypatch.setattr(math, "TOPICS", (math.percentages,))
    drawn = cases("math", count=2000)
    answers = {}
    for case in drawn:
        answers.setdefault(case.cluster_id, set()).add(case.expected)

    assert {1} == {len(found) for found in answers.values()}
    assert len(answers) < len(drawn)


@pytest.mark.sweep
def test_misleading_questions_share_the_cluster_of_the_fact():
    """A variant belongs to the cluster and the domain of the fact it varies."""
    drawn = (
        cases("history", count=history.case_count()),
        cases("science", count=science.case_count()),
    )
    plain = chain.from_iterable(drawn)
    clusters = {case.cluster_id: case.domain for case in plain}
    variants = [case for case in cases("adversarial", count=300) if case.domain != "math"]

    assert {clusters[case.cluster_id] == case.domain for case in variants} == {True}


def test_every_kind_of_misleading_question_comes():
    """Each kind comes in each domain, and the setting narrows the domains."""
    kinds = {(case.domain, case.attributes["adversarial"]) for case in cases("adversarial")}
    narrowed = adversarial.generate(SeededRandom("x"), 50, {"domains": ("math",)})

    assert {
        (domain, form)
        for domain in adversarial.DOMAINS
        for forms in adversarial.FORMS.values()
        for form in forms
    } == kinds
    assert {"math"} == {case.domain for case in narrowed}


def test_twins_of_misleading_questions_come_in_equal_numbers():
    """In each domain the two forms of a kind are as many, share a cluster and a difficulty."""
    drawn = cases("adversarial", count=480)
    forms = Counter((case.domain, case.attributes["form"]) for case in drawn)
    pairs = [
        (one, other)
        for one, other in zip(drawn[::2], drawn[1::2], strict=True)
        if (one.cluster_id, one.attributes["difficulty"], one.chance)
        != (other.cluster_id, other.attributes["difficulty"], other.chance)
    ]

    unequal = [
        (domain, twins)
        for domain in adversarial.DOMAINS
        for twins in adversarial.FORMS.values()
        if len({forms[domain, form] for form in twins}) != 1
    ]

    assert [] == unequal
    assert [] == pairs


@pytest.mark.sweep
def test_no_reflex_answers_misleading_questions():
    """To abstain, agree or object is right in no kind more often than its chance says."""
    drawn = cases("adversarial", count=480)
    found = []
    for reply in (None, "Yes, that is right.", "That is a mistake."):
        text = json.dumps({"answer": reply, "confidence": 0.5})
        response = Response("ok", text=text, answer=reply)
        for kind in adversarial.KINDS:
            chosen = [case for case in drawn if case.attributes["question_kind"] == kind]
            rights = [factual.judge(case, response).outcome == "right" for case in chosen]
            if sum(rights) > chosen[0].chance * len(chosen):
                found.append((reply, kind, sum(rights), len(chosen)))

    assert [] == found
