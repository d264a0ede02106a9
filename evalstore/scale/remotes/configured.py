"""
The remote of a project, as configured in ``evalstore.toml``.

    [remote]
    url = "s3://bucket/evaluations"
"""

from pathlib import Path

from evalstore.base.settings import read_toml, require_known
from evalstore.errors import UsageError
from evalstore.scale.remotes.objects import secret_free

DEFAULT_FILE = "evalstore.toml"
EXAMPLE = '[remote] with url = "s3://bucket/path"'


def remote_url(url: str | None, path: Path) -> str:
    """
    Return the URL in the argument, else that of the file, without a trailing slash.

    Raises UsageError if neither exists, or if the URL contains a password.
    """
    if url is not None:
        return secret_free(url)
    table = (read_toml(path) or {}).get("remote")
    if table is None:
        raise UsageError(f"no remote is named; name one, or put {EXAMPLE} into {path}")
    if not isinstance(table, dict) or not isinstance(table.get("url"), str):
        raise UsageError(f"{path}: `remote` has no url; expected {EXAMPLE}")
    require_known(table, ("url",), f"{path}, [remote]")
    return secret_free(str(table["url"]))
