"""Companion files: files that are read together with an offered file."""

import hashlib
import os
from dataclasses import replace
from pathlib import Path

from evalstore.harnesses import detect
from evalstore.harnesses.joint_run import File
from evalstore.store.log import segment


def together(files: list[File]) -> list[File]:
    """
    Return the files with their ``companions`` set, and without files that are companions.

    So a companion that was offered together with its main file is read only once.
    """
    by_path = {
        file.path: detect.companions_of(file.path, file.format_name)
        for file in files
        if file.format_name is not None
    }
    taken = {path.resolve() for companions in by_path.values() for path in companions}
    return [
        replace(file, companions=tuple(by_path.get(file.path, ())))
        for file in files
        if file.path.resolve() not in taken
    ]


def sha256_of(path: Path, companions: tuple[Path, ...]) -> str:
    """
    Return the SHA-256 of a file in hex, or the joint one of the file and its companions.

    The joint digest is the SHA-256 of the output of ``sha256sum`` in the file's folder: for each
    file, the main one first, a line of digest, two spaces and the path relative to the folder.
    """
    digest = segment.sha256_of(path).hex()
    if not companions:
        return digest
    lines = [f"{digest}  {path.name}\n"]
    for companion in companions:
        name = Path(os.path.relpath(companion, path.parent)).as_posix()
        lines.append(f"{segment.sha256_of(companion).hex()}  {name}\n")
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
