"""File names out of ids that others wrote: safe on every file system, and never the same twice."""

import hashlib
import re
from typing import Final

PLAIN: Final = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,78}[a-z0-9])?")
# What a made name ends with; a plain one that ends so too is made anew.
HASHED: Final = re.compile(r".*--[0-9a-f]{12}")
# Names of devices on Windows, with any ending.
RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
SLUG_LENGTH: Final = 60
HASH_LENGTH: Final = 12


def safe_name(name: str) -> str:
    """
    Return a file name without ending: the id where it is lower case and plain, else with a hash.

    Two ids never have one name, not where a file system ignores case either.

    >>> safe_name("nightly-12"), safe_name("../x"), safe_name("CON"), safe_name("con.1")
    ('nightly-12', 'x--d6b96a97d147', 'con--a3dbc4b644a9', 'con.1--3a22eac69f44')
    """
    is_taken = RESERVED.fullmatch(name) or HASHED.fullmatch(name) or ".." in name
    if PLAIN.fullmatch(name) and not is_taken:
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]
    slug = re.sub("[^a-z0-9.]+", "-", name.lower()[:SLUG_LENGTH])
    slug = re.sub(r"\.\.+", ".", slug).strip("-.") or "run"
    return f"{slug}--{digest}"
