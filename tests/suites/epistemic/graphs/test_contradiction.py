"""A claim contradicts a graph by something that can be named, or it does not contradict it."""

import itertools

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.contradiction import Checker
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.rdflib_terms import to_rdflib
from evalstore.suites.epistemic.graphs.shapes import Shapes

EX = "http://example.org/"
NEGATIONS = """
:mouth a owl:FunctionalProperty ; rdfs:range :Water .
:takes owl:inverseOf :mouth .
:Water owl:disjointWith :City .
:upper a owl:IrreflexiveProperty, owl:AsymmetricProperty .
:capitalOf a owl:InverseFunctionalProperty .
:near owl:propertyDisjointWith :far .
:a :mouth :b ; :upper :b ; :near :b . :rome a :City ; :capitalOf :italy .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :c ; owl:assertionProperty :mouth ;
   owl:targetIndividual :d .
[] a owl:AllDisjointClasses ; owl:members ( :Hill :Cloud :Water ) . :etna a :Hill . :fog a :Cloud .
[] a owl:AllDisjointProperties ; owl:members ( :under :beside :near ) .
"""
CLAIMS = {
    "a mouth c": "functional",
    "c takes a": "functional",
    "c mouth d": "negative_assertion",
    "c mouth rome": "disjoint",
    "c upper c": "irreflexive",
    "b upper a": "asymmetric",
    "milan capitalOf italy": "inverse_functional",
    "a far b": "disjoint",
    "c mouth etna": "disjoint",
    "c mouth fog": "disjoint",
    "a under b": "disjoint",
    "a beside b": "disjoint",
    "b under a": None,
    "c mouth b": None,
    "a far c": None,
    "c upper a": None,
}


def claim_of(words):
    """Return the claim of three words."""
    return Claim(*(EX + word for word in words.split()))


@pytest.mark.parametrize(("words", "kind"), CLAIMS.items(), ids=CLAIMS)
def test_what_a_graph_rules_out(graph_of, words, kind):
    """Each kind of negation is found and named, also through what follows from the claim."""
    (found,) = Checker(graph_of(NEGATIONS)).contradictions([claim_of(words)])

    assert kind == (found and found.kind)


def test_another_name_of_the_value_is_no_contradiction(graph_of):
    """Two IRIs with a name in common may be one thing, so they do not differ for sure."""
    graph = graph_of(
        ':mouth a owl:FunctionalProperty . :a :mouth :gulf1 . :gulf1 rdfs:label "Gulf" .'
        ' :gulf2 rdfs:label "gulf" .'
    )

    assert [None] == Checker(graph).contradictions([claim_of("a mouth gulf2")])


RIVERS = """
:a a :River ; :mouth :b ; :in :us . :b a :Lake . :c a :River . :us a :Country . :d :mouth :b, :c .
:Lake rdfs:subClassOf :Water . :c :height 3 ; :low 5 .
"""
SHAPES = """
:Mouth a sh:NodeShape ; sh:targetClass :River ;
    sh:property [ sh:path :mouth ; sh:maxCount 1 ; sh:class :Water ; sh:message "one mouth" ] .
:Far a sh:NodeShape ; sh:targetClass :Country ;
    sh:property [ sh:path ( [ sh:inversePath :in ] :mouth ) ; sh:maxCount 1 ] .
:Tributary a sh:NodeShape ; sh:targetSubjectsOf :takes ; sh:sparql [ sh:message "no river" ;
    sh:select \"\"\"SELECT $this ?value WHERE { $this <http://example.org/takes> ?value
        FILTER NOT EXISTS { ?value a <http://example.org/River> } }\"\"\" ] .
:Chain a sh:NodeShape ; sh:targetNode :c ; sh:sparql [ sh:message "too far" ;
    sh:select \"\"\"SELECT $this WHERE { $this <http://example.org/takes> ?one .
        ?one <http://example.org/in> <http://example.org/us> }\"\"\" ] .
:Nested a sh:NodeShape ; sh:targetObjectsOf :in ;
    sh:not [ sh:property [ sh:path [ sh:oneOrMorePath :in ] ; sh:hasValue :us ] ] .
:Closed a sh:NodeShape ; sh:targetClass :Lake ; sh:closed true ; sh:ignoredProperties ( ) ;
    sh:property [ sh:path :in ] .
:Order a sh:NodeShape ; sh:targetNode :c ; sh:property [ sh:path :height ; sh:lessThan :low ] .
:Either a sh:NodeShape ; sh:targetNode :a ;
    sh:or ( [ sh:property [ sh:path :takes ; sh:maxCount 0 ] ]
            [ sh:property [ sh:path [ sh:alternativePath ( :in :mouth ) ] ; sh:maxCount 2 ] ] ) .
"""


