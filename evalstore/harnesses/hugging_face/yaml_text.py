"""The YAML of a file: all of it, or what stands at the top of a model card."""

import re

import yaml

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.records import SourceFile

BYTES_MAX = 4 * 1024 * 1024
FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?P<yaml>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def loaded(source: SourceFile) -> object:
    """
    Return the file's YAML, every scalar as text: no number, date or truth value is guessed.

    Raises UnreadableInputError where it is no YAML.
    """
    with input_file.open_bytes(source.path) as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: more than {BYTES_MAX} bytes, expected a model card or a file of "
            ".eval_results; cut off what is none"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableInputError(
            f"{source.name}: byte {error.start} is no UTF-8; write the file again as UTF-8"
        ) from error
    found = FRONT_MATTER.match(text)
    if found is None and source.path.suffix == ".md":
        raise UnreadableInputError(
            f"{source.name}: expected YAML between two lines of --- at the top of the card"
        )
    written = found["yaml"] if found else text
    try:
        # Not the loader in C: what is nested too deep ends it without a word.
        return yaml.load(written, yaml.BaseLoader)  # noqa: S506 builds no object
    except RecursionError as error:
        raise UnreadableInputError(f"{source.name}: YAML nested too deep") from error
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = "" if mark is None else f", line {mark.line + (2 if found else 1)}"
        reason = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableInputError(
            f"{source.name}{place}: no YAML ({reason:.200}); mend it there"
        ) from error
