"""File names made from untrusted ids: safe on every file system, and unique."""

import hashlib
import re
from typing import Final

PLAIN: Final = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,78}[a-z0-9])?")
# The ending of a hashed name; a plain id with such an ending gets a hash too.
HASHED: Final = re.compile(r".*--[0-9a-f]{12}")
# Device names on Windows, with any ending.
RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
SLUG_LENGTH: Final = 60
HASH_LENGTH: Final = 12


def safe_name(name: str) -> str:
    """
    Return a file name without ending: the id if it is lower case and plain, else a slug and hash.

    Different ids have different names, also on file systems that ignore case.

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
