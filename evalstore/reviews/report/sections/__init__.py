"""
Sections of a report for runs with some kind of data only; folders are their registry.

Each file here, and in the folder ``report`` of a suite, whose name does not begin with ``_`` is a
section, with a function
``section(reader, run_id) -> Markup | None``, which returns escaped HTML, or None if the run has no
such data. A report prints them in the order of their names, under the file's ``TITLE`` if it has
one, else under its name: before the questions that are common to all runs if it has
``COMES_FIRST = True``, else after them.

The report calls them. See docs/architecture.md#reviews.
"""

from importlib import import_module

from evalstore.base.named_modules import named_modules
from evalstore.reviews.charts.drawing.rows import RowReader
from evalstore.reviews.report.model import Section
from evalstore.reviews.report.rows import anchor

SECTIONS = ("reviews/report/sections/*.py", "suites/*/report/*.py")


def names() -> list[str]:
    """
    Return the names of all sections, in the order of a report.

    >>> "cards" in names()
    True
    """
    return list(named_modules(*SECTIONS))


def sections_of(reader: RowReader, run_id: str) -> tuple[Section, ...]:
    """Return the sections with data for a run, in the order of their names."""
    modules = ((name, import_module(module)) for name, module in named_modules(*SECTIONS).items())
    rendered = ((name, module, module.section(reader, run_id)) for name, module in modules)
    return tuple(
        Section(
            getattr(module, "TITLE", name.capitalize()),
            anchor(name, run_id),
            html,
            comes_first=getattr(module, "COMES_FIRST", False),
        )
        for name, module, html in rendered
        if html is not None
    )
