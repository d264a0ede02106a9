"""A buffer of records that wait until the whole file was read, in memory or on disk."""

import tempfile
from collections.abc import Generator, Iterable, Iterator
from types import TracebackType
from typing import IO, Self

from evalstore.harnesses.records import Skip, SourceRecord

# Beyond this the records are written to a temporary file, so that memory stays bounded.
HELD_LENGTH_MAX = 8 * 1024 * 1024


class HeldRecords:
    """Texts of records, which must not contain line breaks, and their locations in the file."""

    def __init__(self) -> None:
        self._locations: list[str] = []
        self._texts: list[str] = []
        self._length = 0
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def __len__(self) -> int:
        return len(self._locations)

    def add(self, location: str, text: str) -> None:
        """Store a record."""
        self._locations.append(location)
        self._texts.append(text)
        self._length += len(text)
        if self._length > HELD_LENGTH_MAX:
            self._write()

    def add_all(self, items: Iterable[SourceRecord | Skip]) -> Generator[Skip, None, bool]:
        """Store the records, and yield the Skips; return True if there are none."""
        is_whole = True
        for item in items:
            if isinstance(item, Skip):
                is_whole = False
                yield item
            else:
                self.add(item.location, item.text)
        return is_whole

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield location and text of each record, in the order in which they were added."""
        return zip(self._locations, self._held(), strict=True)

    def _write(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 closed by __exit__
        self._file.write("".join(f"{text}\n" for text in self._texts).encode())
        self._texts, self._length = [], 0

    def _held(self) -> Iterator[str]:
        if self._file is not None:
            self._file.seek(0)
            for line in self._file:
                yield line.decode().removesuffix("\n")
        yield from self._texts
