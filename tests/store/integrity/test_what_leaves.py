"""Nothing leaves a store whose database was altered: it is not sent, and no file is written."""

import shutil
from pathlib import Path

import duckdb
import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.harnesses.append import record_own
from evalstore.store.layout import Layout
from tests.scale.remotes.places import accuracies, with_run
from tests.store.integrity.conftest import events_of
from tests.store.integrity.test_doctored_database import (
    SCORED_RIGHT,
    TRIGGERED,
    UNTRIGGERED,
    doctor,
)
from tests.store.test_redacted_facts import take_out

SENDERS = {
    "push": "push out --create",
    "publish": "publish out",
    "snapshot": "snapshot out.duckdb",
    "a snapshot for an older DuckDB": "snapshot out.duckdb --storage-version v1.2.0",
    "a label sheet": "label r2 -o out.csv",
    "an export": "export --format every_eval_ever --run r2 -o out",
    "a chart of a run": "chart accuracy --run r2 -o out.svg",
    "a chart over runs": "chart accuracy -o out.svg",
    "a comparison": "compare r1 r2",
    "a page of a comparison": "compare r1 r2 -o out.html",
    "rows of a metric": "show accuracy -o out.csv",
    "every metric": "show --all -o out.json",
    "what a metric counted": "show accuracy --run r2 --counted -o out.csv",
    "failures": "failures -o out.parquet",
}
# These send the log, of which a decision reads nothing.
SENDERS_OF_THE_LOG = {
    "push": "push out --create",
    "publish": "publish out --log-only",
    "snapshot": "snapshot out.duckdb",
    "a label sheet": "label r2 -o out.csv",
    "an export": "export --format every_eval_ever --run r2 -o out",
}
REPLIES_ALTERED = (
    f"{UNTRIGGERED}update log.events set payload = replace(payload::varchar, '0.5', '0.9')::json "
    f"where kind = 'response_recorded' and run_id = 'r2'; {TRIGGERED}"
)
REPLY_ADDED = (
    "insert into log.events select * replace (1000 as position) from log.events "
    "where kind = 'response_recorded' and run_id = 'r2' limit 1"
)
ROW_OF_NO_RUN = "insert into facts.cases by name select 'x' as run_id, 'c' as case_id"
METRIC_ALTERED = "create or replace macro macros.share_low(a, b, c, d) as 1e0"


