"""The suite splits its count evenly, adds the canaries and makes sessions."""

from collections import Counter

import pytest

from evalstore.cases import canary
from evalstore.errors import UsageError
from evalstore.suites import hallucination

FACTUAL = ("history", "math", "science")


def cases(seed="s", domains=FACTUAL, count=60, **settings):
    return list(hallucination.cases(seed, domains, count, settings))


def drawn(found):
    return [case for case in found if not case.is_canary]


def test_the_count_is_split_evenly():
    """Each domain gets its share; what does not split goes to the first ones."""
    counts = Counter(case.domain for case in drawn(cases(count=62)))

    assert {"history": 21, "math": 21, "science": 20} == dict(counts)


def test_all_domains_come_by_default():
    """The default count over all four domains."""
    found = drawn(cases(domains=hallucination.DOMAINS, count=None))
    counts = Counter(case.domain for case in found)

    assert dict.fromkeys(hallucination.DOMAINS, 75) == dict(counts)


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


def test_a_seed_gives_the_same_cases():
    """The same seed, the same cases; another seed, others."""
    assert cases("one") == cases("one")
    assert cases("one") != cases("two")


def test_a_domain_alone_gives_the_cases_it_gives_among_others():
    """Leaving a domain out changes nothing in the others."""
    alone = drawn(cases(domains=("math",), count=20))
    among = [case for case in drawn(cases(count=60)) if case.domain == "math"]

    assert alone == among


def test_case_ids_are_distinct():
    """No case comes twice in a run."""
    found = cases(count=600)

    assert len(found) == len({case.case_id for case in found})


def test_sessions():
    """Consecutive cases share a session, as many as the setting says."""
    found = cases(sessions="5")
    counts = Counter(case.session_id for case in found)

    assert {5} == set(list(counts.values())[:-1])
    assert all(case.session_id is None for case in cases())


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"adversarial_share": 2}, "adversarial_share is 2; expected a number from 0 to 1"),
        ({"adversarial_share": "nan"}, "adversarial_share is 'nan'"),
        ({"sessions": "-1"}, "sessions is '-1'; expected a whole number"),
        ({"sessions": "many"}, "sessions is 'many'"),
        ({"sessions": "99999999999"}, "sessions is '99999999999'"),
        ({"domains": ("alchemy",)}, "domains alchemy; expected some of history, math"),
        ({"domains": ()}, "domains (none)"),
        ({"count": -1}, "count -1; expected 0 or more"),
    ],
)
def test_settings_that_cannot_be(settings, named):
    """An error names the setting, what was found and what was expected."""
    with pytest.raises(UsageError) as error:
        cases(**settings)

    assert named in str(error.value)
