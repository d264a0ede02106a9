"""Methods that draw charts and write pages: reports, notes, sites and exports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from evalstore.api.notes import OnNote, ignore, note_state
from evalstore.api.reads.opening import Opening, as_tuple
from evalstore.base.output_file import write_text
from evalstore.errors import StoreError, UsageError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from altair.typing import ChartType

    from evalstore.reviews.site.folder import SiteFolder
    from evalstore.reviews.vault.folder import VaultFolder


@dataclass(frozen=True, slots=True)
class RunExport:
    """
    A run in the format of another tool.

    ``lines`` are those of the file, ``left_out`` the numbers of cases, or of attempts, without a
    line, by reason. ``result_count`` is the number of results next to them, None if the format has
    no results. ``path`` is the file that was written, None if nothing was.
    """

    format: str
    run_id: str
    lines: list[str]
    left_out: dict[str, int]
    result_count: int | None
    path: Path | None

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore export --json`` prints, with ``-`` for stdout."""
        has_results = self.result_count is not None
        return {
            "format": self.format,
            "run_id": self.run_id,
            "output": str(self.path or "-"),
            **({"results": self.result_count} if has_results else {}),
            "lines": len(self.lines),
            "left_out": self.left_out if has_results else sum(self.left_out.values()),
        }


