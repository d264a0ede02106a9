"""Graphs of the measurements of cards: the one that ships, and ``$EVALSTORE_REAL_DATA/kg``."""

import os
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere"), "kg")


@dataclass(frozen=True, slots=True)
class CardGraph:
    """A graph by name, with its files and those of its shapes, relative to the folder."""

    name: str
    files: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()

    @property
    def is_present(self) -> bool:
        """Return whether all its files are there."""
        return all((FOLDER / name).is_file() for name in (*self.files, *self.shapes))

    @property
    def settings(self) -> dict[str, object]:
        """Return the settings of cards about it."""
        given = {"kg": self.files, "shapes": self.shapes, "predicate": self.predicates}
        return {
            name: [value if name == "predicate" else str(FOLDER / value) for value in values]
            for name, values in given.items()
            if values
        }


CARD_GRAPHS = (
    CardGraph("countries"),
    CardGraph(
        "rivers",
        ("rivers/rivers_hasMouth_from_E_cards.ttl", "rivers/worldmind_core.ttl"),
        ("rivers/worldmind_constraints.shacl.ttl",),
        ("http://worldmind.ai/rivers-v4#hasMouth",),
    ),
    CardGraph("QUDT units", ("qudt/units.ttl",), ("qudt/one_value_shape.ttl",)),
    CardGraph("QUDT quantity kinds", ("qudt/quantity_kinds.ttl",)),
    CardGraph("RAMEAU", ("skos/mop_rameau.ttl",), ("skos/class_shape.ttl",)),
    CardGraph("Brick, Soda Hall", ("brick/soda_brick.ttl", "brick/Brick.ttl")),
    CardGraph("Brick, small office", ("brick/smallOffice_brick_compiled.ttl", "brick/Brick.ttl")),
    CardGraph(
        "ERA",
        (
            "era/data__vocabularies__ontology.ttl",
            "era/data__vocabularies__vocabularies.ttl",
            "era/tests__core__node__class-era-001-data.ttl",
        ),
        ("era/shapes__core_shapes.ttl",),
    ),
    CardGraph("VocPub", ("vocpub/examples__valid.ttl",), ("vocpub/validator.shacl.ttl",)),
)
