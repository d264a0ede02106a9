"""Values of unexpected types, anywhere in a log: it is read, or refused with a message."""

import copy
import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect_json import inspect_json
from evalstore.harnesses.records import SourceFile, SourceRecord
from tests.harnesses.inspect.conftest import FIXTURES

ODD = (None, True, -1, 2.5, 1e300, "", "x\x1f", [], [None, 1], {}, {"a": None})
WHOLE = json.loads((FIXTURES / "quiz.json").read_text("utf-8"))


def places(value, path=(), depth=4):
    """Yield the paths to all values, of a list only to its first."""
    yield path
    if depth and isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name), depth - 1)
    if depth and isinstance(value, list) and value:
        yield from places(value[0], (*path, 0), depth - 1)


def replaced(path, odd):
    log = copy.deepcopy(WHOLE)
    target = log
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = odd
    return log


def head_and_sample():
    head = {name: value for name, value in WHOLE.items() if name not in ("samples", "reductions")}
    sample = {"samples": WHOLE["samples"][:1]}
    return [path for value in (head, sample) for path in places(value) if path]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_an_odd_value_is_read_or_refused(tmp_path, odd):
    """What is read is strict JSON."""
    path = tmp_path / "log.json"
    for place in head_and_sample():
        path.write_text(json.dumps(replaced(place, odd)), encoding="utf-8")
        try:
            found = list(inspect_json.read(SourceFile(path, "log.json", "0" * 64)))
        except UnreadableInputError:
            continue
        for record in found:
            if isinstance(record, SourceRecord):
                assert isinstance(json.loads(record.text, parse_constant=pytest.fail), dict)
