"""What makes no question is skipped with a reason; what reads is not."""

from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.readable import is_page, is_wordy, literal_reason
from evalstore.suites.epistemic.graphs.skipped import SkipRules
from evalstore.suites.epistemic.graphs.vocabulary import XSD

EX = "http://example.org/"
GRAPH = """
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix prov: <http://www.w3.org/ns/prov#> .
<http://example.org/> a owl:Ontology ; rdfs:label "The graph" ; :about :elm .
:status a owl:AnnotationProperty .
:elm a :River ; rdfs:label "Elm" ; :hasMouth :Long_Lake, :cb11982305j ; :status :active ;
    dcterms:creator :ada ; prov:wasDerivedFrom :Long_Lake ; :nationalCode "A12" ;
    :story "It rises in the hills. Then it flows to the sea." ; :seenIn :cb11982305j ;
    :picture <http://example.org/elm.png> ; :lemma :River .
:River a owl:Class ; :lemma :Long_Lake .
<http://en.wikipedia.org/wiki/Elm> :lists :Long_Lake .
"""


def test_predicates_are_skipped_with_a_reason(graph_of):
    """Provenance, annotations, codes, texts and images say why; a relation that reads does not."""
    rules = SkipRules(graph_of(GRAPH))
    found = {
        name: rules.of_predicate(name if ":" in name else EX + name)
        for name in (
            "hasMouth", "http://purl.org/dc/terms/creator",
            "http://www.w3.org/ns/prov#wasDerivedFrom",
            "status", "nationalCode", "story", "seenIn", "picture", "about", "lists",
        )
    }  # fmt: skip

    assert [
        None, "provenance or version", "provenance or version", "a note or an annotation",
        "an identifier or code", "always about a text too long for a sentence",
        "always about a thing without a label whose IRI ends in no words",
        "a page, an image or a match elsewhere", "always about the header of a graph",
        "always about a page or a file",
    ] == list(found.values())  # fmt: skip


def test_a_code_is_no_name_unless_it_is_asked_for(graph_of):
    """An IRI that ends in a code is skipped by default, and kept with ``is_unlabelled_kept``."""
    graph = graph_of(GRAPH)
    coded = Claim(f"{EX}elm", f"{EX}hasMouth", f"{EX}cb11982305j")
    named = Claim(f"{EX}elm", f"{EX}hasMouth", f"{EX}Long_Lake")

    assert None is SkipRules(graph).of_claim(named)
    assert "no words" in SkipRules(graph).of_claim(coded)
    assert None is SkipRules(graph, is_unlabelled_kept=True).of_claim(coded)


def test_a_predicate_that_is_asked_for_is_kept(graph_of):
    """Named predicates are asked about whatever reads, notes and parts of the schema included."""
    rules = SkipRules(graph_of(GRAPH), kept=[f"{EX}nationalCode", f"{EX}lemma"])

    assert None is rules.of_predicate(f"{EX}nationalCode")
    assert None is rules.of_claim(Claim(f"{EX}elm", f"{EX}lemma", f"{EX}River"))
    assert "schema" in rules.of_claim(Claim(f"{EX}elm", f"{EX}hasMouth", f"{EX}River"))


def test_codes_are_told_from_words():
    """Words in any script and in capitals are names; codes, hashes and short capitals are not."""
    words = (
        "Lake Michigan",
        "vav R510",
        "Schrödinger",
        "IMPERIAL",
        "Ōsaka",
        "東京",
        "Perimeter_2",
    )
    codes = ("1268", "cb11982305j", "r166", "280fd8d8b4ec405e", "Q483261", "A0E0L1I0M0H0", "oj")

    assert list(words) == [one for one in (*words, *codes) if is_wordy(one)]


def test_values_say_why_they_do_not_read():
    """Addresses, markup, sentences and codes each have their reason; numbers and dates read."""
    found = {
        text: literal_reason(f'"{text}"{kind}')
        for text, kind in (
            ("https://example.org/x", ""), ("$10^{12} C$", ""), ("Hills. Sea.", ""),
            ("12271764", ""),
            ("12345678901234567890", f"^^<{XSD}decimal>"), ("12.5", f"^^<{XSD}decimal>"),
            ("2019-04-03", f"^^<{XSD}date>"), ("EiB", ""), ("--", ""),
        )
    }  # fmt: skip

    assert [
        "an address", "a text with markup", "a text too long for a sentence", "a code",
        "a number of many digits", None, None, None, "nothing with a name",
    ] == list(found.values())  # fmt: skip


def test_whole_numbers_of_one_length_are_identifiers(graph_of):
    """Numbers that are never shared and all as long are keys; quantities differ in length."""
    keys = " ".join(f":r{place} :record {71000000 + place * 7} ." for place in range(30))
    sizes = " ".join(f":r{place} :people {9**place + 100000} ." for place in range(9))
    labels = " ".join(f':r{place} rdfs:label "River {place}" .' for place in range(30))
    rules = SkipRules(graph_of(keys + sizes + labels))

    assert "an identifier or code" == rules.of_predicate(f"{EX}record")
    assert None is rules.of_predicate(f"{EX}people")


def test_a_page_beside_its_subject_leaves_the_name_clear(graph_of):
    """Only two things that a reader could mean make a name ambiguous."""
    names = TermNames(graph_of(GRAPH + ':a rdfs:label "Ash" . :b rdfs:label "ash" ; :x :a .'))

    assert is_page("http://en.wikipedia.org/wiki/Elm")
    assert names.is_clear(f"{EX}elm", [])
    assert not names.is_clear(f"{EX}a", [])
