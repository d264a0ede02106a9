"""What lm-evaluation-harness itself wrote, and files of its shape, made by the tests."""

import importlib
import json
import shutil
from pathlib import Path

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.scales import Scales

FIXTURES = Path(__file__).parents[2] / "fixtures" / "lm_eval" / "tests__dummy"
STAMP = "2026-11-24T00-07-52.280134"


class Reading:
    """What one reading of a file and its companions gave, mapped to events."""

    def __init__(self, path):
        module = importlib.import_module("evalstore.harnesses.lm_eval.lm_eval")
        self.source = SourceFile(
            path, path.name, "0" * 64, scales=Scales(), companions=tuple(module.companions(path))
        )
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
        self.events = [(kind, run, json.loads(payload)) for _, kind, run, *_, payload in rows]

    def payloads(self, kind, task=None):
        return [
            payload
            for found, run_id, payload in self.events
            if found == kind and (task is None or run_id.startswith(f"{task}_2"))
        ]


@pytest.fixture(scope="session")
def written_by_the_tool():
    """What the harness's own files give."""
    return Reading(FIXTURES / f"results_{STAMP}.json")


@pytest.fixture
def tool_files(tmp_path):
    """A folder of the harness's own files, to change."""
    return Path(shutil.copytree(FIXTURES, tmp_path / "tests__dummy"))


@pytest.fixture
def sample():
    """Return a line of samples with these fields."""

    def of(doc_id=0, **fields):
        return {
            "doc_id": doc_id,
            "doc": {"question": f"What is {doc_id} + 1?"},
            "target": str(doc_id + 1) if isinstance(doc_id, int) else "1",
            "arguments": {"gen_args_0": {"arg_0": f"What is {doc_id} + 1?", "arg_1": {}}},
            "resps": [["It is 1."]],
            "filtered_resps": ["1"],
            "filter": "none",
            "metrics": ["exact_match"],
            "doc_hash": f"{doc_id:0>64}",
            "exact_match": 1.0,
        } | fields

    return of


@pytest.fixture
def reading(tmp_path):
    """Write results and samples of a task `sums`; return what reading them gives."""

    def read(*samples, results=None, name="results"):
        path = tmp_path / f"{name}_{STAMP}.json"
        lines = tmp_path / f"samples_sums_{STAMP}.jsonl"
        if samples:
            text = "".join(
                one if isinstance(one, str) else json.dumps(one) + "\n" for one in samples
            )
            lines.write_text(text, encoding="utf-8")
        if results is None:
            return Reading(lines)
        path.write_text(json.dumps(results), encoding="utf-8")
        return Reading(path)

    return read
