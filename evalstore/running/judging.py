"""Judging of responses by validators with their settings, and by panels of validators."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any, cast

from evalstore.base.phrases import unknown_name
from evalstore.base.settings import of_default, value_of
from evalstore.errors import UndecidedError, UnreadableInputError, UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict, shown, validation_error
from evalstore.running import second_opinion
from evalstore.running.validator_digest import missing_digest_reason, validator_digest

# The key of a table in `evalstore.toml` that names the validator to use under another name.
KIND = "kind"
PEOPLE = "human:"  # Recorded as `human:NAME`.


@dataclass(frozen=True)
class Validator:
    """A validator with a value for every setting that its module declares."""

    validator_id: str
    module: ModuleType
    settings: Mapping[str, object] = field(default_factory=dict)
    # For a validator that asks a model: the return value of its module's `opened`.
    session: Any = field(default=None, compare=False)
    # For a panel: the validators whose verdicts it combines.
    members: tuple["Validator", ...] = ()
    # The file of `validators` that judges, if the validator has another name.
    kind: str = ""

    @cached_property
    def version(self) -> str:
        """The version in the validator's module."""
        return str(self.module.VERSION)

    @cached_property
    def digest(self) -> str | None:
        """
        The SHA-256 of the code and settings that decide; None if its source cannot be read.

        The digest of a panel covers the digests of its members, in any order.
        """
        decisive = getattr(self.module, "digest_settings", dict)(self.settings)
        if not self.members:
            rules = second_opinion.without(decisive, self.module)
            panel_or_single_digest = validator_digest(self.module, rules)
            return second_opinion.digest_with_opinion(
                panel_or_single_digest, self.settings, self.module
            )
        digests = [member.digest for member in self.members if member.digest is not None]
        if len(digests) < len(self.members):
            return None
        return validator_digest(self.module, {**decisive, "members": sorted(digests)})

    @property
    def missing_digest_reason(self) -> str | None:
        """The reason why it, or a member, has no digest; None if it has one."""
        reasons = [member.missing_digest_reason for member in self.members]
        return next(filter(None, [missing_digest_reason(self.module), *reasons]), None)

    @property
    def recorded_settings(self) -> dict[str, object]:
        """Its settings, with its kind if it has another name."""
        return {**({KIND: self.kind} if self.kind else {}), **self.settings}

    @property
    def is_rater(self) -> bool:
        """Whether its verdicts, under its settings, rate if the answer is right."""
        rates = getattr(self.module, "rates_answers", None)
        return bool(rates(self.settings) if rates else getattr(self.module, "IS_RATER", False))

    @cached_property
    def judged_statuses(self) -> tuple[str, ...]:
        """
        The statuses of the responses that it judges.

        Missing and failed responses are not judged: their status is enough.
        """
        reads_unparsable = getattr(self.module, "JUDGES_UNPARSABLE", False) or any(
            "unparsable" in member.judged_statuses for member in self.members
        )
        return ("ok", "unparsable") if reads_unparsable else ("ok",)

    @property
    def asks_model(self) -> bool:
        """Whether it asks a model, so that it must be opened before it judges."""
        return hasattr(self.module, "opened")

    def opened(self, replies: object = None, spending: object = None) -> "Validator":
        """
        Return an opened copy with known replies and a spending limit; itself if it asks no model.

        Raises UsageError if the settings do not allow asking a model.
        """
        if not self.asks_model:
            return self
        session = self.module.opened(self.settings, replies, spending)
        return replace(self, session=session)

    def verdict(self, case: Case, response: Response, rival: Response | None = None) -> Verdict:
        """
        Return the verdict on a response; an error verdict if the validator raises.

        A response whose text its source did not keep is unscored. ``rival`` is another reply to
        the case, for a validator that compares two.
        """
        if any(
            candidate is not None and candidate.is_text_lost for candidate in (response, rival)
        ):
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
        """
        Return the panel's verdict on its members' verdicts; a member without one counts as
        missing.
        """
        member_verdicts = {
            member.validator_id: verdicts.get(member.validator_id) for member in self.members
        }
        is_measured = any(member.scale is not None for member in self.members)
        rule = self.settings["rule"]
        return cast(
            "Verdict", self.module.judge(member_verdicts, rule=rule, is_measured=is_measured)
        )

    @property
    def scale(self) -> tuple[float, float] | None:
        """The lowest and highest value of its measurement; None if it measures nothing."""
        scale = getattr(self.module, "scale", None)
        return None if scale is None else cast("tuple[float, float] | None", scale(self.settings))

    @cached_property
    def _session(self) -> Any:
        return self.session or self.module.opened(self.settings)


