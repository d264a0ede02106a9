"""Where knowledge comes from: the files of a graph and its shapes, loaded once for all who ask."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from evalstore.errors import UsageError
from evalstore.knowledge import default
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.contradiction import Checker, Contradiction, Finding
from evalstore.knowledge.graph import KnowledgeGraph, load

SETTINGS = ("kg", "shapes", "predicate")
CACHED_MAX = 4


@dataclass(frozen=True, slots=True)
class Source:
    """The files of a graph, its shapes, and the predicates asked about; () for all."""

    graph_files: tuple[Path, ...]
    shapes_file: Path | None
    predicates: tuple[str, ...]


class RememberingChecker(Checker):
    """A checker that decides each claim once, for all who ask; threads take turns."""

    def __init__(self, graph: KnowledgeGraph, shapes_file: Path | None) -> None:
        super().__init__(graph, shapes_file)
        self._turn = Lock()
        self._known: dict[Claim, Finding] = {}

    def findings(self, claims: Sequence[Claim]) -> list[Finding]:
        """Return what can be said of each claim, alone beside the graph."""
        with self._turn:
            new = [claim for claim in dict.fromkeys(claims) if claim not in self._known]
            self._known.update(zip(new, super().findings(new), strict=True))
            return [self._known[claim] for claim in claims]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A loaded graph, and what holds claims against it."""

    graph: KnowledgeGraph
    checker: Checker

    def contradiction(self, claim: Claim) -> Contradiction | None:
        """Return why a claim cannot stand beside the graph, None where it can."""
        return self.checker.contradictions([claim])[0]


def knowledge(graph: KnowledgeGraph, shapes_file: Path | None) -> Knowledge:
    """Return a graph with a checker for it."""
    return Knowledge(graph, RememberingChecker(graph, shapes_file))


def source_of(place: str, settings: Mapping[str, object]) -> Source:
    """
    Return what the settings ``kg``, ``shapes`` and ``predicate`` name.

    Without a graph it is the one that ships with the package, with its shapes and predicates.
    ``place`` says in errors whose settings these are.
    """
    graph_files = tuple(Path(name) for name in _texts(place, "kg", settings))
    shapes = settings.get("shapes")
    if shapes is not None and (not isinstance(shapes, str) or not shapes):
        raise UsageError(f"{place}: shapes is {shapes!r}, expected the path of a file")
    shapes_file = Path(shapes) if isinstance(shapes, str) else None
    predicates = tuple(_texts(place, "predicate", settings))
    if not graph_files:
        own_graph, own_shapes, own_predicates = default()
        graph_files = (own_graph,)
        shapes_file = shapes_file or own_shapes
        predicates = predicates or tuple(own_predicates)
    return Source(graph_files, shapes_file, predicates)


def knowledge_of(source: Source) -> Knowledge:
    """Return a source's graph and checker; files that did not change are read once."""
    return _knowledge(source.graph_files, source.shapes_file, stamps(source))


def fingerprint(source: Source) -> dict[str, object]:
    """Return what tells this source from others: names and SHA-256 of its files."""
    return {
        "kg": [{"name": path.name, "sha256": _sha256_hex(path)} for path in source.graph_files],
        "shapes": source.shapes_file
        and {"name": source.shapes_file.name, "sha256": _sha256_hex(source.shapes_file)},
    }


def stamps(source: Source) -> tuple[tuple[int, int], ...]:
    """Return what changes when a file of a source does: the time and the size of each."""
    found = []
    for path in (*source.graph_files, *([source.shapes_file] if source.shapes_file else [])):
        try:
            stat = path.stat()
        except OSError as error:
            raise UsageError(f"{path} is not readable: {error.strerror or error}") from error
        found.append((stat.st_mtime_ns, stat.st_size))
    return tuple(found)


@lru_cache(maxsize=CACHED_MAX)
def _knowledge(
    graph_files: tuple[Path, ...],
    shapes_file: Path | None,
    stamps: tuple[tuple[int, int], ...],
) -> Knowledge:
    del stamps  # They only tell a file that changed from what was read before.
    return knowledge(load(graph_files), shapes_file)


def _sha256_hex(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _texts(place: str, name: str, settings: Mapping[str, object]) -> list[str]:
    value = settings.get(name)
    if value is None:
        return []
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list | tuple) or not all(
        isinstance(one, str) and one for one in values
    ):
        found = repr(value)[:200]
        raise UsageError(f"{place}: {name} is {found}, expected a text or a list of texts")
    return [str(one) for one in values]
