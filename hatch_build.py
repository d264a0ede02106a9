"""
Project URLs of a build: those of the repository that it is built from.

A package that names an address nobody has published would send its readers to a stranger, so none
stands in ``pyproject.toml``: a build reads them from the checkout's remote ``origin``, and one
without a remote has none. A source distribution keeps those it was made with.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

REMOTE = re.compile(
    r"(?:https?://(?:[^/@]*@)?(?P<web>[^/:@]+(?::[0-9]+)?)/"
    r"|ssh://(?:[^/@]*@)?(?P<ssh>[^/:@]+)(?::[0-9]+)?/"
    r"|[\w.-]+@(?P<scp>[^/:@]+):)"
    r"(?P<path>[\w.~/-]+?)(?:\.git)?/?"
)
# How a forge spells the address of a file at the newest commit.
FILES = {"github": "blob/HEAD", "gitlab": "-/blob/HEAD"}


class RepositoryUrls(MetadataHookInterface):
    """Hatchling's hook for the field ``urls``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the URLs, unless a source distribution brought its own."""
        metadata.setdefault("urls", urls(_origin(Path(self.root))))


def urls(remote: str) -> dict[str, str]:
    """
    Return the project URLs by their labels; none for a remote that is no address of a host.

    User names and passwords in the remote are left out.

    >>> urls("git@github.com:somebody/evalstore.git")["Changelog"]
    'https://github.com/somebody/evalstore/blob/HEAD/CHANGELOG.md'
    >>> urls("/srv/evalstore")
    {}
    """
    found = REMOTE.fullmatch(remote)
    if found is None:
        return {}
    host = found["web"] or found["ssh"] or found["scp"]
    source = f"https://{host}/{found['path']}"
    forge = next((name for name in FILES if name in host), None)
    if forge is None:
        return {"Source": source}
    return {
        "Source": source,
        "Documentation": f"{source}/{FILES[forge]}/docs/index.md",
        "Changelog": f"{source}/{FILES[forge]}/CHANGELOG.md",
        "Issues": f"{source}/issues",
    }


def _origin(root: Path) -> str:
    """Return the remote of the checkout itself, never that of a folder around it."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "remote", "get-url", "origin"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        # No git on this machine: nothing is known of a remote.
        return ""
    return done.stdout.strip()
