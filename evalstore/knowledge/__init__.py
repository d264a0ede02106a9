"""Knowledge graphs: what a graph says, what follows from it, what contradicts it, and what not."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
PREDICATES = (
    "https://evalstore.example/world#hasCapital",
    "https://evalstore.example/world#borders",
    "https://evalstore.example/world#onContinent",
    "https://evalstore.example/world#usesCurrency",
)


def default() -> tuple[Path, Path, list[str]]:
    """Return the graph that ships with the package, its shapes, and predicates to ask about."""
    return DATA / "world.ttl", DATA / "world.shapes.ttl", list(PREDICATES)
