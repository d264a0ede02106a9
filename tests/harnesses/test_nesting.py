"""How deep JSON may be nested: as deep as a record around it can be written, and no deeper."""

import json

import orjson
import pytest

from evalstore.harnesses.detect import record_formats
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.nesting import DEPTH_MAX
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses import test_otlp
from tests.harnesses.inspect.conftest import FIXTURES

# Levels that a record may put around a value.
SPARE = 14


def nested(depth, kind, inmost):
    opening, closing = {"list": ("[", "]"), "object": ('{"a":', "}")}[kind]
    return opening * depth + inmost + closing * depth


@pytest.mark.parametrize("inmost", ["1", "NaN", r'"\ud83d"'])
@pytest.mark.parametrize("kind", ["list", "object"])
def test_the_limit_is_the_same_for_every_value(kind, inmost):
    """Strict or not; what is read fits into a record."""
    found, _ = decode(nested(DEPTH_MAX, kind, inmost).encode())
    with pytest.raises(RecursionError, match="nested deeper than 240 levels"):
        decode(nested(DEPTH_MAX + 1, kind, inmost).encode())

    if inmost == "1":
        for _ in range(SPARE):
            found = [found]
        orjson.dumps(found)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (nested(300, "object", "1"), "nested too deep"),
        (nested(3000, "object", "1"), "nested too deep"),
        ('{"a": 1, "a": 2}', "duplicate key"),
        ('{"a" 1}', "cut short"),
    ],
)
@pytest.mark.parametrize("member", ["samples", "plan", "reductions"])
def test_a_log_of_inspect_with_something_odd_in_it(tmp_path, member, value, reason):
    """It is told of where it is read, and what nobody reads costs nothing."""
    log = json.loads((FIXTURES / "quiz.json").read_text("utf-8"))
    path = tmp_path / "log.json"
    # Behind the samples stands what is not read.
    path.write_text(json.dumps({**log, member: "@@"}).replace('"@@"', value))
    found = list(record_formats()["inspect_json"].read(SourceFile(path, "log.json", "0" * 64)))
    kinds = [json.loads(item.text)["kind"] for item in found if not isinstance(item, Skip)]
    reasons = [item.reason for item in found if isinstance(item, Skip)]

    assert ([] if member == "reductions" else [reason]) == reasons
    assert ("sample" in kinds) == (member != "samples")
    assert member != "samples" or "run_finished" not in kinds


@pytest.mark.parametrize("place", [0, 2])
def test_a_deep_line_costs_no_other(tmp_path, place):
    """The first as little as a later one."""
    lines = [json.dumps(test_otlp.SPANS)] * 2
    lines.insert(place, nested(300, "object", "1"))
    path = tmp_path / "spans.jsonl"
    path.write_text("\n".join(lines))
    found = list(record_formats()["otlp"].read(SourceFile(path, "spans.jsonl", "0" * 64)))

    assert ["nested too deep"] == [one.reason for one in found if isinstance(one, Skip)]
    assert len(found) > 1