def defaults(module: ModuleType) -> dict[str, object]:
    """Return the settings that a validator declares, with their defaults; empty without any."""
    return {**getattr(module, "SETTINGS", {}), **second_opinion.defaults_of(module)}


def make_validator(
    validator_id: str,
    values: Mapping[str, object] = MappingProxyType({}),
    place: str = "",
    others: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
) -> Validator:
    """
    Return a validator with these settings, and defaults for the others.

    ``values`` contains its ``kind`` if its name is not that of a file of ``validators``. A panel
    takes the settings of its members from ``others``, by validator. Raises UsageError for an
    unknown validator or setting, naming the closest ones, for a value of another type than the
    default's, and for an invalid panel; ``place`` describes the origin of the settings in
    messages.
    """
    kind = validator_id
    if KIND in values and validator_id not in registry.module_names("validators"):
        kind, values = _kind(validator_id, values, place)
    module = registry.load("validators", kind)
    settings = defaults(module)
    for name, value in values.items():
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
    """Return the names of the members in a panel's settings; empty for other validators."""
    listed = settings.get("members", ())
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()


def _kind(
    validator_id: str, values: Mapping[str, object], place: str
) -> tuple[str, dict[str, object]]:
    """Return the kind that a table names, and the table's other settings."""
    if validator_id.startswith(PEOPLE):
        raise UsageError(
            f"validator {validator_id}{place} has a name that is reserved for people; choose one "
            f"that does not begin with {PEOPLE!r}"
        )
    kinds = registry.module_names("validators")
    if values[KIND] not in kinds:
        where = f" for the kind of {validator_id}{place}"
        raise unknown_name(
            "validator", str(values[KIND]), sorted(kinds), where, listed_by="list validators"
        )
    return str(values[KIND]), {name: value for name, value in values.items() if name != KIND}


def _member(panel_id: str, name: str, others: Mapping[str, Mapping[str, object]]) -> Validator:
    """Return a member of a panel; raise UsageError if it is unknown or a panel itself."""
    validator_names = registry.module_names("validators")
    settings = others.get(name, {})
    if name not in validator_names and KIND not in settings:
        names = sorted({*validator_names, *others})
        raise unknown_name("validator", name, names, f" for the members of {panel_id}")
    kind = name if name in validator_names else str(settings[KIND])
    if name == panel_id or (
        kind in validator_names and hasattr(registry.load("validators", kind), "require_members")
    ):
        raise UsageError(
            f"{panel_id} has the member {name!r}, which is a panel; name its members instead"
        )
    return make_validator(name, settings, others=others)


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
            validator.validator_id: validator
            for validator_or_panel in named
            for validator in (*validator_or_panel.members, validator_or_panel)
        }

    @property
    def raters(self) -> list[str]:
        """The validators that rate whether an answer is right."""
        return [name for name, validator in self.by_name.items() if validator.is_rater]

    def config(self) -> dict[str, object]:
        """Return the part of ``run_started.config`` about validators and their digests."""
        settings = {name: validator.recorded_settings for name, validator in self.by_name.items()}
        digests = {name: validator.digest for name, validator in self.by_name.items()}
        reasons = {
            name: self.by_name[name].missing_digest_reason
            for name, digest in digests.items()
            if digest is None
        }
        return {
            "validators": {name: validator.version for name, validator in self.by_name.items()},
            "validator_settings": {name: values for name, values in settings.items() if values},
            "validator_digests": {name: digest for name, digest in digests.items() if digest},
            **({"validators_without_digest": reasons} if reasons else {}),
        }

    def verdicts(self, case: Case, response: Response) -> list[tuple[Validator, Verdict]]:
        """
        Return the verdicts of the case's validators that judge responses with this status.

        The members of a panel precede it, although the case does not name them.
        """
        verdicts: dict[str, Verdict] = {}
        for name in case.validators:
            for validator in (*self.by_name[name].members, self.by_name[name]):
                is_judged = validator.validator_id in verdicts
                if is_judged or response.status not in validator.judged_statuses:
                    continue
                verdicts[validator.validator_id] = (
                    validator.panel_verdict(verdicts)
                    if validator.members
                    else validator.verdict(case, response)
                )
        return [(self.by_name[name], verdict) for name, verdict in verdicts.items()]


def _typed(validator_id: str, name: str, value: object, default: object, place: str) -> object:
    """Return a value in the type of its default; a setting without a default takes any."""
    where = f"validator {validator_id}{place}"
    return value_of({name: value}, name, where, of_default(default))
