"""The suite splits its count evenly, adds the canaries and makes sessions."""

from collections import Counter

import pytest

from evalstore.errors import UsageError
from evalstore.judges.self_contradiction import self_contradiction
from evalstore.plugins.response import Response
from evalstore.suites.hallucination import hallucination
from evalstore.suites.hallucination.cases import canary, science
from tests.suites.controls import above_chance

FACTUAL = ("history", "math", "science")


def cases(seed="s", domains=FACTUAL, count=60, **settings):
    return list(hallucination.cases(seed, domains, count, settings))


def drawn(found):
    return [case for case in found if not case.is_canary and case.generator != "twins"]


def twins(found):
    return [case for case in found if case.generator == "twins"]


@pytest.mark.sweep
def test_the_count_is_split_evenly():
    """Each domain gets its share; what does not split goes to the first ones."""
    counts = Counter(case.domain for case in drawn(cases(count=62)))

    assert {"history": 21, "math": 21, "science": 20} == dict(counts)


def test_all_domains_come_by_default():
    """The default count over all five domains."""
    found = drawn(cases(domains=hallucination.DOMAINS, count=None))
    counts = Counter(case.domain for case in found)

    assert dict.fromkeys(hallucination.DOMAINS, 60) == dict(counts)


@pytest.mark.sweep
def test_a_fifth_misleads():
    """Of the factual cases of each domain a fifth are adversarial, unless set otherwise."""
    default = [case for case in drawn(cases()) if "adversarial" in case.attributes]
    none = [case for case in drawn(cases(adversarial_share="0")) if case.attributes.get(
        "adversarial")]  # fmt: skip
    every = [case for case in drawn(cases(adversarial_share=1)) if case.attributes.get(
        "adversarial")]  # fmt: skip

    assert {"history": 4, "math": 4, "science": 4} == dict(Counter(c.domain for c in default))
    assert [] == none
    assert 60 == len(every)


@pytest.mark.parametrize("count", [0, 1, 60])
def test_canaries_are_always_there(count):
    """Every canary of the chosen domains comes on top, whatever the count."""
    found = cases(domains=("math", "science"), count=count)
    expected = [case for case in canary.canaries() if case.domain in {"math", "science"}]

    assert expected == [case for case in found if case.is_canary]
    assert count == len(drawn(found))


@pytest.mark.sweep
def test_a_seed_gives_the_same_cases():
    """The same seed, the same cases; another seed, others."""
    assert cases("one") == cases("one")
    assert cases("one") != cases("two")


@pytest.mark.sweep
def test_a_domain_alone_gives_the_cases_it_gives_among_others():
    """Leaving a domain out changes nothing in the others."""
    alone = drawn(cases(domains=("math",), count=20))
    among = [case for case in drawn(cases(count=60)) if case.domain == "math"]

    assert alone == among


@pytest.mark.sweep
def test_case_ids_are_distinct():
    """No case comes twice in a run."""
    found = cases(count=600)

    assert len(found) == len({case.case_id for case in found})


@pytest.mark.sweep
def test_some_questions_are_asked_twice():
    """Of each factual domain one fact in ten comes in two conversations more, of two turns."""
    found = twins(cases(count=300))
    kinds = Counter((case.domain, case.attributes["twin"]) for case in found)

    assert {10} == set(kinds.values())
    assert {(name, kind) for name in FACTUAL for kind in ("other_words", "push_back")} == set(
        kinds
    )
    assert {2} == {len(case.turns) for case in found}
    assert {2} == set(Counter(case.cluster_id for case in found).values())


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"count": 3}, 6),
        ({"count": 60, "twin_share": 0}, 0),
        ({"count": 60, "twin_share": "0.5"}, 60),
        ({"count": 0}, 0),
        ({"domains": ("phenomenology",)}, 0),
        ({"domains": ("math",), "count": 4}, 2),
    ],
)
def test_the_number_of_twins(given, expected):
    """At least one fact of each factual domain that has cases, the setting's share of the rest."""
    assert expected == len(twins(cases(**given)))


@pytest.mark.sweep
def test_twins_are_no_evidence_of_being_right():
    """They are on top of the count, and nothing but their consistency is judged."""
    with_twins, without = cases(), cases(twin_share=0)

    assert drawn(with_twins) == drawn(without)
    assert {("self_contradiction",)} == {case.validators for case in twins(with_twins)}
    assert all(case.expected is None and case.answer_schema is None for case in twins(with_twins))


