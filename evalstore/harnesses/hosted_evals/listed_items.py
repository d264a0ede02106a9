"""Output items of a run without the repetitions of overlapping pages."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import orjson

from evalstore.base.phrases import counted
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.hosted_evals.grader_names import without_identifier
from evalstore.harnesses.hosted_evals.items import INFINITE_SCORES, case_id_of, question_of
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import listed, mapping, name

NAMELESS = "a grader without a name"
Place = tuple[int, int]


@dataclass(slots=True)
class ListedItems:
    """
    The places of a run's items in HeldLines, in their order, and the question of each.

    If an item with the same ids and question is listed again, the last one counts.
    """

    places: dict[tuple[str, str, str], Place] = field(default_factory=dict)
    infinite: Counter[str] = field(default_factory=Counter)
    again_count: int = 0
    _ids: CaseIds = field(default_factory=CaseIds)

    def add(self, item: dict[str, Any], held: HeldLines) -> None:
        """Add an item in the order of the service's list."""
        case_id, question = case_id_of(item), question_of(item)
        self._ids.note(case_id, question)
        item_id = name(item.get("id"))
        # An item without an id is treated as new.
        unique_id = f"number {len(self.places)}" if item_id is None else item_id
        key = case_id, question, f"{unique_id} of {item.get('datasource_item_id')}"
        if key in self.places:
            self.again_count += 1
        self.places[key] = held.add(orjson.dumps(item))
        results = listed(item.get("results"))
        self.infinite.update(
            without_identifier(name(mapping(results[int(at)]).get("name")) or NAMELESS)
            for at in mapping(item.get(INFINITE_SCORES))
        )

    def cases(self) -> list[tuple[str, Place]]:
        """Return each item's case id, and its place in the held lines."""
        return [
            (self._ids.case_id(case_id, question), place)
            for (case_id, question, _), place in self.places.items()
        ]

    def tell(self, run_id: str, source: SourceFile) -> None:
        """Add doubts about repeated items, and ids of several questions, to the source."""
        self._ids.tell(source)
        if self.again_count:
            items = counted(self.again_count, "item is listed", "items are listed")
            source.doubts.append(
                f"{source.name}: {items} more than once in run {run_id}, which happens if pages "
                "overlap; the last one counts"
            )
