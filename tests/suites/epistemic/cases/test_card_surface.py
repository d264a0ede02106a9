"""The surface of cards does not tell their labels, and their words follow the settings."""

import pytest

from benchmarks.card_surface import SurfaceAccuracy, surface_accuracies, surface_of
from evalstore.plugins import registry
from evalstore.plugins.question import question_of
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cases import context_cards
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.source import knowledge_of, source_of

EX = "http://example.org/"
PER_LABEL = 60
COUNT = 90
PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
SYLLABLES = ("ba", "do", "ki", "lu", "me", "no", "ra", "si", "tu", "ve")


def name(place):
    """Return a name of three syllables, another one for each number below 1,000."""
    digits = f"{place:03d}"
    return "".join(SYLLABLES[int(digit)] for digit in digits).capitalize()


@pytest.fixture(scope="module")
def towns(tmp_path_factory):
    """Return a graph of towns that are twinned with others and lie in one district each."""
    lines = [":inDistrict a owl:FunctionalProperty . :twinnedWith a owl:ObjectProperty ."]
    for place in range(COUNT):
        twins = sorted({(place * 7 + 3) % COUNT, (place * 11 + 5) % COUNT} - {place})
        lines.append(
            f':t{place} a :Town ; rdfs:label "{name(place)}" ; :twinnedWith '
            f"{', '.join(f':t{one}' for one in twins)} ; :mayor :m{place % 40} ."
        )
        lines.append(f':m{place % 40} rdfs:label "{name(500 + place % 40)} Senior" .')
        if place % 2:
            lines.append(f":t{place} :inDistrict :d{place % 9} .")
        lines.append(f':d{place % 9} a :District ; rdfs:label "{name(900 + place % 9)} Land" .')
    path = tmp_path_factory.mktemp("towns") / "towns.ttl"
    path.write_text(PREFIXES + "\n".join(lines), encoding="utf-8")
    return str(path)


def made(settings):
    """Return the cards of the suite for some settings, and the graph that they are about."""
    suite = registry.load("suites", "epistemic")
    cards = list(suite.cases("surface", suite.DOMAINS, None, {**settings, "per_label": PER_LABEL}))
    return cards, knowledge_of(source_of("surface", settings)).graph


@pytest.mark.sweep
@pytest.mark.parametrize("graph", ["countries", "towns"])
def test_no_classifier_tells_the_labels_by_the_surface(graph, towns):
    """A regression and a tree, held out by subject, stay at one in three, and at even by pair."""
    settings = {} if graph == "countries" else {"kg": towns}
    cards, known = made(settings)
    found = surface_accuracies(cards, known)

    assert {"ECU", "EC", "EU", "CU"} == {one.labels for one in found}
    assert [] == [one for one in found if one.beats_chance]


def test_the_classifier_finds_a_shortcut_that_is_there(towns):
    """One rule in the prompts of one label alone is enough for it to be told."""
    cards, graph = made({"kg": towns})
    for card in cards:
        if card.label == "C":
            card.answer_key["rules"].append({"kind": "planted", "target": "", "parameters": {}})
    pairs = {one.labels: one for one in surface_accuracies(cards, graph)
             if one.classifier == "tree"}  # fmt: skip

    assert pairs["EC"].beats_chance
    assert pairs["CU"].beats_chance
    assert not pairs["EU"].beats_chance
    assert surface_of(cards[0], TermNames(graph))["shared words"] <= 1
    assert 1 / 3 == pytest.approx(SurfaceAccuracy("ECU", "tree", 1, 3).chance)


def test_a_file_of_phrases_words_the_cards(towns, tmp_path):
    """Question and facts are the sentences of the file; graph_rag reads them."""
    path = tmp_path / "phrases.csv"
    path.write_text(
        "predicate,statement,question\n"
        f"{EX}twinnedWith,{{subject}} is a twin town of {{object}},"
        "Are {subject} and {object} twin towns?\n",
        encoding="utf-8",
    )
    settings = {"kg": towns, "predicate": f"{EX}twinnedWith", "phrases": str(path)}
    cards, _ = context_cards.cards(SeededRandom("words"), 12, {**settings, "negated": 0})
    suite = registry.load("suites", "epistemic")
    system = registry.load("systems", "graph_rag").build(
        "graph_rag", suite.system_settings("graph_rag", settings), "seed"
    )
    asked = [card for card in cards if card.extra["question"].endswith(" twin towns?")]

    assert cards == asked
    assert any("is a twin town of" in fact for fact in cards[0].extra["facts"])
    assert [card.expected for card in cards] == [
        system.ask(question_of(card), 1).answer for card in cards
    ]


def test_codes_are_asked_about_on_request(tmp_path):
    """What has no name but a code has cards with ``unlabelled`` only, and the run says why."""
    path = tmp_path / "codes.ttl"
    path.write_text(
        PREFIXES + "".join(f":r{place}x77 :flows :s{place}y88 ." for place in range(9)),
        encoding="utf-8",
    )
    settings = {"kg": str(path), "predicate": f"{EX}flows"}
    none, shortfalls = context_cards.cards(SeededRandom("codes"), 9, settings)
    some, _ = context_cards.cards(SeededRandom("codes"), 9, {**settings, "unlabelled": "true"})

    assert [] == none
    assert "without a label whose IRI ends in no words" in shortfalls[0].reason
    assert "E" in {card.label for card in some}
