"""The first page shows texts of others as texts, whatever they are."""

from evalstore.reviews.evidence.first_page import html, markdown
from evalstore.reviews.evidence.pieces import PageCell, PagePart, PageSection, PageTable

HOSTILE = "<script>alert(1)</script> | [x](javascript:y) @team"
PART = PagePart(
    HOSTILE,
    [HOSTILE],
    {HOSTILE: HOSTILE},
    [HOSTILE],
    [PageTable(HOSTILE, (HOSTILE,), [[PageCell(HOSTILE, HOSTILE, badge=HOSTILE)]])],
)
SECTIONS = [PageSection(HOSTILE, [PART])]


def test_html_escapes_each_text():
    """No element and no address comes from a text."""
    page = html(HOSTILE, [HOSTILE], SECTIONS)

    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 10
    assert 'href="javascript' not in page


def test_markdown_escapes_each_text():
    """No element, link, mention or further column comes from a text."""
    text = markdown(HOSTILE, [HOSTILE], SECTIONS)
    in_code = text.replace("`<script>", "").replace("\\<script", "")
    row = next(line for line in text.splitlines() if line.startswith("| \\<script"))

    assert "<script" not in in_code
    assert "@team" not in text
    assert row.count(" | ") == 0


def test_long_tables_are_folded():
    """A settings table of 21 rows is, one of 20 is not."""
    rows = [[PageCell(str(number))] for number in range(21)]
    long, short = (
        html("t", [], [PageSection("s", [PagePart("p", tables=[
            PageTable("c", ("n",), shown, is_folded=True)])])])
        for shown in (rows, rows[:-1])
    )  # fmt: skip

    assert "<summary>c 21 rows</summary>" in long
    assert "<summary>" not in short
