"""Rules of truth values, of inverse limits and of namesakes read as English, or are left out."""

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateUsage, form_of
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.readable import STATED, thing_reason
from evalstore.suites.epistemic.graphs.rule_phrases import rule_sentence
from evalstore.suites.epistemic.graphs.shape_rules import rule

EX = "http://example.org/"
GRAPH = """
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:iron a :Material ; :isMetal true ; :isPartOf :alloy ; :knows :alloy .
:alloy :hasPart :iron .
"""


def test_a_truth_value_is_not_both(graph_of):
    """One truth value is "metal" or "not metal", never "metal at most one thing"."""
    phrases = PredicatePhrases(TermNames(graph_of(GRAPH)))
    path = f"{EX}isMetal"
    found = [
        rule_sentence(one, phrases)
        for one in (
            rule("max_count", path, target=f"{EX}Material", count=1),
            rule("functional", path),
            rule("datatype", path, value=f"{voc.XSD}boolean"),
        )
    ]

    assert [
        "If X is a material and X is metal, it is not true that X is not metal.",
        "If X is metal, it is not true that X is not metal.",
        "",
    ] == found


def test_a_limit_of_subjects_agrees_in_number(graph_of):
    """Several things that know one are not said to "knows" it."""
    phrases = PredicatePhrases(TermNames(graph_of(GRAPH)))
    limit = rule("inverse_max_count", f"{EX}knows", target=f"{EX}Material", count=3)

    assert (
        "For any one material Y there are at most three X such that X knows Y."
        == rule_sentence(limit, phrases)
    )


def test_part_of_and_a_part_of_are_the_same(graph_of):
    """An article is no difference: such a rule says nothing, and the predicates are namesakes."""
    phrases = PredicatePhrases(TermNames(graph_of(GRAPH)))
    inverse = rule("inverse", f"{EX}isPartOf", predicate=f"{EX}hasPart")

    assert "" == rule_sentence(inverse, phrases)
    assert {f"{EX}hasPart": True} == phrases.namesakes(f"{EX}isPartOf")


def test_an_adverb_leaves_a_participle_a_participle():
    """ "First measured on" takes no article, and what has a day was."""
    day = PredicateUsage(has_literals=True, has_days=True)
    found = [
        form_of(words, day).statement.format(subject="S", object="O")
        for words in ("first measured on", "last checked at", "last updated", "published on")
    ]

    assert [
        "S was first measured on O", "S was last checked at O", "S was last updated on O",
        "S was published on O",
    ] == found  # fmt: skip
    assert "S is closely related to O" == form_of("closely related to").statement.format(
        subject="S", object="O"
    )


def test_a_name_that_opens_a_statement_is_skipped():
    """A fact about "It is not true that …" would be read as the denial of another."""
    names = ("It is not true that Ash is Elm", "Question: what", "Facts: none", "Truth")
    found = [thing_reason(f"{EX}ash", name, is_labelled=True) for name in names]

    assert [STATED, STATED, STATED, None] == found
