"""Logs read, mapped, and written with the damage a test needs."""

import importlib
import json
import struct
import zlib
from pathlib import Path

import duckdb
import pytest
import zstandard

from evalstore.base import sql_files
from evalstore.harnesses.inspect import samples
from evalstore.harnesses.inspect.eval_archive import EvalArchive
from evalstore.harnesses.inspect.whole_log import Spool
from evalstore.harnesses.prices import Prices
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import Scales

FIXTURES = Path(__file__).parents[2] / "fixtures" / "inspect"
STORED, DEFLATED, ZSTANDARD = 0, 8, 93


class Reading:
    """What one reading of a file gave."""

    def __init__(self, path, scales=None, prices=None):
        self.source = SourceFile(
            path, path.name, "0" * 64, scales=scales or Scales(), prices=prices or Prices()
        )
        name = "inspect_eval" if path.suffix == ".eval" else "inspect_json"
        found = list(
            importlib.import_module(f"evalstore.harnesses.{name}.{name}").read(self.source)
        )
        self.records = [item for item in found if isinstance(item, SourceRecord)]
        self.skips = [item for item in found if isinstance(item, Skip)]

    def objects(self, kind="sample"):
        found = [json.loads(record.text) for record in self.records]
        return [item for item in found if item["kind"] == kind]

    def case_ids(self):
        return [item["sample"]["case_id"] for item in self.objects()]


def mapped_texts(texts):
    """Return the events of these records: kind, run_id, occurred_at and payload as text."""
    with duckdb.connect() as connection:
        connection.execute("create table records (ordinal bigint, record json)")
        connection.execute(
            "insert into records select unnest(range(len($texts))), unnest($texts)",
            {"texts": texts},
        )
        for macro in sql_files.names("ingest/inspect"):
            connection.execute(sql_files.read(macro))
        rows = connection.execute(sql_files.read("ingest/inspect")).fetchall()
    return [(kind, run_id, at, payload) for _, kind, run_id, _, _, _, at, payload in rows]


def compressed(data, method):
    if method == DEFLATED:
        return zlib.compress(data, wbits=-15)
    return zstandard.ZstdCompressor().compress(data) if method == ZSTANDARD else data


def archive_bytes(members, *, has_directory=True, claimed_sizes=None):
    """
    Return a zip archive of (name, data, method) members.

    ``claimed_sizes`` are unpacked sizes to claim in place of the true ones.
    """
    claimed = claimed_sizes or {}
    body, directory = b"", b""
    for name, content, method in members:
        # (whole, packed) where a test packs the data itself.
        is_packed = isinstance(content, tuple)
        data, packed = content if is_packed else (content, compressed(content, method))
        encoded = name.encode()
        size = claimed.get(name, len(data))
        common = struct.pack(
            "<5H3L2H", 20, 0x800, method, 0, 0, zlib.crc32(data), len(packed), size,
            len(encoded), 0,
        )  # fmt: skip
        directory += b"PK\x01\x02\x14\x00" + common
        directory += struct.pack("<3H2L", 0, 0, 0, 0, len(body)) + encoded
        body += b"PK\x03\x04" + common + encoded + packed
    if not has_directory:
        return body
    count = len(members)
    end = struct.pack("<4H2LH", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def fixture_members(name="quiz.eval"):
    with (FIXTURES / name).open("rb") as file:
        archive = EvalArchive.opened(file)
        return [
            (member.name, json.dumps(archive.read(member)[0]).encode(), ZSTANDARD)
            for member in archive.listing.members
        ]


@pytest.fixture
def log_path():
    """Return the path of a log made by Inspect."""
    return lambda name: FIXTURES / name


@pytest.fixture
def read():
    """Read a log."""
    return Reading


@pytest.fixture
def mapped():
    """Map records, given as JSON text, to events."""
    return mapped_texts


@pytest.fixture
def payloads(mapped):
    """Map the samples of one log and return their payloads by kind."""

    def mapped_payloads(*found, scales=None, **of_the_log):
        of_log = samples.Log(run_id="run", task="quiz", model="model", **of_the_log)
        with Spool(of_log) as spool:
            for sample in found:
                text = samples.record_text({"id": "1", **sample}, False, of_log)
                spool.hold(SourceRecord("here", text))
            texts = [record.text for record in spool.records(scales or Scales())]
        by_kind = {"case_generated": [], "response_recorded": [], "verdict_recorded": []}
        for kind, _, _, payload in mapped(texts):
            by_kind[kind].append(json.loads(payload))
        return by_kind

    return mapped_payloads


@pytest.fixture
def priced_payloads(mapped):
    """Map one sample by a table of prices, and return the payload of its response."""

    def mapped_response(sample, prices):
        of_log = samples.Log(run_id="run", task="quiz", model="model")
        with Spool(of_log) as spool:
            text = samples.record_text({"id": "1", **sample}, False, of_log)
            spool.hold(SourceRecord("here", text))
            found = spool.records(Scales(), prices.of(of_log.models))
            texts = [record.text for record in found]
        [response] = [row for row in mapped(texts) if row[0] == "response_recorded"]
        return json.loads(response[3])

    return mapped_response


@pytest.fixture
def verdict(payloads):
    """Map one score and return its verdict."""
    return lambda score: payloads({"scores": {"grade": score}})["verdict_recorded"][0]


@pytest.fixture
def events():
    """Read a log and map it."""
    return lambda path, scales=None: mapped_texts(
        [record.text for record in Reading(path, scales).records]
    )


@pytest.fixture
def members():
    """Return the members of a log made by Inspect, as (name, JSON, method)."""
    return fixture_members


@pytest.fixture
def written(tmp_path):
    """Write an archive of these members and return its path."""

    def write(members, **options):
        path = tmp_path / "log.eval"
        path.write_bytes(archive_bytes(members, **options))
        return path

    return write
