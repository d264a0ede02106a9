"""Images in events: taken out by hash, kept as files, refused where they are none."""

import base64
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.errors import RefusedEventError
from evalstore.events import images
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.plugins.image import image_of
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.attachments.conftest import png

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF\0\0\0\0WEBP")


@pytest.fixture
def layout(tmp_path):
    """Return an empty store."""
    found = Layout(tmp_path / "store")
    found.create()
    return found


def case(**fields):
    """Return a case as an event."""
    return "case_generated", {"case_id": "c", "prompt": "What do you see?", **fields}


def found_images(layout):
    """Return the rows of facts.images, of each what it is and its hash."""
    with reading(layout) as reader:
        rows = reader.rows("from facts.images order by all")
    return [(row["system_id"], row["place"], row["sha256"], row["description"]) for row in rows]


def test_each_place_of_an_image_is_found(layout, events, dark, light):
    """Beside the text, in messages in our own form and OpenAI's, in turns in Inspect's."""
    asked = [
        {"role": "user", "content": "First.", "images": [dark.given()]},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Then."},
                {"type": "image_url", "image_url": {"url": light.data_uri, "detail": "low"}},
            ],
        },
    ]
    said = [
        {"role": "assistant", "content": [{"type": "image", "image": dark.data_uri}]},
    ]
    about = {"case_id": "c", "system_id": "s", "status": "ok", "text": "Dark."}
    path = events(
        case(images=[{"data": dark.data_uri, "description": "night"}], messages=asked),
        ("response_recorded", {**about, "turns": said, "images": [light.given()]}),
    )

    ingest(layout, [str(path)], IngestOptions(is_strict=True))

    assert [
        ("s", 1, light.sha256, None),
        ("s", 2, dark.sha256, None),
        (None, 1, dark.sha256, "night"),
        (None, 2, dark.sha256, None),
        (None, 3, light.sha256, None),
    ] == found_images(layout)
    kept = {path.name: path.read_bytes() for path in layout.attachments.iterdir()}
    assert {image.file_name: image.data for image in (dark, light)} == kept
    with reading(layout) as reader:
        payloads = reader.rows("select payload::varchar as text from log.events")
    assert not any("base64" in str(row["text"]) for row in payloads)


@pytest.mark.sweep
def test_a_file_beside_the_events(layout, events, dark):
    """It is named by its path below their folder, and by its hash if that is given."""
    path = events(case(images=[{"file": "pictures/night.png", "sha256": dark.sha256}]))
    (path.parent / "pictures").mkdir()
    (path.parent / "pictures/night.png").write_bytes(dark.data)

    ingest(layout, [str(path)], IngestOptions(is_strict=True))

    assert [(None, 1, dark.sha256, None)] == found_images(layout)


@pytest.mark.sweep
def test_many_events_take_the_same_way(layout, events, dark):
    """Of many events SQL accepts most; those with images are found among them."""
    cases = [case(case_id=f"c{number}") for number in range(400)]
    cases.append(case(case_id="last", images=[dark.given()]))

    [result] = ingest(layout, [str(events(*cases))], IngestOptions(is_strict=True)).files

    assert result.new == len(cases) + 1
    assert [(None, 1, dark.sha256, None)] == found_images(layout)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("image", "words"),
    [
        ({"data": "https://example.org/a.png"}, "addresses are not fetched"),
        ({"url": "https://example.org/a.png"}, 'found "url"'),
        ({"data": "data:image/png;base64,!!"}, "invalid base64"),
        ({"data": "data:image/png;base64,"}, "begin with nothing"),
        ({"data": "data:image/svg+xml;base64,PHN2Zz4="}, "expected PNG, JPEG, GIF or WebP"),
        ({"data": "data:image/jpeg;base64,R0lGODlhAQA="}, "expected image/gif"),
        (
            {"data": "data:image/gif;base64,R0lGODlhAQA=", "sha256": "0" * 64},
            "that of the picture",
        ),
        ({"data": 7}, "not text"),
        ({"data": "x", "file": "y"}, 'found "data, file"'),
        ({"file": "../secret.png"}, "expected a path below"),
        ({"file": "/etc/hostname"}, "expected a path below"),
        ({"file": "link.png"}, "expected a path below"),
        ({"file": "none.png"}, "No such file"),
        ({"file": "."}, "cannot be read"),
        ({"file": "a\0b"}, "cannot be read"),
        ({"file": "text.png"}, "begin with 6e6f2070"),
        ({"file": "pipe.png"}, "not a regular file"),
        ({}, 'found "nothing"'),
    ],
)
def test_what_is_no_image_is_refused(tmp_path, image, words):
    """Each says what was found and the way out; nothing outside the folder is read."""
    (tmp_path / "events").mkdir()
    (tmp_path / "secret.png").write_bytes(png(0))
    (tmp_path / "events/link.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "events/text.png").write_text("no picture")
    os.mkfifo(tmp_path / "events/pipe.png")

    with pytest.raises(RefusedEventError, match=words) as refused:
        images.taken({"images": [image]}, tmp_path / "events")

    assert refused.value.detail.startswith("payload.images[0]")


def test_through_a_pipe_no_file_can_be_named():
    """Events without a folder say so."""
    with pytest.raises(RefusedEventError, match="no folder to read it from"):
        images.taken({"images": [{"file": "a.png"}]}, None)


def test_what_is_too_long_is_not_read(tmp_path):
    """Its size is looked at first."""
    with (tmp_path / "a.png").open("wb") as file:
        file.truncate(21 * 2**20)

    with pytest.raises(RefusedEventError, match="expected at most 20971520"):
        images.taken({"images": [{"file": "a.png"}]}, tmp_path)


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "image", "image": "data:image/svg+xml;base64,PHN2Zz4="},
        {"type": "image", "image": "attachment://a1"},
        {"type": "image_url", "image_url": None},
        {"type": "text", "text": "data:image/png;base64,"},
        "data:image/png;base64,",
    ],
)
def test_other_parts_of_a_conversation_stay(part):
    """What was said stays as it was."""
    payload = {"messages": [{"role": "user", "content": [part]}, "hello", None]}
    before = json.loads(json.dumps(payload))

    assert images.taken(payload, None) == []
    assert payload == before


@pytest.mark.sweep
@given(st.sampled_from(SIGNATURES), st.binary(max_size=40), st.none() | st.text(max_size=9))
def test_what_is_taken_comes_back(signature, rest, description):
    """The name in the event is that of the bytes; taking twice changes nothing more."""
    data = signature + rest
    image = image_of(data, description)
    payload = {"images": [image.given()]}

    taken = images.taken(payload, None)

    assert [(image.sha256, data)] == [(one.sha256, one.data) for one in taken]
    assert payload == {"images": [image.named()]}
    assert base64.b64decode(image.data_uri.partition(",")[2]) == data
    assert images.taken(payload, None) == []
