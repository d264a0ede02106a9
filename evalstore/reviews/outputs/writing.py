"""
Write outputs: whole files atomically, or lines at the end of an existing file.

Each text ends with a line break, so that a later append begins a new line.
"""

import secrets
from pathlib import Path

# Each may refer to a file that a shell opened, and that others write to as well.
STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd", "/proc")


def write_whole(path: Path, text: str) -> None:
    """
    Write a file atomically; creates its folder if it is missing.

    A device or pipe, such as ``/dev/stdout``, is appended to. Raises OSError and leaves an
    existing file unchanged.
    """
    text = text if text.endswith("\n") else f"{text}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    # Replace the target of a link, not the link.
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
    """Return True if a path is a device or pipe, or a stream that may refer to a file."""
    named = any(path.absolute().is_relative_to(name) for name in STREAMS)
    return named or (path.exists() and not path.is_file() and not path.is_dir())


def append(path: Path, text: str, *, size_limit_bytes: int | None = None) -> bool:
    """
    Append to a file and return True; append nothing if it would grow beyond the limit.

    Returns False in that case. Raises OSError.
    """
    data = (text if text.endswith("\n") else f"{text}\n").encode("utf-8")
    size = path.stat().st_size if path.exists() else 0
    if size_limit_bytes is not None and size + len(data) > size_limit_bytes:
        return False
    with path.open("ab") as file:
        file.write(data)
    return True
