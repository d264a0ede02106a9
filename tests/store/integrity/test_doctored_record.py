"""What a text editor or a Parquet writer can do to segments, checkpoints, footers and inbox."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import EvalstoreError
from evalstore.store import connections
from evalstore.store.facts import rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import incoming, segment
from evalstore.store.verify.verify import verify

HASHED = """
    with hashed as (
        from doctored_rows select * replace (
            unhex(payload_hash(payload_salt, payload)) as payload_hash
        )
    ),
    named as (
        from hashed select * replace (event_id(
            kind, run_id, subject, schema_version, supersedes::uuid, lower(hex(payload_hash))
        )::varchar as event_id)
    )
    from named select * replace (unhex(leaf_hash(
        event_id::uuid, kind, run_id, subject, revision, supersedes::uuid, schema_version,
        occurred_at, recorded_at, source, lower(hex(payload_hash))
    )) as leaf_hash) order by position
"""
RIGHT = "replace(payload, '\"wrong\"', '\"right\"')"
WITHOUT_WRONG = "if(contains(payload, '\"wrong\"'), null, payload)"


def newest(layout: Layout, run_id: str = "r2") -> Path:
    """Return the segment with the answers of a run."""
    with connections.connect() as connection:
        for path in segment.on_disk(layout):
            [(count,)] = connection.execute(
                "select count(*) from read_parquet($file) "
                "where run_id = $run_id and kind = 'verdict_recorded'",
                {"file": str(path), "run_id": run_id},
            ).fetchall()
            if count:
                return path
    raise AssertionError(run_id)


def rewrite(path: Path, select: str, *, is_hashed: bool = False, **footer: object) -> None:
    """Write a segment again from a SELECT over its rows, some fields of its footer replaced."""
    with connections.connect() as connection:
        incoming.define_macros(connection)
        fields = json.loads(segment.read_footer(connection, path).to_json()) | footer
        connection.execute(f"create temp table old_rows as from read_parquet('{path}')")
        connection.execute(f"create temp table doctored_rows as {select}")
        connection.execute(f"create temp table rows as {HASHED if is_hashed else select}")
        connection.execute(
            "copy rows to $file (format parquet, kv_metadata {evalstore: $footer})",
            {"file": str(path), "footer": json.dumps(fields, sort_keys=True,
                                                     separators=(",", ":"))},
        )  # fmt: skip


def replaced(column: str, expression: str) -> str:
    return f"from old_rows select * replace ({expression} as {column}) order by position"


def without_database(layout: Layout) -> None:
    """Delete what a rebuild and a fold make again."""
    for path in layout.checkpoints.glob("*.json"):
        path.unlink()
    layout.database.unlink()


def rebuilt(layout: Layout) -> None:
    without_database(layout)
    try:
        rebuild.rebuild(layout)
    except EvalstoreError:
        return


def flip(path: Path, place: float) -> None:
    """Flip one bit, so far into the file."""
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 1
    path.write_bytes(data)


def edited(path: Path, **fields: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | fields))


def last_checkpoint(layout: Layout) -> Path:
    return max(layout.checkpoints.glob("*.json"), key=lambda path: int(path.stem))


def waiting(layout: Layout) -> Path:
    """Accept an event without folding it; return its inbox file."""
    case = {"case_id": "late", "domain": "even"}
    event = {"kind": "case_generated", "run_id": "r2", "payload": case}
    evalstore.open(layout.root).append([event], fold=False)
    [path] = layout.inbox.glob("*.parquet")
    return path


def _payloads_gone(layout: Layout) -> None:
    rewrite(newest(layout), replaced("payload", WITHOUT_WRONG))
    rebuilt(layout)


def _made_right(layout: Layout) -> None:
    rewrite(newest(layout), replaced("payload", RIGHT), is_hashed=True)
    rebuilt(layout)


def _forged_footer(**fields: object) -> Callable[[Layout], None]:
    def doctor(layout: Layout) -> None:
        rewrite(newest(layout), replaced("payload", "payload"), **fields)
        rebuilt(layout)

    return doctor


def _forged_source(**fields: object) -> Callable[[Layout], None]:
    def doctor(layout: Layout) -> None:
        path = newest(layout)
        with connections.connect() as connection:
            sources = segment.read_footer(connection, path).sources
        rewrite(
            path, replaced("payload", "payload"), sources=[source | fields for source in sources]
        )
        rebuilt(layout)

    return doctor


def _older(layout: Layout) -> None:
    """Put the store back to what it was before its last two folds."""
    for path in sorted(layout.segments.iterdir())[-2:]:
        path.unlink()
    rebuilt(layout)


# What is done, whether a gate on the database as it stands refuses, and whether a verification
# needs a checkpoint that was kept elsewhere to find it.
REFUSED, DECIDED = 4, 0
DOCTORINGS: dict[str, tuple[Callable[[Layout], object], int]] = {
    "a verdict made right": (
        lambda at: rewrite(newest(at), replaced("payload", RIGHT)), REFUSED),
    "a verdict made right, hashes too": (
        lambda at: rewrite(newest(at), replaced("payload", RIGHT), is_hashed=True), REFUSED),
    "a verdict made right, hashes too, rebuilt": (_made_right, REFUSED),
    "wrong answers without payload": (
        lambda at: rewrite(newest(at), replaced("payload", WITHOUT_WRONG)), REFUSED),
    "wrong answers without payload, rebuilt": (_payloads_gone, REFUSED),
    "an event left out": (
        lambda at: rewrite(newest(at), "from old_rows where position % 5 <> 3"), REFUSED),
    "an event twice": (
        lambda at: rewrite(
            newest(at), "from old_rows union all (from old_rows order by position limit 1)"
        ), REFUSED),
    "two events swapped": (
        lambda at: rewrite(newest(at), replaced("position", "position + 1 - 2 * (position % 2)")),
        REFUSED),
    "another run's name": (
        lambda at: rewrite(newest(at), replaced("run_id", "if(run_id = 'r2', 'r1', run_id)")),
        REFUSED),
    "another source": (
        lambda at: rewrite(newest(at), replaced("source", "'elsewhere'")), REFUSED),
    "other times": (
        lambda at: rewrite(newest(at), replaced("occurred_at", "now()::timestamp")), REFUSED),
    "later times of the fold": (
        lambda at: rewrite(newest(at), replaced("recorded_at", "now()::timestamp")), REFUSED),
    "revisions": (lambda at: rewrite(newest(at), replaced("revision", "revision + 1")), REFUSED),
    "kinds": (lambda at: rewrite(newest(at), replaced("kind", "'retracted'")), REFUSED),
    "the same rows written again": (
        lambda at: rewrite(newest(at), replaced("payload", "payload")), REFUSED),
    "one bit at the start": (lambda at: flip(newest(at), 0.1), REFUSED),
    "one bit in the middle": (lambda at: flip(newest(at), 0.5), REFUSED),
    "one bit at the end": (lambda at: flip(newest(at), 0.9), REFUSED),
    "a segment cut short": (
        lambda at: newest(at).write_bytes(newest(at).read_bytes()[:-100]), REFUSED),
    "a segment gone": (lambda at: newest(at).unlink(), REFUSED),
    "a segment of another run in its place": (
        lambda at: shutil.copy(newest(at, "r1"), newest(at)), REFUSED),
    "the tool in a footer": (_forged_footer(tool_version="9.9.9"), DECIDED),
    "the time in a footer": (_forged_footer(recorded_at="2020-01-01T00:00:00"), DECIDED),
    "the runs in a footer": (_forged_footer(runs=["r1"]), DECIDED),
    "the source in a footer": (_forged_source(source="elsewhere"), DECIDED),
    "the hash of a source in a footer": (_forged_source(sha256="0" * 64), DECIDED),
    "the reader in a footer": (_forged_source(reader="another"), DECIDED),
    "what was skipped, in a footer": (_forged_source(skipped={"bad": 7}), DECIDED),
    "the kinds in a footer": (_forged_footer(counts={"case_generated": 20}), DECIDED),
    "a checkpoint's root": (
        lambda at: edited(last_checkpoint(at), root="0" * 64), DECIDED),
    "a checkpoint's segment": (
        lambda at: edited(last_checkpoint(at), segments={newest(at).name: "0" * 64}), DECIDED),
    "a checkpoint's record": (
        lambda at: edited(last_checkpoint(at), record_sha256="0" * 64), DECIDED),
    "a checkpoint's size": (lambda at: edited(last_checkpoint(at), tree_size=5), DECIDED),
    "a checkpoint that is none": (lambda at: last_checkpoint(at).write_text("{"), DECIDED),
    "a checkpoint of a longer log": (
        lambda at: shutil.copy(last_checkpoint(at), at.checkpoints / "999.json"), REFUSED),
    "one bit of an inbox file": (lambda at: flip(waiting(at), 0.3), REFUSED),
}  # fmt: skip
# Found by nothing inside the store, since all of it was made anew: a checkpoint that was kept
# elsewhere tells.
NEEDS_A_CHECKPOINT: dict[str, Callable[[Layout], object]] = {
    "the same rows written again, rebuilt": _forged_footer(),
    "a footer's source that added nothing": _forged_footer(
        sources=[{"source": "x", "new": 0, "revised": 0, "duplicate": 0, "inbox": "x"}]
    ),
    "the last folds gone": _older,
}


@pytest.mark.thinned(36)
@pytest.mark.parametrize("name", DOCTORINGS)
def test_it_is_found(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """A verification finds it; a gate refuses where the run it decides on could be another."""
    doctor, code = DOCTORINGS[name]
    doctor(copied)
    findings = verify(copied).findings
    found, said = gate_says(copied)

    if name != "one bit of an inbox file":
        assert findings
    assert code == found, said


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", NEEDS_A_CHECKPOINT)
def test_a_checkpoint_kept_elsewhere_tells(copied: Layout, tmp_path: Path, name: str) -> None:
    """What was made anew as a whole is not what was there."""
    kept = Path(shutil.copy(last_checkpoint(copied), tmp_path / "kept.json"))
    NEEDS_A_CHECKPOINT[name](copied)

    assert verify(copied, against=kept).findings


def test_deleted_checkpoints_are_not_written_again_in_silence(
    copied: Layout, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verification says which are missing, and so does the fold that writes them again."""
    from evalstore.cli import call_command

    for path in copied.checkpoints.glob("*.json"):
        path.unlink()
    findings = [found.what for found in verify(copied).findings]
    call_command(["fold", "--store", str(copied.root)])

    assert "checkpoint missing" in findings
    assert "written again" in capsys.readouterr().err
