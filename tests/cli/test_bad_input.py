"""Bad input of every kind gets a sentence, a code and no traceback."""

import errno
import os
import re
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534
COMMANDS = (
    "doctor", "failures", "fold", "gate", "rebuild", "report", "runs", "verify",
)  # fmt: skip


def assert_said(found, code, words):
    """The command ends with this code and a sentence on stderr that has these words."""
    assert code == found.code
    assert re.search(words, found.err), found.err
    assert found.err.startswith("Error: ")
    assert "Traceback" not in found.err
    assert "unexpected" not in found.err


@pytest.mark.parametrize("command", COMMANDS)
def test_missing_store(folder, evalstore, gates, command):
    """The folder is named, and how to make a store."""
    gates('metric = "accuracy"\nmin = 0.5')

    assert_said(evalstore(command), 4, r"no store in warehouse; run `evalstore init")


def test_not_a_store(folder, evalstore):
    """A folder of other things is no store, and stays as it was."""
    (folder / "other").mkdir()
    (folder / "other" / "file").write_text("mine")

    assert_said(evalstore("runs", "--store", "other"), 4, "no store in other")
    assert [folder / "other" / "file"] == list((folder / "other").iterdir())


def test_a_file_in_place_of_a_store(folder, evalstore):
    """A store cannot be made where a file is."""
    (folder / "file").write_text("mine")

    assert_said(evalstore("init", "--store", "file"), 4, "cannot create a store in file")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["shwo"],
            (
                r"no command 'shwo'; the closest of \d+ are show, \w+, \w+; "
                r"run `evalstore --help` to list"
            ),
        ),
        (
            ["show", "accurcy"],
            (
                r"no metric 'accurcy'; the closest of \d+ are accuracy(, \w+){2}; "
                r"run `evalstore metrics`"
            ),
        ),
        (["show", "accuracy", "--run", "r9"], r"no run 'r9'; available: r1"),
        (["show", "accuracy", "--slice", "=x"], r"slice is '=x', expected NAME=VALUE"),
        (["show", "accuracy", "--variant", "x=y"], r"accuracy has no column variant"),
        (["show", "accuracy", "--format", "parquet"], r"-o FILE"),
        (["show", "accuracy", "--format", "xml"], r"'xml' is not one of"),
        (["show", "accuracy", "--json", "--format", "csv"], r"cannot be combined"),
        (["show", "accuracy", "--format", "table", "-o", "x"], r"csv, json or parquet"),
        (["show"], r"expected either METRIC or --all; name one of"),
        (["report", "--run", "r9"], r"no run 'r9'"),
        (["report", "-o", "x.pdf"], r"found the ending '.pdf', expected .html or .md"),
        (["chart", "accurcy", "-o", "x.svg"], r"no metric 'accurcy'"),
        (["chart", "ece", "-o", "x.gif"], r"\.gif"),
        (["chart", "ece", "-o", "x.svg", "--run", "r9"], r"r9"),
        (["chart", "ece", "-o", "x.svg", "--system", "nobody"], r"nobody"),
        (["failures", "--limit", "0"], r"0"),
        (["ingest", "absent.ndjson"], r"absent.ndjson does not exist"),
        (
            ["ingest", "events.ndjson", "--format", "xml"],
            r"no format 'xml'; the closest of \d+ are .*`evalstore list formats` to list them",
        ),
        (["report", "-o", "warehouse/segments/x.html"], r"is inside the store"),
        (["show", "accuracy", "--format", "json", "-o", "warehouse/LOCK"], r"is inside"),
        (["query", "select 1", "--format", "csv", "-o", "warehouse/x.csv"], r"is inside"),
        (["failures", "--format", "csv", "-o", "warehouse/x.csv"], r"is inside the store"),
        (["rebuild", "--at", "0", "-o", "warehouse/x.duckdb"], r"is inside the store"),
        (["schema", "verdict"], r"no kind 'verdict'.*verdict_recorded"),
        (["rebuild", "--at", "8"], r"at is 8 and output is None, expected both or neither"),
        (["rebuild", "--at", "7", "-o", "x.duckdb"], r"7"),
        (["snapshot", "x.duckdb", "--storage-version", "1.2"], r"expected one such as v1.2.0"),
        (["query", "select $x", "--param", "x"], r"--param 'x'; expected NAME=VALUE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_names_and_options(store, evalstore, arguments, words):
    """What was found is quoted, and what there is instead is said."""
    assert_said(evalstore(*arguments), 2, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[gate]\n", "not readable as TOML"),
        ("\xff", "no gate is configured|not readable as TOML"),
        ("", "no gate is configured"),
        ("gate = 3", "no gate is configured"),
        ("gate = [3]", r"found 3, expected a table \[\[gate\]\]"),
        ('[[gate]]\nmetric = "accuracy"', "the gate has no threshold"),
        ('[[gate]]\nmetric = "accuracy"\nminimum = 1', "no setting 'minimum'"),
        ('[[gate]]\nmetric = "accurcy"\nmin = 1', "no metric 'accurcy'"),
        ("[[gate]]\nmetric = 3\nmin = 1", "`metric` is 3"),
        ('[[gate]]\nmetric = "reliability_bins"\nmin = 1', "expected a metric"),
        ('[[gate]]\nmetric = "accuracy"\nmin = nan', "expected a finite number"),
        ('[[gate]]\nmetric = "accuracy"\nmin = "1"', "expected a finite number"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nmin_count = -1', "a whole number from 0"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nwhere = { a = "x", b = "y" }', "two slices"),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\nwhere = 3', "`where` is 3"),
        (
            '[[gate]]\nmetric = "accuracy"\nmin = 1\ninformational = "yes"',
            "expected true or false",
        ),
        ('[[gate]]\nmetric = "accuracy"\nmin = 1\n[[gate]]\nmetric = "accuracy"\nmax = 1', "two"),
    ],
)
def test_wrong_gates(store, folder, evalstore, text, words):
    """The file, the gate and the field are named, and nothing is decided."""
    (folder / "evalstore.toml").write_bytes(text.encode("latin-1"))

    assert_said(evalstore("gate"), 2, words)
    assert "gate_evaluated" not in evalstore("query", "from log.events").out


