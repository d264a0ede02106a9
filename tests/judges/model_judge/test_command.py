"""``evalstore judge --validator model_judge``: settings by file, limits, and exit codes."""

import json

import pytest

from evalstore.cli import call_command
from tests.judges.model_judge.conftest import said

pytestmark = pytest.mark.usefixtures("quiz")


@pytest.fixture
def judge(quiz, service, tmp_path, capfd):
    """Return a function that judges with a model of a configuration file."""
    quiz.add(count=3)
    service.plays(service.says(said()))
    config = tmp_path / "evalstore.toml"
    config.write_text(
        f'[systems.judge-model]\nkind = "chat_model"\nbase_url = "{service.url}"\nmodel = "any"\n'
        'key_variable = "SERVICE_KEY"\nsystem_prompt = "none"\nprice_in_usd_per_million = 1\n'
        'price_out_usd_per_million = 2\n[systems.other]\nkind = "echo"\n'
        '[validators.model_judge]\nsystem = "judge-model"\n',
        encoding="utf-8",
    )

    def call(*arguments):
        code = call_command(
            ["judge", "quiz", "--validator", "model_judge", "--config", str(config),
             "--store", str(quiz.layout.root), *arguments]
        )  # fmt: skip
        out, err = capfd.readouterr()
        return code, out, err

    return call


@pytest.mark.sweep
def test_it_stops_at_a_limit_and_goes_on(judge, quiz, service):
    """With 3 until everything is judged; it says what was asked, what it cost and what is left."""
    stopped, rest, nothing = judge("--max-requests", "2"), judge("--budget", "1usd"), judge()

    assert 3 == stopped[0]
    assert "2 requests to the model, 4.4e-05 USD; 0 recorded replies reused" in stopped[1]
    assert "1 response not judged: --max-requests 2 is reached; the same command" in stopped[2]
    assert (0, 0) == (rest[0], nothing[0])
    assert 3 == len(service.requests)
    assert {"judge-model"} == {judged["system"] for judged in quiz.judges().values()}


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--budget", "5"), "expected US dollars, such as 5usd"),
        (("--set", "system=other"), "which is of the kind echo; name a system of"),
        (("--set", "votes=0"), "model_judge.votes is 0, expected a whole number from 1 to 99"),
        (("--set", "template=preference"), "name the other one with --set against_system=ID"),
        (("--set", "temperature=0", "--set", "votes=3"), "all votes are the same"),
        (("--set", "base_url=ftp://x"), "base_url is 'ftp://x', expected an address"),
        (("--set", "key_variable=NO_SUCH_KEY"), "environment variable NO_SUCH_KEY is not set"),
    ],
)
def test_what_cannot_be_asked_is_refused(judge, service, arguments, words):
    """With 2, before anything is asked."""
    code, _, err = judge(*arguments)

    assert 2 == code, err
    assert words in err
    assert [] == service.requests


def test_a_dry_run_needs_no_key(judge, service):
    """Nothing is asked, so the variable of the key need not be set."""
    code, said, err = judge("--dry-run", "--set", "key_variable=NO_SUCH_KEY")

    assert (0, True) == (code, "would ask a model about 3 responses" in said), err
    assert [] == service.requests


@pytest.mark.sweep
def test_a_dry_run_asks_nothing(judge, service):
    """It says of how many responses it would ask, and uses recorded replies."""
    code, said, _ = judge("--dry-run")

    assert (0, []) == (code, service.requests)
    assert "0 verdicts, 0 would be appended" in said
    assert "would ask a model about 3 responses" in said
    assert 3 == json.loads(judge("--json")[1])["validators"][0]["appended"]
    assert "3 verdicts, 0 would be appended" in judge("--dry-run", "--again")[1]
    assert 3 == len(service.requests)
