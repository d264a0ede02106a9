"""Which run a reference means: the one that a gate holds a run against."""

from evalstore import sql_files
from evalstore.errors import UsageError
from evalstore.store.reader import Reader

LAST_GREEN = "last-green"
KINDS = ("run", "commit", "tag", "branch")
SHA_LENGTH_MIN = 7


def require_reference(reference: str) -> None:
    """Raise UsageError where a reference has no known form."""
    kind, _, name = reference.partition(":")
    if reference != LAST_GREEN and (kind not in KINDS or not name):
        raise UsageError(
            f"baseline {reference!r}; expected {LAST_GREEN}, or one of run:ID, commit:SHA, "
            "tag:NAME, branch:NAME"
        )
    if kind == "commit" and len(name) < SHA_LENGTH_MIN:
        raise UsageError(f"baseline {reference!r}; a commit needs {SHA_LENGTH_MIN} digits or more")


def baseline_of(reader: Reader, run_id: str, reference: str) -> str | None:
    """
    Return the newest run that a reference names for a run, None where there is none.

    Raises UsageError for a reference of no known form, and for a run id that is not there: that
    is a slip of the pen, where a branch without runs yet is not.
    """
    require_reference(reference)
    kind, _, name = reference.partition(":")
    rows = reader.rows(sql_files.read("sql/ask/baselines"), run_id=run_id, kind=kind, name=name)
    if not rows and kind == "run":
        if name == run_id:
            raise UsageError(f"baseline {reference!r} is the run itself; name an earlier one")
        raise UsageError(f"baseline {reference!r}: no such run; `evalstore runs` lists them")
    return str(rows[0]["run_id"]) if rows else None
