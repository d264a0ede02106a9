"""The small inputs of the paths: Inspect logs, event lines and a store, the same each time."""

import hashlib
import json
import random
import shutil
import sys
import zipfile
from pathlib import Path

from benchmarks import junit, openai_evals
from benchmarks.gates import CONFIGURATION, build
from benchmarks.harness import EVALSTORE, ROOT, cost_of
from evalstore.harnesses.inspect.zip_members import list_members, read_member

SAMPLE_COUNT = 2_000
SMALL_LOG_COUNT = 20
SMALL_SAMPLE_COUNT = 20
EVENT_COUNT = 50_000
HISTORY_RUN_COUNT = 25
HISTORY_EVENT_COUNT = 300
COMPARED_CASE_COUNT = 5_000
# Counts with which a reader takes about as long as its process takes to start.
OPENAI_RECORD_COUNT = 20_000
LM_EVAL_SAMPLE_COUNT = 4_000
PROMPTFOO_ROW_COUNT = 2_000
JUNIT_CASE_COUNT = 10_000
SCORED_ROW_COUNT = 500_000
# A log that the mock model of Inspect wrote; its samples are repeated under other ids.
TEMPLATE = ROOT / "evalstore" / "running" / "demo" / "logs" / "history-quiz-careful.eval"
# Bytes by which a sample is longer than that of the template.
TEXT_LENGTH = 13_000
WORDS = (
    "the treaty was signed in spring after a long winter of talks about grain and tolls".split()
)
SOURCES, SUFFIXES = ("evalstore", "sql", "ingest", "views", "benchmarks"), {".py", ".sql", ".toml"}


def made(folder: Path) -> Path:
    """Return the folder of the inputs within ``folder``, made anew if the code has changed."""
    inputs, digest = folder / "inputs", folder / "inputs.sha256"
    now = _sources_sha256()
    if not digest.exists() or digest.read_text(encoding="utf-8") != now:
        digest.unlink(missing_ok=True)
        make(inputs)
        digest.write_text(now, encoding="utf-8")
    return inputs


def _sources_sha256() -> str:
    """Return the digest of all files that the inputs depend on, which a store's tables do too."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(f"{path.relative_to(ROOT)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def make(folder: Path) -> None:
    """Write all inputs into a folder, which is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    write_log(folder / "log.eval", SAMPLE_COUNT, seed=1)
    (folder / "logs").mkdir()
    for number in range(SMALL_LOG_COUNT):
        write_log(folder / "logs" / f"{number:02d}.eval", SMALL_SAMPLE_COUNT, seed=2 + number)
    lines = folder / "events.ndjson"
    cost_of([sys.executable, "-m", "benchmarks.make_events", str(EVENT_COUNT), lines])
    cost_of([*EVALSTORE, "init", "--store", folder / "empty"])
    shutil.copytree(folder / "empty", folder / "again")
    cost_of([*EVALSTORE, "ingest", folder / "logs", "--store", folder / "again"])
    build(folder / "store", HISTORY_RUN_COUNT, HISTORY_EVENT_COUNT)
    (folder / "gates.toml").write_text(CONFIGURATION, encoding="utf-8")
    cost_of(
        [sys.executable, "-m", "benchmarks.compare", "--cases", str(COMPARED_CASE_COUNT),
         "--make", folder / "compared"]
    )  # fmt: skip
    cost_of(
        [sys.executable, "-m", "benchmarks.metric_query", "--rows", str(SCORED_ROW_COUNT),
         "--make", folder / "ece.duckdb"]
    )  # fmt: skip
    make_files_of_others(folder)


def make_files_of_others(folder: Path) -> None:
    """Write a file of each format whose reader is measured by itself."""
    openai_evals.write(folder / "openai-evals.jsonl", OPENAI_RECORD_COUNT)
    junit.write(folder / "junit.xml", JUNIT_CASE_COUNT)
    make = [sys.executable, "-m"]
    cost_of([*make, "benchmarks.make_lm_eval", str(LM_EVAL_SAMPLE_COUNT), folder / "lm-eval"])
    cost_of(
        [*make, "benchmarks.make_promptfoo", str(PROMPTFOO_ROW_COUNT), folder / "promptfoo.json"]
    )


def write_log(path: Path, sample_count: int, seed: int) -> None:
    """Write a log of Inspect whose samples are those of the template, longer and renamed."""
    rng = random.Random(seed)
    members = _template_members()
    samples = [members[name] for name in members if name.startswith("samples/")]
    run = f"{rng.getrandbits(80):020x}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("_journal/start.json", "header.json"):
            text = json.dumps(_of_run(members[name], run, sample_count))
            archive.writestr(name, text)
        for number in range(sample_count):
            sample = {**samples[number % len(samples)], "id": f"case-{number:05d}", "epoch": 1}
            sample["uuid"] = f"{rng.getrandbits(96):022x}"
            sample["messages"] = [*sample.get("messages", []), _message(rng)]
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))


def _template_members() -> dict[str, dict]:
    """Return the JSON objects of the template by member."""
    with TEMPLATE.open("rb") as file:
        return {
            member.name: json.loads(read_member(file, member))
            for member in list_members(file).members
        }


def _of_run(member: dict, run: str, sample_count: int) -> dict:
    """Return the header of another run, without figures, which are those of the template."""
    member = {**member, "eval": {**member["eval"], "run_id": run, "eval_id": run, "task_id": run}}
    if "results" in member:
        counts = {"total_samples": sample_count, "completed_samples": sample_count}
        scores = [{**score, "metrics": {}} for score in member["results"]["scores"]]
        member["results"] = {**member["results"], **counts, "scores": scores}
    return member


def _message(rng: random.Random) -> dict[str, str]:
    words = []
    length = 0
    while length < TEXT_LENGTH:
        words.append(rng.choice(WORDS))
        length += len(words[-1]) + 1
    return {"role": "assistant", "content": " ".join(words), "source": "generate"}
