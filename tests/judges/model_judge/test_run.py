"""A run whose validator is a model: judged as it goes, kept by the store as any verdict."""

import json

import pytest

import evalstore
from evalstore.cli import call_command
from tests.chat_service import KEY
from tests.judges.model_judge.conftest import said

RUN = ("run", "hallucination", "--domain", "math", "--cases", "4", "--system", "simulated",
       "--validator", "model_judge", "--run-id", "r1", "--seed", "1")  # fmt: skip
VERDICTS = (
    "select outcome, is_rating, judge_model from facts.verdicts where validator_id = 'model_judge'"
)


@pytest.fixture
def call(service, tmp_path, monkeypatch, capfd):
    """Return a function that calls a command in a folder whose configuration names the judge."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evalstore.toml").write_text(
        f'[systems.judge-model]\nkind = "chat_model"\nbase_url = "{service.url}"\nmodel = "any"\n'
        'key_variable = "SERVICE_KEY"\nretries = 0\n'
        '[validators.model_judge]\nsystem = "judge-model"\n',
        encoding="utf-8",
    )

    def command(*arguments):
        code = call_command([*arguments])
        out, err = capfd.readouterr()
        return code, out + err

    command("init")
    return command


def test_a_run_is_judged_by_a_model(call, service):
    """Each reply is asked about once; verdicts rate, and the key is in no file of the store."""
    service.plays(service.says(said()))

    code, told = call(*RUN)

    assert 0 == code, told
    store = evalstore.open("warehouse")
    rows = store.query(VERDICTS).rows()
    # A canary without a reference is not asked about.
    asked = [row for row in rows if row[0] != "unscored"]
    assert {("right", True)} == {row[:2] for row in asked}
    assert len(service.requests) == len(asked) >= 4
    assert not any(
        KEY.encode() in path.read_bytes()
        for path in store.layout.root.rglob("*")
        if path.is_file()
    )


@pytest.mark.sweep
def test_a_service_that_fails_is_an_error_and_asked_again(call, service):
    """No reply is wrong for it; `judge` puts the verdicts in their place."""
    service.plays(service.gives(500))

    call(*RUN)
    before = evalstore.open("warehouse").query(VERDICTS).rows()
    service.plays(service.says(said("wrong")))
    code, told = call("judge", "r1", "--validator", "model_judge")
    after = evalstore.open("warehouse").query(VERDICTS).rows()

    assert {"error", "unscored"} == {row[0] for row in before}
    assert (0, {"wrong", "unscored"}) == (code, {row[0] for row in after}), told


@pytest.mark.sweep
def test_replies_that_a_kill_left_behind_trouble_nobody(call, service):
    """A torn file of replies harms neither checks nor a rebuild, and later calls read past it."""
    service.plays(service.says(said()))
    call(*RUN)
    asked_count = len(service.requests)
    left = evalstore.open("warehouse").layout.root / "judge_replies" / "left.jsonl"
    left.parent.mkdir(exist_ok=True)
    left.write_text(json.dumps({"request_sha256": "0" * 64}) + "\n{half", encoding="utf-8")

    found = {name: call(*name.split()) for name in ("verify", "doctor", "rebuild", "verify")}
    again = call("judge", "r1", "--validator", "model_judge", "--again")

    assert {0} == {code for code, _ in found.values()}, found
    assert 0 == again[0], again[1]
    assert asked_count == len(service.requests)
