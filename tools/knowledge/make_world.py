"""
Write the graph that ships with evalstore out of its tables: ``python -m`` this module.

The tables beside the graph hold what every atlas has: the member states of the United Nations and
Vatican City, their capitals, land borders, currencies and continents, and some large cities that
are often taken for capitals. Where a fact is in dispute or has two answers it is left out: such a
claim is unknown here. Each thing names the article in which it can be looked up.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from evalstore.base.sql_files import PACKAGE

DATA = PACKAGE / "suites" / "epistemic" / "graphs" / "data"
ARTICLES = "https://en.wikipedia.org/wiki/"
CONTINENTS = {
    "AF": ("Africa", "Afrika"),
    "AS": ("Asia", "Asien"),
    "EU": ("Europe", "Europa"),
    "NA": ("North America", "Nordamerika"),
    "OC": ("Oceania", "Ozeanien"),
    "SA": ("South America", "Südamerika"),
}
# No state of one shares a land border with a state of the other.
FAR_APART = (
    ("AF", "NA"), ("AF", "OC"), ("AF", "SA"), ("AS", "NA"), ("AS", "SA"), ("EU", "OC"),
    ("NA", "OC"), ("OC", "SA"),
)  # fmt: skip
NOT_RECORDED = "?"
HEAD = (DATA / "world.schema.ttl").name


def write(folder: Path = DATA) -> Path:
    """Write ``world.ttl`` into a folder and return its path."""
    path = folder / "world.ttl"
    path.write_text(text(), encoding="utf-8", newline="\n")
    return path


def text() -> str:
    """Return the graph as Turtle."""
    schema = (DATA / HEAD).read_text(encoding="utf-8")
    blocks = [schema.rstrip("\n"), *_continents(), *_currencies(), *_countries(), *_cities()]
    return "\n\n".join(blocks) + "\n"


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the tables."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def city_name(country: str, name: str) -> str:
    """Return the local name of a city."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return f"city-{country}-{re.sub(r'[^A-Za-z]+', '-', plain).strip('-')}"


def _continents() -> Iterator[str]:
    far = {code: [f"w:continent-{other}" for one, other in FAR_APART if one == code]
           for code in CONTINENTS}  # fmt: skip
    for code, (name, german) in CONTINENTS.items():
        yield _block(
            f"w:continent-{code}", "Continent", (name, german), name, [("farFrom", far[code])]
        )


def _currencies() -> Iterator[str]:
    for row in table("currencies"):
        article = row["name"][:1].upper() + row["name"][1:]
        names = (row["name"], row["name_de"])
        yield _block(f"w:currency-{row['code']}", "Currency", names, article, [])


def _countries() -> Iterator[str]:
    for row in table("countries"):
        capital = city_name(row["code"], row["capital"])
        neighbors = [] if row["neighbors"] == NOT_RECORDED else row["neighbors"].split()
        currencies = row["currencies"].split()
        kinds = ["Country"]
        if not row["neighbors"]:
            kinds.append("CountryWithoutLandBorder")
        if currencies == ["EUR"]:
            kinds.append("CountryOfTheEuro")
        # Borders are symmetric: one statement a pair, so that the rule has something to do.
        facts = [
            ("hasCapital", [f"w:{capital}"] if row["capital"] else []),
            ("onContinent", [f"w:continent-{row['continent']}"] if row["continent"] else []),
            ("usesCurrency", [f"w:currency-{code}" for code in currencies]),
            ("borders", [f"w:{code}" for code in neighbors if code > row["code"]]),
        ]
        names = (row["name"], row["name_de"])
        yield _block(f"w:{row['code']}", kinds, names, row["article"] or row["name"], facts)
        if row["capital"]:
            names = (row["capital"], row["capital_de"] or row["capital"])
            yield _block(f"w:{capital}", "City", names, row["article"] or row["name"], [])


def _cities() -> Iterator[str]:
    for row in table("cities"):
        name = city_name(row["country"], row["name"])
        names = (row["name"], row["name_de"] or row["name"])
        place = [("inCountry", [f"w:{row['country']}"])]
        yield _block(f"w:{name}", "City", names, row["article"] or row["name"], place)
        if row["is_never_capital"]:
            yield (
                "[] a owl:NegativePropertyAssertion ;\n"
                f"    owl:sourceIndividual w:{row['country']} ;\n"
                "    owl:assertionProperty :hasCapital ;\n"
                f"    owl:targetIndividual w:{name} ."
            )


def _block(
    subject: str,
    kinds: str | list[str],
    names: tuple[str, str],
    article: str,
    facts: list[tuple[str, list[str]]],
) -> str:
    classes = [kinds] if isinstance(kinds, str) else kinds
    english, german = (name.replace('"', '\\"') for name in names)
    lines = [
        f"{subject} a {', '.join(f':{one}' for one in classes)}",
        f'    rdfs:label "{english}"@en, "{german}"@de',
        f"    dcterms:source <{ARTICLES}{article.replace(' ', '_')}>",
        *(f"    :{predicate} {', '.join(values)}" for predicate, values in facts if values),
    ]
    return " ;\n".join(lines) + " ."


if __name__ == "__main__":
    write()
