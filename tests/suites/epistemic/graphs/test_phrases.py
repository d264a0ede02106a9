"""Sentences of predicates and rules read as English, and are read back."""

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.phrase_files import built_in_phrases, read_phrases
from evalstore.suites.epistemic.graphs.phrase_reader import PhraseReader
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateUsage, boolean_form, form_of
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.predicate_words import label_words, split_words
from evalstore.suites.epistemic.graphs.rule_phrases import WRITERS, rule_sentence

EX = "http://example.org/"
QUESTIONS = {
    "hasMouth": "Is O a mouth of S",
    "mouth": "Is O a mouth of S",
    "isPartOf": "Is S part of O",
    "partOf": "Is S part of O",
    "scalingOf": "Is S a scaling of O",
    "inverseOf": "Is S an inverse of O",
    "isLocationOf": "Is S a location of O",
    "isFedBy": "Is S fed by O",
    "wasInfluencedBy": "Was S influenced by O",
    "flowsInto": "Is it true that S flows into O",
    "borders": "Is it true that S borders O",
    "usesCurrency": "Is it true that S uses the currency O",
    "bornIn": "Is S born in O",
    "died_in": "Is it true that S died in O",
    "influenced": "Is it true that S influenced O",
    "onContinent": "Is S on the continent O",
    "categorized-by-quantity-kind": "Is S categorized by the quantity kind O",
    "members": "Is O a member of S",
    "placeOfBirth": "Is O a place of birth of S",
    "adjacentTo": "Is S adjacent to O",
    "isOlderThan": "Is S older than O",
    "sameAs": "Is S the same as O",
    "hasDTICode": "Is O a DTI code of S",
    "speed": "Is O a speed of S",
    "notApplicable": 'Is O a value of "not applicable" for S',
}


def filled(pattern):
    """Return a pattern with S and O for its ends."""
    return pattern.format(subject="S", object="O")


def test_names_of_predicates_become_questions():
    """Verbs, participles, prepositions and nouns each make a sentence of their own."""
    found = {name: filled(form_of(split_words(name)).question) for name in QUESTIONS}

    assert QUESTIONS == found


def test_the_is_said_of_one_value_only():
    """A noun takes "the" where one value is declared, and a literal is what the subject has."""
    one = form_of("height", PredicateUsage(is_single=True, has_literals=True))
    several = form_of("height", PredicateUsage(has_literals=True))

    assert ("the height of S is O", "Is O the height of S") == (
        filled(one.statement), filled(one.question)
    )  # fmt: skip
    assert "Does S have the height O" == filled(several.question)


def test_the_class_of_an_end_tells_what_is_named():
    """ "Unit for quantity kind" is said of units, and "type of river" of a type."""
    usage = PredicateUsage("unit", "quantity kind")

    assert "Is S a unit for the quantity kind O" == filled(
        form_of("unit for quantity kind", usage).question
    )
    assert "Is O a type of river of S" == filled(form_of("type of river", usage).question)


def test_truth_values_are_said_of_the_subject():
    """No sentence says "is true" where the predicate is an adjective or a possession."""
    found = [
        filled(boolean_form(words, value=value).statement)
        for words in ("deprecated", "has roof", "is delta quantity", "local rules")
        for value in (True, False)
    ]

    assert [
        "S is deprecated", "S is not deprecated", "S has a roof", "S has no roof",
        "S is a delta quantity", "S is not a delta quantity",
        '"local rules" is true for S', '"local rules" is false for S',
    ] == found  # fmt: skip


def test_labels_keep_their_acronyms():
    """Capitals of a heading are dropped within a sentence, those of an acronym are not."""
    found = [label_words(one) for one in ("Type of Point", "In country", "ETCS Level", "is_A")]
    assert ["type of point", "in country", "ETCS level", "is a"] == found


GRAPH = """
:into rdfs:label "flows into"@en, "mündet in"@de ; a owl:ObjectProperty .
:P31 rdfs:label "ist ein"@de .
:ash a :RiverName ; :into :elm ; :hasMouth :elm ; :P31 :elm ; skos:broader :elm ;
    :wet true ; :since "2019-04-03"^^xsd:date ; :lengthInTotal 12.50 .
:ash rdfs:label "Ash" . :elm rdfs:label "Elm" .
"""
EXTRA = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


