"""Judge responses by validators, each with its settings, and by panels of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any, cast

from evalstore.base.phrases import unknown_name
from evalstore.errors import UndecidedError, UnreadableInputError, UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict, shown, validation_error
from evalstore.running import second_opinion
from evalstore.running.validator_digest import missing_digest_reason, validator_digest

TYPES = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a text",
    list: "a list", tuple: "a list", dict: "a table",
}  # fmt: skip
# In a table of `evalstore.toml`: the validator that this one is, with settings of its own.
KIND = "kind"
PEOPLE = "human:"  # Recorded as `human:NAME`.


@dataclass(frozen=True)
class Validator:
    """A validator, with a value for every setting that its module declares."""

    validator_id: str
    module: ModuleType
    settings: Mapping[str, object] = field(default_factory=dict)
    # Of a validator that asks a model: what `opened` of its module returned.
    session: Any = field(default=None, compare=False)
    # Of a panel: the validators whose verdicts it puts together.
    members: tuple["Validator", ...] = ()
    # The file of `validators` that judges, where its name is another one.
    kind: str = ""

    @cached_property
    def version(self) -> str:
        """Return the version that its author gave it."""
        return str(self.module.VERSION)

    @cached_property
    def digest(self) -> str | None:
        """
        Return the SHA-256 of what it judges by; None where its source cannot be read.

        That of a panel covers the digests of its members, in no order.
        """
        decisive = getattr(self.module, "digest_settings", dict)(self.settings)
        if not self.members:
            rules = second_opinion.without(decisive, self.module)
            own = validator_digest(self.module, rules)
            return second_opinion.digest_with_opinion(own, self.settings, self.module)
        digests = [member.digest for member in self.members if member.digest is not None]
        if len(digests) < len(self.members):
            return None
        return validator_digest(self.module, {**decisive, "members": sorted(digests)})

    @property
    def missing_digest_reason(self) -> str | None:
        """Return why it, or a member of it, has no digest; None if it has one."""
        reasons = [one.missing_digest_reason for one in self.members]
        return next(filter(None, [missing_digest_reason(self.module), *reasons]), None)

    @property
    def recorded_settings(self) -> dict[str, object]:
        """Return its settings, with its kind where its name is not that of a kind."""
        return {**({KIND: self.kind} if self.kind else {}), **self.settings}

    @property
    def is_rater(self) -> bool:
        """Return whether its verdicts say whether the answer is right, as its settings have it."""
        rates = getattr(self.module, "rates_answers", None)
        return bool(rates(self.settings) if rates else getattr(self.module, "IS_RATER", False))

    @cached_property
    def judged_statuses(self) -> tuple[str, ...]:
        """
        Return the statuses of the responses that it judges.

        Missing and failed responses are not judged: their status is enough.
        """
        reads_unparsable = getattr(self.module, "JUDGES_UNPARSABLE", False) or any(
            "unparsable" in member.judged_statuses for member in self.members
        )
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

        A response whose source keeps nothing of what was said is unscored. ``rival`` is another
        reply to the case, for a validator that compares two.
        """
        if any(one is not None and one.is_text_lost for one in (response, rival)):
            return Verdict("unscored", "text not kept")
        try:
            if self.asks_model:
                verdict = self._session.verdict(case, response, rival)
            else:
                rules = second_opinion.without(self.settings, self.module)
                verdict = self.module.judge(case, response, **rules)
                verdict = second_opinion.with_opinion(
                    case, response, verdict, self.settings, self.module
                )
        except (UsageError, UnreadableInputError, UndecidedError, KeyboardInterrupt):
            raise
        # A plugin's validator may raise anything, such as SystemExit or a panic of its library.
        except BaseException as error:  # noqa: BLE001
            reason = f"the validator broke: {type(error).__name__}: {shown(error)}"
            return Verdict("error", reason)
        invalid = validation_error(verdict)
        if invalid is not None:
            return Verdict("error", f"the validator gave {invalid}")
        return cast("Verdict", verdict)

    def panel_verdict(self, verdicts: Mapping[str, Verdict]) -> Verdict:
        """Return the verdict of a panel on those of its members; who has none says nothing."""
        said = {member.validator_id: verdicts.get(member.validator_id) for member in self.members}
        is_measured = any(member.scale is not None for member in self.members)
        rule = self.settings["rule"]
        return cast("Verdict", self.module.judge(said, rule=rule, is_measured=is_measured))

    @property
    def scale(self) -> tuple[float, float] | None:
        """Return the lowest and highest value of what it measures; None if it measures nothing."""
        scale = getattr(self.module, "scale", None)
        return None if scale is None else cast("tuple[float, float] | None", scale(self.settings))

    @cached_property
    def _session(self) -> Any:
        return self.session or self.module.opened(self.settings)


