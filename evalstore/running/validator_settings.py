"""
Settings of validators.

    [validators.evidence]
    quote_words_min = 5

A validator declares its settings, with their defaults, in ``SETTINGS``; the type of a default is
the type of its setting. Tables of ``evalstore.toml`` come before the defaults, and what the
command line sets comes before both.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.phrases import unknown_name
from evalstore.running import configuration
from evalstore.running.judging import Validator, defaults, make_validator
from evalstore.types import registry

Settings = Mapping[str, object]


def configured_validators(
    names: Iterable[str], config_file: Path, assigned: Settings
) -> dict[str, Validator]:
    """
    Return validators by name, with the settings of a file and those that the command line sets.

    ``assigned`` holds values by ``validator.setting``, or by ``setting`` where one validator alone
    is named. Raises UsageError for a name that does not exist or a value of a wrong type.
    """
    names = tuple(dict.fromkeys(names))
    tables = configured_tables(config_file)
    by_name = _by_validator(names, assigned)
    return {
        name: make_validator(
            name,
            with_system(name, {**tables.get(name, {}), **by_name.get(name, {})}, config_file),
            f" ({config_file}, [validators.{name}])" if tables.get(name) else "",
        )
        for name in names
    }


def split(
    assigned: Settings, config_file: Path
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """
    Return the settings that ``run`` was given: those of the suite, and those of validators.

    A key ``validator.setting`` is a validator's, and comes before the tables of the file. Raises
    UsageError for a setting of a validator that does not exist or has another type.
    """
    of_suite: dict[str, object] = {}
    of_validators = configured_tables(config_file)
    for key, value in assigned.items():
        name, _, setting = key.partition(".")
        if setting and name in registry.module_names("validators"):
            of_validators[name] = {**of_validators.get(name, {}), setting: value}
        else:
            of_suite[key] = value
    return of_suite, {
        name: dict(
            make_validator(
                name, with_system(name, given, config_file), f" ({config_file})"
            ).settings
        )
        for name, given in of_validators.items()
    }


def with_system(validator_id: str, given: Settings, config_file: Path) -> Settings:
    """
    Return settings with those of the system that ``system`` names, for what is not set itself.

    Only of a validator that declares a ``SYSTEM_KIND``. Raises UsageError for a system of another
    kind, and for one that is not there.
    """
    system_id = given.get("system")
    if not system_id or validator_id not in registry.module_names("validators"):
        return given
    module = registry.load("validators", validator_id)
    kind = getattr(module, "SYSTEM_KIND", None)
    if kind is None:
        return given
    system = configuration.system(str(system_id), config_file)
    if system.kind != kind:
        raise UsageError(
            f"{validator_id}.system is {system_id!r}, which is of the kind {system.kind}; "
            f'expected one of {config_file} with kind = "{kind}"'
        )
    shared = defaults(module)
    of_system = {name: value for name, value in system.settings.items() if name in shared}
    return {**of_system, **given}


def configured_tables(config_file: Path) -> dict[str, dict[str, object]]:
    """Return the tables ``[validators.*]``; raise UsageError if one names no validator."""
    tables = configuration.tables(config_file, "validators")
    known = registry.module_names("validators")
    for name in tables:
        if name not in known:
            raise unknown_name("validator", name, sorted(known), f" in {config_file}")
    return tables


def _by_validator(names: tuple[str, ...], assigned: Settings) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for key, value in assigned.items():
        prefix, dot, setting = key.partition(".")
        if not dot and len(names) != 1:
            raise UsageError(
                f"--set {key}: whose setting? Write {names[0]}.{key} for the one of {names[0]}"
            )
        name = prefix if dot else names[0]
        if name not in names:
            raise unknown_name("--validator", name, names, f" for --set {key}")
        found.setdefault(name, {})[setting if dot else key] = value
    return found