@pytest.fixture
def phrases_of(graph_of):
    """Return a function that makes phrases of the graph of rivers."""

    def made(**settings):
        return PredicatePhrases(TermNames(graph_of(EXTRA + GRAPH)), **settings)

    return made


def claim(predicate, value=f"{EX}elm"):
    """Return a claim about Ash."""
    return Claim(f"{EX}ash", predicate if ":" in predicate else f"{EX}{predicate}", value)


def test_the_four_sentences_of_a_claim(phrases_of):
    """Question and statement affirm, negated question and denial deny it."""
    phrases, one = phrases_of(), claim("hasMouth")
    assert [
        "Is Elm a mouth of Ash?",
        "Is it false that Elm is a mouth of Ash?",
        "Elm is a mouth of Ash",
        "It is not true that Elm is a mouth of Ash",
    ] == [
        phrases.question(one), phrases.negated_question(one),
        phrases.statement(one), phrases.denial(one),
    ]  # fmt: skip


def test_values_are_written_out(phrases_of):
    """Dates, truth values, numbers and classes are those of an English sentence."""
    phrases = phrases_of()
    found = [
        phrases.statement(claim("since", f'"2019-04-03"^^<{voc.XSD}date>')),
        phrases.statement(claim("wet", f'"true"^^<{voc.XSD}boolean>')),
        phrases.statement(claim("lengthInTotal", f'"12.50"^^<{voc.XSD}decimal>')),
        phrases.statement(claim(voc.TYPE, f"{EX}RiverName")),
    ]

    assert [
        "Ash is since 3 April 2019",
        '"wet" is true for Ash',
        "Ash has the length in total 12.5",
        "Ash is a river name",
    ] == found


def test_words_come_from_the_file_then_the_setting_then_the_graph(phrases_of, tmp_path):
    """Each source of words overrides the next; a label in another language is the last resort."""
    path = tmp_path / "phrases.csv"
    path.write_text(f"predicate,noun\n{EX}into,the end\n", encoding="utf-8")
    given = {f"{EX}into": "ends in"}

    assert "The end of Ash is Elm" == phrases_of(words=given, forms=read_phrases(path)).statement(
        claim("into")
    )
    assert "Ash ends in Elm" == phrases_of(words=given).statement(claim("into"))
    assert "Ash flows into Elm" == phrases_of().statement(claim("into"))
    assert "Is Elm a broader concept than Ash?" == phrases_of().question(
        claim(f"{voc.SKOS}broader")
    )
    assert "ist ein" == phrases_of().words(f"{EX}P31")


BAD_FILES = [
    ("", "line 1, header: ''; expected a header of predicate"),
    ("predicate,verb\n", "line 1, header: 'predicate,verb'"),
    ("predicate,noun\nmouth,x\n", "line 2, predicate: 'mouth'; expected an IRI"),
    ("predicate,noun\n\nurn:a,x\nurn:a,y\n", "line 4, predicate: 'urn:a'; expected one row"),
    ("predicate,noun\nurn:a,x,y\n", "line 2, row: 'urn:a,x,y'; expected 2 fields"),
    ("predicate,noun\nurn:a,\n", "line 2, statement: ''; expected a statement or a noun"),
    ("predicate,statement\nurn:a,{subject} ends\n", "line 2, statement: .* once each"),
    ("predicate,statement\nurn:a,{subject.x} {object}\n", "line 2, statement: .* once each"),
    ("predicate,noun\nurn:a,{x}\n", "line 2, noun: .* without braces"),
    ('predicate,noun\nurn:a,"x\n', "row: .*expected fields as CSV quotes them"),
]


def test_a_bad_row_is_refused_with_line_and_field(tmp_path):
    """File, line, field, what was found and what was expected are in the message."""
    path = tmp_path / "phrases.csv"
    for text, message in BAD_FILES:
        path.write_text(text, encoding="utf-8")
        with pytest.raises(UsageError, match=f"phrases.csv, {message}" if "line" in message
                           else message):  # fmt: skip
            read_phrases(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UnreadableInputError, match="expected a file of phrases"):
        read_phrases(path)
    with pytest.raises(UnreadableInputError, match="No such file"):
        read_phrases(tmp_path / "none.csv")


