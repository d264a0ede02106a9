"""Results on the Hugging Face Hub: `.eval_results/*.yaml`, and the model-index of a README.md."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.harnesses.hugging_face import results, yaml_text
from evalstore.harnesses.inspect.strict_json import encode, repaired
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/hugging_face"
HOLDS_WHOLE_RUN = True
RUN_ID_DIGITS = 22
CARD = re.compile(r"---[ \t]*\r?\n.*?^model-index[ \t]*:", re.DOTALL | re.MULTILINE)
# A list whose entries have a data set and a value.
LIST = re.compile(r"(?:\s*#[^\n]*\n|\s*---[ \t]*\n|\s)*-[ \t]")
FIELDS = tuple(re.compile(rf"[\s{{,]{one}[ \t]*:") for one in ("dataset", "id", "value"))


def recognises(path: Path, head: bytes) -> bool:
    """A model card with a model-index, or YAML with a list of data sets and values."""
    if path.suffix not in (".md", ".yaml", ".yml"):
        return False
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if path.suffix == ".md":
        return CARD.match(text) is not None
    is_list = LIST.match(text) is not None and all(one.search(text) for one in FIELDS)
    return is_list or CARD.match(f"---\n{text}") is not None


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield a record for each model and data set: a run, its figures, and its end."""
    found, skips = results.runs(yaml_text.loaded(source), source)
    count = sum(len(run.figures) for run in found)
    source.warnings.append(
        f"{source.name}: {counted(count, 'figure', 'figures')} and no case, so nothing is "
        "compared with them"
    )
    yield from skips
    for run in found:
        key = "\n".join((source.sha256, run.system_id, run.suite, str(run.config)))
        digest = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:RUN_ID_DIGITS]
        record = {
            "run_id": f"hugging-face-{digest}",
            "system_id": run.system_id,
            "suite": run.suite,
            "config": run.config or None,
            "figures": run.figures,
        }
        yield SourceRecord(f"{run.system_id}, {run.suite}", encode(repaired(record, "", [])))
