"""Images of a report in a browser: shown where they are some, and never carried out."""

import json
from datetime import UTC, datetime

import pytest

from evalstore.harnesses.ingest import ingest
from evalstore.plugins.image import image_of
from evalstore.reviews.report import report
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.attachments.conftest import png

HOSTILE = '"><script>alert(1)</script><img src=https://example.org/x onerror=alert(2)>'
# Begins as a picture does, and goes on as a page.
POLYGLOTS = (
    b"\x89PNG\r\n\x1a\n<svg xmlns='http://www.w3.org/2000/svg' onload='alert(3)'></svg>",
    b"GIF89a<script>alert(4)</script>",
)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The page of a run whose cases have a picture, and bytes that only begin as one."""
    folder = tmp_path_factory.mktemp("images")
    layout = Layout(folder / "store")
    layout.create()
    lines = [{"kind": "run_started", "run_id": "r", "payload": {"suite": "s"}}]
    for number, data in enumerate((png(0), *POLYGLOTS)):
        about = {"case_id": f"c{number}{HOSTILE}"}
        image = image_of(data, HOSTILE + "long" * 90)
        case = {**about, "prompt": "?", "images": [image.given()]}
        reply = {**about, "system_id": "t", "status": "ok", "text": "x"}
        verdict = {**about, "system_id": "t", "validator_id": "v", "outcome": "right"}
        lines += [
            {"kind": kind, "run_id": "r", "payload": payload}
            for kind, payload in (
                ("case_generated", case),
                ("response_recorded", reply),
                ("verdict_recorded", verdict),
            )
        ]
    path = folder / "events.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ingest(layout, [str(path)])
    page = folder / "report.html"
    info = {"name": "warehouse", "tree_size": 1, "root": None, "views_sha256": None}
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    with reading(layout) as reader:
        written = report.render_html(reader, ["r"], moment, info)
        page.write_text(written, encoding="utf-8")
    return page


@pytest.mark.sweep
def test_pictures_are_shown_and_nothing_else_happens(opened, written):
    """No dialog, no request, no fault of the policy; on a phone nothing is too wide."""
    page = opened(written, width=390, height=844, scheme="dark")
    widths = page.page.evaluate(
        "[...document.querySelectorAll('.images img')].map(image => image.naturalWidth)"
    )

    assert [1, 0, 0] == widths
    assert page.faults == []
    assert not page.overflow()
    assert page.accessibility_findings() == []
