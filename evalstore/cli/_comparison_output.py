"""Output of a comparison as an HTML page or Markdown."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from evalstore.errors import StoreError

if TYPE_CHECKING:
    from evalstore.statistics.compared import SystemComparison
    from evalstore.store.layout import Layout
    from evalstore.store.query.reader import Reader

OutputFormat = Literal["table", "html", "markdown"]


@dataclass(frozen=True, slots=True)
class ComparisonOutput:
    """The format of a comparison, its file, and the maximum number of cases of each kind."""

    output_format: OutputFormat
    output: Path | None
    case_limit: int | None

    def text(self, reader: "Reader", comparison: "SystemComparison", layout: "Layout") -> str:
        """Return the HTML page or the Markdown."""
        from evalstore.reviews.report.comparison_page import render_html, render_markdown
        from evalstore.reviews.report.comparison_section import comparison_section

        section = comparison_section(reader, comparison, case_limit=self.case_limit)
        if self.output_format == "markdown":
            return render_markdown(section)
        return render_html(section, layout.root.resolve().name, datetime.now(UTC))

    def write(self, text: str) -> dict[str, object]:
        """Write the file and return its path, format and size; an empty dict without a file."""
        if self.output is None:
            return {}
        try:
            self.output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise StoreError(f"cannot write {self.output}: {error.strerror}") from error
        size = self.output.stat().st_size
        return {"page": str(self.output), "format": self.output_format, "bytes": size}
