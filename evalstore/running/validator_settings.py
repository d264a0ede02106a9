"""
Settings of validators.

    [validators.evidence]
    quote_words_min = 5

    [validators.strict]
    kind = "model_judge"
    template = "strict.toml"

A validator declares its settings, with their defaults, in ``SETTINGS``; the type of a default is
the type of its setting. Tables of ``evalstore.toml`` take precedence over the defaults, and the
command line over both.
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
    Return validators by name, with the settings of a file and of the command line.

    ``assigned`` contains values by ``validator.setting``, or by ``setting`` if only one validator
    is named. Raises UsageError for an unknown name or a value of the wrong type.
    """
    names = tuple(dict.fromkeys(names))
    tables = configured_tables(config_file)
    settings_by_name = {name: {**tables.get(name, {})} for name in {*tables, *names}}
    for name, setting, value in _by_validator(names, settings_by_name, assigned):
        settings_by_name.setdefault(name, {})[setting] = value
    members = {member for name in names for member in member_ids(settings_by_name[name])}
    for name in {*names, *members} & settings_by_name.keys():
        settings_by_name[name] = dict(with_system(name, settings_by_name[name], config_file))
    return {
        name: make_validator(
            name,
            settings_by_name[name],
            f" ({config_file}, [validators.{name}])" if tables.get(name) else "",
            settings_by_name,
        )
        for name in names
    }


def split(
    assigned: Settings, config_file: Path
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """
    Return the settings of the suite, and those of validators by name.

    A key ``validator.setting`` belongs to a validator, and takes precedence over the tables of the
    file. Raises UsageError for a validator's setting that does not exist or has another type.
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
        name: dict(with_system(name, settings, config_file))
        for name, settings in of_validators.items()
    }
    made = [
        make_validator(name, settings, f" ({config_file})", of_validators)
        for name, settings in of_validators.items()
    ]
    return of_suite, {validator.validator_id: validator.recorded_settings for validator in made}


def with_members(names: Iterable[str], of_validators: Mapping[str, Settings]) -> tuple[str, ...]:
    """
    Return the validators that judge, each once, the members of a panel before it.

    Raises UsageError for an unknown validator.
    """
    all_names: dict[str, None] = {}
    for name in names:
        validator = make_validator(name, of_validators.get(name, {}), others=of_validators)
        all_names |= dict.fromkeys([*(member.validator_id for member in validator.members), name])
    return tuple(all_names)


def with_system(validator_id: str, settings: Settings, config_file: Path) -> Settings:
    """
    Return settings, completed by those of the system that ``system`` names.

    Applies only to a validator that declares a ``SYSTEM_KIND``. Raises UsageError for an unknown
    system, or one of another kind.
    """
    system_id = settings.get("system")
    kind = str(settings.get(KIND, validator_id))
    if not system_id or kind not in registry.module_names("validators"):
        return settings
    module = registry.load("validators", kind)
    system_kind = getattr(module, "SYSTEM_KIND", None)
    if system_kind is None:
        return settings
    system = configuration.system(str(system_id), config_file)
    if system.kind != system_kind:
        raise UsageError(
            f"{validator_id}.system is {system_id!r}, which is of the kind {system.kind}; "
            f'name a system of {config_file} that has kind = "{system_kind}"'
        )
    shared = defaults(module)
    of_system = {name: value for name, value in system.settings.items() if name in shared}
    return {**of_system, **settings}


def configured_tables(config_file: Path) -> dict[str, dict[str, object]]:
    """
    Return the tables ``[validators.*]``; raise UsageError if one names no known validator.

    A table with a ``kind`` defines a validator with the table's name.
    """
    tables = configuration.tables(config_file, "validators")
    validator_names = registry.module_names("validators")
    for name, table in tables.items():
        if name not in validator_names and KIND not in table:
            raise unknown_name("validator", name, sorted(validator_names), f" in {config_file}")
    return tables


def _by_validator(
    names: tuple[str, ...], settings_by_name: Mapping[str, Settings], assigned: Settings
) -> Iterator[tuple[str, str, object]]:
    """Yield validator, setting and value of each assignment, including those of panel members."""
    for key, value in assigned.items():
        # A validator's name may contain a dot, a setting's name cannot.
        prefix, dot, setting = key.rpartition(".")
        if not dot and len(names) != 1:
            raise UsageError(
                f"--set {key}: several validators are named; write {names[0]}.{key} for the "
                f"setting of {names[0]}"
            )
        name = prefix if dot else names[0]
        members = {
            member
            for panel_id in names
            for member in _members_of(panel_id, settings_by_name, assigned)
        }
        if name not in {*names, *members}:
            raise unknown_name("--validator", name, names, f" for --set {key}")
        yield name, setting, value


def _members_of(
    name: str, settings_by_name: Mapping[str, Settings], assigned: Settings
) -> tuple[str, ...]:
    """Return the members of a panel; those of the command line take precedence."""
    return member_ids({**settings_by_name[name], **{
        key.rpartition(".")[2]: value
        for key, value in assigned.items()
        if key in {"members", f"{name}.members"}
    }})  # fmt: skip