def defaults(module: ModuleType) -> dict[str, object]:
    """Return the settings that a validator declares, with their defaults; none without any."""
    return {**getattr(module, "SETTINGS", {}), **second_opinion.defaults_of(module)}


def make_validator(
    validator_id: str,
    given: Mapping[str, object] = MappingProxyType({}),
    place: str = "",
    others: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
) -> Validator:
    """
    Return a validator with these settings, and the defaults of the others.

    ``given`` names its ``kind`` where it has another name than the file of ``validators`` that
    judges. A panel takes the settings of its members from ``others``, by validator. Raises
    UsageError for an unknown validator or setting, naming the closest ones, for a value of
    another type than the default's, and for a panel that cannot judge; ``place`` says where the
    settings are from.
    """
    kind = validator_id
    if KIND in given and validator_id not in registry.module_names("validators"):
        kind, given = _kind(validator_id, given, place)
    module = registry.load("validators", kind)
    settings = defaults(module)
    for name, value in given.items():
        if name not in settings:
            where = f" of the validator {validator_id}{place}"
            raise unknown_name("setting", name, settings, where, listed_by="list validators")
        settings[name] = _typed(validator_id, name, value, settings[name], place)
    kind = kind if kind != validator_id else ""
    settings = second_opinion.checked(validator_id, settings, module)
    if not hasattr(module, "require_members"):
        return Validator(validator_id, module, settings, kind=kind)
    members = tuple(_member(validator_id, name, others) for name in member_ids(settings))
    scales = {member.validator_id: member.scale for member in members}
    module.require_members(validator_id, settings, scales)
    return Validator(validator_id, module, settings, members=members, kind=kind)


def member_ids(settings: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the members in the settings of a panel; of others none."""
    listed = settings.get("members", ())
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()


def _kind(
    validator_id: str, given: Mapping[str, object], place: str
) -> tuple[str, dict[str, object]]:
    """Return the kind that a table names, and the settings beside it."""
    if validator_id.startswith(PEOPLE):
        raise UsageError(
            f"the validator {validator_id}{place} has the name of a person; take one without "
            f"{PEOPLE!r}"
        )
    kinds = registry.module_names("validators")
    if given[KIND] not in kinds:
        where = f", the kind of {validator_id}{place}"
        raise unknown_name(
            "validator", str(given[KIND]), sorted(kinds), where, listed_by="list validators"
        )
    return str(given[KIND]), {name: value for name, value in given.items() if name != KIND}


def _member(panel_id: str, name: str, others: Mapping[str, Mapping[str, object]]) -> Validator:
    """Return a member of a panel, which is not a panel."""
    known = registry.module_names("validators")
    given = others.get(name, {})
    if name not in known and KIND not in given:
        names = sorted({*known, *others})
        raise unknown_name("validator", name, names, f" to be a member of {panel_id}")
    kind = name if name in known else str(given[KIND])
    if name == panel_id or (
        kind in known and hasattr(registry.load("validators", kind), "require_members")
    ):
        raise UsageError(
            f"{panel_id} has the member {name!r}, which is a panel; name its members instead"
        )
    return make_validator(name, given, others=others)


class Validators:
    """The validators of a run's cases, loaded once; ``configured`` are those with settings."""

    def __init__(
        self, cases: Iterable[Case], configured: Mapping[str, Validator] = MappingProxyType({})
    ) -> None:
        names = sorted({name for case in cases for name in case.validators})
        named = [
            configured[name] if name in configured else make_validator(name) for name in names
        ]
        self.by_name = {
            validator.validator_id: validator for one in named for validator in (*one.members, one)
        }

    @property
    def raters(self) -> list[str]:
        """Return the validators that declare to rate whether an answer is right."""
        return [name for name, validator in self.by_name.items() if validator.is_rater]

    def config(self) -> dict[str, object]:
        """Return the part of ``run_started.config`` that says who judges, and by what."""
        given = {name: validator.recorded_settings for name, validator in self.by_name.items()}
        digests = {name: validator.digest for name, validator in self.by_name.items()}
        reasons = {
            name: self.by_name[name].missing_digest_reason
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
        """
        Return the verdict of each validator of the case that judges such a response.

        The members of a panel come before it, though the case does not name them.
        """
        found: dict[str, Verdict] = {}
        for name in case.validators:
            for validator in (*self.by_name[name].members, self.by_name[name]):
                known = validator.validator_id in found
                if known or response.status not in validator.judged_statuses:
                    continue
                found[validator.validator_id] = (
                    validator.panel_verdict(found)
                    if validator.members
                    else validator.verdict(case, response)
                )
        return [(self.by_name[name], verdict) for name, verdict in found.items()]


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