class Pages(Opening):
    """The methods that draw and write; ``on_note`` gets notes about events not covered."""

    def chart(
        self,
        metric: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | None = None,  # noqa: A002 - the field's own word
        variant: str | None = None,
        output: str | os.PathLike[str] | None = None,
        theme: Literal["light", "dark"] | None = None,
        on_note: OnNote = ignore,
    ) -> ChartType:
        """
        Return an Altair chart of a metric: over all runs, or of one run by slice.

        Texts are cleaned, the theme is light. With ``output`` it is written to a file as well, in
        the format of the ending: html, svg, png, pdf or json; its ``theme`` is light or dark, and
        by default light or, of a page, that of the reader's screen. Raises UsageError for unknown
        names, CorruptStoreError if definitions or facts do not match the segments, and StoreError
        if the file cannot be written.
        """
        from evalstore.reviews.charts.render import themed

        filters = {
            "run_id": run, "system_id": system, "validator_id": validator, "variant": variant,
        }  # fmt: skip
        return themed(self._drawn(metric, filters, slice, output, theme, on_note))

    def write_chart(
        self,
        metric: str,
        output: str | os.PathLike[str],
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | None = None,  # noqa: A002 - the field's own word
        variant: str | None = None,
        theme: Literal["light", "dark"] | None = None,
        on_note: OnNote = ignore,
    ) -> None:
        """Write what ``chart`` returns to a file only, which is faster; raises as it does."""
        filters = {
            "run_id": run, "system_id": system, "validator_id": validator, "variant": variant,
        }  # fmt: skip
        self._drawn(metric, filters, slice, output, theme, on_note)

    def _drawn(
        self,
        metric: str,
        filters: dict[str, str | None],
        slice_name: str | None,
        output: str | os.PathLike[str] | None,
        theme: Literal["light", "dark"] | None,
        on_note: OnNote,
    ) -> ChartType:
        """Return the chart, without a theme; if ``output`` is a path, write it there as well."""
        from evalstore.metrics import catalog
        from evalstore.reviews.charts.render import checked_chart, require_drawable, save
        from evalstore.store.query.queries import parse_slice

        require_drawable(catalog.find(metric))
        part = None if slice_name is None else parse_slice(slice_name)
        if output is not None:
            self.require_outside(output)
        with self._reading(on_note, stack_level=5) as reader:
            note_state(reader, on_note)
            chart = checked_chart(reader, metric, part=part, **filters)
        if output is not None:
            try:
                save(chart, Path(output), theme)
            except OSError as error:
                message = f"cannot write {output}: {error.strerror}; name another file"
                raise StoreError(message) from error
        return chart

    def report(
        self,
        output: str | os.PathLike[str] = "report.html",
        *,
        runs: str | Sequence[str] = (),
        compare: str | None = None,
        format: Literal["html", "markdown"] | None = None,  # noqa: A002 - the command's word
        on_note: OnNote = ignore,
    ) -> Path:
        """
        Write a report of some runs, by default of all, and return its path.

        With ``compare``, a run id or a reference such as last-green, the report is about one run,
        by default the newest, and shows its differences from that one. The format defaults to that
        of the file extension. Raises CorruptStoreError if definitions or facts do not match the
        segments, UsageError for an unknown run or format, and StoreError if the file cannot be
        written.
        """
        from evalstore.reviews.report.report import ENDINGS, format_of, page

        path = Path(output)
        self.require_outside(path)
        if format not in (None, *ENDINGS.values()):
            raise UsageError(f"format is {format!r}, expected 'html' or 'markdown'")
        chosen = format or format_of(path)
        with self._reading(on_note) as reader:
            text = page(
                reader, as_tuple(runs), chosen, self.layout.root.resolve().name, base=compare
            )
            note_state(reader, on_note)
        write_text(path, text)
        return path

    def grid(
        self,
        output: str | os.PathLike[str] = "grid.html",
        *,
        runs: str | Sequence[str] = (),
        suite: str | None = None,
        by: Literal["system", "run"] = "system",
        systems: str | Sequence[str] = (),
        metrics: str | Sequence[str] = (),
        on_note: OnNote = ignore,
    ) -> Path:
        """
        Write a page of cases by systems or runs, with their replies, and return its path.

        ``runs`` are of one suite; the default is the newest run, with ``by="run"`` the newest five
        of the suite. ``metrics`` add their value for each case. Raises CorruptStoreError as
        ``report`` does, UsageError for unknown names, for runs of several suites and for a metric
        without a value for each case, and StoreError if the file cannot be written.
        """
        from evalstore.reviews.grid.page import page

        path = Path(output)
        self.require_outside(path)
        if by not in {"system", "run"}:
            raise UsageError(f"by is {by!r}, expected 'system' or 'run'")
        with self._reading(on_note) as reader:
            text = page(
                reader, as_tuple(runs), self.layout.root.resolve().name, suite=suite,
                is_by_run=by == "run", system_ids=as_tuple(systems), metrics=as_tuple(metrics),
            )  # fmt: skip
            note_state(reader, on_note)
        write_text(path, text)
        return path

    def vault(
        self,
        folder: str | os.PathLike[str],
        *,
        runs: str | Sequence[str] = (),
        on_note: OnNote = ignore,
    ) -> VaultFolder:
        """
        Write notes on some runs, by default on the newest, for Obsidian; return their folder.

        The folder lists the files that were written, kept, and marked as no longer failing.
        Raises CorruptStoreError if definitions or facts do not match the segments, and UsageError
        for an unknown run or a file that is not a note of evalstore.
        """
        from evalstore.reviews.vault.vault import write_vault

        self.require_outside(folder)
        with self._reading(on_note) as reader:
            made = write_vault(reader, as_tuple(runs), Path(folder))
            note_state(reader, on_note)
            return made

    def site(
        self,
        folder: str | os.PathLike[str],
        *,
        limit: int = 30,
        branch: str | None = None,
        url: str = "",
        grids: bool = False,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
        on_note: OnNote = ignore,
    ) -> SiteFolder:
        """
        Write a dashboard as static pages, with a report of each of the newest runs.

        ``limit`` is the number of reports, ``url`` the address for the links of the feed; with
        ``grids`` each of these runs has a grid as well. ``on_progress`` gets how many reports are
        written, and of how many. The folder that is returned lists the files that were written,
        kept and removed. Raises CorruptStoreError as ``report`` does, and UsageError if the store
        has no such run or the folder is no site.
        """
        from evalstore.reviews.site.build import SiteOptions, build

        self.require_outside(folder)
        options = SiteOptions(limit, branch, f"{url.rstrip('/')}/" if url else "", grids)
        with self._reading(on_note) as reader:
            name = self.layout.root.resolve().name
            made = build(reader, Path(folder), name, options, on_progress)
            note_state(reader, on_note)
            return made

    def export(
        self,
        format: str,  # noqa: A002 - the command's word
        run: str,
        *,
        system: str | None = None,
        output: str | os.PathLike[str] | None = None,
        on_note: OnNote = ignore,
    ) -> RunExport:
        """
        Return a run in the format of another tool, and write it to ``output``, all or nothing.

        Of ``every_eval_ever``, two files below the folder ``output``, which it needs. Raises
        CorruptStoreError if definitions, log or facts of the run do not match the segments,
        UsageError for unknown names or a run without a line, and StoreError if a file cannot be
        written.
        """
        from evalstore.harnesses.exports import export
        from evalstore.store.verify import sending

        path = None if output is None else Path(output)
        if format == export.RECORDS and path is None:
            raise UsageError(
                f"{export.RECORDS} writes two files in separate folders, and no output is set; "
                "set it to the folder above them, for example `.`"
            )
        with self._reading(on_note) as reader:
            note_state(reader, on_note)
            sending.require_runs(reader, [run])
            if format == export.RECORDS and path is not None:
                path, record = export.export_records(
                    reader, self.layout, run, path, system_id=system
                )
                count = len(record.aggregate["evaluation_results"])
                left_out = dict(record.left_out)
                return RunExport(format, run, list(record.lines), left_out, count, path)
            exported = export.export(reader, format, run, system_id=system)
        if path is not None:
            export.write(self.layout, exported.lines, path)
        count = exported.left_out_count
        left_out = {"no question": count} if count else {}
        return RunExport(format, run, exported.lines, left_out, None, path)
