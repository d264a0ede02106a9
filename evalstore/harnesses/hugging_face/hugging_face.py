"""Results on the Hugging Face Hub: `.eval_results/*.yaml`, and the model-index of a README.md."""

import hashlib
import re
from collections.abc import Iterator

import yaml

from evalstore.base import input_file
from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.hugging_face import results
from evalstore.harnesses.hugging_face.hugging_face_files import recognises
from evalstore.harnesses.inspect.strict_json import strict
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "read", "recognises"]

BYTES_MAX = 4 * 1024 * 1024
FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?P<yaml>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)

MAPPING = event_records.MAPPING
FAMILY = "hugging_face"
HOLDS_WHOLE_RUN = True
RUN_ID_DIGITS = 22


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield a record for each model and data set, with the run, its figures, and its end."""
    reported_runs, skips = results.runs(loaded(source), source)
    count = sum(len(run.figures) for run in reported_runs)
    source.warnings.append(
        f"{source.name}: {counted(count, 'figure', 'figures')} but no case, so they are not "
        "compared with anything"
    )
    yield from skips
    for run in reported_runs:
        key = "\n".join((source.sha256, run.system_id, run.suite, str(run.config)))
        digest = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:RUN_ID_DIGITS]
        yield event_records.record(
            f"{run.system_id}, {run.suite}", f"hugging-face-{digest}", *strict(results.events(run))
        )


def loaded(source: SourceFile) -> object:
    """
    Return the file's YAML with all scalars as text, so that no type is guessed.

    Raises UnreadableInputError if the file is too large or not YAML.
    """
    with input_file.open_bytes(source.path) as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: larger than {BYTES_MAX} bytes, expected a model card or a file of "
            ".eval_results; remove all other content"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableInputError(
            f"{source.name}: byte {error.start} is not valid UTF-8; save the file as UTF-8"
        ) from error
    front_matter = FRONT_MATTER.match(text)
    if front_matter is None and source.path.suffix == ".md":
        raise UnreadableInputError(
            f"{source.name}: expected YAML between two lines of --- at the top of the card"
        )
    written = front_matter["yaml"] if front_matter else text
    try:
        # Not the loader in C, which crashes on deeply nested YAML.
        return yaml.load(written, yaml.BaseLoader)  # noqa: S506 builds no object
    except RecursionError as error:
        raise UnreadableInputError(f"{source.name}: the YAML is nested too deeply") from error
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = "" if mark is None else f", line {mark.line + (2 if front_matter else 1)}"
        reason = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableInputError(
            f"{source.name}{place}: not valid YAML ({reason:.200}); correct it"
        ) from error
