"""
The remote of a project, as ``evalstore.toml`` names it.

    [remote]
    url = "s3://bucket/evaluations"
"""

import tomllib
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UsageError
from evalstore.scale.remotes.objects import secret_free

DEFAULT_FILE = "evalstore.toml"
EXAMPLE = '[remote] with url = "s3://bucket/path"'


def remote_url(given: str | None, path: Path) -> str:
    """
    Return the URL that was given, else the one of the file; without a slash at its end.

    Raises UsageError where there is none, or it holds a password.
    """
    if given is not None:
        return secret_free(given)
    try:
        with input_file.open_bytes(path) as file:
            table = tomllib.load(file).get("remote")
    except FileNotFoundError:
        table = None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not readable as TOML: {error}") from error
    if table is None:
        raise UsageError(f"no remote: name one, or put {EXAMPLE} into {path}")
    if not isinstance(table, dict) or not isinstance(table.get("url"), str):
        raise UsageError(f"{path}: found `remote` without a url; expected {EXAMPLE}")
    unknown = sorted(table.keys() - {"url"})
    if unknown:
        raise UsageError(f"{path}, [remote]: unknown key {unknown[0]}; the only one is url")
    return secret_free(table["url"])
