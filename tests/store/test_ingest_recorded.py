"""The fold says in the tree which sources added events, and nothing that it could not know."""

import hashlib
import json

import pytest

import evalstore
from evalstore import __version__
from evalstore.cli import call_command
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import segment
from evalstore.store.log.merge import accept_store
from evalstore.store.verify.verify import verify
from tests.store.conftest import Copies

RECORDED = (
    "select revision, subject, source, payload::varchar as payload, recorded_at from log.events "
    "where kind = 'ingest_recorded' order by position"
)


def event(case_id="c1", run_id="r1", **payload):
    return {
        "kind": "case_generated",
        "run_id": run_id,
        "payload": {"case_id": case_id, "domain": "d"} | payload,
    }


def text_of(*events):
    return "".join(json.dumps(event) + "\n" for event in events)


class Ingesting:
    """A store that takes in files of one folder."""

    def __init__(self, warehouse, folder):
        self.warehouse = warehouse
        self.store = evalstore.open(warehouse.layout.root)
        self.folder = folder

    def __call__(self, text, name="events.ndjson", **options):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return self.store.ingest(str(path), **options)

    @property
    def recorded(self):
        """The recorded sources, each with its payload parsed."""
        rows = self.warehouse.query(RECORDED)
        return [row | {"payload": json.loads(row["payload"])} for row in rows]


@pytest.fixture
def ingesting(warehouse, tmp_path):
    return Ingesting(warehouse, tmp_path)


@pytest.mark.sweep
def test_a_source_that_adds_events_is_in_the_tree(ingesting):
    """Its bytes and its reader give the payload; the counts of new events do not say it too."""
    text = text_of(event(), event("c2"), {"kind": "nothing", "run_id": "r", "payload": {}})
    [file] = ingesting(text).files
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    [found] = ingesting.recorded
    [batch] = ingesting.warehouse.query("from log.batches")
    reader = found["payload"].pop("reader")

    assert (2, 1) == (file.new, file.skipped.total())
    assert (1, sha256, "evalstore:fold") == (found["revision"], found["subject"], found["source"])
    assert batch["recorded_at"] == found["recorded_at"]
    assert reader.startswith(__version__)
    assert {
        "source": str(ingesting.folder / "events.ndjson"),
        "sha256": sha256,
        "format": "event_lines",
        "bytes": len(text.encode()),
        "run_id": None,
        "reading": 1,
        "read": 3,
        "skipped": {"unknown kind": 1},
        "redactions": {},
        "repairs": {},
        "tool_version": __version__,
    } == found["payload"]
    assert {"case_generated": 2, "ingest_recorded": 1} == json.loads(batch["counts"])
    assert 3 == batch["tree_size"]
    assert [] == verify(ingesting.warehouse.layout).findings


@pytest.mark.sweep
def test_what_adds_nothing_is_not_recorded(ingesting):
    """The same events again under other bytes, or known bytes, leave the log as it is."""
    size = ingesting(text_of(event())).tree_size
    again = ingesting(text_of(event()) + "\n", "other.ndjson")
    known = ingesting(text_of(event()), "third.ndjson")
    ingesting.store.append([event()])

    assert (2, 2, 2) == (size, again.tree_size, known.tree_size)
    assert 2 == ingesting.store.fold().tree_size


@pytest.mark.sweep
def test_a_source_that_adds_events_twice_has_a_revision_for_each_content(ingesting):
    """The same bytes under another run say so; the same said twice is there once."""
    text = text_of(event())
    ingesting(text)
    ingesting(text, run_id="r2")
    ingesting(text, "other.ndjson", run_id="r3")
    found = [(row["revision"], row["payload"]["run_id"]) for row in ingesting.recorded]

    assert [(1, None), (2, "r2"), (3, "r3")] == found
    assert 1 == len({row["subject"] for row in ingesting.recorded})
    assert [] == verify(ingesting.warehouse.layout).findings


def test_events_given_as_objects_are_a_source_too(ingesting):
    """Its hash is of the lines that were handed over."""
    ingesting.store.append([event()], source="notebook")
    text = json.dumps({"source": "notebook", **event()}) + "\n"
    [found] = ingesting.recorded

    assert hashlib.sha256(text.encode()).hexdigest() == found["subject"]
    assert ("notebook", len(text)) == (found["payload"]["source"], found["payload"]["bytes"])


@pytest.mark.sweep
def test_facts_know_of_no_run_without_a_name(ingesting):
    """The empty run is in the log alone, also where all is computed anew."""
    ingesting(text_of(event()))
    ingesting(text_of(event("c9", "r2")))
    before = ingesting.warehouse.derived()
    rebuild(ingesting.warehouse.layout)

    assert ["r1", "r2"] == ingesting.store.runs().pl()["run_id"].to_list()
    assert ["r1", "r2"] == ingesting.warehouse.column("select run_id from facts.runs order by 1")
    assert before == ingesting.warehouse.derived()
    assert [] == ingesting.warehouse.column(
        "select run_id from facts.answer_sizes where run_id = ''"
    )


