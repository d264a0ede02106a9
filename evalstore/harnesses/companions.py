"""Files that are read together: one that is offered, and its companions."""

import hashlib
import os
from dataclasses import replace
from pathlib import Path

from evalstore.harnesses import detect
from evalstore.harnesses.joint_run import File
from evalstore.store.log import segment


def together(files: list[File]) -> list[File]:
    """
    Return the files with their companions, which are no longer files of their own.

    A companion that is named beside the file it is read with is read once.
    """
    found = {
        file.path: detect.companions_of(file.path, file.format_name)
        for file in files
        if file.format_name is not None
    }
    taken = {path.resolve() for companions in found.values() for path in companions}
    return [
        replace(file, companions=tuple(found.get(file.path, ())))
        for file in files
        if file.path.resolve() not in taken
    ]


def sha256_of(path: Path, companions: tuple[Path, ...]) -> str:
    """
    Return the SHA-256 of a file in hex, or that of the file and its companions together.

    Together it is that of what ``sha256sum`` prints in their folder: a line of digest, two spaces
    and the path from the file's folder for each, the file first.
    """
    digest = segment.sha256_of(path).hex()
    if not companions:
        return digest
    lines = [f"{digest}  {path.name}\n"]
    for companion in companions:
        name = Path(os.path.relpath(companion, path.parent)).as_posix()
        lines.append(f"{segment.sha256_of(companion).hex()}  {name}\n")
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
