"""Names of the files of one evaluation, which share the stamp of the time of saving."""

import glob
import re
from pathlib import Path

# The harness's format of a local time: `2026-01-21T03-44-18.458309`.
STAMPED = re.compile(
    r"(?P<stem>.*)_(?P<stamp>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{1,6})?)\.jsonl?", re.DOTALL
)
SAMPLES = "samples_"


def stamp_of(path: Path) -> str | None:
    """
    Return the stamp in a file's name; None if it has no stamp.

    >>> stamp_of(Path("m/results_2026-01-21T03-44-18.458309.json"))
    '2026-01-21T03-44-18.458309'
    """
    match = STAMPED.fullmatch(path.name)
    return match["stamp"] if match else None


def task_of(path: Path) -> str:
    """
    Return the task of a file of samples, from its name.

    >>> task_of(Path("samples_gsm8k_cot_2026-01-21T03-44-18.458309.jsonl"))
    'gsm8k_cot'
    """
    match = STAMPED.fullmatch(path.name)
    return (match["stem"] if match else path.stem).removeprefix(SAMPLES) or "unnamed"


def samples_beside(path: Path) -> list[Path]:
    """Return the files of samples with the same stamp as a file of results, by name."""
    stamp = stamp_of(path)
    if stamp is None or path.suffix != ".json" or path.name.startswith(SAMPLES):
        return []
    # In 2024 they ended in `.json` for some weeks.
    return sorted(
        file
        for ending in ("json", "jsonl")
        for file in path.parent.glob(f"{SAMPLES}*_{glob.escape(stamp)}.{ending}")
    )


def results_beside(path: Path) -> Path | None:
    """Return the file of results with the same stamp as a file of samples; None if missing."""
    stamp = stamp_of(path)
    if stamp is None:
        return None
    files = sorted(path.parent.glob(f"*_{glob.escape(stamp)}.json"))
    return next((file for file in files if not file.name.startswith(SAMPLES)), None)
