"""The images of a run in its report: escaped, within a limit, and never fetched."""

import json
import re

import pytest

from evalstore.harnesses.ingest import ingest
from evalstore.plugins.image import image_of
from evalstore.reviews.report.page import policy
from evalstore.reviews.report.sections import images
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.attachments.conftest import png

HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
def layout(tmp_path):
    """Return a store of three cases with images, one of which failed."""
    layout = Layout(tmp_path / "store")
    layout.create()
    dark, light = image_of(png(0), HOSTILE), image_of(png(255))
    about = {"case_id": "c2", "system_id": "s"}
    said = [
        ("run_started", {"suite": "dreams"}),
        ("case_generated", {"case_id": "c1", "prompt": "?", "images": [light.given()]}),
        ("case_generated", {"case_id": "c2", "prompt": "?", "images": [dark.given()]}),
        ("case_generated", {"case_id": "c3", "prompt": "?", "images": [light.given()]}),
        ("response_recorded", {**about, "status": "ok", "text": "x"}),
        ("verdict_recorded", {**about, "validator_id": "v", "outcome": "wrong"}),
    ]
    for case_id in ("c1", "c3"):
        other = {**about, "case_id": case_id}
        said.append(("response_recorded", {**other, "status": "ok", "text": "x"}))
        said.append(("verdict_recorded", {**other, "validator_id": "v", "outcome": "right"}))
    path = tmp_path / "events.ndjson"
    path.write_text(
        "".join(
            json.dumps({"kind": kind, "run_id": "r", "payload": payload}) + "\n"
            for kind, payload in said
        )
    )
    ingest(layout, [str(path)])
    return layout


def section(layout, run_id="r"):
    with reading(layout) as reader:
        return images.section(reader, run_id)


def test_each_image_stands_there_once(layout):
    """Those of failing cases first; its words are text, and nothing is loaded from elsewhere."""
    page = str(section(layout))

    addresses = re.findall(r'src="([^"]*)"', page)
    assert [image_of(png(0)).data_uri, image_of(png(255)).data_uri] == addresses
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert page.index("c2") < page.index("c1") < page.index("c3")
    assert "img-src data:;" in policy()


@pytest.mark.sweep
def test_what_is_too_much_or_missing_is_said(layout, monkeypatch):
    """In place of the picture stands why it is not there."""
    (layout.attachments / image_of(png(0)).file_name).unlink()
    assert "Its file is missing or altered." in str(section(layout))

    monkeypatch.setattr(images, "BYTES_MAX", 10)
    monkeypatch.setattr(images, "IMAGES_MAX", 1)
    page = str(section(layout))
    assert "It would make the page too large." in page
    assert "1 more are left out here" in page


@pytest.mark.sweep
def test_an_image_of_a_case_and_its_reply_is_no_reply(layout):
    """Only what stands in replies alone is called so."""
    said = {"run_id": "r", "kind": "response_recorded"}
    for case_id, shade in (("c1", 255), ("c3", 7)):
        payload = {
            "case_id": case_id, "system_id": "t", "status": "ok", "text": "x",
            "images": [image_of(png(shade)).given()],
        }  # fmt: skip
        path = layout.root.parent / f"{case_id}.ndjson"
        path.write_text(json.dumps({**said, "payload": payload}))
        ingest(layout, [str(path)])

    figures = str(section(layout)).split("<figure>")[1:]

    replies = [figure for figure in figures if "reply to" in figure]
    assert len(figures) == 3
    assert [image_of(png(7)).sha256[:16] in figure for figure in replies] == [True]


@pytest.mark.sweep
def test_a_run_without_images_has_no_section(layout):
    """Nothing is shown of nothing."""
    assert section(layout, "other") is None
