"""Distinct images of a run's cases and replies, with links to the cases."""

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from evalstore.errors import CorruptStoreError
from evalstore.plugins.image import image_in
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.store.query.reader import Reader

TITLE: Final = "Images"
# The size of all images in the page; the others are named by their files.
BYTES_MAX: Final = 6_000_000
IMAGES_MAX: Final = 120
LINKS_MAX: Final = 20
TEXT_LIMIT: Final = 300


@dataclass(frozen=True)
class ShownImage:
    """
    An image, and the cases that contain it, each with the system that it links to.

    ``address`` is a data URI; if it is empty, ``problem`` is the reason.
    """

    sha256: str
    address: str
    problem: str
    description: str
    is_reply: bool
    cases: tuple[tuple[str, str], ...]


def section(reader: RowReader, run_id: str) -> Markup | None:
    """Return the section of a run, None if it has no images or they are not accessible."""
    if not isinstance(reader, Reader):
        return None
    rows = run_query(reader, "images", run_id=run_id, text_limit=TEXT_LIMIT)
    if not rows:
        return None
    shown: list[ShownImage] = []
    byte_count = 0
    for row in rows[:IMAGES_MAX]:
        byte_count += count_of(row, "byte_count")
        shown.append(_shown(reader, row, is_within=byte_count <= BYTES_MAX))
    page = (
        html_environment()
        .get_template("images.html.j2")
        .render(
            images=shown,
            left_out_count=len(rows) - len(shown),
            title=TITLE,
            address=anchor("images", run_id),
            links_max=LINKS_MAX,
            case_address=lambda system_id, case_id: anchor("case", run_id, system_id, case_id),
        )
    )
    # The template escapes all of its values.
    return Markup(page)  # noqa: S704


def _shown(reader: Reader, row: Row, *, is_within: bool) -> ShownImage:
    address, problem = "", "It would make the page too large"
    image = image_in(reader.layout.attachments, row)
    if image is None:
        problem = "The event does not name its type"
    elif is_within:
        try:
            address, problem = image.data_uri, ""
        except CorruptStoreError:
            problem = "Its file is missing or altered"
    cases = row.get("cases")
    return ShownImage(
        sha256=text_of(row, "sha256"),
        address=address,
        problem=problem,
        description=text_of(row, "description"),
        is_reply=bool(row.get("is_reply")),
        cases=tuple(
            (str(case_id), str(system_id or ""))
            for case_id, system_id in (cases if isinstance(cases, list) else ())
        ),
    )
