"""Runs of datasets, their items and page counts, as they stand beside traces of Langfuse."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalstore.base.phrases import counted
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import amount, mapping, mappings, name

DATA = "data"
RUNS, ITEMS, LINKS, TRACES = "dataset runs", "dataset items", "dataset run items", "traces"
NAMES_SHOWN_MAX = 3


class DatasetLink(NamedTuple):
    """Which item of a dataset a trace answered, or one observation in it."""

    run: str
    item: str
    trace: str
    observation: str | None


@dataclass(slots=True)
class LangfuseObjects:
    """Runs by their ids, items by theirs, and how many objects the pages say there are."""

    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: dict[str, dict[DatasetLink, None]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    paged: dict[str, set[str]] = field(default_factory=dict)

    def take(self, found: dict[str, Any]) -> str | None:
        """Take a run with its items' places, one such place, or an item; say which it is."""
        own = name(found.get("id")) or name(found.get("name"))
        if "datasetRunItems" in found:
            if own is not None:
                self.runs[own] = found
                for one in mappings(found["datasetRunItems"]):
                    self._take_link(own, one)
            return RUNS
        if "datasetRunId" in found and "datasetItemId" in found:
            if (run := name(found["datasetRunId"])) is not None:
                self.runs.setdefault(run, {"name": found.get("datasetRunName")})
                self._take_link(run, found)
            return LINKS
        if "expectedOutput" in found:
            if own is not None:
                self.items[own] = found
            return ITEMS
        return None

    def count(self, page: dict[str, Any], kind: str, found: dict[str, Any]) -> None:
        """Note an object of a page, and how many such there are by the page's word."""
        total = amount(mapping(page.get("meta")).get("totalItems"))
        if total is not None:
            self.totals[kind] = max(self.totals.get(kind, 0), int(total))
            self.paged.setdefault(kind, set()).add(str(found.get("id")))

    def links_of(self, trace: str) -> list[DatasetLink]:
        """Return where runs link a trace."""
        return list(self.links.get(trace, ()))

    def are_all(self, kind: str) -> bool:
        """Whether as many such objects are here as the pages say."""
        return len(self.paged.get(kind, ())) >= self.totals.get(kind, 0)

    def miscounts(self) -> Iterator[str]:
        """Say of which objects the file has other counts than its pages say."""
        for kind, total in self.totals.items():
            here = len(self.paged[kind])
            if here < total:
                yield (
                    f"{here} of {total} {kind} are here; the other pages belong into the same "
                    "file, one a line"
                )
            elif here > total:
                yield f"{here} {kind} are on its pages, and none of these says more than {total}"

    def missing(self, traces: set[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each run that links traces which are not here, and those."""
        absent: dict[str, list[str]] = {}
        for trace, links in self.links.items():
            if trace not in traces:
                for run in dict.fromkeys(link.run for link in links):
                    absent.setdefault(run, []).append(trace)
        yield from absent.items()

    def _take_link(self, run: str, found: dict[str, Any]) -> None:
        trace, item = name(found.get("traceId")), name(found.get("datasetItemId"))
        if trace is not None and item is not None:
            link = DatasetLink(run, item, trace, name(found.get("observationId")))
            self.links.setdefault(trace, {})[link] = None


def tell_missing(source: SourceFile, run: str, traces: list[str]) -> None:
    """Say that a run links traces that the file has not, as a doubt of it."""
    shown = ", ".join(traces[:NAMES_SHOWN_MAX])
    source.doubts.append(
        f"{source.name}: run {run} links {counted(len(traces), 'trace')} that the file has not, "
        f"such as {shown}; fetch each trace by its id"
    )
