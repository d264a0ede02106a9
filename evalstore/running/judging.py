"""Judge responses by validators, each with its settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any, cast

from evalstore.errors import UndecidedError, UsageError
from evalstore.phrases import unknown_name
from evalstore.running.validator_digest import missing_digest_reason, validator_digest
from evalstore.types import registry
from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.types.verdict import Verdict, shown, validation_error

TYPES = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a text",
    list: "a list", tuple: "a list", dict: "a table",
}  # fmt: skip


@dataclass(frozen=True)
class Validator:
    """A validator, with a value for every setting that its module declares."""

    validator_id: str
    module: ModuleType
    settings: Mapping[str, object] = field(default_factory=dict)
    # Of a validator that asks a model: what `opened` of its module returned.
    session: Any = field(default=None, compare=False)

    @cached_property
    def version(self) -> str:
        """Return the version that its author gave it."""
        return str(self.module.VERSION)

    @cached_property
    def digest(self) -> str | None:
        """Return the SHA-256 of what it judges by; None where its source cannot be read."""
        decisive = getattr(self.module, "digest_settings", dict)
        return validator_digest(self.module, decisive(self.settings))

    @property
    def is_rater(self) -> bool:
        """Return whether its verdicts say whether the answer is right."""
        return bool(getattr(self.module, "IS_RATER", False))

    @cached_property
    def judged_statuses(self) -> tuple[str, ...]:
        """
        Return the statuses of the responses that it judges.

        Missing and failed responses are not judged: their status is enough.
        """
        reads_unparsable = getattr(self.module, "JUDGES_UNPARSABLE", False)
        return ("ok", "unparsable") if reads_unparsable else ("ok",)

    @property
    def asks_model(self) -> bool:
        """Return whether it asks a model, and so is opened before it judges."""
        return hasattr(self.module, "opened")

    def opened(self, replies: object = None, spending: object = None) -> "Validator":
        """
        Return it with what it knows already and what it may spend; itself if it asks no model.

        Raises UsageError for settings by which no model can be asked.
        """
        if not self.asks_model:
            return self
        session = self.module.opened(self.settings, replies, spending)
        return replace(self, session=session)

    def verdict(self, case: Case, response: Response, rival: Response | None = None) -> Verdict:
        """
        Return the verdict on a response; an error verdict if the validator raises.

        ``rival`` is another reply to the case, for a validator that compares two.
        """
        try:
            if self.asks_model:
                verdict = self._session.verdict(case, response, rival)
            else:
                verdict = self.module.judge(case, response, **self.settings)
        except (UsageError, UndecidedError, KeyboardInterrupt):
            raise
        # A plugin's validator may raise anything, such as SystemExit or a panic of its library.
        except BaseException as error:  # noqa: BLE001
            reason = f"the validator broke: {type(error).__name__}: {shown(error)}"
            return Verdict("error", reason)
        invalid = validation_error(verdict)
        if invalid is not None:
            return Verdict("error", f"the validator gave {invalid}")
        return cast("Verdict", verdict)

    @cached_property
    def _session(self) -> Any:
        return self.session or self.module.opened(self.settings)


def defaults(module: ModuleType) -> dict[str, object]:
    """Return the settings that a validator declares, with their defaults; none without any."""
    return dict(getattr(module, "SETTINGS", {}))


def make_validator(
    validator_id: str, given: Mapping[str, object] = MappingProxyType({}), place: str = ""
) -> Validator:
    """
    Return a validator with these settings, and the defaults of the others.

    Raises UsageError for an unknown validator or setting, naming the closest ones, and for a
    value of another type than the default's; ``place`` says where the settings are from.
    """
    module = registry.load("validators", validator_id)
    settings = defaults(module)
    for name, value in given.items():
        if name not in settings:
            where = f" of the validator {validator_id}{place}"
            raise unknown_name("setting", name, settings, where, listed_by="list validators")
        settings[name] = _typed(validator_id, name, value, settings[name], place)
    return Validator(validator_id, module, settings)


class Validators:
    """The validators of a run's cases, loaded once; ``configured`` are those with settings."""

    def __init__(
        self, cases: Iterable[Case], configured: Mapping[str, Validator] = MappingProxyType({})
    ) -> None:
        names = sorted({name for case in cases for name in case.validators})
        self.by_name = {
            name: configured[name] if name in configured else make_validator(name)
            for name in names
        }

    @property
    def raters(self) -> list[str]:
        """Return the validators that declare to rate whether an answer is right."""
        return [name for name, validator in self.by_name.items() if validator.is_rater]

    def config(self) -> dict[str, object]:
        """Return the part of ``run_started.config`` that says who judges, and by what."""
        given = {name: dict(validator.settings) for name, validator in self.by_name.items()}
        digests = {name: validator.digest for name, validator in self.by_name.items()}
        reasons = {
            name: missing_digest_reason(self.by_name[name].module)
            for name, digest in digests.items()
            if digest is None
        }
        return {
            "validators": {name: validator.version for name, validator in self.by_name.items()},
            "validator_settings": {name: values for name, values in given.items() if values},
            "validator_digests": {name: digest for name, digest in digests.items() if digest},
            **({"validators_without_digest": reasons} if reasons else {}),
        }

    def verdicts(self, case: Case, response: Response) -> list[tuple[Validator, Verdict]]:
        """Return the verdict of each validator of the case that judges such a response."""
        return [
            (self.by_name[name], self.by_name[name].verdict(case, response))
            for name in case.validators
            if response.status in self.by_name[name].judged_statuses
        ]


def _typed(validator_id: str, name: str, value: object, default: object, place: str) -> object:
    """Return a value in the type of its default; a setting without a default takes any."""
    wanted = type(default)
    if default is None or (type(value) is wanted):
        return value
    if wanted is float and type(value) is int:
        return float(value)
    if wanted is tuple and isinstance(value, list):
        return tuple(value)
    raise UsageError(
        f"{validator_id}.{name} is {value!r}{place}, expected {TYPES.get(wanted, wanted.__name__)}"
        f" such as {default!r}"
    )