def test_the_built_in_phrases_are_of_the_format():
    """The package's own file is read, and has the predicates of SKOS."""
    assert f"{voc.SKOS}broader" in built_in_phrases()


def test_a_sentence_is_read_back(phrases_of):
    """All four sentences of a claim give its ends, and whether it is denied."""
    phrases = phrases_of()
    predicates = [f"{EX}hasMouth", f"{EX}into", f"{voc.SKOS}broader", f"{EX}lengthInTotal"]
    reader = PhraseReader(phrases, predicates)
    lost = [
        (write.__name__, predicate)
        for predicate in predicates
        for write, is_negated in (
            (phrases.question, False), (phrases.statement, False),
            (phrases.negated_question, True), (phrases.denial, True),
        )
        if (predicate, "ash", "elm", is_negated) not in [
            (one.predicate, one.subject, one.object, one.is_negated)
            for one in reader.readings(write(claim(predicate)))
        ]
    ]  # fmt: skip

    assert [] == lost


RULES = {
    "A river has at most one mouth.": ("max_count", "hasMouth", "River", {"count": 1}),
    "A river has at most two mouths.": ("max_count", "hasMouth", "River", {"count": 2}),
    "A river has no mouth.": ("max_count", "hasMouth", "River", {"count": 0}),
    "A river flows into at most one thing.": ("max_count", "into", "River", {"count": 1}),
    "No river flows into anything.": ("max_count", "into", "River", {"count": 0}),
    "Nothing has more than one mouth.": ("functional", "hasMouth", "", {}),
    "No two things have the same mouth.": ("inverse_functional", "hasMouth", "", {}),
    "Every mouth of a river is a body of water.": (
        "class", "hasMouth", "River", {"value": f"{EX}BodyOfWater"}),
    "If X flows into Y, then Y is a body of water.": (
        "range", "into", "", {"value": f"{EX}BodyOfWater"}),
    "Only a river has a mouth.": ("domain", "hasMouth", "", {"value": f"{EX}River"}),
    "Nothing is both a river and a lake.": (
        "disjoint_classes", "", "", {"classes": [f"{EX}River", f"{EX}Lake"]}),
    "If X flows into Y, then Y flows into X.": ("symmetric", "into", "", {}),
    "Nothing flows into itself.": ("irreflexive", "into", "", {}),
    "Nothing is a mouth of itself.": ("irreflexive", "hasMouth", "", {}),
    "If X flows into Y, it is not true that Y flows into X.": ("asymmetric", "into", "", {}),
    "If Y is a mouth of X, then X flows into Y.": (
        "sub_property", "into", "", {"predicate": f"{EX}hasMouth"}),
    "Rivers are wet.": ("message", "", "", {"text": "rivers are wet."}),
}  # fmt: skip


def test_rules_are_sentences(phrases_of):
    """Every kind of rule says what it excludes in plain English."""
    phrases = phrases_of()
    found = [
        rule_sentence(
            {
                "kind": kind,
                "path": path and EX + path,
                "target": target and EX + target,
                "parameters": parameters,
                "shape": "",
            },
            phrases,
        )
        for kind, path, target, parameters in RULES.values()
    ]

    assert list(RULES) == found


def test_every_documented_kind_of_rule_has_words(phrases_of):
    """No kind fails for a noun or a verb, and an unknown kind is refused by name."""
    phrases = phrases_of()
    parameters = {
        "count": 1, "value": f'"0"^^<{voc.XSD}integer>', "values": [f"{EX}elm", f"{EX}ash"],
        "predicate": f"{EX}into", "classes": [f"{EX}A", f"{EX}B"], "pattern": "^a", "text": "x",
    }  # fmt: skip
    odd = [
        sentence
        for kind in WRITERS
        for path in ("hasMouth", "into")
        for target in ("", f"{EX}River")
        for sentence in [
            rule_sentence(
                {"kind": kind, "path": EX + path, "target": target, "parameters": parameters},
                phrases,
            )
        ]
        if "{" in sentence or not sentence.endswith(".") or sentence[0].islower()
    ]

    assert [""] == list(dict.fromkeys(odd))
    with pytest.raises(UsageError, match="unknown kind of rule 'closed'"):
        rule_sentence({"kind": "closed"}, phrases)
