"""Compiled templates on disk, beside the compiled modules of the package."""

import importlib.util
import pickle
import sys
from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from evalstore.base.version import __version__

# What reading a damaged file raises, by the documentation of pickle.
DAMAGED = (
    pickle.UnpicklingError, AttributeError, EOFError, ImportError, IndexError, OSError, ValueError,
)  # fmt: skip


class TemplateCache(jinja2.FileSystemBytecodeCache):
    """
    Compiled templates of one environment in a ``__pycache__`` of the package.

    Compiling those of a report took a tenth of its time. As with modules, nothing is written if
    the folder is read-only or Python may write no bytecode, and who can change a file there can
    change the package too. A file is used for the same text of a template and version of the
    package only. ``name`` is that of the environment, whose options are compiled in.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        folder = folder or Path(importlib.util.cache_from_source(__file__)).parent
        super().__init__(str(folder), f"{name}-{sys.implementation.cache_tag}-%s.jinja")

    def get_source_checksum(self, source: str) -> str:
        """Return the checksum of a template's text and the package's version."""
        return super().get_source_checksum(f"{__version__}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template, if there is a whole one; a damaged one is written again."""
        try:
            super().load_bytecode(bucket)
        except DAMAGED:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if it can be written."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)