@pytest.mark.sweep
def test_a_gate_on_an_unknown_run(store, evalstore, gates):
    """A run that is not there is a wrong name, not an undecided gate."""
    gates('metric = "accuracy"\nmin = 0.5')

    assert_said(evalstore("gate", "--run", "r9"), 2, "no run 'r9'")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.ndjson", b""),
        ("blank.ndjson", b"\n\n\n"),
        ("noise.ndjson", bytes(range(256)) * 8),
        ("noise.eval", b"PK\x03\x04" + bytes(200)),
        ("noise.json", b'{"eval": '),
        ("other.json", b'{"results": []}'),
        ("cut.gz", b"\x1f\x8b\x08\x00\x00"),
        ("cut.zst", b"\x28\xb5\x2f\xfd\x00"),
        ("text.txt", b"just words"),
    ],
)
def test_files_nobody_can_read(store, folder, evalstore, name, content):
    """The file is named, and nothing is appended."""
    (folder / name).write_bytes(content)

    assert_said(evalstore("ingest", name), 4, re.escape(name))
    assert "9 events in 1 segment verified" in evalstore("verify").out


def test_a_folder_of_nothing(store, folder, evalstore):
    """A folder without a file is not recognised."""
    (folder / "hollow").mkdir()

    assert_said(evalstore("ingest", "hollow"), 4, "no format recognised")


