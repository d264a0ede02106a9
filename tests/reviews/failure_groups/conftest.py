"""A store with a run that fails in places, and a model on loopback to say what they share."""

import json

import pytest

from evalstore.cli import call_command
from tests import kept_stores
from tests.chat_service import KEY, Service

RUN = "quiz"
# Of twelve cases these are wrong; c10 and c11 are right, c12 is missing.
WRONG = [f"c{number:02}" for number in range(10)]


def events(run_id=RUN, wrong=tuple(WRONG), texts=None):
    """Return the events of a run of one system, judged by ``factual``."""
    yield {"kind": "run_started", "run_id": run_id, "payload": {
        "suite": "towns", "systems": ["maia"], "git_branch": "main",
    }}  # fmt: skip
    for number in range(13):
        case_id = f"c{number:02}"
        about = {"case_id": case_id, "system_id": "maia"}
        yield {"kind": "case_generated", "run_id": run_id, "payload": {
            "case_id": case_id, "domain": "dates" if number < 6 else "rivers",
            "prompt": f"question {number}?", "expected": f"right {number}",
            "validators": ["factual"],
        }}  # fmt: skip
        if number == 12:
            continue
        text = (texts or {}).get(case_id, f"answer {number}")
        yield {"kind": "response_recorded", "run_id": run_id, "payload": about | {
            "status": "ok", "text": text,
        }}  # fmt: skip
        is_wrong = case_id in wrong
        yield {"kind": "verdict_recorded", "run_id": run_id, "payload": about | {
            "validator_id": "factual", "outcome": "wrong" if is_wrong else "right",
            "reason": "not as expected" if is_wrong else "as expected",
            "tags": ["factual_error"] if is_wrong else [],
        }}  # fmt: skip


def groups(*found):
    """Return a reply: for each group its title and pairs of sentence and case ids."""
    return json.dumps({
        "groups": [
            {
                "title": title,
                "sentences": [{"text": text, "case_ids": list(ids)} for text, ids in sentences],
            }
            for title, *sentences in found
        ]
    })  # fmt: skip


@pytest.fixture
def service(monkeypatch):
    pytest.importorskip("openai", reason="the extra `models` is not installed")
    monkeypatch.setenv("SERVICE_KEY", KEY)
    made = Service()
    yield made
    made.close()


@pytest.fixture
def store(tmp_path):
    return kept_stores.store_of(list(events()), tmp_path / "store")


@pytest.fixture
def review(service, store, tmp_path, capfd):
    """Return a function that reviews the failures of the run by the command."""
    config = tmp_path / "evalstore.toml"
    config.write_text(
        f'[systems.judge-model]\nkind = "chat_model"\nbase_url = "{service.url}"\nmodel = "any"\n'
        'key_variable = "SERVICE_KEY"\nsystem_prompt = "none"\nprice_in_usd_per_million = 1\n'
        "price_out_usd_per_million = 2\nretries = 1\nbackoff_s = 0.001\nconcurrency = 2\n"
        'timeout_s = 5.0\n[systems.other]\nkind = "echo"\n',
        encoding="utf-8",
    )

    def call(*arguments, system="judge-model", run_id=RUN):
        code = call_command(
            ["review", run_id, "--system", system, "--config", str(config),
             "--store", str(store.layout.root), *arguments]
        )  # fmt: skip
        out, err = capfd.readouterr()
        return code, out, err

    return call


@pytest.fixture
def analysis(review):
    """Return a function that reviews, and gives what it appended about the one system."""

    def call(*arguments):
        code, out, err = review("--json", *arguments)
        assert 0 == code, err
        [found] = json.loads(out)["systems"]
        return found["analysis"]

    return call
