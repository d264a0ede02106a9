"""
Settings of validators.

    [validators.evidence]
    quote_words_min = 5

    [validators.strict]
    kind = "model_judge"
    template = "strict.toml"

A validator declares its settings, with their defaults, in ``SETTINGS``; the type of a default is
the type of its setting. Tables of ``evalstore.toml`` come before the defaults, and what the
command line sets comes before both.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.running import configuration
from evalstore.running.judging import KIND, Validator, defaults, make_validator, member_ids

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
    given = {name: {**tables.get(name, {})} for name in {*tables, *names}}
    for name, setting, value in _by_validator(names, given, assigned):
        given.setdefault(name, {})[setting] = value
    members = {member for name in names for member in member_ids(given[name])}
    for name in {*names, *members} & given.keys():
        given[name] = dict(with_system(name, given[name], config_file))
    return {
        name: make_validator(
            name,
            given[name],
            f" ({config_file}, [validators.{name}])" if tables.get(name) else "",
            given,
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
        if setting and (name in registry.module_names("validators") or name in of_validators):
            of_validators[name] = {**of_validators.get(name, {}), setting: value}
        else:
            of_suite[key] = value
    of_validators = {
        name: dict(with_system(name, given, config_file)) for name, given in of_validators.items()
    }
    made = [
        make_validator(name, given, f" ({config_file})", of_validators)
        for name, given in of_validators.items()
    ]
    return of_suite, {one.validator_id: one.recorded_settings for one in made}


def with_members(names: Iterable[str], of_validators: Mapping[str, Settings]) -> tuple[str, ...]:
    """
    Return the validators that judge, each once, the members of a panel before it.

    Raises UsageError for one that does not exist.
    """
    found: dict[str, None] = {}
    for name in names:
        validator = make_validator(name, of_validators.get(name, {}), others=of_validators)
        found |= dict.fromkeys([*(one.validator_id for one in validator.members), name])
    return tuple(found)


def with_system(validator_id: str, given: Settings, config_file: Path) -> Settings:
    """
    Return settings with those of the system that ``system`` names, for what is not set itself.

    Only of a validator that declares a ``SYSTEM_KIND``. Raises UsageError for a system of another
    kind, and for one that is not there.
    """
    system_id = given.get("system")
    kind = str(given.get(KIND, validator_id))
    if not system_id or kind not in registry.module_names("validators"):
        return given
    module = registry.load("validators", kind)
    system_kind = getattr(module, "SYSTEM_KIND", None)
    if system_kind is None:
        return given
    system = configuration.system(str(system_id), config_file)
    if system.kind != system_kind:
        raise UsageError(
            f"{validator_id}.system is {system_id!r}, which is of the kind {system.kind}; "
            f'expected one of {config_file} with kind = "{system_kind}"'
        )
    shared = defaults(module)
    of_system = {name: value for name, value in system.settings.items() if name in shared}
    return {**of_system, **given}


def configured_tables(config_file: Path) -> dict[str, dict[str, object]]:
    """
    Return the tables ``[validators.*]``; raise UsageError if one names no validator.

    A table with a ``kind`` makes a validator of its name.
    """
    tables = configuration.tables(config_file, "validators")
    known = registry.module_names("validators")
    for name, table in tables.items():
        if name not in known and KIND not in table:
            raise unknown_name("validator", name, sorted(known), f" in {config_file}")
    return tables


def _by_validator(
    names: tuple[str, ...], given: Mapping[str, Settings], assigned: Settings
) -> Iterator[tuple[str, str, object]]:
    """Yield validator, setting and value of each assignment; members of a panel may be named."""
    for key, value in assigned.items():
        # A name may hold a dot, the name of a setting does not.
        prefix, dot, setting = key.rpartition(".")
        if not dot and len(names) != 1:
            raise UsageError(
                f"--set {key}: whose setting? Write {names[0]}.{key} for the one of {names[0]}"
            )
        name = prefix if dot else names[0]
        members = {member for one in names for member in _members_of(one, given, assigned)}
        if name not in {*names, *members}:
            raise unknown_name("--validator", name, names, f" for --set {key}")
        yield name, setting, value


def _members_of(name: str, given: Mapping[str, Settings], assigned: Settings) -> tuple[str, ...]:
    """Return the members of a panel, those of the command line before those of the file."""
    return member_ids({**given[name], **{
        key.rpartition(".")[2]: value
        for key, value in assigned.items()
        if key in {"members", f"{name}.members"}
    }})  # fmt: skip
