"""What a log reports itself, beside ours, on the page and in its Markdown twin."""

import html
import re
import shutil

import pytest
from markdown_it import MarkdownIt

from evalstore.reviews.report import report
from evalstore.reviews.report.figures import UNEXPLAINED

RUN = "2026-03-01"
FLAIR = "<b>flair</b> | @everyone #1"
SHARED = {
    "system_id": "bold",
    "metric": "accuracy",
    "measure": "accuracy",
    "is_known": True,
    "valued_id": "factual",
    "completed_count": None,
}


@pytest.fixture(scope="module")
def told(filled_path, store_at, tmp_path_factory):
    """
    The log of the run says .9 of a system, and a share of another in percent.

    A scorer was retired.
    """
    store = store_at(shutil.copy(filled_path, tmp_path_factory.mktemp("told") / "copy.duckdb"))
    [ours] = store.rows(
        "select accuracy from metrics.accuracy where run_id = $run_id and system_id = 'careful' "
        "and validator_id = 'factual' and slice_name = 'all'",
        run_id=RUN,
    )
    figures = (
        SHARED | {"value": 0.9, "scored_count": 37},
        SHARED | {"system_id": "careful", "value": 100 * ours["accuracy"]},
        SHARED | {"metric": FLAIR, "measure": FLAIR, "is_known": False, "value": 1.0},
    )
    for number, figure in enumerate(figures):
        event_id = store.event("score_reported", RUN, str(number), {})
        store.insert(
            "facts.reported_figures",
            run_id=RUN, validator_id="factual", event_id=event_id, **figure,
        )  # fmt: skip
    verdict = {"case_id": "c", "system_id": "bold", "validator_id": "<i>match</i>"}
    event_id = store.event("verdict_recorded", RUN, "c/bold/1/match", verdict)
    payload = {"event_id": str(event_id), "reason": "retired: <b>no</b> scorer"}
    store.event("retracted", RUN, str(event_id), payload)
    store.insert("log.withdrawn_events", event_id=event_id, run_id=RUN, reason="retracted")
    return store


@pytest.fixture(scope="module")
def told_page(told, generated_at, store_info):
    """The page of the run, made once."""
    return report.render_html(told, [RUN], generated_at, store_info)


@pytest.fixture(scope="module")
def told_text(told, generated_at, store_info):
    """Its Markdown twin."""
    return report.render_markdown(told, [RUN], generated_at, store_info)


def words(markup):
    """Return the text of a piece of the page on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def test_page_has_both_numbers(told_page):
    """The one that differs comes first, with a note that its difference is unexplained."""
    section = told_page.partition("<h4>Figures reported by the log</h4>")[2].partition(
        "</section>"
    )[0]
    rows = [
        [words(cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        for row in re.findall(r"<tr>.*?</tr>", section, re.DOTALL)
    ]
    cells = ["accuracy", "bold", "factual", "0.9000", "0.4054", "37", "37", UNEXPLAINED]

    assert "1 agree, 1 differ, 1 not comparable." in words(section)
    assert ["✘ differs", *cells] == rows[1]
    assert ["? not comparable", "✔ agrees"] == [row[0] for row in rows[2:]]
    assert "in percent" == rows[3][-1]
    assert "<b>" not in section


@pytest.mark.sweep
def test_markdown_has_both_numbers(told_text):
    """The same in a table whose rows nobody's text can break."""
    text = told_text
    section = text.partition("### Figures reported by the log")[2].partition("###")[0]
    tokens = [
        token
        for block in MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(section)
        for token in (block, *(block.children or ()))
    ]
    cells = [token.type for token in tokens if token.type in {"td_open", "tr_close"}]

    assert f"| ✘ differs | accuracy  | bold | factual | 0.9000 | 0.4054 | {UNEXPLAINED} |" in text
    assert 3 * (7 * ["td_open"] + ["tr_close"]) == cells[1:]
    assert not {token.type for token in tokens} & {"html_inline", "html_block", "link_open"}


@pytest.mark.sweep
def test_retired_scorers_are_named(told_page, told_text):
    """Both say how many verdicts no longer count, and why."""
    page, text = told_page, told_text

    assert "1 verdict of <i>match</i> no longer counts: retired: <b>no</b> scorer" in words(page)
    assert "1 verdict of" in text
    assert "no longer counts: retired:" in text


@pytest.mark.sweep
def test_run_without_figures_has_no_section(page):
    """Most runs are not from a log of another tool."""
    assert "reports itself" not in page
