"""Numbers of cases of the suite, by domain and difficulty, and its remarks on those it lacks."""

from collections import Counter

import pytest

from evalstore.suites.hallucination import hallucination
from evalstore.suites.hallucination.cases import adversarial, science
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES
from tests.suites.test_hallucination import FACTUAL, cases, drawn, twins


def remarks(seed="s", domains=FACTUAL, count=60, **settings):
    return hallucination.remarks(seed, domains, count, settings)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("count", [1, 2, 7, 61])
def test_no_pair_is_split(count):
    """An odd count, or one that does not split, gives as many cases, and no half of a pair."""
    found = cases(domains=hallucination.DOMAINS, count=count)
    pairs = Counter(
        (case.cluster_id, case.attributes["question_kind"])
        for case in drawn(found)
        if "adversarial" in case.attributes
    )

    assert count == len(drawn(found))
    assert [] == [pair for pair, of_pair in pairs.items() if of_pair % 2]
    assert len(twins(found)) == 2 * len({case.cluster_id for case in twins(found)})
    assert [] == remarks(domains=hallucination.DOMAINS, count=count)


def test_seeds_share_canaries_alone():
    """Where there are endless questions, two seeds have in common what every run asks."""
    one, other = (
        {case.case_id: case.is_canary for case in cases(seed, ("math",), 300)}
        for seed in ("one", "two")
    )

    assert {name for name, is_canary in one.items() if is_canary} == one.keys() & other.keys()


def test_a_shortfall_is_remarked_on_with_its_reason():
    """What a generator does not have is not missing in silence."""
    said = remarks(domains=("science", "phenomenology", "safety"), count=3000)

    assert [
        "phenomenology: 320 of 1000 images: the generator has 320",
        "safety: 760 of 1000 attempts and twins: the generator has 760",
    ] == said
    assert [
        "safety: 6 of 7 attempts and twins: an attempt is only asked together with its twin"
    ] == (remarks(domains=("safety",), count=7))


def test_an_exhausted_part_ends():
    """A level with few questions or facts gives those it has, and says of what there are few."""
    given = {
        "domains": ("science",),
        "count": 2500,
        "difficulty": "easy",
        "adversarial_share": 0.1,
    }
    said = remarks(**given)
    fact_count = len(twins(cases(**given))) // 2
    available = science.case_count(("easy",))

    assert 0 < fact_count < 250
    assert (
        f"science: {available} of 2250 questions (easy): the generator has {available}" == said[0]
    )
    assert (
        f"science: {fact_count} of 250 facts asked about twice (easy): no more were found"
    ) == said[-1]


def test_remarks_count_the_cases_that_come():
    """The numbers are those of the cases themselves."""
    given = {"domains": ("safety",), "count": 900, "difficulty": ["hard", "easy"]}
    [said] = remarks(**given)

    assert said.startswith(f"safety: {len(drawn(cases(**given)))} of 900 attempts and twins (easy")


@pytest.mark.sweep
@pytest.mark.parametrize("wanted", ["easy", "hard", "medium, hard", ("easy", "hard")])
def test_difficulty_keeps_to_its_levels(wanted):
    """Every case that has a difficulty has one of these; canaries and dreams stay."""
    found = cases(domains=hallucination.DOMAINS, count=150, difficulty=wanted)
    levels = {case.attributes["difficulty"] for case in found if not case.is_canary and
              case.domain != "phenomenology"}  # fmt: skip
    names = wanted.replace(" ", "").split(",") if isinstance(wanted, str) else wanted

    assert set(names) == levels
    assert 150 == len(drawn(found))
    assert Counter(case.is_canary for case in found)[True] == sum(
        case.is_canary for case in cases(domains=hallucination.DOMAINS, count=0)
    )


def test_a_level_keeps_all_kinds():
    """Of misleading questions every kind comes at a level as often as at all levels."""
    found = cases(count=120, difficulty="hard", adversarial_share=1)
    kinds = Counter((case.domain, case.attributes["question_kind"]) for case in drawn(found))

    assert {(domain, kind) for domain in FACTUAL for kind in adversarial.KINDS} == set(kinds)
    assert {10} == set(kinds.values())


@pytest.mark.sweep
def test_a_question_asked_twice_is_as_difficult_as_its_fact():
    """Both conversations about a fact have its difficulty, and every difficulty comes."""
    found = twins(cases(count=300))
    levels = {}
    for case in found:
        levels.setdefault(case.cluster_id, set()).add(case.attributes["difficulty"])

    assert {1} == set(map(len, levels.values()))
    assert set(DIFFICULTIES) == set.union(*levels.values())
