"""
Gates that ship with the package: expected ranges of metrics for kinds of systems.

Each file in ``presets`` is one preset, named after the file, in the format of ``evalstore.toml``;
its first comment describes it in a sentence.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.gates.config import read
from evalstore.gates.gate import Gate

FOLDER = Path(__file__).parent / "presets"


@dataclass(frozen=True, slots=True)
class Band:
    """Range in which a preset expects a metric, bounds included; None if a side is open."""

    preset: str
    metric: str
    variant: str | None
    minimum: float | None
    maximum: float | None


def names() -> list[str]:
    """
    Return the names of all presets.

    >>> names()
    ['drift-targets', 'hallucination-targets', 'ideal-licensed', 'raw-model', 'typical-rag']
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def sentences() -> dict[str, str]:
    """Return the first sentence of each preset."""
    return {name: _first_sentence(FOLDER / f"{name}.toml") for name in names()}


def gates(name: str) -> list[Gate]:
    """Return the gates of a preset; raise UsageError with the known names for an unknown one."""
    if name not in names():
        raise unknown_name("preset of gates", name, names(), listed_by="list gates")
    return read(FOLDER / f"{name}.toml")


def of_system(gates: list[Gate], system_id: str) -> list[Gate]:
    """
    Return the gates for one system; gates that name another system are dropped.

    Raises UsageError if no gate is left.
    """
    if gates and all(gate.system_id not in (None, system_id) for gate in gates):
        system_ids = ", ".join(sorted({str(gate.system_id) for gate in gates}))
        raise UsageError(f"no gate applies to system {system_id!r}; available: {system_ids}")
    return [
        replace(gate, system_id=system_id) for gate in gates if gate.system_id in (None, system_id)
    ]


def bands(metric: str, variant: str | None = None) -> list[Band]:
    """
    Return the range in which each preset expects a metric over all cases, for charts.

    >>> [(band.preset, band.minimum, band.maximum) for band in bands("cvrr", "mapping=licensed")]
    [('ideal-licensed', 0.9, None), ('raw-model', 0.2, 0.4), ('typical-rag', 0.3, 0.5)]
    """
    return [
        Band(name, gate.metric, gate.variant, gate.minimum, gate.maximum)
        for name in names()
        for gate in gates(name)
        if (gate.metric, gate.slice_name) == (metric, "all")
        # Metrics without a variant exist in every suite, and no preset applies to every suite.
        and gate.variant is not None
        and variant in (None, gate.variant)
    ]


def _first_sentence(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    parts = []
    for line in lines:
        words = line.removeprefix("#").strip()
        if not line.startswith("#") or not words:
            break
        parts.append(words)
    return " ".join(parts)
