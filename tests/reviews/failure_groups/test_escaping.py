"""A model's words in report, issue, comment and terminal: marked, escaped, linked to cases."""

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from evalstore.reviews.gathering import review_of
from evalstore.reviews.outputs import comment
from evalstore.reviews.outputs.issue import issue
from evalstore.reviews.report.markdown_report import render_markdown
from evalstore.reviews.report.rows import anchor
from evalstore.reviews.report.sections import failure_groups
from evalstore.store.query.reader import reading
from tests.reviews.failure_groups.conftest import groups

HOSTILE = (
    "<img src=x onerror=alert(1)> **bold** [here](https://evil.example/x) @team #1 "
    "closes GH-2 \x1b[31mred\x1b[0m \u202eesrever `code` </details> <!-- evalstore gate quiz -->"
)
TITLE = "<script>alert(2)</script> | # heading"


class Tags(HTMLParser):
    """The tags and the links of a page."""

    def __init__(self, html):
        super().__init__()
        self.names, self.links = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.links += [value for name, value in attrs if name in {"href", "src"}]


@pytest.fixture
def reviewed(service, store, review):
    """The store, reviewed by a model that writes HTML, Markdown and escape sequences."""
    service.plays(service.says(groups((TITLE, (HOSTILE, ["c00", "c01"])))))
    code, said, err = review()
    assert 0 == code, err
    return store, said


@pytest.mark.sweep
def test_the_terminal_gets_no_control_characters(reviewed):
    """Escape sequences and marks of direction are spelled out."""
    said = reviewed[1]

    assert "red" in said
    assert not set("\x1b\u202e") & set(said)


@pytest.mark.sweep
def test_the_page_shows_text_and_links_to_cases(reviewed):
    """No tag and no address of the model's; each case is a link to its place on the page."""
    with reading(reviewed[0].layout) as reader:
        html = str(failure_groups.section(reader, "quiz"))
    page = Tags(html)
    own = {f"#{anchor('case', 'quiz', 'maia', name)}" for name in ("c00", "c01")}

    assert not {"img", "script", "details"} & set(page.names)
    assert own == {link for link in page.links if link.startswith("#case-")}
    assert all(link.startswith("#") for link in page.links)
    assert "Written by the model" in html
    assert "&lt;img src=x" in html
    assert not set("\x1b\u202e") & set(html)


def test_issue_comment_and_markdown_act_on_nothing(reviewed):
    """Marked as a model's words, with its cases; no link, mention, tag or marker of its own."""
    with reading(reviewed[0].layout) as reader:
        found = review_of(reader, "quiz", [])
        report = render_markdown(
            reader, ["quiz"], datetime(2026, 1, 1, tzinfo=UTC),
            {"name": "s", "tree_size": 1, "root": None, "views_sha256": None},
        )  # fmt: skip
    for text in (issue(found).body, comment.text(found), report):
        start = text.index("Failure groups")
        told = text[start : start + 900]

        assert "Written by the model" in told
        assert "`c00`, `c01`" in told
        assert "\\<img src=x" in told
        for active in ("<img", "<script", "**bold**", "](http", "@team", "#1", "GH-2", "\x1b"):
            assert active not in told.replace(f"\\{active}", ""), active
        assert 0 == told.count("<!-- evalstore")
        assert 0 == told.count("</details>")


def test_without_a_review_nothing_is_said(store):
    """No section, no heading."""
    with reading(store.layout) as reader:
        found = review_of(reader, "quiz", [])
        html = failure_groups.section(reader, "quiz")

    assert html is None
    assert "Failure groups" not in issue(found).body + comment.text(found)


@pytest.mark.sweep
def test_an_older_review_says_so(reviewed):
    """Once the answers have changed."""
    store = reviewed[0]
    verdict = {"case_id": "c10", "system_id": "maia", "validator_id": "factual"}
    store.append([
        {"kind": "verdict_recorded", "run_id": "quiz", "payload": verdict | {"outcome": "wrong"}}
    ])  # fmt: skip
    with reading(store.layout) as reader:
        html = str(failure_groups.section(reader, "quiz"))
        body = issue(review_of(reader, "quiz", [])).body

    assert "The answers of the run have changed since." in html
    assert "The answers of the run have changed since." in body
