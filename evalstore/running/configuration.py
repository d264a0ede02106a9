"""
The systems and suites of ``evalstore.toml``.

    [systems.my-assistant]
    kind = "chat_model"
    base_url = "http://localhost:8000/v1"
    model = "my-model"

    [suites.hallucination]
    sessions = 5

The command line selects a system by its name there; a system without settings can be selected by
the name of its kind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evalstore.base.phrases import unknown_name
from evalstore.base.settings import read_toml
from evalstore.errors import UsageError
from evalstore.plugins import registry

DEFAULT_FILE = "evalstore.toml"


@dataclass(frozen=True, slots=True)
class SystemConfig:
    """One configured system: its name, its kind (a file of ``systems``) and its settings."""

    system_id: str
    kind: str
    settings: Mapping[str, object] = field(default_factory=dict)


def tables(path: Path, name: str) -> dict[str, dict[str, object]]:
    """Return the tables ``[name.*]`` of a configuration file; empty if the file does not exist."""
    named_tables = (read_toml(path) or {}).get(name, {})
    if not isinstance(named_tables, dict) or not all(
        isinstance(part, dict) for part in named_tables.values()
    ):
        raise UsageError(
            f"{path}: `{name}` is not a table of tables, expected tables such as [{name}.example]"
        )
    return named_tables


def system(system_id: str, path: Path) -> SystemConfig:
    """Return a system by its name; raise UsageError if neither file nor registry has it."""
    configured = tables(path, "systems")
    if system_id in configured:
        settings = dict(configured[system_id])
        kind = settings.pop("kind", system_id)
        if not isinstance(kind, str):
            raise UsageError(f"{path}, [systems.{system_id}]: kind is {kind!r}, expected a name")
    else:
        kind, settings = system_id, {}
    kinds = sorted(registry.module_names("systems"))
    if kind not in kinds and system_id in configured:
        place = f" in {path}, [systems.{system_id}]"
        raise unknown_name("kind of system", kind, kinds, place, listed_by="list systems")
    if kind not in kinds:
        names = sorted({*configured, *kinds})
        raise unknown_name("system", system_id, names, f" in {path}", listed_by="list systems")
    return SystemConfig(system_id, kind, settings)


def suite_settings(suite: str, path: Path) -> dict[str, object]:
    """Return the settings of a suite in the file."""
    return dict(tables(path, "suites").get(suite, {}))
