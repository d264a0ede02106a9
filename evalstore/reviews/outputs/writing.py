"""
Write outputs: whole files or none, and lines at the end of a file that others began.

What is written ends with a line break, so that whoever appends begins a line.
"""

import secrets
from pathlib import Path

# Each may stand for a file that a shell opened, and that others write to as well.
STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd", "/proc")


def write_whole(path: Path, text: str) -> None:
    """
    Write a file so that nobody finds half of it; makes its folder where there is none.

    What is no plain file, such as ``/dev/stdout``, is written to. Raises OSError, and leaves what
    was there.
    """
    text = text if text.endswith("\n") else f"{text}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    # A link stays one: what it points to is replaced.
    final = path.resolve()
    if is_device(path):
        append(path, text)
        return
    temporary = final.with_name(f".{final.name}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)


def is_device(path: Path) -> bool:
    """Say whether a path is a device or pipe, or names one that may stand for a file."""
    named = any(path.absolute().is_relative_to(name) for name in STREAMS)
    return named or (path.exists() and not path.is_file() and not path.is_dir())


def append(path: Path, text: str, *, size_limit_bytes: int | None = None) -> bool:
    """
    Append to a file; say False, and append nothing, where it would grow beyond the limit.

    Raises OSError.
    """
    data = (text if text.endswith("\n") else f"{text}\n").encode("utf-8")
    size = path.stat().st_size if path.exists() else 0
    if size_limit_bytes is not None and size + len(data) > size_limit_bytes:
        return False
    with path.open("ab") as file:
        file.write(data)
    return True
