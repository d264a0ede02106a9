"""``evalstore kg describe``: what questions of a graph can be about."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.cli.kg import _print_predicates
from evalstore.suites.epistemic.cards import graph_description

PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""
GRAPH = """
:mouth rdfs:label "mouth" . :near rdfs:label "near" .
:elm a :River ; rdfs:label "Elm River" ; :mouth :long ; :near :ash ; rdfs:comment "a river" .
:ash a :River ; rdfs:label "Ash River" ; :mouth :elm ; :near :oak ; :code "A-1" .
:oak a :River ; rdfs:label "Oak River" ; :near :elm .
:long a :Lake ; rdfs:label "Long Lake" .
"""
SHAPES = """
:S a sh:NodeShape ; sh:targetClass :River ; sh:property
    [ sh:path :mouth ; sh:maxCount 1 ] ,
    [ sh:path :near ; sh:minCount 1 ; sh:pattern "." ] ,
    [ sh:path :code ; sh:maxCount 2 ; sh:severity sh:Info ] ,
    [ sh:path (:near :mouth) ; sh:maxCount 9 ;
      sh:sparql [ sh:select "SELECT $this { $this <x:no> ?x }" ] ] .
:Old a sh:NodeShape ; sh:deactivated true ; sh:targetClass :River ; sh:closed true .
"""


@pytest.fixture
def files(tmp_path):
    """Return the paths of a graph and of its shapes."""
    graph, shapes = tmp_path / "rivers.ttl", tmp_path / "shapes.ttl"
    graph.write_text(PREFIXES + GRAPH, encoding="utf-8")
    shapes.write_text(PREFIXES + SHAPES, encoding="utf-8")
    return graph, shapes


@pytest.fixture
def described(files, capsys):
    """Return what the command says in JSON of the graph, with more arguments if given."""

    def describe(*arguments):
        graph, shapes = map(str, files)
        assert 0 == call_command(
            ["kg", "describe", graph, "--shapes", shapes, *arguments, "--json"]
        )
        return json.loads(capsys.readouterr().out)

    return describe


def test_predicates_have_uses_cards_and_questions(described):
    """Each predicate has its numbers, by what it has one value, its rules and questions."""
    found = described()
    by_iri = {one["predicate"]: one for one in found["predicates"]}
    mouth, near = by_iri["http://example.org/mouth"], by_iri["http://example.org/near"]
    assert found["graph"] == {"files": ["rivers.ttl"], "statements": 17, "things": 4}
    assert (mouth["uses"], mouth["functional"]) == (2, ["observed", "by shapes"])
    assert (mouth["labelled_subject_share"], mouth["labelled_object_share"]) == (1, 1)
    assert mouth["is_default"]
    assert near["functional"] == ["observed"]
    assert mouth["expected_cards"]["E"] == 2
    assert mouth["expected_cards"]["C_by_rules"] > 0
    assert near["expected_cards"]["C_by_rules"] == 0
    assert near["expected_cards"]["U"] > 0
    assert any("at most one" in rule for rule in mouth["rules"])
    assert len(mouth["questions"]) == 5
    assert all(question.endswith("?") for question in mouth["questions"])
    comment = by_iri["http://www.w3.org/2000/01/rdf-schema#comment"]
    assert comment["skipped"]
    assert comment["expected_cards"] is None


def test_constraints_have_their_use(described):
    """Constraints are said to be stated on cards, only checked, or not used, with the reason."""
    uses = {(one["constraint"], one["use"], one["reason"]) for one in described()["constraints"]}
    assert uses == {
        ("sh:maxCount", "stated on cards", ""),
        ("sh:minCount", "checked only", "asks for a statement, and no statement contradicts that"),
        ("sh:pattern", "checked only", "about the form of a value, not about a fact"),
        ("sh:maxCount", "checked only", "a warning or information, which contradicts no claim"),
        ("sh:maxCount", "checked only", "its path is not one predicate"),
        ("sh:sparql", "checked only", "a query, which no sentence of a card states"),
        ("sh:closed", "not used", "deactivated"),
    }


def test_a_named_predicate_is_examined_though_it_is_skipped(described):
    """Who names a predicate is told of its cards; the others are only counted."""
    found = described("--predicate", "http://example.org/code")
    examined = [one["predicate"] for one in found["predicates"] if one["expected_cards"]]
    assert examined == ["http://example.org/code"]


def test_estimates_are_the_same_again(files, described, capsys):
    """Two calls print the same, so that numbers can be compared."""
    assert described() == described()
    assert 0 == call_command(["kg", "describe", str(files[0])])
    said = capsys.readouterr().out
    assert "17 statements about 4 things, 6 predicates" in said
    assert "skipped unless named with --predicate:" in said


def test_a_graph_of_blank_nodes_says_so(tmp_path, capsys):
    """There is nothing to ask about what has no name; the way out is named."""
    path = tmp_path / "blank.nt"
    path.write_text("_:a <http://e.org/p> _:b .\n", encoding="utf-8")
    assert 0 == call_command(["kg", "describe", str(path)])
    assert "1 of them are about blank nodes" in capsys.readouterr().err
    assert 4 == call_command(["run", "epistemic", "--kg", str(path), "--dry-run"])
    assert "give these nodes IRIs and labels" in capsys.readouterr().err


def test_what_is_no_graph_has_the_exit_code_of_bad_input(tmp_path, capsys):
    """A file that cannot be read exits 4, one that is not there 2, without a traceback."""
    path = tmp_path / "image.ttl"
    path.write_bytes(b"\x89PNG\r\n")
    assert 4 == call_command(["kg", "describe", str(path)])
    assert 2 == call_command(["kg", "describe", str(tmp_path / "nowhere.ttl")])
    assert "Traceback" not in capsys.readouterr().err


def test_estimates_have_two_figures():
    """Numbers from a sample do not look exact; small ones are."""
    assert [graph_description._estimated(*one) for one in ((30, 45, 1677), (1, 300, 600))] == [
        1100,
        2,
    ]


def test_languages_choose_the_words(files, described):
    """With languages=fr the phrase of a predicate is that of its questions, in French."""
    graph, _ = files
    with graph.open("a", encoding="utf-8") as file:
        file.write(':mouth rdfs:label "embouchure"@fr .')
    [mouth] = [
        one
        for one in described("--set", "languages=fr")["predicates"]
        if one["predicate"].endswith("mouth")
    ]

    assert "embouchure" in mouth["phrase"]
    assert "embouchure" in mouth["questions"][0]


def test_predicates_without_cards_are_folded(capsys):
    """A predicate that was examined in vain is counted with its reason, not a row of zeros."""
    empty = [
        graph_description.PredicateDescription(
            use=graph_description._unused(f"https://example.org/p{number}"), phrase="",
            functional=(), rules=(), expected={"E": 0, "U": 0}, questions=(), is_default=False,
        )
        for number in range(4)
    ]  # fmt: skip
    _print_predicates(empty)
    told = capsys.readouterr().out

    assert "no cards expected for 4 predicates: 4 never stated" in told
    assert "https://example.org/p2; --json lists all" in told
    assert "labelled s/o" not in told
