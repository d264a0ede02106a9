"""Charts of a report on a small screen: a broad one is scrolled, the others are scaled."""

import re

import pytest

from evalstore.reviews.report.chart_images import ChartImage
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.page import style_sheet


@pytest.mark.parametrize(("width", "is_broad"), [(558, False), (600, False), (928, True)])
def test_only_a_broad_chart_keeps_its_size_on_a_small_screen(width, is_broad):
    image = ChartImage("chart-1", "data:,", "what it shows", width, 400)
    parts = html_environment().get_template("parts.html.j2").module
    style = style_sheet()
    small_screen = style[style.index("@media screen and (max-width: 46rem)") :]

    assert ('<img class="broad" ' in parts.chart(image)) is is_broad
    assert re.search(r"\.chart img\.broad \{\s*max-width: none;", small_screen)
    assert re.search(r"\.chart \{[^}]*overflow-x: auto", style)
