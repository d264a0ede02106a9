"""Names of the files of one evaluation, which share the stamp of the time it was saved."""

import glob
import re
from pathlib import Path

# What the harness makes of a local time: `2026-01-21T03-44-18.458309`.
STAMPED = re.compile(
    r"(?P<stem>.*)_(?P<stamp>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{1,6})?)\.jsonl?", re.DOTALL
)
SAMPLES = "samples_"


def stamp_of(path: Path) -> str | None:
    """
    Return the stamp in a file's name; None where it has none.

    >>> stamp_of(Path("m/results_2026-01-21T03-44-18.458309.json"))
    '2026-01-21T03-44-18.458309'
    """
    found = STAMPED.fullmatch(path.name)
    return found["stamp"] if found else None


def task_of(path: Path) -> str:
    """
    Return the task whose samples a file holds, by its name.

    >>> task_of(Path("samples_gsm8k_cot_2026-01-21T03-44-18.458309.jsonl"))
    'gsm8k_cot'
    """
    found = STAMPED.fullmatch(path.name)
    return (found["stem"] if found else path.stem).removeprefix(SAMPLES) or "unnamed"


def samples_beside(path: Path) -> list[Path]:
    """Return the files of samples of the same stamp as a file of results, by name."""
    stamp = stamp_of(path)
    if stamp is None or path.suffix != ".json" or path.name.startswith(SAMPLES):
        return []
    # In 2024 they ended in `.json` for some weeks.
    return sorted(
        beside
        for ending in ("json", "jsonl")
        for beside in path.parent.glob(f"{SAMPLES}*_{glob.escape(stamp)}.{ending}")
    )


def results_beside(path: Path) -> Path | None:
    """Return the file of results of the same stamp as a file of samples."""
    stamp = stamp_of(path)
    if stamp is None:
        return None
    beside = sorted(path.parent.glob(f"*_{glob.escape(stamp)}.json"))
    return next((one for one in beside if not one.name.startswith(SAMPLES)), None)
