"""Inspect archives: every shape gives the same events, and damage costs only what it hit."""

import json
import random

import pytest
import zstandard

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect import zip_members
from evalstore.harnesses.inspect_eval import inspect_eval

STORED, DEFLATED, ZSTANDARD = 0, 8, 93
MADE_OF_SAMPLES = {"case_generated", "response_recorded", "verdict_recorded"}
EIGHT_SAMPLES = ["3", "4", "grp/1", "ид-2 .. x"] * 2


def sample(case_id, epoch=1, **more):
    return json.dumps({"id": case_id, "epoch": epoch, **more}).encode()


@pytest.fixture
def start(members):
    """The journal of a log that has just begun."""
    return next(member for member in members() if member[0] == "_journal/start.json")


@pytest.mark.parametrize("name", ["quiz.json", "chunked.eval"])
def test_every_shape_of_a_log_gives_the_same_events(events, log_path, name):
    """One archive member a sample, chunked members, one JSON file: not a byte differs."""
    expected = events(log_path("quiz.eval"))

    assert expected == events(log_path(name))


def test_a_running_log_gives_what_the_finished_one_gives(events, log_path, members, written):
    """Without header and summaries only the end is missing, and how many attempts were made."""
    running = [
        member
        for member in members()
        if member[0] == "_journal/start.json" or member[0].startswith("samples/")
    ]
    finished = events(log_path("quiz.eval"))
    start, *samples = events(written(running))

    assert finished[0][3].replace('"attempts":2,', "") == start[3]
    assert samples == [event for event in finished[1:] if event[0] in MADE_OF_SAMPLES]
    assert "run_finished" == finished[-1][0]


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
def test_every_compression_is_read(events, log_path, members, written, method):
    """Stored, deflate and zstd members hold the same log."""
    repacked = [(name, data, method) for name, data, _ in members()]
    expected = events(log_path("quiz.eval"))

    assert expected == events(written(repacked))


def test_a_member_of_several_zstd_frames_is_read_whole(read, start, written):
    """A decompressor that stops after the first frame would lose the end."""
    data = sample("long", input="x" * 1000)
    compressor = zstandard.ZstdCompressor()
    packed = compressor.compress(data[:500]) + compressor.compress(data[500:])
    path = written([start, ("samples/long_epoch_1.json", (data, packed), ZSTANDARD)])

    assert "x" * 1000 == read(path).objects()[0]["sample"]["prompt"]


def test_of_two_members_with_one_name_the_last_counts(read, start, written):
    """A requeued sample is written again under its name."""
    name = "samples/1_epoch_1.json"
    path = written(
        [
            start,
            (name, sample("1", output={"completion": "first try"}), ZSTANDARD),
            (name, sample("1", output={"completion": "second try"}), ZSTANDARD),
            ("samples/2_epoch_1.json", b"{", ZSTANDARD),
            ("samples/2_epoch_1.json", sample("2", output={"completion": "whole"}), ZSTANDARD),
        ]
    )
    found = read(path)

    assert ["second try", "whole"] == [item["sample"]["text"] for item in found.objects()]
    [doubt] = found.source.doubts
    assert doubt.startswith("log.eval: skipped 2 samples, such as 1 in epoch 1: another sample")
    assert [] == found.skips


def test_ids_come_from_the_sample_and_never_from_the_name(read, start, written):
    """A name may hold slashes and dots, and is no path to anywhere."""
    path = written([start, ("samples/../../etc_epoch_9.json", sample("a/b", 2), DEFLATED)])
    found = read(path).objects()[0]["sample"]

    assert ("a/b", 2) == (found["case_id"], found["epoch"])


def test_parts_of_chunked_samples_are_no_samples(read, log_path):
    """Messages, events and attachments of a chunked sample lie below it as JSON, too."""
    expected = EIGHT_SAMPLES

    assert expected == read(log_path("chunked.eval")).case_ids()


def test_a_chunked_sample_gets_its_attachments_and_metadata_back(read, start, written):
    """In the sample itself a long question is only the number of an attachment."""
    folder = "samples/a/b_epoch_1/"
    path = written(
        [
            start,
            (f"{folder}sample.json", sample("a/b", input="attachment://2"), ZSTANDARD),
            (f"{folder}metadata.json", b'{"domain": "history"}', ZSTANDARD),
            (f"{folder}attachments/0.json", b'["zero", "one"]', ZSTANDARD),
            (f"{folder}attachments/2.json", b'["a long question"]', ZSTANDARD),
            (f"{folder}messages/0.json", b"[]", ZSTANDARD),
        ]
    )
    found = read(path).objects()[0]["sample"]

    assert ("a long question", {"domain": "history"}) == (found["prompt"], found["lifted"])


def test_a_huge_sample_is_skipped_before_it_is_unpacked(read, start, written):
    """Its size stands in the directory; the sample after it is read."""
    huge, fine = "samples/huge_epoch_1.json", "samples/2_epoch_1.json"
    path = written(
        [start, (huge, sample("huge"), ZSTANDARD), (fine, sample("2"), ZSTANDARD)],
        claimed_sizes={huge: 300 * zip_members.MIB},
    )
    found = read(path)

    assert ["2"] == found.case_ids()
    assert [(huge, "sample too large")] == [(skip.location, skip.reason) for skip in found.skips]
    assert "300 MiB" in found.skips[0].detail


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
def test_a_member_larger_than_it_says_is_skipped(read, start, written, method):
    """What unpacks to more than announced is damage or a trap."""
    name = "samples/1_epoch_1.json"
    path = written(
        [start, (name, sample("1", input="x" * 5000), method)], claimed_sizes={name: 10}
    )

    assert ["sample damaged"] == [skip.reason for skip in read(path).skips]


