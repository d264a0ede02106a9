"""
The remote of a project, as configured in ``evalstore.toml``.

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


def remote_url(url: str | None, path: Path) -> str:
    """
    Return the URL in the argument, else that of the file, without a trailing slash.

    Raises UsageError if neither exists, or if the URL contains a password.
    """
    if url is not None:
        return secret_free(url)
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