def test_one_statement_is_judged_as_a_whole_validation_would(graph_of, shapes_file):
    """For every claim, what is validated again finds just what validating everything finds."""
    pyshacl = pytest.importorskip("pyshacl")
    rdflib = pytest.importorskip("rdflib")
    graph, path = graph_of(RIVERS), shapes_file(SHAPES)
    shapes = Shapes(graph, [path])
    data, rules = to_rdflib(graph.triples()), rdflib.Graph().parse(path)
    names = "abcd"
    words = [
        f"{one} {predicate} {other}"
        for one, other in itertools.product((*names, "us"), repeat=2)
        for predicate in ("mouth", "in", "takes")
    ]

    def results(claim):
        triple = tuple(rdflib.URIRef(t) for t in (claim.subject, claim.predicate, claim.object))
        added = rdflib.Graph()
        added += data
        added.add(triple)
        counts = []
        for one in (data, added):
            _, report, _ = pyshacl.validate(one, shacl_graph=rules)
            found = report.subjects(rdflib.RDF.type, rdflib.SH.ValidationResult)
            counts.append(
                {
                    tuple(
                        str(report.value(node, name))
                        for name in (
                            rdflib.SH.focusNode,
                            rdflib.SH.sourceConstraintComponent,
                            rdflib.SH.value,
                        )
                    )
                    for node in found
                }
            )
        return counts[1] - counts[0]

    differing = [
        text
        for text in words
        if not graph.has(*(EX + word for word in text.split()))
        and bool(results(claim_of(text))) != bool(shapes.effects([claim_of(text)])[0].new)
    ]

    assert [] == differing


def test_the_violation_is_kept(graph_of, shapes_file):
    """A contradiction by a shape has its component, message, path and shape."""
    checker = Checker(
        graph_of(":a a :River ; :mouth :b . :b a :Water . :c a :Water ."), shapes_file(SHAPES)
    )

    (found,) = checker.contradictions([claim_of("a mouth c")])

    assert {
        "kind": "shacl",
        "constraint": "http://www.w3.org/ns/shacl#MaxCountConstraintComponent",
        "message": "one mouth",
        "path": f"{EX}mouth",
        "shape": f"{EX}Mouth",
    } == found.as_record()


def test_what_the_graph_violates_already_is_not_laid_to_a_claim(graph_of, shapes_file):
    """A third mouth breaks nothing that two mouths had not broken, and is not unknown either."""
    graph = graph_of(":a a :River ; :mouth :b, :c . :b a :Water . :c a :Water . :e a :Water .")

    (found,) = Checker(graph, shapes_file(SHAPES)).findings([claim_of("a mouth e")])

    assert (None, False) == (found.contradiction, found.is_clear)


def test_a_warning_contradicts_nothing(graph_of, shapes_file):
    """What a shape only warns of is neither contradicted nor clear."""
    path = shapes_file(
        ":S a sh:NodeShape ; sh:targetClass :River ; "
        "sh:property [ sh:path :mouth ; sh:maxCount 0 ; sh:severity sh:Warning ] ."
    )

    (found,) = Checker(graph_of(":a a :River ."), path).findings([claim_of("a mouth b")])

    assert (None, False) == (found.contradiction, found.is_clear)


def test_a_query_that_cannot_be_read_is_named(graph_of, shapes_file):
    """The shape and the prefix that is declared nowhere are in the message."""
    path = shapes_file(
        ":Bad a sh:NodeShape ; sh:targetClass :River ; "
        'sh:sparql [ sh:select "SELECT $this WHERE { $this nowhere:mouth ?x }" ] .'
    )

    with pytest.raises(UnreadableInputError, match=r"Bad cannot be read: prefix 'nowhere'"):
        Checker(graph_of(":a a :River ."), path).contradictions([claim_of("a mouth b")])


def test_a_violation_of_another_predicate_leaves_a_claim_clear(graph_of, shapes_file):
    """Of a shape that bundles property shapes only those of the claim's predicate are checked."""
    graph = graph_of(":a a :River ; :length 1, 2 ; :mouth :b . :b a :River ; :mouth :c, :d .")
    bundled = """
    :S a sh:NodeShape ; sh:targetClass :River ;
        sh:property [ sh:path :length ; sh:maxCount 1 ] , [ sh:path :mouth ; sh:maxCount 1 ] ,
            [ sh:path :into ; sh:minCount 0 ] .
    """
    checker = Checker(graph, [shapes_file(bundled)])
    into, mouth, again = checker.findings(
        [claim_of("a into c"), claim_of("a mouth c"), claim_of("b mouth e")]
    )
    assert (into.contradiction, into.is_clear) == (None, True)
    assert mouth.contradiction is not None
    assert (again.contradiction, again.is_clear) == (None, False)


def test_rules_about_classes_refute_only_claims_about_them(graph_of):
    """Beside the rules of a predicate stand those on classes, which limit no value themselves."""
    graph = graph_of(
        ":into rdfs:range :Water ; rdfs:domain :River . :Water owl:disjointWith :Town ."
        " :a a :River ; :into :b . :b a :Water . :t a :Town ."
    )
    prover = Prover(graph)
    assert prover.refutation(claim_of("a into t")) is not None
    assert prover.refutation(claim_of("a into b")) is None
