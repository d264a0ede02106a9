"""Groups of failures by a model, each sentence with links to its cases."""

from typing import Final

from markupsafe import Markup

from evalstore.reviews.charts.drawing.rows import RowReader
from evalstore.reviews.failure_groups.recorded import recorded_groups
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.rows import anchor

TITLE: Final = "Failure groups"
# Links per sentence; the others are counted.
LINKS_MAX: Final = 20


def section(reader: RowReader, run_id: str) -> Markup | None:
    """Return the section of a run, None if its failures were not grouped."""
    reviewed = recorded_groups(reader, run_id)
    if not reviewed:
        return None
    page = (
        html_environment()
        .get_template("failure_groups.html.j2")
        .render(
            reviewed=reviewed,
            title=TITLE,
            address=anchor("failure_groups", run_id),
            links_max=LINKS_MAX,
            case_address=lambda system_id, case_id: anchor("case", run_id, system_id, case_id),
        )
    )
    # The template escapes all of its values.
    return Markup(page)  # noqa: S704
