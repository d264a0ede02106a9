"""Why nothing was answered: the service's words in the error of the run and in ``failures``."""

import json

import pytest

from evalstore.cli import call_command

REFUSAL = b'{"error": {"message": "model \'any\' is not loaded\\nhint: pull it first"}}'
SAID = "the service answered 400: model 'any' is not loaded hint: pull it first"


@pytest.fixture
def asking(service, tmp_path, monkeypatch):
    """Return a function that runs three cards against the service, in a fresh store."""
    pytest.importorskip("openai", reason="the extra `models` is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evalstore.toml").write_text(
        f'[systems.mine]\nkind = "chat_model"\nbase_url = "{service.url}"\nmodel = "any"\n'
        'key_variable = ""\nretries = 0\n'
    )
    call_command(["init"])

    def run(per_label=1):
        """Return the exit code of the run."""
        return call_command(
            [
                "run",
                "epistemic",
                "--per-label",
                f"{per_label}",
                "--seed",
                "1",
                "--system",
                "mine",
                "--run-id",
                "r1",
            ]
        )

    return run


@pytest.mark.sweep
def test_a_run_without_an_answer_says_why(service, asking, capsys):
    """The error of the run and the reasons of its failures are the service's own message."""
    service.plays(service.gives(400, REFUSAL))
    code, told = asking(), capsys.readouterr().err
    call_command(["failures", "--run", "r1", "--by", "reason", "--json"])
    [row] = json.loads(capsys.readouterr().out)
    call_command(["failures", "--run", "r1"])
    table = capsys.readouterr().out

    assert (4, True) == (code, f"3 responses of mine: error: {SAID}" in told)
    assert ("error", SAID, 3) == (row["status"], row["reason"], row["failure_count"])
    assert 3 == table.count(SAID)
    assert table.index("reason") < table.index("prompt")


def test_unparsable_replies_are_counted_together(service, asking, capsys):
    """Replies that differ have one reason, and one of them is shown."""
    service.plays(service.says("Perhaps."), service.says("Who knows?"), service.says("Hm."))
    code = asking()
    capsys.readouterr()
    call_command(["failures", "--run", "r1", "--by", "reason", "--json"])
    [row] = json.loads(capsys.readouterr().out)

    assert (4, "unparsable", 3) == (code, row["status"], row["failure_count"])
    assert "the text does not plainly give one of YES, NO, UNKNOWN" == row["reason"]
    assert row["example_response"] in {"Perhaps.", "Who knows?", "Hm."}


@pytest.mark.sweep
def test_a_service_that_refuses_everything_stops_the_run(service, asking, capsys):
    """After five questions the run ends with the service's words, and no retry per format."""
    service.plays(service.gives(400, REFUSAL))
    code, told = asking(per_label=20), capsys.readouterr().err
    call_command(["failures", "--run", "r1", "--by", "reason", "--json"])
    rows = json.loads(capsys.readouterr().out)

    assert 2 == code
    assert "refused each of the first 5 questions and answered none" in told
    assert SAID in told
    # Of 60 cards: three formats for what four ask at first, then one each until the run stops.
    assert len(service.requests) < 40
    assert not [row for row in rows if row["status"] not in {"error", "missing"}]


@pytest.mark.sweep
def test_a_refused_question_among_answered_ones_stops_nothing(service, asking):
    """A service that has answered is not misconfigured: what it refuses then is an error each."""
    yes = service.says('{"answer": "YES", "confidence": 0.5}')
    service.plays(yes, service.gives(400, REFUSAL))

    assert 0 == asking(per_label=4)
