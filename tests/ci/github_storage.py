"""Caches and artifacts of GitHub Actions, as folders."""

import os
import shutil
from fnmatch import fnmatch
from pathlib import Path


def _copied(source, target):
    """Copy files alone: neither service keeps empty folders."""
    for path in source.rglob("*") if source.is_dir() else [source]:
        if path.is_file():
            place = target / path.relative_to(source) if source.is_dir() else target
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)


def lines(text):
    """Return the lines of an input that have something on them."""
    return [line.strip() for line in str(text).splitlines() if line.strip()]


class Caches:
    """Entries by branch and key: written once, read by the same branch, main's by all."""

    def __init__(self, folder):
        self.folder = folder
        self.keys = []

    def save(self, ref, key, paths, workspace):
        """Keep the paths under a key that has none yet."""
        if (ref, key, paths) in self.keys:
            return
        self.keys.append((ref, key, paths))
        place = self.folder / str(len(self.keys))
        for path in lines(paths):
            if (workspace / path).exists():
                _copied(workspace / path, place / path)

    def restore(self, ref, key, restore_keys, paths, workspace):
        """Bring back that key, or the newest that begins with one of the others."""
        for scope in (ref, "refs/heads/main"):
            for wanted in (key, *lines(restore_keys)):
                found = [
                    number
                    for number, (owner, name, kept) in enumerate(self.keys, start=1)
                    if owner == scope
                    and kept == paths
                    and (name == wanted or (wanted != key and name.startswith(wanted)))
                ]
                if found:
                    _copied(self.folder / str(found[-1]), workspace)
                    return


class Artifacts:
    """What each run of a workflow uploaded, by name."""

    def __init__(self, folder):
        self.folder = folder

    def upload(self, run_id, name, paths, workspace, *, is_overwriting=False):
        """Keep files below what their folders have in common; a name is taken once in a run."""
        place = self.folder / str(run_id) / name
        if is_overwriting:
            shutil.rmtree(place, ignore_errors=True)
        if place.exists():
            raise FileExistsError(f"an artifact called {name} already exists on the workflow run")
        found = [workspace / path for path in lines(paths) if (workspace / path).exists()]
        parents = [path if path.is_dir() and len(found) == 1 else path.parent for path in found]
        place.mkdir(parents=True)
        if not found:
            return
        common = Path(os.path.commonpath(parents))
        for path in found:
            relative = path.relative_to(common)
            _copied(path, place / relative if relative.parts else place)

    def download(self, run_id, name, pattern, target):
        """Bring back one by name, or each of a pattern into a folder of its own."""
        run = self.folder / str(run_id)
        if pattern is None:
            if not (run / name).is_dir():
                raise FileNotFoundError(f"no artifact called {name} of run {run_id}")
            _copied(run / name, target)
            return
        for place in sorted(run.iterdir()):
            if fnmatch(place.name, pattern):
                _copied(place, target / place.name)
