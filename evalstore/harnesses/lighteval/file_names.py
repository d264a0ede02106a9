"""Names and folders of the files of one evaluation, which share the stamp of their saving."""

import glob
import re
from pathlib import Path

STAMP = r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{1,6})?"
RESULTS = re.compile(rf"results_(?P<stamp>{STAMP})\.json")
DETAILS = re.compile(rf"details_(?P<task>.+)_(?P<stamp>{STAMP})\.parquet", re.DOTALL)
OF_RESULTS, OF_DETAILS = "results", "details"


def stamp_of(path: Path) -> str | None:
    """
    Return the stamp in a file's name; None if it has no stamp.

    >>> stamp_of(Path("results_2026-01-21T03-44-18.458309.json"))
    '2026-01-21T03-44-18.458309'
    """
    match = RESULTS.fullmatch(path.name) or DETAILS.fullmatch(path.name)
    return match["stamp"] if match else None


def task_of(path: Path) -> str:
    """
    Return the task of a file of details, from its name.

    >>> task_of(Path("details_lighteval|gsm8k|0_2026-01-21T03-44-18.458309.parquet"))
    'lighteval|gsm8k|0'
    """
    match = DETAILS.fullmatch(path.name)
    return match["task"] if match else path.stem


def details_beside(path: Path) -> list[Path]:
    """
    Return the files of details with the same stamp as a file of results, by name.

    They are in ``details/MODEL/STAMP`` if the results are in ``results/MODEL``; in ``STAMP`` in a
    data set of the Hub; else next to the results.
    """
    stamp = stamp_of(path)
    if stamp is None or path.suffix != ".json":
        return []
    folder = path.parent
    files = [file for below in (folder, folder / stamp) for file in _details(below, stamp)]
    if OF_RESULTS in folder.parts:
        at = len(folder.parts) - 1 - folder.parts[::-1].index(OF_RESULTS)
        root, model = Path(*folder.parts[:at]), folder.parts[at + 1 :]
        files += _details(root.joinpath(OF_DETAILS, *model, stamp), stamp)
    return sorted(files)


def results_beside(path: Path) -> Path | None:
    """Return the file of results that belongs to a file of details; None if it is missing."""
    stamp, folder = stamp_of(path), path.parent
    name = f"results_{stamp}.json"
    places = [folder / name, folder.parent / name]
    if OF_DETAILS in folder.parts:
        at = len(folder.parts) - 1 - folder.parts[::-1].index(OF_DETAILS)
        root, model = Path(*folder.parts[:at]), folder.parts[at + 1 : -1]
        places.append(root.joinpath(OF_RESULTS, *model, name))
    return next((place for place in places if place.is_file()), None)


def _details(folder: Path, stamp: str) -> list[Path]:
    return list(folder.glob(f"details_*_{glob.escape(stamp)}.parquet"))
