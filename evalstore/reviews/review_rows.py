"""Run the queries of reviews, one file each."""

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.rows import Row, RowReader


def review_query(reader: RowReader, name: str, /, **parameters: object) -> list[Row]:
    """Run one of the queries of reviews."""
    return reader.rows(sql_files.read(f"sql/reviews/{name}"), **parameters)


def texts_of(found: object) -> tuple[str, ...]:
    """Return a list of a query as texts, empty where it is null."""
    return tuple(str(item) for item in found) if isinstance(found, list) else ()
