"""The records of a log's samples, held back until every score of the log was seen."""

import json
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Self

from evalstore.ingest.inspect import scores
from evalstore.ingest.inspect.samples import Log
from evalstore.ingest.inspect.strict_json import encode
from evalstore.ingest.records import Record
from evalstore.ingest.scales import Scales

# Beyond it the records wait in a temporary file, so that memory stays bounded.
HELD_LENGTH_MAX = 8 * 1024 * 1024


class Spool:
    """
    Whether a scorer gives shares is decided over the whole log, so its samples wait for the last.

    Each sample is decoded once: what waits are the records, a fraction of the log.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._loci: list[str] = []
        self._texts: list[str] = []
        self._length = 0
        self._file: IO[bytes] | None = None
        # Samples with a score that is no value: their scorers may turn out to give parts.
        self._unscored: set[int] = set()

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

    def add(self, record: Record) -> None:
        """Hold a sample's record back."""
        if self._log.has_unscored:
            self._unscored.add(len(self._loci))
            self._log.has_unscored = False
        self._loci.append(record.location)
        self._texts.append(record.text)
        self._length += len(record.text)
        if self._length > HELD_LENGTH_MAX:
            self._write()

    def records(self, scales: Scales) -> Iterator[Record]:
        """Yield the records in their order, each with what the whole log shows of its scorers."""
        seen, task = self._log.seen, self._log.task
        found = seen.scales(
            lambda name, is_outside: scales.are_measurements(task, name, is_outside=is_outside)
        )
        shown = encode(found)[1:]
        for number, (location, text) in enumerate(zip(self._loci, self._held(), strict=True)):
            whole = text
            if seen.parts and number in self._unscored:
                whole = self._with_parts(text)
            yield Record(location, f"{whole[:-1]},{shown}")

    def _write(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 closed at the end of the log
        # Strict JSON has no line break in it.
        self._file.write("".join(f"{text}\n" for text in self._texts).encode())
        self._texts, self._length = [], 0

    def _held(self) -> Iterator[str]:
        if self._file is not None:
            self._file.seek(0)
            for line in self._file:
                yield line.decode().removesuffix("\n")
        yield from self._texts

    def _with_parts(self, text: str) -> str:
        record = json.loads(text)
        sample = record["sample"]
        sample["scores"] = scores.of_parts(sample["scores"], self._log.seen)
        return encode(record)
