"""
Databases as of a size of the log, kept so that the next question need not compute them again.

    cache/<SHA-256 of what it is of>.sized    a code of 32 bytes, then the database's file

The name covers size and root, the runs, the SHA-256 of the segments that were read, the SQL of
this installation and the version of DuckDB. The code is an HMAC-SHA256 of name and bytes by a
secret of this user, which is outside of the store: whoever may write into the store, or hands one
on, cannot make a file that is believed. A file without the right code is removed, and what it was
to hold is computed again. Where there is no place for a secret, nothing is kept.
"""

import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.store.explanation.record import RunRecord
from evalstore.store.facts import schema
from evalstore.store.layout import Layout

FORM = 1
ENDING = ".sized"
CODE_BYTES = SECRET_BYTES = 32
BLOCK_BYTES = 1 << 20
# The oldest are removed beyond it.
KEPT_BYTES_MAX = 1_000_000_000
STATE_VARIABLE = "XDG_STATE_HOME"


def key_of(record: RunRecord, run_ids: Sequence[str]) -> str:
    """Return the SHA-256, in hex, of all that such a database depends on."""
    content = {
        "form": FORM,
        "tree_size": record.tree_size,
        "root": record.root,
        "runs": list(run_ids),
        "segments": [asdict(item) for item in (*record.of_run, *record.of_retractions)],
        "views": sql_files.fingerprint(*schema.FINGERPRINT_FOLDERS),
        "tables": schema.tables_fingerprint(),
        "explanations": sql_files.fingerprint("sql/explanations/sized"),
        "duckdb": duckdb.__version__,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def copied(layout: Layout, key: str, path: Path) -> bool:
    """
    Copy the kept database of this key to ``path``; return False if there is none to believe.

    The copy is what was checked: nobody else can write to it.
    """
    secret = _secret(is_made=False)
    kept = layout.cache / f"{key}{ENDING}"
    if secret is None or not kept.exists():
        return False
    try:
        with input_file.open_bytes(kept) as file, path.open("xb") as copy:
            code = file.read(CODE_BYTES)
            expected = hmac.new(secret, key.encode(), "sha256")
            while block := file.read(BLOCK_BYTES):
                expected.update(block)
                copy.write(block)
    except OSError:
        path.unlink(missing_ok=True)
        return False
    is_right = hmac.compare_digest(code, expected.digest())
    with suppress(OSError):
        os.utime(kept) if is_right else kept.unlink()
    if not is_right:
        path.unlink()
    return is_right


def keep(layout: Layout, key: str, path: Path) -> None:
    """Keep a database that was closed; nothing happens where that cannot be written."""
    secret = _secret(is_made=True)
    if secret is None or path.stat().st_size > KEPT_BYTES_MAX:
        return
    temporary = None
    try:
        layout.cache.mkdir(exist_ok=True)
        with (
            input_file.open_bytes(path) as file,
            tempfile.NamedTemporaryFile(dir=layout.cache, suffix=".tmp", delete=False) as copy,
        ):
            temporary = Path(copy.name)
            code = hmac.new(secret, key.encode(), "sha256")
            copy.write(bytes(CODE_BYTES))
            while block := file.read(BLOCK_BYTES):
                code.update(block)
                copy.write(block)
            copy.seek(0)
            copy.write(code.digest())
        temporary.replace(layout.cache / f"{key}{ENDING}")
        _remove_oldest(layout.cache)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _remove_oldest(folder: Path) -> None:
    kept = sorted(
        ((path.stat(), path) for path in folder.glob(f"*{ENDING}")),
        key=lambda item: item[0].st_mtime_ns,
        reverse=True,
    )
    byte_count = 0
    for status, path in kept:
        byte_count += status.st_size
        if byte_count > KEPT_BYTES_MAX:
            path.unlink(missing_ok=True)


def secret_file() -> Path:
    """Return the file with this user's secret."""
    state = os.environ.get(STATE_VARIABLE) or Path.home() / ".local" / "state"
    return Path(state) / "evalstore" / "secret"


def _secret(*, is_made: bool) -> bytes | None:
    """Return this user's secret, made if need be; None if there is no place for one."""
    try:
        path = secret_file()
        if is_made and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as new:
                new.write(secrets.token_bytes(SECRET_BYTES))
        secret = input_file.read_bytes(path)
    except (OSError, RuntimeError):
        # Path.home raises RuntimeError where a user has no home.
        return None
    return secret if len(secret) == SECRET_BYTES else None