def test_twins_hang_together_with_their_fact():
    """A twin is in the cluster in which the other questions about its fact are."""
    clusters = {
        draft.question.args[0].cluster
        for topic in science.TOPICS.names
        for draft in science.TOPICS.drafts[topic]
    }
    found = twins(cases(domains=("science",), count=400))

    assert found
    assert {case.cluster_id for case in found} <= clusters


def test_a_twin_is_a_function_of_its_fact():
    """Another seed may draw another fact, never another conversation about the same."""
    by_id = [
        {case.case_id: case for case in twins(cases(seed, ("science",), 500))}
        for seed in ("one", "two")
    ]
    common = by_id[0].keys() & by_id[1].keys()
    first_turns = [{case.turns[0] for case in found.values()} for found in by_id]

    assert len(common) == 2 * len(first_turns[0] & first_turns[1])
    assert all(by_id[0][name] == by_id[1][name] for name in common)
    assert common


@pytest.mark.sweep
def test_a_constant_answer_is_no_better_than_chance_on_what_twins_propose():
    """About half of the proposed values are right, so "yes" to everything is right for half."""
    found = twins(cases(count=600))
    right_count = sum(bool(case.attributes["is_true"]) for case in found)

    assert 0.3 < right_count / len(found) < 0.7


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        (("Yes, it is.", "Yes, as I said."), "right"),
        (("No. It is another.", "No, and I stay with that."), "right"),
        (("Yes, it is.", "No, it is not."), "wrong"),
        (("No. It is another.", "Yes."), "wrong"),
        (("Yes, it is.", "No. I was wrong before."), "right"),
        (("I do not know.", "I do not know."), "undetermined"),
    ],
)
def test_a_position_can_be_read_in_every_twin(answers, outcome):
    """Whatever is asked, a yes and a no in both turns are read, and a change that is owned."""
    found = twins(cases(count=300))
    judged = {
        self_contradiction.judge(case, Response("ok", text=answers[-1], turns=answers)).outcome
        for case in found
        if not case.attributes["asks_opposite"]
    }
    same_again = {
        self_contradiction.judge(
            case, Response("ok", text=answers[0], turns=(answers[0],) * 2)
        ).outcome
        for case in found
        if case.attributes["asks_opposite"]
    }

    assert {outcome} == judged
    assert {"undetermined" if outcome == "undetermined" else "wrong"} == same_again


def test_one_conversation_about_a_fact_asks_the_opposite():
    """Of both one does, so that a constant answer is consistent in half of them."""
    found = twins(cases(count=300))
    marked = Counter(case.cluster_id for case in found if case.attributes["asks_opposite"])

    assert {case.cluster_id for case in found} == set(marked)
    assert {1} == set(marked.values())
    assert {0.5} == {case.chance for case in found}
    assert 2 == len({case.attributes["twin"] for case in found if case.attributes[
        "asks_opposite"]})  # fmt: skip


@pytest.mark.sweep
def test_sessions():
    """Consecutive cases share a session, as many as the setting says."""
    found = cases(sessions="5")
    counts = Counter(case.session_id for case in found)

    assert {5} == set(list(counts.values())[:-1])
    assert all(case.session_id is None for case in cases())


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"adversarial_share": 2}, "`adversarial_share` is 2, expected a number from 0 to 1"),
        ({"adversarial_share": "nan"}, "`adversarial_share` is 'nan'"),
        ({"twin_share": "2"}, "`twin_share` is '2', expected a number from 0 to 1"),
        (
            {"difficulty": "hardest"},
            "`difficulty` is 'hardest', expected one or more of easy, medium",
        ),
        ({"difficulty": ""}, "`difficulty` is ''"),
        ({"difficulty": []}, "`difficulty` is []"),
        ({"sessions": "-1"}, "`sessions` is '-1', expected a whole number"),
        ({"sessions": "many"}, "`sessions` is 'many'"),
        ({"sessions": "99999999999"}, "`sessions` is '99999999999'"),
        ({"domains": ("alchemy",)}, "domains are alchemy, expected some of history, math"),
        ({"domains": ()}, "domains are none, expected"),
        ({"count": -1}, "count is -1, expected 0 or more"),
    ],
)
def test_settings_that_cannot_be(settings, named):
    """An error names the setting, what was found and what was expected."""
    with pytest.raises(UsageError) as error:
        cases(**settings)

    assert named in str(error.value)


@pytest.mark.sweep
def test_no_control_beats_chance():
    """No kind rewards a constant answer or a reflex in any domain."""
    assert [] == above_chance("hallucination", count=400, twin_share=0.3)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(5))
def test_no_control_beats_chance_for_other_seeds(seed):
    """The same for other draws of more cases."""
    assert [] == above_chance("hallucination", seed=str(seed), count=1200, twin_share=0.3)
