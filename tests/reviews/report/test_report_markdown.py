"""The Markdown twin carries the same facts, and its text triggers nothing on a code host."""

import re
import shutil

import pytest
from markdown_it import MarkdownIt

from evalstore.reviews.report import report
from evalstore.reviews.report.untrusted import for_markdown, markdown_block

RUN = "2026-03-01"
HARMFUL = {"html_inline", "html_block", "link_open", "image"}


def tokens_of(text):
    """Return every token of the text, as GitHub's dialect sees it, and those inside them."""
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    for token in parser.parse(text):
        yield token
        yield from token.children or ()


@pytest.fixture
def markdown_of(generated_at, store_info):
    def markdown_of(store, **options):
        return report.render_markdown(store, [RUN], generated_at, store_info, **options)

    return markdown_of


@pytest.fixture(scope="module")
def hostile_text(filled_path, store_at, attacked, tmp_path_factory, generated_at, store_info):
    """The document of the attacked store, made once."""
    path = shutil.copy(filled_path, tmp_path_factory.mktemp("attacked") / "copy.duckdb")
    return report.render_markdown(attacked(store_at(path)), [RUN], generated_at, store_info)


def test_hostile_text_becomes_no_markup(hostile_text):
    """No HTML, no link and no image comes out of anybody's text."""
    kinds = {token.type for token in tokens_of(hostile_text)}

    assert not (kinds & HARMFUL)


def test_hostile_text_leaves_no_table(hostile_text):
    """A pipe in a name adds no column: each row has as many cells as its head."""
    widths, cells = [], 0
    for token in tokens_of(hostile_text):
        cells += token.type in {"td_open", "th_open"}
        if token.type == "tr_close":
            widths.append(cells)
            cells = 0

    assert {8, 10} == set(widths)


def test_no_trigger_survives(hostile_text):
    """Mentions, references, addresses and unseen characters are broken up or spelled out."""
    triggers = (r"@\w", r"#\d", r"GH-\d", r"\w://", r"www\.\w", "\x1b", "\u202e", "\x00")

    assert [] == [found for trigger in triggers for found in re.findall(trigger, hostile_text)]


@pytest.mark.sweep
@pytest.mark.parametrize("length", [1_500, 5_000, 20_000])
def test_report_keeps_to_its_length(hostile_store, markdown_of, length):
    """A comment that would be too long loses cases, then its end, and says so."""
    text = markdown_of(hostile_store, length=length)

    assert len(text) <= length
    assert "left out here" in text or "Cut here" in text


@pytest.mark.sweep
def test_numbers_stay_numbers(store, markdown_of):
    """A value can be copied as it stands."""
    assert "| `bold` | `factual` | 0.405 " in markdown_of(store)


@pytest.mark.sweep
def test_a_report_says_what_its_intervals_speak_of(store, markdown_of):
    """Other cases, unless a row says otherwise."""
    assert "Intervals are of cases like these, except " in markdown_of(store)


@pytest.mark.parametrize("line", ["1. one", "- one", "+ one", "=====", "---", "# one", "> one"])
def test_a_line_starts_no_block(line):
    """What would open a list, a heading or a quotation is a paragraph."""
    kinds = [
        token.type
        for token in MarkdownIt("gfm-like", {"linkify": False}).parse(
            f"above\n{for_markdown(line)}"
        )
    ]

    expected = ["paragraph_open", "inline", "paragraph_close"]
    assert expected == kinds


@pytest.mark.parametrize("text", ["```\n# out", "`````", "~~~", "    ```", "a\r\n```js\n<b>"])
def test_a_block_cannot_be_left(text):
    """Whatever fence a text holds, the fence around it is longer."""
    tokens = MarkdownIt().parse(markdown_block(text))

    expected = ["fence"]
    assert expected == [token.type for token in tokens]
