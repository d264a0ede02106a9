"""Results of other tools: append their contents to a store, and begin maps of tables."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore
from evalstore.base.phrases import counted
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from evalstore.harnesses.mapped.sketch import Sketch
    from evalstore.harnesses.result import Ingested

# Files with these extensions may be mapped as tables even if their format is known.
TABLES = (".csv", ".tsv")


class Ingesting(Methods):
    """The methods of a store that take over the contents of files."""

    def ingest(
        self,
        *paths: str | PathLike[str],
        strict: bool = False,
        run_id: str | None = None,
        format: str | None = None,  # noqa: A002 - the command's word
        salted: bool = False,
        config: str | PathLike[str] | None = None,
        prices: str | None = None,
        map: str | PathLike[str] | None = None,  # noqa: A002 - the command's word
        dry_run: bool = False,
        on_progress: Callable[[str, int], None] = lambda _name, _read_count: None,
    ) -> Ingested:
        """
        Append the contents of files, folders or other stores; see ``evalstore ingest``.

        ``config`` is a file with ``[scales]`` and ``[prices]``, by default none; ``prices`` is the
        file of a price table or ``shipped``, ``map`` the file of a SELECT that reads tables.
        ``on_progress`` gets a file's name and how many of its records are read.

        Raises UnreadableInputError if a named file cannot be read or nothing was recognised; with
        ``strict`` also SkippedRecordsError, DoubtfulInputError and UnexplainedFiguresError. After
        an error nothing was appended.
        """
        from evalstore.harnesses import prices as price_tables
        from evalstore.harnesses import scales
        from evalstore.harnesses.ingest import IngestOptions, ingest
        from evalstore.harnesses.mapped.event_map import EventMap

        config_path = None if config is None else Path(config)
        options = IngestOptions(
            format,
            strict,
            run_id,
            salted,
            scales={} if config_path is None else scales.declared_in(config_path),
            prices=price_tables.chosen(prices, config_path),
            event_map=None if map is None else EventMap.read(Path(map)),
            is_dry_run=dry_run,
        )
        ingested = ingest(self.layout, [fspath(path) for path in paths], options, on_progress)
        formats = [file.format for file in ingested.files]
        if prices is not None and not any(price_tables.apply_to(name) for name in formats):
            ingested.warnings.append(price_tables.UNUSED)
        return ingested

    def sketch(
        self,
        *paths: str | PathLike[str],
        format: str | None = None,  # noqa: A002 - as in ingest
        on_note: OnNote = ignore,
    ) -> Sketch:
        """
        Return a first map of the one table that ``paths`` name, for ``ingest`` to read it by.

        ``on_note`` gets a remark on a file that may have no cases. Raises UsageError for several
        files, and for a file of a known format unless it is a table or ``format`` is ``mapped``.
        """
        from evalstore.harnesses import detect
        from evalstore.harnesses.mapped.sketch import sketched
        from evalstore.harnesses.offered_files import offered_files
        from evalstore.harnesses.requirements import require_for_map

        if format not in (None, detect.MAPPED):
            raise UsageError(
                f"format is {format!r}, expected {detect.MAPPED!r} or none for a sketch; "
                f"{detect.MAPPED} maps the records of a file whose format is known"
            )
        with ExitStack() as stack:
            files = list(offered_files([fspath(path) for path in paths], stack))
            if len(files) != 1:
                raise UsageError(
                    f"found {counted(len(files), 'file')}, expected one; a sketch is the map of "
                    "one file"
                )
            [(path, name, _)] = files
            known_format = None if format else detect.format_of(path)
            if known_format is not None and path.suffix.lower() not in TABLES:
                raise UsageError(
                    f"{name} has the format {known_format}, which needs no map; run `evalstore "
                    f"ingest {shlex.quote(name)}` to read it, or set the format {detect.MAPPED} "
                    "to map its records anyway"
                )
            if remark := require_for_map(path, name):
                on_note(f"warning: {remark}")
            return sketched(path, name)
