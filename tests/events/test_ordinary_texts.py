"""What logs are full of is taken for no secret."""

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from evalstore.events import secrets
from evalstore.harnesses.event_lines import is_packed
from tests.events.drawing import drawn

REAL = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere"))


def ordinary_texts():
    """Draw what logs are full of: hashes, identifiers, images, sequences, formulas."""
    random = Random(7)
    for number in range(200):
        digest = sha256(str(number).encode()).hexdigest()
        yield f"commit {digest[:40]} (HEAD -> main)"
        yield f"{digest} *model-{number}.safetensors"
        yield f"{digest[:8]}-{digest[8:12]}-7{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
        yield "data:image/png;base64," + drawn(2000, "A-Za-z0-9+/", number) + "=="
        yield drawn(300, "A-Za-z0-9_-", number)
        yield "sha512-" + drawn(86, "A-Za-z0-9+/", number) + "=="
        yield "".join(random.choices("ACGT", k=400))
        yield "".join(random.choices("ACDEFGHIKLMNPQRSTVWY", k=400))
        yield rf"\frac{{\partial L_{{{number}}}}}{{\partial w}} = \sum_{{i=1}}^{{n}} x_i^{number}"
    for path in sorted(Path(json.__file__).parent.parent.glob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        yield from (text[start : start + 800] for start in range(0, min(len(text), 8_000), 800))


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def test_ordinary_texts_hold_no_secrets():
    """Of thousands of hashes, images, sequences and pieces of code none is taken for a secret."""
    texts = [text for text in ordinary_texts() if "://" not in text]

    assert len(texts) > 3000
    assert [] == [found for text in texts if (found := secrets.redact(text)[1])]


@pytest.mark.real_data
@pytest.mark.skipif(
    not (REAL / "judging").is_dir(), reason="EVALSTORE_REAL_DATA names no folder with judging/"
)
def test_real_texts_and_shapes():
    """Nine of ten shapes of secrets go, and nothing of what real logs say."""
    shapes = (REAL / "judging" / "secret_shapes_dev.txt").read_text(encoding="utf-8")
    written = re.findall(r"^[^'\"]+: (['\"].*['\"])$", shapes, re.MULTILINE)
    examples = [
        re.sub(r"<(\d+) of ([^>]+)>", lambda match: drawn(int(match[1]), match[2]), shape)
        for shape in written
    ]
    texts = {
        text
        for path in sorted(REAL.glob("*/**/*.json*"))
        if not is_packed(path)
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(("{", "["))
        for text in texts_of_line(line)
        if len(text) > 20
    }

    assert len(examples) >= 40
    assert sum(bool(secrets.redact(text)[1]) for text in examples) >= 0.9 * len(examples)
    assert len(texts) > 3000
    assert [] == [text for text in texts if secrets.redact(text)[1]]


def texts_of_line(line):
    try:
        return list(texts_in(json.loads(line)))
    except ValueError:
        return []