@contextmanager
def without_privileges(folder):
    """Root may read and write everything, so be nobody for a while; others stay as they are."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, -1)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def used_store(store, evalstore):
    """A store on which every command of these tests has run: nobody may not read our modules."""
    for command in ("ingest events.ndjson --run-id r6", "fold", "rebuild"):
        assert evalstore(*command.split()).code == 0
    return store


@pytest.mark.sweep
def test_no_permission(used_store, folder, evalstore):
    """A file that may not be read is named with the reason."""
    with without_privileges(folder):
        Path("events.ndjson").chmod(0)
        found = evalstore("ingest", "events.ndjson")

    assert_said(found, 4, "events.ndjson: cannot be read")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fold", "cannot"),
        ("ingest events.ndjson --run-id r7", "nothing was appended"),
        ("rebuild", "cannot"),
    ],
)
def test_a_store_that_may_not_be_written(used_store, folder, evalstore, command, words):
    """The folder is named, and what could not be done there."""
    paths = [Path("warehouse", *parts) for parts in ([], ["inbox"], ["segments"], ["LOCK"])]
    modes = [path.stat().st_mode for path in paths]
    with without_privileges(folder):
        for path in paths:
            path.chmod(0o500)
        found = evalstore(*command.split())
        for path, mode in zip(paths, modes, strict=True):
            path.chmod(mode)

    assert_said(found, 4, words)
    assert "warehouse" in found.err


@pytest.mark.sweep
def test_a_store_on_read_only_media(store, evalstore, monkeypatch):
    """Where the kernel says so, LOCK is only read, and may be missing from a copy."""
    opened = Path.open

    def refuses(path, mode="r", *arguments, **named):
        if path.is_relative_to(store) and set(mode) & set("awx+"):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, mode, *arguments, **named)

    monkeypatch.setattr(Path, "open", refuses)
    asked = (["query", "from facts.runs"], ["show", "accuracy"], ["verify"], ["doctor"])
    codes = [evalstore(*arguments, "--store", store).code for arguments in asked]
    (store / "LOCK").unlink()
    codes += [evalstore(*arguments, "--store", store).code for arguments in asked]

    assert [0] * 8 == codes
    assert_said(evalstore("fold", "--store", store), 4, "LOCK: Read-only file system")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("command", ["runs", "fold", "show accuracy", "query", "doctor", "verify"])
@pytest.mark.parametrize("content", [b"", b"no database", bytes(20_000)])
def test_a_corrupt_database(store, evalstore, command, content):
    """The database is named, and that it can be made again; nothing crashes."""
    (store / "evalstore.duckdb").write_bytes(content)
    arguments = ["query", "from facts.runs"] if command == "query" else command.split()

    found = evalstore(*arguments)

    assert found.code in {0, 1, 2, 4}
    assert "Traceback" not in found.err
    assert "unexpected" not in found.err


@pytest.mark.sweep
def test_a_corrupt_database_can_be_made_again(store, evalstore):
    """The way out that the message names is one."""
    (store / "evalstore.duckdb").write_bytes(b"no database" * 1000)
    found = evalstore("runs")

    assert_said(found, 4, "`evalstore rebuild`")
    assert evalstore("rebuild").code == 0
    assert "r1" in evalstore("runs").out


@pytest.mark.sweep
@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "-o", "absent/x.html"],
        ["chart", "ece", "-o", "absent/x.svg"],
        ["show", "ece", "-o", "absent/x.csv"],
        ["snapshot", "absent/x.duckdb"],
    ],
)
def test_outputs_that_cannot_be_written(store, evalstore, arguments):
    """The output is named with the reason."""
    found = evalstore(*arguments)

    assert found.code in {2, 4}
    assert "absent" in found.err
    assert "unexpected" not in found.err


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"evalstore_checkpoint": 2}'])
def test_a_wrong_checkpoint(store, folder, evalstore, text):
    """A file that is no checkpoint is named as such."""
    (folder / "kept.json").write_text(text)

    assert_said(evalstore("verify", "--against", "kept.json"), 4, "kept.json is not a checkpoint")
