"""Opening of a run to record: begin it, resume it, or join one that another process opened."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import DoubtfulInputWarning, UsageError
from evalstore.running.beginning import beginning
from evalstore.running.git import Commit, commit
from evalstore.running.recording import processes
from evalstore.running.recording.buffer import NOT_BEGUN
from evalstore.running.recording.encoding import LineEncoder, listed
from evalstore.running.recording.recorded import RecordedAttempts, recorded_attempts
from evalstore.running.recording.run import Run, joined
from evalstore.running.run_ids import new_run_id
from evalstore.store.layout import Layout
from evalstore.store.query import queries
from evalstore.store.query.reader import reading


def open_run(
    layout: Layout,
    *,
    suite: str | None,
    systems: Iterable[str],
    run_id: str | None,
    resume: bool,
    join: bool,
    git: bool,
    tags: Iterable[str] | None,
    started: Mapping[str, object],
) -> Run:
    """
    Open a run; ``started`` contains the other fields of its ``run_started``.

    Raises UsageError if the run exists and is not to be resumed, if it was started with other
    fields, and if a new run has no suite.
    """
    layout.require()
    layout = Layout(layout.root.resolve())
    names = listed("systems", systems) or []
    if run_id is None and (resume or join):
        raise UsageError(
            "run_id: missing, expected the id of the run to resume or join; pass run_id="
        )
    if run_id is not None and join:
        return joined(str(layout.root), run_id, suite or run_id, names)
    checkout = commit(Path.cwd()) if git else Commit()
    started = {**started, "tags": listed("tags", tags)}
    fields = {
        **started,
        "git_sha": checkout.git_sha,
        "git_branch": checkout.git_branch,
        "committed_at": checkout.committed_at,
    }
    if run_id is None:
        suite = _required(suite)
        return _begun(layout, new_run_id(suite), {"suite": suite, "systems": names, **fields})
    if processes.is_open(layout, run_id):
        raise UsageError(
            f"run {run_id!r} is already open in this process; finish it before you resume it"
        )
    with beginning(layout):
        existing = _found(layout, run_id, resume=resume)
        if existing is None:
            return _begun(layout, run_id, {"suite": _required(suite), "systems": names, **fields})
    payload, recorded = existing
    _require_same(run_id, payload, {"suite": suite, "systems": names or None, **started})
    if payload.get("git_sha") != checkout.git_sha and git:
        warnings.warn(
            f"run {run_id} was started at commit {payload.get('git_sha')} and is resumed at "
            f"{checkout.git_sha}; the run keeps the first commit",
            DoubtfulInputWarning,
            stacklevel=3,
        )
    known_systems = payload.get("systems") or names
    return Run(
        layout, run_id, str(payload["suite"]), known_systems, is_owner=True, recorded=recorded
    )


def _begun(layout: Layout, run_id: str, fields: dict[str, Any]) -> Run:
    """Begin a run durably and return it."""
    run = Run(layout, run_id, fields["suite"], fields["systems"], is_owner=True)
    with ExitStack() as stack:
        stack.callback(processes.unregister, layout, run_id)
        stack.callback(run.recorder.buffer.discard)
        run.recorder.record("run_started", {**fields, "systems": fields["systems"] or None})
        run.recorder.buffer.flush(NOT_BEGUN)
        stack.pop_all()
    return run


def _required(suite: str | None) -> str:
    if suite is None:
        raise UsageError("suite: missing, expected the name of what is evaluated; pass suite=")
    return suite


def _found(
    layout: Layout, run_id: str, *, resume: bool
) -> tuple[dict[str, Any], RecordedAttempts] | None:
    """
    Return the recorded start and attempts of a run, None if it does not exist.

    The caller holds the store's lock. Raises UsageError if the run exists and is not to be
    resumed.
    """
    with reading(layout, is_locked=True) as reader:
        starts = reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id)
        if not starts:
            return None
        payload: dict[str, Any] = json.loads(str(starts[0]["payload"]))
        recorded = recorded_attempts(reader, run_id)
        status = queries.run_status(reader, run_id)
    if not resume:
        answers = counted(len(recorded.responses), "response")
        raise UsageError(
            f"run {run_id!r} already exists ({status}, {answers}); pass resume=True to resume it, "
            "or another run_id to start a new run"
        )
    return payload, recorded


def _require_same(run_id: str, payload: Mapping[str, Any], fields: Mapping[str, object]) -> None:
    if "redactions" in payload or "repairs" in payload:
        return
    encoded_fields = json.loads(LineEncoder(run_id).payload("run_started", fields))
    for name, value in encoded_fields.items():
        if payload.get(name) != value:
            raise UsageError(
                f"{name}: found {value!r}, expected {payload.get(name)!r} as run {run_id!r} was "
                "started with; leave it out, or start another run"
            )
