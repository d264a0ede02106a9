"""Load knowledge graphs and their shapes, cached by file."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from evalstore.base import input_file
from evalstore.base.file_stamp import stamp_of
from evalstore.base.settings import parsed, text, texts
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.contradiction import Checker, ClaimFinding, Contradiction
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, load

DATA = Path(__file__).parent / "data"
DEFAULT_PREDICATES = (
    "https://evalstore.example/world#hasCapital",
    "https://evalstore.example/world#borders",
    "https://evalstore.example/world#onContinent",
    "https://evalstore.example/world#usesCurrency",
)
CACHED_MAX = 4


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """The settings of a source: files of graphs, files of shapes, and predicates."""

    kg: tuple[str, ...] = texts((), takes_one=True, may_be_empty=True)
    shapes: tuple[str, ...] = texts((), takes_one=True, may_be_empty=True)
    predicate: tuple[str, ...] = texts((), takes_one=True, may_be_empty=True)

    @property
    def source(self) -> "GraphSource":
        """Return the source; by default the built-in graph with its shapes and predicates."""
        graph_files, shapes_files = tuple(map(Path, self.kg)), tuple(map(Path, self.shapes))
        if graph_files:
            return GraphSource(graph_files, shapes_files, self.predicate)
        own_graph, own_shapes, own_predicates = default_graph()
        return GraphSource(
            (own_graph,), shapes_files or (own_shapes,), self.predicate or tuple(own_predicates)
        )


@dataclass(frozen=True, slots=True)
class WordingSettings(SourceSettings):
    """The settings of a source, and those of the words for its predicates and names."""

    predicate_label: tuple[str, ...] = texts(
        (), takes_one=True, takes_blank=True, may_be_empty=True
    )
    languages: tuple[str, ...] = texts((), takes_one=True, takes_blank=True, may_be_empty=True)
    phrases: str | None = text(None, "the path of a CSV file")

    @property
    def name_languages(self) -> tuple[str, ...]:
        """Return the languages of names, English by default."""
        return self.languages or ("en",)


@dataclass(frozen=True, slots=True)
class GraphSource:
    """The files of a graph and its shapes, and the predicates in use; () for all."""

    graph_files: tuple[Path, ...]
    shapes_files: tuple[Path, ...]
    predicates: tuple[str, ...]


class CachingChecker(Checker):
    """A checker that caches its findings; calls are serialized."""

    def __init__(self, graph: KnowledgeGraph, shapes_files: Sequence[Path] = ()) -> None:
        super().__init__(graph, shapes_files)
        self._turn = Lock()
        self._known: dict[Claim, ClaimFinding] = {}

    def findings(self, claims: Sequence[Claim]) -> list[ClaimFinding]:
        """Return the finding on each claim, added alone to the graph."""
        with self._turn:
            new = [claim for claim in dict.fromkeys(claims) if claim not in self._known]
            self._known.update(zip(new, super().findings(new), strict=True))
            return [self._known[claim] for claim in claims]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A loaded graph with its checker."""

    graph: KnowledgeGraph
    checker: Checker

    def contradiction(self, claim: Claim) -> Contradiction | None:
        """Return the contradiction of a claim with the graph, or None."""
        return self.checker.contradictions([claim])[0]


def knowledge(graph: KnowledgeGraph, shapes_files: Sequence[Path]) -> Knowledge:
    """Return a graph with a checker for it."""
    return Knowledge(graph, CachingChecker(graph, shapes_files))


def default_graph() -> tuple[Path, Path, list[str]]:
    """Return the files of the built-in graph and its shapes, and its default predicates."""
    return DATA / "world.ttl", DATA / "world.shapes.ttl", list(DEFAULT_PREDICATES)


def source_of(place: str, settings: Mapping[str, object]) -> GraphSource:
    """
    Return the source named by the settings ``kg``, ``shapes`` and ``predicate``, among others.

    Raises UsageError if one is invalid; ``place`` is the owner of the settings in the message.
    """
    return parsed(SourceSettings, settings, place, is_part=True, reads_text=True).source


def knowledge_of(source: GraphSource) -> Knowledge:
    """Return a source's graph and checker, cached until a file changes."""
    return _knowledge(source.graph_files, source.shapes_files, stamps(source))


def fingerprint(source: GraphSource) -> dict[str, object]:
    """Return the names and SHA-256 hashes of the source's files."""
    return {
        name: [{"name": path.name, "sha256": _sha256_hex(path)} for path in paths]
        for name, paths in (("kg", source.graph_files), ("shapes", source.shapes_files))
    }


def stamps(source: GraphSource) -> tuple[tuple[int, int], ...]:
    """
    Return the modification time and size of each file, to detect changes.

    Raises UsageError if there is no such file.
    """
    return tuple(stamp_of(path) for path in (*source.graph_files, *source.shapes_files))


@lru_cache(maxsize=CACHED_MAX)
def _knowledge(
    graph_files: tuple[Path, ...],
    shapes_files: tuple[Path, ...],
    stamps: tuple[tuple[int, int], ...],
) -> Knowledge:
    del stamps  # Part of the cache key only.
    return knowledge(load(graph_files), shapes_files)


def _sha256_hex(path: Path) -> str:
    return hashlib.sha256(input_file.read_bytes(path)).hexdigest()
