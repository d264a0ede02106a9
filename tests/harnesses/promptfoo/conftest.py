"""What promptfoo itself wrote, and files of its shape, made by the tests."""

import copy
import importlib
import json
from pathlib import Path

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import Scales

FIXTURES = Path(__file__).parents[2] / "fixtures" / "promptfoo"
ROW = {
    "id": "b5b0", "promptIdx": 0, "testIdx": 0, "promptId": "p",
    "provider": {"id": "openai:gpt-4o", "label": ""},
    "prompt": {"raw": "Say tea", "label": "Say {{word}}"},
    "vars": {"word": "tea"},
    "testCase": {"vars": {"word": "tea"}, "assert": [{"type": "contains", "value": "tea"}]},
    "response": {"output": "tea", "tokenUsage": {"total": 5, "prompt": 3, "completion": 2}},
    "success": True, "score": 1, "failureReason": 0, "latencyMs": 12, "cost": 0,
    "namedScores": {},
    "gradingResult": {
        "pass": True, "score": 1, "reason": "All assertions passed", "namedScores": {},
        "componentResults": [
            {"pass": True, "score": 1, "reason": "Assertion passed",
             "assertion": {"type": "contains", "value": "tea"}},
        ],
    },
}  # fmt: skip


def row_of(**fields):
    """Return a row with these fields."""
    return copy.deepcopy(ROW) | fields


def fields_of(word="tea", **fields):
    """Return the fields of a row's test with this variable."""
    return {"vars": {"word": word}, "testCase": {"vars": {"word": word}, "assert": []} | fields}


def export_of(*rows, prompts=None, stats=None, **fields):
    """Return an export that holds these rows."""
    column = {"provider": "openai:gpt-4o", "label": "Say {{word}}", "raw": "Say {{word}}"}
    return {
        "evalId": "eval-abc",
        "results": {
            "version": 3, "timestamp": "2026-01-02T03:04:05.678Z",
            "prompts": [column] if prompts is None else prompts,
            "results": list(rows), "stats": stats or {},
        },
        "config": {"description": "Words", "tests": [{"vars": {"word": "tea"}}]},
        "shareableUrl": None,
    } | fields  # fmt: skip


class Reading:
    """What one reading of a file gave, mapped to events."""

    def __init__(self, path, scales=None):
        module = importlib.import_module("evalstore.harnesses.promptfoo.promptfoo")
        self.source = SourceFile(path, path.name, "0" * 64, scales=scales or Scales())
        found = list(module.read(self.source))
        self.skips = [item for item in found if isinstance(item, Skip)]
        texts = [item.text for item in found if isinstance(item, SourceRecord)]
        with duckdb.connect() as connection:
            connection.execute("create table records (ordinal bigint, record json)")
            connection.execute(
                "insert into records select unnest(range(len($texts))), unnest($texts)",
                {"texts": texts},
            )
            for macro in sql_files.names(module.MAPPING):
                connection.execute(sql_files.read(macro))
            rows = connection.execute(sql_files.read(module.MAPPING)).fetchall()
        self.run_ids = {run_id for _, _, run_id, *_ in rows}
        self.times = {kind: at for _, kind, *_, at, _ in rows if at is not None}
        self.events = [(kind, json.loads(payload)) for _, kind, *_, payload in rows]

    def payloads(self, kind):
        return [payload for found, payload in self.events if found == kind]

    def verdicts(self, validator_id):
        return [
            one for one in self.payloads("verdict_recorded") if one["validator_id"] == validator_id
        ]


@pytest.fixture(name="row")
def row_fixture():
    """Return a row with these fields."""
    return row_of


@pytest.fixture(name="test_fields")
def test_fields_fixture():
    """Return the fields of a row's test with this variable."""
    return fields_of


@pytest.fixture(name="export")
def export_fixture():
    """Return an export that holds these rows."""
    return export_of


@pytest.fixture(scope="session", name="tool_written")
def tool_written_fixture():
    """What the export that promptfoo wrote gives."""
    return Reading(FIXTURES / "evaluation.json")


@pytest.fixture(scope="session", name="tool_lines")
def tool_lines_fixture():
    """What the JSON Lines that promptfoo wrote give."""
    return Reading(FIXTURES / "evaluation.jsonl")


@pytest.fixture(name="read")
def read_fixture(tmp_path):
    """Write an export of these rows, or JSON Lines of them; return what reading it gives."""

    def read(*rows, scales=None, as_lines=False, **fields):
        path = tmp_path / ("rows.jsonl" if as_lines else "results.json")
        found = "".join(f"{json.dumps(row)}\n" for row in rows)
        path.write_text(found if as_lines else json.dumps(export_of(*rows, **fields), indent=2))
        return Reading(path, scales)

    return read
