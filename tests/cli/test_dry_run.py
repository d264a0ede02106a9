"""``run --dry-run``: whole questions, their labels, and how many there are of each."""

from evalstore.cli import call_command
from evalstore.cli._dry_run import CASES_SHOWN_MAX


def test_a_dry_run_prints_whole_questions_and_counts_per_label(tmp_path, capsys):
    """The first cards stand there as they would be asked: facts, rules, question, right answer."""
    arguments = ["run", "epistemic", "--store", str(tmp_path), "--seed", "s", "--per-label", "3"]
    assert 0 == call_command([*arguments, "--dry-run"])
    said = capsys.readouterr().out
    assert "E: 3, C: 3, U: 3\n" in said
    assert said.count("  Facts:\n  - ") == CASES_SHOWN_MAX
    assert said.count("  Question: ") == CASES_SHOWN_MAX
    assert said.count("Reply with one JSON object") == CASES_SHOWN_MAX
    assert ", E, right answer YES\n" in said
    assert "and 4 more; --json prints all" in said
    assert not list(tmp_path.iterdir())


def test_a_dry_run_needs_no_key(tmp_path, capsys):
    """The questions are printed for a chat model whose key is not set; asking it is refused."""
    config = tmp_path / "evalstore.toml"
    config.write_text(
        '[systems.m]\nkind = "chat_model"\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "any"\n'
        'key_variable = "NO_SUCH_KEY"\n'
    )
    arguments = ["run", "hallucination", "--domain", "math", "--cases", "1", "--system", "m"]
    arguments += ["--config", str(config), "--store", str(tmp_path / "store")]

    assert 0 == call_command([*arguments, "--dry-run"])
    assert "systems: m\n" in capsys.readouterr().out
    assert 0 == call_command(["init", "--store", str(tmp_path / "store")])
    assert 2 == call_command(arguments)
    assert "environment variable NO_SUCH_KEY is not set" in capsys.readouterr().err
