"""Images that were lost, only named, or claimed by fields that are none of ours."""

import pytest

from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.query.reader import reading
from evalstore.store.verify.doctor import examine
from evalstore.store.verify.verify import verify


@pytest.fixture
def layout(tmp_path):
    """Return an empty store."""
    found = Layout(tmp_path / "store")
    found.create()
    return found


def case(**fields):
    return ("case_generated", {"case_id": "c1", "prompt": "?", **fields})


def image_count(layout):
    with reading(layout) as reader:
        return reader.rows("select count(*) as n from facts.images")[0]["n"]


@pytest.mark.thinned(6)
@pytest.mark.parametrize("damage", ["lost", "altered"])
@pytest.mark.parametrize("again", ["the same file", "another file"])
def test_what_was_lost_comes_back(layout, events, dark, damage, again):
    """Who ingests again what held it, in the same file or another, has it back."""
    path = events(case(images=[dark.given()]))
    ingest(layout, [str(path)])
    kept = layout.attachments / dark.file_name
    if damage == "lost":
        kept.unlink()
    else:
        kept.write_bytes(b"another")
    if again == "another file":
        path = events(case(case_id="c2", images=[dark.given()]), name="other.ndjson")

    [result] = ingest(layout, [str(path)]).files

    assert result.new == (again == "another file")
    assert kept.read_bytes() == dark.data
    assert verify(layout).holds


@pytest.mark.sweep
@pytest.mark.parametrize("byte_count", [None, 3])
def test_a_hash_alone_is_refused(layout, events, dark, byte_count):
    """What the store does not hold would be missing for ever; so would one of another length."""
    named = {**dark.named(), "byte_count": byte_count or dark.byte_count}
    before = [case(case_id="c0", images=[dark.given()])] if byte_count else []
    path = events(*before, case(images=[named]))

    [result] = ingest(layout, [str(path)]).files

    assert {"image not kept": 1} == result.skipped
    assert verify(layout).holds


@pytest.mark.sweep
def test_a_hash_of_an_image_there_is_taken(layout, events, dark):
    """In a list of images and among the parts of a message, whichever way the event takes."""
    ingest(layout, [str(events(case(images=[dark.given()])))])
    part = {"type": "image", **dark.named()}
    cases = [
        case(case_id=f"d{n}", messages=[{"role": "user", "content": [part]}]) for n in range(300)
    ]

    ingest(layout, [str(events(*cases, name="more.ndjson"))], IngestOptions(is_strict=True))

    assert image_count(layout) == 301
    assert verify(layout).holds


@pytest.mark.sweep
@pytest.mark.parametrize(
    "fields",
    [
        {"byte_count": "abc"},
        {"byte_count": 1e300},
        {"byte_count": -1},
        {"media_type": {"a": 1}},
        {"media_type": "text/html"},
        {"description": {"a": 1}},
        {"sha256": "short"},
    ],
)
@pytest.mark.parametrize("place", ["content", "images"])
def test_what_only_looks_like_an_image_is_none(layout, events, dark, fields, place):
    """It stays as it was said; the fold and verification pass it by."""
    message = {"role": "user", "content": "?", place: [{**dark.named(), **fields}]}

    [result] = ingest(layout, [str(events(case(messages=[message])))]).files

    assert result.new == 2
    assert image_count(layout) == 0
    assert verify(layout).holds


@pytest.mark.sweep
def test_a_name_spelled_in_codes_is_a_name(layout, events, dark):
    """JSON may write a letter as its code: such an image is listed and verified as well."""
    ingest(layout, [str(events(case(images=[dark.given()])))])
    path = events(case(case_id="c2", images=[dark.named()]), name="more.ndjson")
    path.write_text(path.read_text().replace("media_type", "m\\u0065dia_type"))

    ingest(layout, [str(path)], IngestOptions(is_strict=True))

    assert image_count(layout) == 2


@pytest.mark.sweep
def test_fields_of_other_tools_are_no_images(layout, events, dark):
    """A file that a tool describes in the same words is its own."""
    ingest(layout, [str(events(case(artifact=dark.named())))])

    assert image_count(layout) == 0
    assert verify(layout).holds


@pytest.mark.sweep
def test_the_letters_of_an_address_may_be_large(layout, events, dark):
    """Few events and many are read alike."""
    uri = dark.data_uri.replace("data:image", "DATA:IMAGE")
    part = {"type": "image_url", "image_url": {"url": uri}}
    for count in (1, 400):
        cases = [
            case(case_id=f"{count}-{n}", messages=[{"role": "user", "content": [part]}])
            for n in range(count)
        ]
        ingest(layout, [str(events(*cases, name=f"{count}.ndjson"))])

    assert image_count(layout) == 401


@pytest.mark.sweep
def test_a_store_that_lacks_images_is_taken_over_with_a_warning(layout, events, dark, tmp_path):
    """Its events are whole; that an image is missing is said at once."""
    ingest(layout, [str(events(case(images=[dark.given()])))])
    (layout.attachments / dark.file_name).unlink()
    other = Layout(tmp_path / "other")
    other.create()

    [result] = ingest(other, [str(layout.root)]).files

    assert any("1 image missing" in warning for warning in result.warnings)
    assert [dark.file_name in finding.detail for finding in verify(other).findings] == [True]


@pytest.mark.sweep
def test_the_doctor_compares_names(layout, events, dark, light):
    """Missing images are a fault; files that nothing names, and unfinished ones, are told."""
    ingest(layout, [str(events(case(images=[dark.given()])))])
    (layout.attachments / light.file_name).write_bytes(light.data)
    [check] = [check for check in examine(layout) if check.what == "images"]
    assert check.is_ok
    assert f"not named by any event: {light.file_name}" in check.found

    (layout.attachments / dark.file_name).unlink()
    [check] = [check for check in examine(layout) if check.what == "images"]
    assert not check.is_ok
    assert "1 missing" in check.found


def test_a_writer_that_was_killed_leaves_what_is_removed_later(layout, dark):
    """Its image was never named; after a day its temporary file goes."""
    killed = inbox.InboxWriter(layout)
    killed.images.add(dark)
    [left] = layout.attachments.iterdir()
    after_a_day = left.stat().st_mtime + inbox.STALE_SECONDS + 1

    assert inbox.remove_stale(layout, now_seconds=after_a_day) == [left.name]
    assert list(layout.attachments.iterdir()) == []


def test_two_writers_of_one_image(layout, dark):
    """Both give it its name; the bytes are the same."""
    writers = [inbox.InboxWriter(layout) for _ in range(2)]
    for writer in writers:
        writer.images.add(dark)
    for writer in writers:
        writer.images.publish()

    assert [path.name for path in layout.attachments.iterdir()] == [dark.file_name]
    assert (layout.attachments / dark.file_name).read_bytes() == dark.data
