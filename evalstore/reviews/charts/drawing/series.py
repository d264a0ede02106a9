"""Series of a chart: one per system, and per variant if there are several."""

from collections.abc import Iterable
from typing import Final

import altair as alt

from evalstore.errors import UsageError
from evalstore.reviews.charts.drawing.font import width_of_text
from evalstore.reviews.charts.drawing.rows import Row, kept, text_of
from evalstore.reviews.charts.drawing.text import LABEL_LENGTH, distinct_labels, one_line
from evalstore.reviews.charts.drawing.theme import LEGEND_SIZE

# A system and a variant.
Series = tuple[str, str]

# Mappings of the same answers: drawn together they would look like several systems.
READING: Final = "mapping="
READING_SHOWN_FIRST: Final = "mapping=licensed"
VARIANT_LENGTH: Final = 16
# With no-break spaces.
AND: Final = "\u00a0·\u00a0"
NOT_SAID: Final = "not said"
# The width of a symbol with its margins in a legend.
SYMBOL_WIDTH: Final = 40


def series_of(row: Row) -> Series:
    """Return the system and the variant of a row."""
    return text_of(row, "system_id"), text_of(row, "variant")


def chosen_variants(rows: list[Row], variant: str | None) -> tuple[list[Row], str]:
    """
    Return the rows of the variants to draw, and a note on them if necessary.

    Without a choice every variant is a series of its own, except that only one of the mappings,
    which read the same answers differently, is drawn: the licensed one if it exists. Raises
    UsageError for an unknown variant.
    """
    variants = sorted({text_of(row, "variant") for row in rows})
    if variant is not None:
        if variants and variant not in variants:
            names = ", ".join(repr(name) for name in variants)
            raise UsageError(f"the variant {variant!r} does not exist; available: {names}")
        return kept(rows, variant=variant), one_line(variant, 40)
    rows = with_claims(rows)
    variants = sorted({text_of(row, "variant") for row in rows})
    readings = [name for name in variants if name.startswith(READING)]
    note = one_line(variants[0], 40) if len(variants) == 1 else ""
    if len(readings) > 1:
        shown = READING_SHOWN_FIRST if READING_SHOWN_FIRST in readings else readings[0]
        others = [name for name in readings if name != shown]
        rows = [row for row in rows if text_of(row, "variant") not in others]
        note = f"{one_line(shown, 40)} (others: {one_line(', '.join(others), 80)})"
    return rows, note


def with_claims(rows: list[Row]) -> list[Row]:
    """
    Return the rows, with undefined values moved to the variant of their system.

    A slice without any claim has no kind of claim either, and must not become a second series.
    """
    variant_of: dict[str, str] = {}
    for row in rows:
        if text_of(row, "variant"):
            variant_of.setdefault(text_of(row, "system_id"), text_of(row, "variant"))
    return [
        {**row, "variant": variant_of[text_of(row, "system_id")]}
        if not text_of(row, "variant")
        and text_of(row, "system_id") in variant_of
        and row.get("value", 0) is None
        else row
        for row in rows
    ]


def series_labels(series: Iterable[Series], length: int = LABEL_LENGTH) -> dict[Series, str]:
    r"""
    Return a short and distinct label for each series.

    >>> list(series_labels([("bold", "confidence_kind=stated"), ("bold", "")]).values())
    ['bold\xa0·\xa0stated', 'bold\xa0·\xa0not said']
    >>> series_labels([("bold", "confidence_kind=stated")])
    {('bold', 'confidence_kind=stated'): 'bold'}
    """
    keys = list(dict.fromkeys(series))
    variants = {variant for _, variant in keys}
    if len(variants) <= 1:
        systems = distinct_labels((system for system, _ in keys), length)
        return {(system, variant): systems[system] for system, variant in keys}
    endings = distinct_labels((short_variant(variant) for variant in variants), VARIANT_LENGTH)
    room = length - len(AND) - max(len(label) for label in endings.values())
    systems = distinct_labels((system for system, _ in keys), room)
    return {
        (system, variant): f"{systems[system]}{AND}{endings[short_variant(variant)]}"
        for system, variant in keys
    }


def short_variant(variant: str) -> str:
    """
    Return a variant without its key, which the series of a chart have in common.

    >>> short_variant("confidence_kind=stated"), short_variant("")
    ('stated', 'not said')
    """
    if not variant:
        return NOT_SAID
    key, _, value = variant.partition("=")
    return value if value and key == "confidence_kind" else variant


def legend_of(labels: Iterable[str], width: int) -> alt.Legend | None:
    """Return a legend wrapped to the width of the chart, None for fewer than two labels."""
    labels = list(labels)
    if len(labels) <= 1:
        return None
    entry_width = SYMBOL_WIDTH + max(width_of_text(label, LEGEND_SIZE) for label in labels)
    return alt.Legend(title=None, columns=max(1, int(width / entry_width)))