@pytest.mark.sweep
def test_an_event_line_of_the_kind_is_refused_by_name(ingesting):
    """Only the fold writes it; Python may not either."""
    payload = {"source": "x", "sha256": "0", "format": "x", "tool_version": "1"}
    line = {"kind": "ingest_recorded", "run_id": "r1", "payload": payload}
    [file] = ingesting(text_of(event(), line)).files

    assert {"written by the fold itself": 1} == dict(file.skipped)
    with pytest.raises(evalstore.errors.SkippedRecordsError, match="written by the fold itself"):
        ingesting.store.append([line])


def test_a_long_file_is_one_source(ingesting, monkeypatch):
    """Its parts come in several inbox files, and even in several rounds of a fold."""
    monkeypatch.setattr("evalstore.harnesses.outbox.EVENTS_GATHERED_MAX", 2)
    monkeypatch.setattr("evalstore.harnesses.outbox.EVENTS_IN_FILE_MAX", 2)
    monkeypatch.setattr("evalstore.harnesses.pipeline.PIECE_BYTES", 200)
    monkeypatch.setattr("evalstore.store.log.rounds.ROUND_EVENTS_MAX", 4)
    ingesting(text_of(*(event(f"c{number}") for number in range(12))))
    [found] = ingesting.recorded

    assert 12 == found["payload"]["read"]
    assert len(segment.on_disk(ingesting.warehouse.layout)) > 1
    assert [] == verify(ingesting.warehouse.layout).findings


@pytest.mark.sweep
def test_another_store_brings_its_own_along(ingesting, new_warehouse, tmp_path):
    """What it recorded is the same event here, once, whoever else ingests the same file."""
    text = text_of(event())
    ingesting(text)
    here = Ingesting(new_warehouse(), tmp_path)
    here(text)
    here(text_of(event("c2")), "more.ndjson")
    here.store.ingest(str(ingesting.warehouse.layout.root))
    accept_store(ingesting.warehouse.layout, here.warehouse.layout)
    ingesting.warehouse.fold()
    sql = "select event_id, kind from log.events order by event_id"

    assert here.warehouse.query(sql) == ingesting.warehouse.query(sql)
    assert 2 == len(ingesting.recorded)
    assert ["evalstore:fold", "foreign:evalstore:fold"] == [
        row["source"] for row in ingesting.recorded
    ]
    for one in (here, ingesting):
        assert [] == verify(one.warehouse.layout).findings


def forged(path, change):
    """Write a segment's footer again; the events stay, byte for byte."""
    with connections.connect() as connection:
        footer = json.loads(segment.read_footer(connection, path).to_json())
        change(footer)
        connection.execute("create table t as from read_parquet($file)", {"file": str(path)})
        connection.execute(
            "copy t to $file (format parquet, kv_metadata {evalstore: $footer})",
            {"file": str(path), "footer": json.dumps(footer)},
        )


def named(**fields):
    return lambda footer: footer["sources"][0].update(fields)


FORGERIES = {
    "tool_version": lambda footer: footer.update(tool_version="0.0.1"),
    "recorded_at": lambda footer: footer.update(recorded_at="2020-01-01T00:00:00"),
    "the runs in its footer": lambda footer: footer.update(runs=[]),
    "events by kind differently": lambda footer: footer.update(counts={"case_generated": 3}),
    "differ in source": named(source="elsewhere.ndjson"),
    "differ in bytes": named(bytes=7),
    "differ in redactions, skipped": named(skipped={"unknown kind": 9}, redactions={"x": 1}),
    "lists source": named(sha256="0" * 64),
    "differ in reader": named(reader="0.0.1"),
    "states 2 events of sources": named(new=2),
    "does not list": lambda footer: footer.update(sources=[]),
}


@pytest.fixture(scope="module")
def new_ingested(new_warehouse, tmp_path_factory):
    """Return a function that makes a store of two files, each a segment."""
    ingesting = Ingesting(new_warehouse(), tmp_path_factory.mktemp("two"))
    ingesting(text_of(event(), event("c2")))
    ingesting(text_of(event("c3")))
    return Copies(ingesting.warehouse)


@pytest.mark.thinned(12)
@pytest.mark.parametrize("found", FORGERIES)
def test_a_forged_footer_is_found(new_ingested, found):
    """With database and checkpoints made again from it, the tree still says another thing."""
    warehouse = new_ingested()
    layout = warehouse.layout
    [_, last] = segment.on_disk(layout)
    forged(last, FORGERIES[found])
    for path in layout.checkpoints.iterdir():
        path.unlink()
    layout.database.unlink()
    warehouse.fold()
    altered = [item for item in verify(layout).findings if item.what == "footer altered"]

    assert any(found in item.detail for item in altered), altered
    assert {3} == {item.position for item in altered}


@pytest.mark.sweep
def test_segments_from_before_are_one_line(ingesting, monkeypatch, capsys):
    """What an earlier evalstore folded is counted and is no finding; what came later is held."""
    with monkeypatch.context() as earlier:
        earlier.setattr("evalstore.store.log.recorded_sources.is_whole", lambda _footer: False)
        ingesting(text_of(event()))
        ingesting(text_of(event("c2")))
    ingesting(text_of(event("c3")))
    verified = verify(ingesting.warehouse.layout)
    code = call_command(["verify", "--store", str(ingesting.warehouse.layout.root)])

    assert ([], 2, 0) == (verified.findings, verified.older_count, code)
    assert "2 segments written before ingest_recorded existed, with a footer" in (
        capsys.readouterr().out
    )
