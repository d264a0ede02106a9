"""The queries of reviews, each in a file of its own."""

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.rows import Row, RowReader


def review_query(reader: RowReader, name: str, /, **parameters: object) -> list[Row]:
    """Run a query in ``sql/reviews`` and return its rows."""
    return reader.rows(sql_files.read(f"sql/reviews/{name}"), **parameters)


def texts_of(value: object) -> tuple[str, ...]:
    """Return a list in a row as texts, empty if it is null."""
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
