"""Dataset runs, dataset items and page counts in exports of Langfuse."""

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
    """A dataset item, and the trace or observation that answered it in a dataset run."""

    run: str
    item: str
    trace: str
    observation: str | None


@dataclass(slots=True)
class LangfuseObjects:
    """Runs and items by id, links by trace, and the totals that the pages state by kind."""

    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: dict[str, dict[DatasetLink, None]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    paged: dict[str, set[str]] = field(default_factory=dict)

    def take(self, item: dict[str, Any]) -> str | None:
        """
        Add a dataset run with its links, a single link, or a dataset item.

        Return the kind of the object; None if it is another one.
        """
        item_id = name(item.get("id")) or name(item.get("name"))
        if "datasetRunItems" in item:
            if item_id is not None:
                self.runs[item_id] = item
                for link in mappings(item["datasetRunItems"]):
                    self._take_link(item_id, link)
            return RUNS
        if "datasetRunId" in item and "datasetItemId" in item:
            if (run := name(item["datasetRunId"])) is not None:
                self.runs.setdefault(run, {"name": item.get("datasetRunName")})
                self._take_link(run, item)
            return LINKS
        if "expectedOutput" in item:
            if item_id is not None:
                self.items[item_id] = item
            return ITEMS
        return None

    def count(self, page: dict[str, Any], kind: str, item: dict[str, Any]) -> None:
        """Count an object of a page, and register the total that the page states for its kind."""
        total = amount(mapping(page.get("meta")).get("totalItems"))
        if total is not None:
            self.totals[kind] = max(self.totals.get(kind, 0), int(total))
            self.paged.setdefault(kind, set()).add(str(item.get("id")))

    def links_of(self, trace: str) -> list[DatasetLink]:
        """Return the links of all runs to a trace."""
        return list(self.links.get(trace, ()))

    def are_all(self, kind: str) -> bool:
        """Return whether the file has as many objects of a kind as its pages state."""
        return len(self.paged.get(kind, ())) >= self.totals.get(kind, 0)

    def miscounts(self) -> Iterator[str]:
        """Yield a message for each kind whose number of objects differs from the stated total."""
        for kind, total in self.totals.items():
            count = len(self.paged[kind])
            if count < total:
                yield (
                    f"found {count} of {total} {kind}; append the other pages to the same file, "
                    "one a line"
                )
            elif count > total:
                yield (
                    f"found {count} {kind}, expected at most {total}, the largest total that its "
                    "pages state"
                )

    def missing(self, traces: set[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each run with links to traces other than ``traces``, and the ids of those."""
        absent: dict[str, list[str]] = {}
        for trace, links in self.links.items():
            if trace not in traces:
                for run in dict.fromkeys(link.run for link in links):
                    absent.setdefault(run, []).append(trace)
        yield from absent.items()

    def _take_link(self, run: str, fields: dict[str, Any]) -> None:
        trace, item = name(fields.get("traceId")), name(fields.get("datasetItemId"))
        if trace is not None and item is not None:
            link = DatasetLink(run, item, trace, name(fields.get("observationId")))
            self.links.setdefault(trace, {})[link] = None


def tell_missing(source: SourceFile, run: str, traces: list[str]) -> None:
    """Add a doubt that a run links traces which the file does not have."""
    shown = ", ".join(traces[:NAMES_SHOWN_MAX])
    source.doubts.append(
        f"{source.name}: run {run} links {counted(len(traces), 'trace')} not in the file, "
        f"such as {shown}; fetch each trace by its id"
    )
