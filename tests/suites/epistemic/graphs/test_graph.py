"""A graph names its things, joins their IRIs, and says what it has instead."""

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom

EX = "http://example.org/"
MANGLED = "http://dbpedia.org/resource/http_//dbpedia.org/resource/Lake_Michigan"
PLAIN = "http://dbpedia.org/resource/Lake_Michigan"


def test_the_wanted_language_comes_first(graph_of):
    """A label is in the first language that there is one in, then in none, then in any."""
    graph = graph_of(':v rdfs:label "Wien"@de, "Vienna"@en-GB, "Vindobona" .')

    asked = [graph.label(f"{EX}v", languages) for languages in (("en",), ("fr", "de"), ("fr",))]

    assert ["Vienna", "Wien", "Vindobona"] == asked


def test_a_nameless_thing_is_called_by_its_iri(graph_of):
    """The last part of an IRI, in words, stands in for a label; also of a mangled IRI."""
    graph = graph_of(f"<{PLAIN}_North> :hasMouth <{MANGLED}_South> .")

    assert ["Lake Michigan South"] == graph.labels(f"{MANGLED}_South")
    assert "has mouth" == graph.label(f"{EX}hasMouth")


def test_same_as_joins_in_a_chain(graph_of):
    """What is the same as the same is the same, whichever way it is said."""
    graph = graph_of(":a owl:sameAs :b . :c owl:sameAs :b . :c :into :d .")

    assert [f"{EX}d"] == graph.objects(f"{EX}a", f"{EX}into")
    assert graph.canonical(f"{EX}a") == graph.canonical(f"{EX}c")


@pytest.mark.parametrize("other", [MANGLED, PLAIN.replace("http:", "https:"), f"{PLAIN}/"])
def test_duplicate_iris_of_one_thing_are_one(graph_of, other):
    """An IRI inside another, another scheme or a slash at the end make no other thing."""
    graph = graph_of(f":a :into <{PLAIN}> . :b :into <{other}> .")

    assert [f"{EX}a", f"{EX}b"] == graph.subjects(f"{EX}into", other)


def test_things_of_one_name_stay_two(graph_of):
    """A label in common joins nothing."""
    graph = graph_of(':a rdfs:label "Falls Creek"; :into :x . :b rdfs:label "Falls Creek" .')

    assert graph.canonical(f"{EX}a") != graph.canonical(f"{EX}b")


def test_an_unknown_predicate_names_the_closest_first(graph_of):
    """A typo is answered with what was probably meant."""
    graph = graph_of(":a :hasSource :b ; :hasMouth :c ; :borders :d .")

    with pytest.raises(UsageError, match=rf"hasMuth.*available: {EX}hasMouth,"):
        graph.predicate(f"{EX}hasMuth")


def test_classes_reach_up_and_things_reach_down(graph_of):
    """A thing is of its classes and of those above; a class has the things of those below."""
    graph = graph_of(":Creek rdfs:subClassOf :River . :a a :Creek . :b a :River .")

    assert [f"{EX}Creek", f"{EX}River"] == graph.classes(f"{EX}a")
    assert [f"{EX}a", f"{EX}b"] == graph.things(f"{EX}River")


def test_schema_and_values_are_no_things(graph_of):
    """Classes, predicates and literals are not among the things."""
    graph = graph_of(":C a owl:Class . :p a owl:ObjectProperty . :a a :C ; :p :b ; :long 3 .")

    assert [f"{EX}a", f"{EX}b"] == graph.things()


def test_withheld_facts_are_facts(graph_of):
    """Half of the facts go, the same ones for the same rng; names and classes stay."""
    facts = " ".join(f':a{n} a :C ; rdfs:label "a{n}" ; :p :b{n} .' for n in range(10))
    graph = graph_of(facts)

    less = graph.without(0.5, SeededRandom("seed"))

    assert 5 == len(less.pairs(f"{EX}p"))
    assert less.pairs(f"{EX}p") == graph.without(0.5, SeededRandom("seed")).pairs(f"{EX}p")
    assert len(graph) - 5 == len(less)


def test_withholding_keeps_the_joined_iris(graph_of):
    """What is the same thing is known to be the same thing also in the smaller graph."""
    graph = graph_of(":longer owl:sameAs :a . :a :p :b . :longer :q :c .")

    less = graph.without(0.0, SeededRandom("seed"))

    assert [f"{EX}b"] == less.objects(f"{EX}longer", f"{EX}p")