def test_an_archive_that_claims_the_impossible_is_refused(read, start, written):
    """A few kilobytes that claim gigabytes are no log."""
    names = [f"samples/{number}_epoch_1.json" for number in range(10)]
    path = written(
        [start, *((name, sample("1"), ZSTANDARD) for name in names)],
        claimed_sizes=dict.fromkeys(names, 200 * zip_members.MIB),
    )

    with pytest.raises(UnreadableInputError, match="more than any log can"):
        read(path)


def test_flipped_bytes_cost_one_sample(read, start, written):
    """The checksum tells; the other samples are read."""
    path = written(
        [
            start,
            ("samples/1_epoch_1.json", sample("1", input="untouched"), STORED),
            ("samples/2_epoch_1.json", sample("2"), STORED),
        ]
    )
    path.write_bytes(path.read_bytes().replace(b"untouched", b"unt0uched"))
    found = read(path)

    assert ["2"] == found.case_ids()
    assert ["sample damaged"] == [skip.reason for skip in found.skips]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ((b'{"id": "1", ', STORED), "sample malformed"),
        ((b"[" * 100_000, STORED), "sample nested too deep"),
        ((b'{"epoch": 1}', STORED), "not a sample"),
        ((b"[]", STORED), "not a sample"),
        ((b"{}", 12), "sample unknown compression"),
    ],
)
def test_what_is_no_sample_is_skipped_with_its_reason(read, start, written, content, reason):
    """Each kind of trouble has its own phrase to count by."""
    found = read(written([start, ("samples/1_epoch_1.json", *content)]))

    assert ([], [reason]) == (found.case_ids(), [skip.reason for skip in found.skips])


def test_whole_members_of_an_archive_cut_short_are_read(read, members, written):
    """Local headers lead to what the lost directory named; the cut member is told."""
    kept = [member for member in members() if "_epoch_2" not in member[0]]
    whole = written(kept, has_directory=False).read_bytes()
    path = written(kept)
    path.write_bytes(whole[: whole.index("samples/ид-2".encode()) + 200])
    found = read(path)

    assert ["3", "4", "grp/1"] == found.case_ids()
    assert ["cut short"] == [skip.reason for skip in found.skips]
    assert "found by scanning the file" in found.source.warnings[0]
    assert [] == found.objects("run_finished")


def test_no_cut_reads_a_sample_wrong(read, log_path, tmp_path):
    """Wherever a log is cut, it is refused, or a beginning of its samples is read."""
    data = log_path("quiz.eval").read_bytes()
    path = tmp_path / "cut.eval"
    expected = read(log_path("quiz.eval")).objects()
    surprises = []
    for length in sorted(random.Random(7).sample(range(len(data)), 60)):
        path.write_bytes(data[:length])
        try:
            found = read(path).objects()
        except UnreadableInputError:
            continue
        if found != expected[: len(found)]:
            surprises.append(length)

    assert [] == surprises


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a zip archive at all" * 10])
def test_what_is_no_archive_is_refused_by_name(read, tmp_path, content):
    """The message says what was found and the way out."""
    path = tmp_path / "broken.eval"
    path.write_bytes(content)

    with pytest.raises(UnreadableInputError, match=r"broken\.eval.*copy the log again"):
        read(path)


def test_a_log_that_does_not_say_which_run_it_is_is_refused(read, written):
    """Samples without a run cannot be counted anywhere."""
    path = written([("samples/1_epoch_1.json", sample("1"), STORED)])

    with pytest.raises(UnreadableInputError, match="so the run is unknown"):
        read(path)


def test_a_log_from_before_eval_ids_gets_a_run_id_of_its_own(read, written):
    """It hangs on run_id, task_id and created, so reading twice gives the same run."""
    spec = {"run_id": "r", "task_id": "t", "created": "2024-11-05T13:32:37-05:00", "task": "q"}
    runs = set()
    for created in (spec["created"], spec["created"], "2024-11-06T13:32:37-05:00"):
        head = json.dumps({"eval": {**spec, "created": created}}).encode()
        path = written([("_journal/start.json", head, STORED)])
        runs.add(read(path).objects("run_started")[0]["run_id"])

    assert (2, {len("inspect-") + 22}) == (len(runs), {len(run_id) for run_id in runs})


def test_an_unknown_version_is_read_with_a_warning(read, members, written):
    """The format is versioned, not frozen; what nobody here knows of a sample is kept."""

    def newer_of(name, data):
        if name.startswith("samples/"):
            return data.replace(b"{", b'{"mood": "calm", ', 1)
        return data.replace(b'"version": 2', b'"version": 9')

    newer = [(name, newer_of(name, data), method) for name, data, method in members()]
    found = read(written(newer))

    assert EIGHT_SAMPLES == found.case_ids()
    raw_fields = [one["sample"]["raw_fields"] for one in found.objects()]
    assert [{"mood": "calm"}] * len(raw_fields) == raw_fields
    assert ["log.eval: Inspect log version 9 is unknown (known: 1 to 3)"] == [
        warning.partition(";")[0] for warning in found.source.warnings
    ]


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("x.eval", b"PK\x03\x04....", True),
        ("x.zip", b"PK\x03\x04...._journal/start.json", True),
        ("x.zip", b"PK\x03\x04....readme.txt", False),
        ("x.eval", b"PK\x05\x06", True),
        ("x.eval", b'{"eval": {}}', False),
    ],
)
def test_a_log_is_recognised_by_its_bytes(tmp_path, name, head, expected):
    """Not every archive is a log, and a log may bear another name."""
    found = inspect_eval.recognises(tmp_path / name, head)

    assert expected == found
