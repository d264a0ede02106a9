"""Images in a store: verified, taken over, thrown away with what was not appended."""

import base64
import json
import os
import re
from pathlib import Path

import pytest

from evalstore.errors import SkippedRecordsError, UnreadableInputError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from evalstore.store.verify.verify import verify


@pytest.fixture
def layout(tmp_path):
    """Return an empty store."""
    found = Layout(tmp_path / "store")
    found.create()
    return found


@pytest.fixture
def filled(layout, events, dark, light):
    """Return a store of two cases, each with an image."""
    path = events(
        ("case_generated", {"case_id": "c1", "prompt": "?", "images": [dark.given()]}),
        ("case_generated", {"case_id": "c2", "prompt": "?", "images": [light.given()]}),
    )
    ingest(layout, [str(path)])
    return layout


@pytest.mark.sweep
def test_it_holds_while_all_are_there(filled):
    """Verification reads each image; a rebuild needs none."""
    assert verify(filled).holds
    rebuild(filled)
    assert verify(filled).holds


def test_an_altered_and_a_missing_one_are_named(filled, dark, light):
    """By file, and by the event that names it."""
    (filled.attachments / dark.file_name).write_bytes(light.data)
    (filled.attachments / light.file_name).unlink()

    findings = verify(filled).findings

    assert {("attachment", 1), ("attachment", 2)} == {
        (finding.what, finding.position) for finding in findings
    }
    said = " ".join(finding.detail for finding in findings)
    assert f"{dark.file_name}, an image that an event names, has SHA-256" in said
    assert f"{light.file_name}, an image that an event names, is missing" in said


def test_what_is_refused_leaves_no_image(layout, events, dark):
    """Under --strict one bad record keeps out all, and their images."""
    path = events(
        ("case_generated", {"case_id": "c1", "prompt": "?", "images": [dark.given()]}),
        ("case_generated", {"case_id": "c2", "images": [{"data": "https://example.org"}]}),
    )

    with pytest.raises(SkippedRecordsError):
        ingest(layout, [str(path)], IngestOptions(is_strict=True))

    assert list(layout.attachments.iterdir()) == []


@pytest.mark.sweep
def test_another_store_brings_its_images(filled, tmp_path):
    """They are copied with the events that name them."""
    other = Layout(tmp_path / "other")
    other.create()

    ingest(other, [str(filled.root)])

    assert verify(other).holds
    assert sorted(path.name for path in filled.attachments.iterdir()) == sorted(
        path.name for path in other.attachments.iterdir()
    )


def test_a_damaged_image_keeps_a_store_out(filled, tmp_path, dark):
    """What cannot be vouched for is not copied."""
    (filled.attachments / dark.file_name).write_bytes(b"other")
    other = Layout(tmp_path / "other")
    other.create()

    with pytest.raises(UnreadableInputError, match="has SHA-256"):
        ingest(other, [str(filled.root)])

    assert list(other.inbox.iterdir()) == []


@pytest.mark.sweep
def test_the_same_image_is_kept_once(layout, events, dark):
    """However many cases name it."""
    ingest(
        layout,
        [
            str(
                events(
                    *(
                        ("case_generated", {"case_id": f"c{n}", "images": [dark.given()]})
                        for n in range(3)
                    )
                )
            )
        ],
    )

    assert [dark.file_name] == [path.name for path in layout.attachments.iterdir()]


@pytest.mark.sweep
def test_inspect_logs_bring_their_images(layout, tmp_path, dark, light):
    """Those whose bytes they hold; of the others the log's reader says how many there are."""
    asked = [
        {"role": "user", "content": [
            {"type": "text", "text": "What is it?"},
            {"type": "image", "image": "attachment://a1", "detail": "auto"},
            {"type": "image", "image": "https://example.org/a.png"},
        ]}
    ]  # fmt: skip
    said = {"role": "assistant", "content": [{"type": "image", "image": light.data_uri}]}
    log = {
        "version": 2,
        "status": "success",
        "eval": {"task": "t", "model": "m", "run_id": "r", "eval_id": "e", "task_id": "t1"},
        "samples": [{
            "id": 1, "epoch": 1, "input": asked, "target": "",
            "attachments": {"a1": dark.data_uri},
            "output": {"choices": [{"message": said}]}, "scores": {},
        }],
    }  # fmt: skip
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))

    [result] = ingest(layout, [str(path)]).files

    with reading(layout) as reader:
        rows = reader.rows("select system_id, sha256 from facts.images order by all")
        [case] = reader.rows("select payload ->> '$.messages[0].content' as said from log.events "
                             "where kind = 'case_generated'")  # fmt: skip
    assert [("m", light.sha256), (None, dark.sha256)] == [tuple(row.values()) for row in rows]
    assert case["said"] == "What is it?\n[image]\n[image]"
    assert any("1 image of messages omitted" in warning for warning in result.warnings)


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_a_real_log_with_images(layout):
    """One of Inspect's own: its image is there, byte for byte."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "inspect"
    path /= "inspect_ai_log__test_eval_log__log_images.json"
    ingest(layout, [str(path)])

    held = set(re.findall(r"data:image/[a-z]+;base64,[^\"]+", path.read_text()))
    kept = {path.read_bytes() for path in layout.attachments.iterdir()}
    assert kept
    assert kept <= {base64.b64decode(uri.partition(",")[2]) for uri in held}
