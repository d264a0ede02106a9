"""Cards of graphs of others: their cost, their number, and how many can be decided alone."""

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import harness

PER_LABEL = 100
# A process of its own measures each graph.
MEASURE = "--measure"
RIVERS = "rivers/rivers_hasMouth_from_E_cards.ttl"
ONE_MOUTH = """
@prefix : <http://worldmind.ai/rivers-v4#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
[] a sh:NodeShape ; sh:targetSubjectsOf :hasMouth ;
    sh:property [ sh:path :hasMouth ; sh:maxCount 1 ; sh:message "A river has one mouth" ] .
"""
# Files of each graph and of its shapes, below $EVALSTORE_REAL_DATA/kg.
GRAPHS: dict[str, tuple[list[str], list[str]]] = {
    "countries (ships with the package)": ([], []),
    "rivers": ([RIVERS], []),
    "rivers, their author's shapes": (
        [RIVERS, "rivers/worldmind_core.ttl"],
        ["rivers/worldmind_constraints.shacl.ttl"],
    ),
    "rivers, one mouth": ([RIVERS], ["ONE_MOUTH"]),
    "QUDT units": (["qudt/units.ttl"], ["qudt/one_value_shape.ttl"]),
    "QUDT quantity kinds": (["qudt/quantity_kinds.ttl"], []),
    "RAMEAU": (["skos/mop_rameau.ttl"], ["skos/class_shape.ttl"]),
    "VocPub": (["vocpub/examples__valid.ttl"], ["vocpub/validator.shacl.ttl"]),
    "VocPub 3": (
        ["vocpub_agldwg/examples__10-valid-multi-lang-agents.ttl"],
        ["vocpub_agldwg/validators__validator.ttl"],
    ),
    "ERA": (
        ["era/tests__sparql__node__sparql-era-001-data.ttl"],
        ["era/shapes__core_shapes.ttl"],
    ),
    "Brick, Soda Hall": (["brick/soda_brick.ttl", "brick/Brick.ttl"], ["brick/Brick.ttl"]),
    "Brick, small office": (
        ["brick/smallOffice_brick_compiled.ttl", "brick/Brick.ttl"],
        ["brick/Brick.ttl"],
    ),
}


def settings_of(name: str, data: Path) -> dict[str, Any]:
    """Return the settings for cards of a graph."""
    graphs, shapes = GRAPHS[name]
    own = harness.cached("one_mouth.shapes.ttl", lambda path: path.write_text(ONE_MOUTH))
    found: dict[str, Any] = {"per_label": PER_LABEL}
    if graphs:
        found["kg"] = [str(data / one) for one in graphs]
    if shapes:
        found["shapes"] = [str(own if one == "ONE_MOUTH" else data / one) for one in shapes]
    return found


def measured(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return, for each label, how many cards there are and how many of them decide themselves."""
    from benchmarks.card_reader import read_card, shared_names
    from evalstore.suites.epistemic import epistemic
    from evalstore.suites.epistemic.graphs.names import TermNames
    from evalstore.suites.epistemic.graphs.source import knowledge_of, source_of

    cards = list(epistemic.cases("cards", ("epistemic",), None, settings))
    name_of = TermNames(knowledge_of(source_of("cards", settings)).graph).name
    right = Counter(card.label for card in cards if read_card(card, name_of) == card.expected)
    return {
        "cards": Counter(card.label for card in cards),
        "decided": right,
        "forms": Counter(f"{card.label} {card.attributes['form']}" for card in cards),
        "difficulties": Counter(f"{card.label} {card.attributes['difficulty']}" for card in cards),
        "shared_names": shared_names(cards, name_of)[:5],
        "remarks": epistemic.remarks("cards", ("epistemic",), None, settings),
    }


def main() -> int:
    """Print cost, cards per label and the share decided by the card alone, for each graph."""
    if sys.argv[1:2] == [MEASURE]:
        found = measured(json.loads(sys.argv[2]))
        Path(sys.argv[3]).write_text(json.dumps(found), encoding="utf-8")
        return 0
    data = Path(os.environ.get("EVALSTORE_REAL_DATA", "")) / "kg"
    names = [name for name, (graphs, _) in GRAPHS.items()
             if all((data / one).is_file() for one in graphs)]  # fmt: skip
    wanted = sys.argv[1:] or names
    print(f"{PER_LABEL} cards of each label asked for; E / C / U")
    print(f"{'graph':36} {'CPU s':>6} {'MB':>5}  {'cards':>15}  decided by the card alone")
    output = harness.CACHE / "cards.json"
    for name in names:
        if name not in wanted:
            continue
        command = [sys.executable, "-m", "benchmarks.cards", MEASURE,
                   json.dumps(settings_of(name, data)), output]  # fmt: skip
        try:
            cost = harness.cost_of(command)
        except RuntimeError as error:
            print(f"{name:36} failed: {str(error).strip().splitlines()[-1]}")
            continue
        found = json.loads(output.read_text(encoding="utf-8"))
        counts = " / ".join(str(found["cards"].get(label, 0)) for label in "ECU")
        decided = " / ".join(str(found["decided"].get(label, 0)) for label in "ECU")
        print(f"{name:36} {cost.cpu_s:6.1f} {cost.rss_mb:5.0f}  {counts:>15}  {decided}")
        for remark in found["remarks"]:
            print(f"  {remark[:200]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
