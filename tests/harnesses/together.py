"""Files that one ingest reads, since a fold of each takes a second, and what is held of each."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.harnesses.reported import ComparedFigures
from evalstore.harnesses.result import FileResult
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

RELATION = re.compile(r"\b((?:facts|log|metrics)\.(\w+))(\s+as\b)?")


class Taken(NamedTuple):
    """What became of a file; ``rows`` asks about its runs as if the store had no others."""

    file: FileResult
    compared: ComparedFigures
    rows: Callable[[str], list[tuple[Any, ...]]]


def read_together(
    folder: Path, files: dict[str, str | bytes], suffix: str, **options: Any
) -> dict[str, Taken]:
    """Read files of these contents into a store of the folder; return what became of each."""
    paths = {}
    for number, (name, content) in enumerate(files.items()):
        paths[name] = folder / f"file-{number}{suffix}"
        paths[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    return take_together(folder, paths, **options)


def take_together(folder: Path, paths: dict[str, Path], **options: Any) -> dict[str, Taken]:
    """Read these files into a store of the folder; return what became of each."""
    layout = Layout(folder / "store")
    layout.create()
    taken = ingest(layout, map(str, paths.values()), IngestOptions(**options))
    runs = dict(
        rows_of(layout, "select source, list(distinct run_id) from log.events group by all")
    )
    return {
        name: _taken(layout, file, taken.compared, runs[file.event_source])
        for name, file in zip(paths, taken.files, strict=True)
    }


def rows_of(layout: Layout, sql: str) -> list[tuple[Any, ...]]:
    with reading(layout) as reader:
        return [tuple(row.values()) for row in reader.rows(sql)]


def _taken(
    layout: Layout, file: FileResult, compared: ComparedFigures, run_ids: list[str]
) -> Taken:
    figures = [figure for figure in compared.figures if figure.run_id in run_ids]
    listed = ", ".join(f"'{run_id}'" for run_id in run_ids)

    def of_runs(relation: re.Match[str]) -> str:
        name, alias, has_alias = relation.groups()
        return f"(from {name} where run_id in ({listed})) as{'' if has_alias else f' {alias}'}"

    return Taken(
        file, ComparedFigures(figures), lambda sql: rows_of(layout, RELATION.sub(of_runs, sql))
    )
