"""Rows as an HTML table for notebooks; every text is escaped."""

from collections.abc import Sequence
from html import escape

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped, numeric_columns, short_cell

ROWS_MAX = 50


def html_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    row_count: int | None = None,
    types: Sequence[str] = (),
) -> str:
    """
    Return at most 50 rows as a table, with the number of all rows (``row_count``) below it.

    ``types`` are shown as tooltips of the headings.

    >>> print(html_table(["answer"], [("<b>4</b>",)]))
    <table>
    <thead><tr><th style="text-align:left">answer</th></tr></thead>
    <tbody>
    <tr><td style="text-align:left">&lt;b&gt;4&lt;/b&gt;</td></tr>
    </tbody>
    </table>
    <p>1 row, 1 column</p>
    """
    shown = rows[:ROWS_MAX]
    sides = ["right" if number else "left" for number in numeric_columns(len(columns), shown)]
    titles = [f' title="{_text(kind)}"' for kind in types] or [""] * len(columns)
    heads = "".join(
        f'<th style="text-align:{side}"{title}>{_text(name)}</th>'
        for name, side, title in zip(columns, sides, titles, strict=True)
    )
    lines = [
        "<tr>"
        + "".join(
            f'<td style="text-align:{side}">{_cell(value)}</td>'
            for value, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in shown
    ]
    count = len(rows) if row_count is None else row_count
    note = f"{counted(count, 'row')}, {counted(len(columns), 'column')}"
    if count > len(shown):
        note = f"first {len(shown)} of {note}"
    return "\n".join(
        [
            "<table>",
            f"<thead><tr>{heads}</tr></thead>",
            "<tbody>",
            *lines,
            "</tbody>",
            "</table>",
            f"<p>{note}</p>",
        ]
    )


def html_list(texts: Sequence[str]) -> str:
    """
    Return texts as the items of a list.

    >>> print(html_list(["a < b"]))
    <ul>
    <li>a &lt; b</li>
    </ul>
    """
    return "\n".join(["<ul>", *(f"<li>{_text(text)}</li>" for text in texts), "</ul>"])


def _cell(value: object) -> str:
    return "<i>NULL</i>" if value is None else escape(short_cell(value))


def _text(text: str) -> str:
    return escape(escaped(text))
