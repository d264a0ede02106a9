"""Loading a graph of 500,000 triples, and a thousand cards of each label, in fresh processes."""

import sys
from pathlib import Path

from benchmarks import harness

TRIPLES = 500_000
FACTS_PER_THING = 4
CARDS = 1_000
LOAD = """
import sys
from pathlib import Path
from evalstore.suites.epistemic.graphs.graph import load
graph = load([Path(sys.argv[1])])
assert len(graph) == int(sys.argv[2]), len(graph)
"""
PARSE = """
import sys
import pyoxigraph
count = sum(1 for _ in pyoxigraph.parse(path=sys.argv[1]))
assert count == int(sys.argv[2]), count
"""
CARD = """
import sys
from evalstore.suites.epistemic.cases.context_cards import cards
from evalstore.plugins.seeded_random import SeededRandom
count = int(sys.argv[3])
settings = {
    "kg": sys.argv[1], "shapes": sys.argv[2], "predicate": "http://example.org/into",
    "per_label": count, "negated": 0, "denials": 0,
}
found, _ = cards(SeededRandom("bench"), 3 * count, settings)
contradicted = [card for card in found if card.label == "C"]
assert len(contradicted) == count, len(contradicted)
"""
SHAPES = """
@prefix : <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
:Shape a sh:NodeShape ; sh:targetClass :River ;
    sh:property [ sh:path :into ; sh:maxCount 1 ; sh:class :River ; sh:message "one mouth" ] ;
    sh:sparql [ sh:message "not both ways" ; sh:select
        "PREFIX : <http://example.org/> SELECT $this WHERE { $this :into ?x . ?x :into $this }"
    ] .
"""


def write_graph(path: Path, triples: int) -> None:
    """Write things of a class, a name and two links each, in Turtle."""
    count = triples // FACTS_PER_THING
    with path.open("w", encoding="utf-8") as file:
        file.write("@prefix : <http://example.org/> .\n")
        file.write("@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
        for place in range(count):
            file.write(
                f':r{place} a :River ; rdfs:label "River {place}"@en ; '
                f":into :r{(place * 7 + 1) % count} ; :near :r{(place * 13 + 5) % count} .\n"
            )


def main() -> int:
    """Print what loading and card making cost."""
    large = harness.cached("knowledge-500k.ttl", lambda path: write_graph(path, TRIPLES))
    middle = harness.cached("knowledge-17k.ttl", lambda path: write_graph(path, 17_000))
    shapes = harness.cached("knowledge-rivers.shapes.ttl", lambda path: path.write_text(SHAPES))
    python = sys.executable
    sides = {
        "evalstore, load": lambda: harness.cost_of([python, "-c", LOAD, large, str(TRIPLES)]),
        "pyoxigraph, parse only": lambda: harness.cost_of(
            [python, "-c", PARSE, large, str(TRIPLES)]
        ),
    }
    costs = harness.alternated(sides, rounds=3)
    limits = {"evalstore, load": "15 CPU s, 2000 MB"}
    harness.compare(f"a graph of {TRIPLES:,} triples", costs, "pyoxigraph, parse only", limits)
    cards = {
        f"{count:,} cards": harness.cost_of([python, "-c", CARD, middle, shapes, str(count)])
        for count in (10, CARDS)
    }
    limits = {f"{CARDS:,} cards": "minutes"}
    harness.compare("cards of each label, 17,000 triples", cards, "10 cards", limits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
