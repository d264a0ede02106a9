"""What a record of every_eval_ever says of its samples, and of when it was measured."""

import hashlib
import json

import pytest

from tests.harnesses.test_converted_records import line, reader_of, result


@pytest.fixture
def read(tmp_path):
    """Return a function that reads an aggregate with its lines into a store."""
    return reader_of(tmp_path)


ONE_LINE = f"{json.dumps(line('1', 'acc', 1.0))}\n".encode()


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    ("detailed", "words"),
    [
        ({"checksum": "0" * 64}, "the SHA-256 of"),
        ({"hash_algorithm": "md5", "checksum": hashlib.md5(ONE_LINE).hexdigest()}, None),
        ({"checksum": hashlib.sha256(ONE_LINE).hexdigest().upper()}, None),
        ({"hash_algorithm": "md5", "checksum": "0" * 32}, "the MD5 of"),
        ({"checksum": "0" * 32}, "the MD5 of"),
        ({"hash_algorithm": ["sha256"], "checksum": "0" * 64}, "found ['sha256'], expected"),
        (
            {"hash_algorithm": "crc32", "checksum": "0" * 8},
            "found 'crc32', expected",
        ),
    ],
)
def test_checksums_are_compared(read, detailed, words):
    """By the algorithm that is named, else by the one that gives as many digits."""
    read([result("acc")], [line("1", "acc", 1.0)], detailed_evaluation_results=detailed)

    assert [words in one for one in read.file.warnings] == ([] if words is None else [True])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("said", "started_at"),
    [
        ("1706000000", "2024-01-23 08:53:20"),
        ("1706000000.0", "2024-01-23 08:53:20"),
        ("1706000000000", "2024-01-23 08:53:20"),
        ("1706000000000000", "2024-01-23 08:53:20"),
        ("1706000000000000000", "2024-01-23 08:53:20"),
        ("20240123", "2024-01-23 00:00:00"),
        ("2024-01-23T08:53:20Z", "2024-01-23 08:53:20"),
        ("2024-01-23T09:53:20+01:00", "2024-01-23 08:53:20"),
        ("2024", None),
        ("17060000000", None),
        ("9999-01-01", None),
        ("yesterday", None),
        ("-5", None),
    ],
)
def test_the_time_of_an_evaluation(read, said, started_at):
    """Seconds, parts of them or a date; what is none of these is named."""
    read([result("acc")], [], evaluation_timestamp=said)

    assert [(started_at,)] == read.rows("select started_at::varchar from facts.runs")
    assert [f'evaluation_timestamp: found "{said}"' in one for one in read.file.warnings] == (
        [] if started_at else [True]
    )
