"""How far long work has come, where nobody looks at a terminal."""

import pytest

from evalstore.cli import _progress


def test_a_line_is_said_now_and_then(monkeypatch, capsys):
    """Not at every step: when ten seconds have gone by since the last line."""
    times = iter([0.0, 4.0, 12.0, 12.0, 15.0, 23.0, 23.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(times))
    with _progress.progress_shown("tuning", is_quiet=False) as on_progress:
        for done in (1, 2, 3, 4):
            on_progress(done, 9)

    assert "tuning: 2 of 9\ntuning: 4 of 9\n" == capsys.readouterr().err


@pytest.mark.parametrize("is_quiet", [True, False])
def test_work_that_is_soon_done_says_nothing(capsys, is_quiet):
    """And a quiet one never does."""
    with _progress.progress_shown("tuning", is_quiet=is_quiet) as on_progress:
        on_progress(1, 1)

    assert ("", "") == capsys.readouterr()
