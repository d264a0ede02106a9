"""
Write the lock of our judges: which code their verdicts carry, and what that code was made of.

    make judges-lock

A judge with the VERSION of the lock keeps its code, and so the digests of its verdicts, only where
it gives the same verdicts as before on the fixtures and uses the same libraries. With another
VERSION it gets a new code: its verdicts compare with older ones by `--allow-other-judge` alone.
"""

import sys
import tomllib

from evalstore.running.validator_digest import LOCK, installed, locked_judges, sha256_of
from tests.judges.results import results_of
from tests.judges.sources import files_of, judges, libraries_of, sources_of, version_of

ABOUT = """\
# What the judges of this package are made of, and the code that their digests carry. Written by
# `make judges-lock`, never by hand.
#
# codes: part of a verdict's digest; each stands under these versions of libraries, "absent" where
# one is not installed. sources: the files of a judge. results: its verdicts on the fixtures.
"""
FILE_CHARACTERS = 8
FILES_PER_LINE = 8


def main():
    """Write the lock, or say which judges need another VERSION first; return the exit code."""
    locked = locked_judges() if LOCK.exists() else {}
    found, refused = {}, []
    for name in judges():
        try:
            found[name] = renewed(name, locked.get(name), state_of(name), results_of)
        except ChangedJudgeError as error:
            refused.append(str(error))
    if refused:
        print("\n".join(refused), file=sys.stderr)
        return 1
    LOCK.write_text(text_of(found), encoding="utf-8")
    return 0


class ChangedJudgeError(Exception):
    """A judge that gives other verdicts under the same VERSION; the message says the way out."""


def state_of(name):
    """Return what is known of a judge without running it."""
    return {
        "version": version_of(name),
        "sources": sources_of(name),
        "libraries": installed(libraries_of(name)),
    }


def renewed(name, locked, state, judged):
    """Return the part of a judge in the lock; ``judged`` gives the hash of its verdicts."""
    before = locked["codes"][0]["libraries"] if locked else {}
    is_known = locked and all(locked[field] == state[field] for field in ("version", "sources"))
    if is_known and before != state["libraries"]:
        return locked
    results = judged(name)
    found = {"version": state["version"], "sources": state["sources"], "results": results}
    if not locked or locked["version"] != state["version"]:
        code = sha256_of([state["version"], state["sources"], state["libraries"]])
        return {**found, "codes": [{"code": code, "libraries": state["libraries"]}]}
    if is_known:
        # The fixtures are others.
        return {**found, "codes": locked["codes"]}
    changed = [
        what
        for what, is_other in (
            ("its verdicts on the fixtures differ", results != locked["results"]),
            ("it uses other libraries", before.keys() != state["libraries"].keys()),
        )
        if is_other
    ]
    if changed:
        way = (
            "" if before == state["libraries"] else f", or install the lock's libraries: {before}"
        )
        raise ChangedJudgeError(
            f"{name} {state['version']}: {' and '.join(changed)}, so it is another judge; "
            f"raise its VERSION and call `make judges-lock` again{way}"
        )
    return {**found, "codes": locked["codes"]}


def known_files():
    """Return the hashes of files in the lock."""
    return set(tomllib.loads(LOCK.read_text(encoding="utf-8"))["files"])


def changed_files(name, known):
    """Return the files of a judge that the lock does not know as they are now."""
    return sorted(
        path for path, sha256 in files_of(name).items() if sha256[:FILE_CHARACTERS] not in known
    )


def text_of(found):
    """Return the text of the lock; files count by their hashes, since they may move."""
    hashes = {sha256[:FILE_CHARACTERS] for name in found for sha256 in files_of(name).values()}
    listed = [f'"{one}",' for one in sorted(hashes)]
    starts = range(0, len(listed), FILES_PER_LINE)
    rows = [" ".join(listed[start : start + FILES_PER_LINE]) for start in starts]
    parts = [f"{ABOUT}files = [\n    " + "\n    ".join(rows) + "\n]"]
    for name, judge in sorted(found.items()):
        fields = "\n".join(f'{key} = "{judge[key]}"' for key in ("version", "sources", "results"))
        parts.append(f"[judges.{name}]\n{fields}")
        for one in judge["codes"]:
            versions = [f'libraries.{key} = "{value}"' for key, value in one["libraries"].items()]
            lines = [f'code = "{one["code"]}"', *(versions or ["libraries = {}"])]
            parts.append("\n".join([f"[[judges.{name}.codes]]", *lines]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
