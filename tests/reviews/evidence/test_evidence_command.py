"""``evalstore evidence`` prints what it wrote, and exits as every command does."""

import json

from evalstore.cli import call_command


def called(store, *arguments):
    return call_command(["evidence", *arguments, "--store", str(store.folder)])


def test_it_prints_a_summary_as_json(audited_store, tmp_path, capsys):
    """Progress and notes are not on stdout."""
    path = tmp_path / "a.zip"
    period = ["--suite", "capitals", "--since", "2026-02-01"]
    code = called(audited_store, *period, "-o", str(path), "--json")
    printed = json.loads(capsys.readouterr().out)

    assert code == 0
    assert path.exists()
    assert printed["run_ids"] == ["r3"]
    assert [printed[f"{name}_count"] for name in ("decision", "bundle", "report")] == [0, 0, 1]


def test_its_errors_have_exit_codes(audited_store, tmp_path, capsys):
    """2 for what cannot be selected, with the suites that there are."""
    path = str(tmp_path / "a.zip")
    code = called(audited_store, "--suite", "lakes", "--since", "2026-01-01", "-o", path)

    assert code == 2
    assert "no suite 'lakes'; available: capitals, rivers" in capsys.readouterr().err
    assert 2 == called(audited_store, "--suite", "rivers", "--since", "2027-01-01", "-o", path)
    assert "its 1 run with a time started" in capsys.readouterr().err
