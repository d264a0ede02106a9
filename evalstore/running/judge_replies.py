"""
Replies of models that judge: those in the log, and those that are in no verdict yet.

A reply is written to a file in the store's folder ``judge_replies`` before it is used, so that a
killed process does not have to pay for it again. The file is removed when its replies are part of
verdicts, or of an analysis.
"""

import fcntl
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import orjson

from evalstore.base import input_file, sql_files
from evalstore.judges.model_judge.template import template
from evalstore.running.judging import Validator
from evalstore.running.model_calls.asker import JudgeReply
from evalstore.running.model_calls.spending import Spending
from evalstore.store.layout import Layout
from evalstore.store.log.disk_errors import naming_file
from evalstore.store.query.reader import Reader, reading


class RecordedReplies:
    """The replies to questions of one template, and a file for new ones; thread-safe."""

    def __init__(self, layout: Layout, reader: Reader, prompt_sha256: str) -> None:
        rows: list[dict[str, Any]] = reader.rows(
            sql_files.read("sql/queries/judge_replies"), prompt_sha256=prompt_sha256
        )
        self._by_hash = {
            row["request_sha256"]: JudgeReply(
                row["request_sha256"], row["reply_text"], row["model"], is_reused=True
            )
            for row in rows
        }
        self._folder = layout.judge_replies
        self._lock = threading.Lock()
        self._path: Path | None = None
        self._descriptor = -1
        # Hashes of replies that are in no verdict yet.
        self._pending: set[str] = set()
        for reply in _left_behind(self._folder):
            if reply.request_sha256 not in self._by_hash:
                self._by_hash[reply.request_sha256] = reply

    def get(self, request_sha256: str) -> JudgeReply | None:
        """Return the reply to a question, None if it is unknown."""
        with self._lock:
            reply = self._by_hash.get(request_sha256)
            if reply is not None and not reply.is_reused:
                # The first verdict with a reply of a killed process bears its cost.
                self._by_hash[request_sha256] = replace(reply, is_reused=True)
            return reply

    def keep(self, reply: JudgeReply) -> None:
        """Write a paid reply to the file."""
        line = orjson.dumps(asdict(reply)) + b"\n"
        with self._lock, naming_file(self._folder):
            if self._descriptor < 0:
                self._path, self._descriptor = _new_file(self._folder)
            os.write(self._descriptor, line)
            self._by_hash[reply.request_sha256] = replace(reply, is_reused=True)
            self._pending.add(reply.request_sha256)

    def recorded(self, request_sha256s: Iterable[str]) -> None:
        """Mark replies as part of an appended verdict."""
        with self._lock:
            self._pending.difference_update(request_sha256s)

    def close(self) -> None:
        """Close the file; remove it unless one of its replies is in no verdict."""
        with self._lock:
            if self._descriptor < 0 or self._path is None:
                return
            if not self._pending:
                self._path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = -1


@contextmanager
def opened_validator(
    layout: Layout, validator: Validator, spending: Spending
) -> Iterator[tuple[Validator, RecordedReplies | None]]:
    """
    Yield a validator that can judge, with its replies if it asks a model; close it afterwards.

    Raises UsageError if the settings do not allow asking a model.
    """
    if not validator.asks_model:
        yield validator, None
        return
    with reading(layout) as reader:
        replies = RecordedReplies(
            layout, reader, template(str(validator.settings["template"])).sha256
        )
    try:
        opened = validator.opened(replies, spending)
        try:
            yield opened, replies
        finally:
            opened.session.close()
    finally:
        replies.close()


def forget_recorded_replies(layout: Layout, validators: Sequence[Validator]) -> None:
    """Remove reply files whose contents are in the folded log."""
    if any(validator.asks_model for validator in validators) and layout.judge_replies.exists():
        with reading(layout) as reader:
            forget_recorded(layout, reader)


def forget_recorded(layout: Layout, reader: Reader) -> None:
    """Remove files of finished processes whose replies are all in the log."""
    statement = sql_files.read("sql/queries/recorded_judge_replies")
    for path in _files(layout.judge_replies):
        names = {reply.request_sha256 for reply in _replies_in(path)}
        [row] = reader.rows(statement, request_sha256s=sorted(names))
        if row["recorded_count"] == len(names) and not _is_in_use(path):
            path.unlink(missing_ok=True)


def _left_behind(folder: Path) -> Iterator[JudgeReply]:
    for path in _files(folder):
        yield from _replies_in(path)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def _replies_in(path: Path) -> Iterator[JudgeReply]:
    """Yield the replies of a file; skip a line that a killed process left incomplete."""
    try:
        lines = input_file.read_bytes(path).splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield JudgeReply(**{**orjson.loads(line), "is_reused": False})
        except (orjson.JSONDecodeError, TypeError):
            continue


def _new_file(folder: Path) -> tuple[Path, int]:
    folder.mkdir(exist_ok=True)
    path = folder / f"{os.getpid()}-{os.urandom(4).hex()}.jsonl"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o666)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return path, descriptor


def _is_in_use(path: Path) -> bool:
    try:
        with input_file.open_bytes(path) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