def refusal(store: Layout, line: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Return what a sender says, having required that it exits 4 and leaves nothing behind."""
    capfd.readouterr()
    code = call_command([*line.split(), "--store", str(store.root)])
    printed = capfd.readouterr()

    assert (4, "") == (code, printed.out), printed.err
    left = [path for path in Path().rglob("*") if path.is_file()]
    assert [] == left
    return printed.err


@pytest.fixture(scope="module")
def doctored(decided_store: Layout, tmp_path_factory: pytest.TempPathFactory) -> Layout:
    """Return a store in whose facts every answer is right."""
    root = tmp_path_factory.mktemp("doctored") / "warehouse"
    shutil.copytree(decided_store.root, root)
    doctor(Layout(root), SCORED_RIGHT)
    return Layout(root)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


@pytest.mark.thinned(6)
@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    "name",
    # To ask for every metric takes as long as all others together.
    [pytest.param(name, marks=[pytest.mark.sweep] * (name == "every metric")) for name in SENDERS],
)
def test_altered_facts_do_not_leave(
    doctored: Layout, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A sender says what a gate says of them."""
    said = refusal(doctored, SENDERS[name], capfd)

    assert "does not match the segments" in said
    assert "`evalstore rebuild` to create the database again" in said


@pytest.mark.usefixtures("elsewhere")
def test_an_altered_log_does_not_leave(copied: Layout, capfd: pytest.CaptureFixture[str]) -> None:
    """Texts of the database are compared with the segments, also where no fact rests on them."""
    doctor(copied, REPLIES_ALTERED)
    for line in SENDERS_OF_THE_LOG.values():
        assert "rows differ, from position" in refusal(copied, line, capfd)


@pytest.mark.usefixtures("elsewhere")
def test_an_event_of_no_segment_does_not_leave(
    copied: Layout, capfd: pytest.CaptureFixture[str]
) -> None:
    """A row that was added behind the log is found, as is one in the place of another."""
    doctor(copied, REPLY_ADDED)
    for name in ("publish", "a label sheet"):
        line = SENDERS_OF_THE_LOG[name]
        assert "log.events: 1 row is in no segment" in refusal(copied, line, capfd)


@pytest.mark.usefixtures("elsewhere")
def test_altered_definitions_do_not_leave(
    copied: Layout, capfd: pytest.CaptureFixture[str]
) -> None:
    """A snapshot takes the definitions along, and the numbers of a chart are made by them."""
    doctor(copied, METRIC_ALTERED)
    for name in ("push", "publish", "snapshot", "a chart over runs", "a comparison"):
        assert "macro changed" in refusal(copied, SENDERS[name], capfd)


@pytest.mark.usefixtures("elsewhere")
def test_rows_of_no_run_do_not_leave(copied: Layout, capfd: pytest.CaptureFixture[str]) -> None:
    """A snapshot is the whole database, so that facts without events are found as well."""
    doctor(copied, ROW_OF_NO_RUN)

    assert "rows of runs that have no events" in refusal(copied, SENDERS["snapshot"], capfd)


def test_python_is_refused_as_commands_are(doctored: Layout) -> None:
    """Comparisons and charts of the Python API rest on the same checks."""
    store = evalstore.open(doctored.root)
    for read in (lambda: store.compare("r1", "r2"), lambda: store.chart("accuracy", run="r2")):
        with pytest.raises(CorruptStoreError, match="does not match the segments"):
            read()


@pytest.mark.usefixtures("elsewhere")
def test_a_query_is_answered_from_the_database_as_it_is(
    doctored: Layout, capfd: pytest.CaptureFixture[str]
) -> None:
    """Altered facts are printed and written, and a verification finds them."""
    sql = "select count(*) from facts.scored where run_id = 'r2' and outcome = 'right'"
    store = ["--store", str(doctored.root)]

    assert 0 == call_command(["query", sql, "--format", "csv", *store])
    assert 0 == call_command(["query", sql, "-o", "a.csv", *store])
    printed = capfd.readouterr().out.splitlines()
    assert printed == Path("a.csv").read_text(encoding="utf-8").splitlines() == [printed[0], "6"]
    assert 1 == call_command(["verify", *store])


@pytest.mark.sweep
@pytest.mark.usefixtures("elsewhere")
def test_what_is_not_sent_is_not_compared(copied: Layout) -> None:
    """A push and a publication read the runs that they send, and no others."""
    for command in ("push --create", "publish"):
        assert 0 == call_command([*command.split(), "out", "--store", str(copied.root)])
    doctor(copied, SCORED_RIGHT)
    event = {"kind": "run_started", "run_id": "r3", "payload": {"suite": "arithmetic"}}
    evalstore.open(copied.root).append([event])

    for command in ("push", "publish"):
        assert 0 == call_command([command, "out", "--store", str(copied.root)])


@pytest.mark.sweep
@pytest.mark.usefixtures("elsewhere")
def test_redacted_runs_are_sent_and_not_measured(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Content that was removed keeps no run in the store, but no number of it is given."""
    store = evalstore.open(tmp_path / "redacted", create=True)
    store.append(events_of("r2", 0))
    sql = "select event_id::varchar from log.events where subject like 'c1/%' order by all"
    taken = [event_id for (event_id,) in store.query(sql).rows()]
    take_out(store, taken)
    payloads = [{"event_id": event_id, "reason": "a name"} for event_id in taken]
    redactions = [{"kind": "redacted", "run_id": "r2", "payload": one} for one in payloads]
    record_own(store.layout, redactions, command="redact")

    for name in ("push", "snapshot", "a label sheet"):
        assert 0 == call_command([*SENDERS[name].split(), "--store", str(store.layout.root)])
    capfd.readouterr()
    line = SENDERS["rows of a metric"]
    assert 4 == call_command([*line.split(), "--store", str(store.layout.root)])
    assert "2 events were redacted" in capfd.readouterr().err


@pytest.mark.usefixtures("elsewhere")
def test_a_run_without_facts_is_missed_by_a_chart(copied: Layout) -> None:
    """What would not be drawn is compared, too."""
    with duckdb.connect(str(copied.database)) as connection:
        tables = connection.execute(
            "select table_name from duckdb_tables() inner join duckdb_columns() "
            "using (schema_name, table_name) "
            "where schema_name = 'facts' and column_name = 'run_id' and table_name <> 'runs'"
        ).fetchall()
        for (table,) in tables:
            connection.execute(f"delete from facts.{table} where run_id = 'r2'")

    assert 4 == call_command([*SENDERS["a chart over runs"].split(), "--store", str(copied.root)])


@pytest.mark.sweep
def test_facts_behind_the_events_of_others_are_computed_anew(
    doctored: Layout, tmp_path: Path
) -> None:
    """What cannot go as it is takes nothing of the database along, whatever was done to it."""
    shutil.copytree(doctored.root, tmp_path / "warehouse")
    others = with_run(tmp_path / "others", "r0")
    remote = str(tmp_path / "remote")
    for root in (others.root, tmp_path / "warehouse"):
        assert 0 == call_command(["push", remote, "--create", "--store", str(root)])
    part = tmp_path / "part"
    assert 0 == call_command(["pull", remote, "--since", "2020-01-01", "--store", str(part)])

    assert {"r0": 1 / 2, "r1": 1 / 3, "r2": 1 / 3} == pytest.approx(accuracies(Layout(part)))
