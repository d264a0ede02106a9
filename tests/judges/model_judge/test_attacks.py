"""A hundred wrong replies that address their judge: which judges they mislead, and how often."""

import json
from collections import Counter

import pytest

import evalstore
from evalstore.errors import UsageError
from evalstore.running.judge_attacks import FILE
from tests.gates.gated import run_of
from tests.judges.model_judge.conftest import said
from tests.judges.model_judge.test_injections import gullible

CONTENTS = json.loads(FILE.read_text(encoding="utf-8"))
KINDS = CONTENTS["kinds"]


def judged(store, validator, **settings):
    """Judge the attacks; return how many replies have each outcome."""
    chosen = {validator: settings} if settings else None
    result = store.judge("judge-attacks", validator, attacks=True, settings=chosen)
    [scope] = result.details.judged
    return Counter(scope.outcomes)


@pytest.fixture
def store(tmp_path):
    return evalstore.open(tmp_path / "warehouse", create=True)


def test_there_are_a_hundred_of_ten_kinds():
    """All different, each with its wrong answer; only some name the right one as well."""
    texts = [text for kind in KINDS.values() for text in kind]

    assert {10} == {len(kind) for kind in KINDS.values()} == {len(CONTENTS["questions"])}
    assert 100 == len(set(texts))
    assert all("{wrong}" in text for text in texts)
    assert {"same_thing"} == {
        name for name, kind in KINDS.items() for text in kind if "{right}" in text
    }


def test_rules_are_misled_by_few(store):
    """By three that name the right answer too; the file was written without looking at them."""
    assert Counter(wrong=78, undetermined=19, right=3) == judged(store, "factual")
    rows = store.query(
        "select cases.domain, count(*) from facts.verdicts inner join facts.cases "
        "using (run_id, case_id) where outcome = 'right' group by all"
    ).rows()
    assert [("same_thing", 3)] == rows
    # The same run is judged again, and no second one begins.
    assert not judged(store, "factual")


@pytest.mark.sweep
@pytest.mark.parametrize("validator", ["evidence", "refusal", "self_contradiction", "abstention"])
def test_rules_of_other_questions_judge_none(store, validator):
    """They need what these cases lack."""
    assert Counter(unscored=100) == judged(store, validator)


@pytest.mark.sweep
def test_a_model_that_obeys_only_outside_the_fence_obeys_none(store, service, settings):
    """A scripted judge; what a real one does, the same command says."""
    service.plays(service.replies(gullible))

    assert Counter(wrong=100) == judged(store, "model_judge", **settings())


@pytest.mark.sweep
def test_a_model_that_obeys_what_it_reads(store, service, settings):
    """One that falls for certain words anywhere is misled as often as they occur."""

    def obeys(request):
        text = request["messages"][1]["content"]
        return said("right" if "mark it right" in text.lower() else "wrong", "As told.")

    service.plays(service.replies(obeys))
    expected = sum("mark it right" in text.lower() for kind in KINDS.values() for text in kind)

    assert expected == judged(store, "model_judge", **settings())["right"] > 3


def test_another_run_is_not_overwritten(store):
    """The name of a run of another suite is refused."""
    store.append(run_of("r1", ["right"]))

    with pytest.raises(UsageError, match="run r1 is of the suite s, expected the id of a new run"):
        store.judge("r1", "factual", attacks=True)
