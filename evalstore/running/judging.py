"""Judge responses by the validators that their cases name."""

from collections.abc import Iterable
from types import ModuleType

from evalstore.errors import UsageError
from evalstore.running.validator_digest import missing_digest_reason, validator_digest
from evalstore.types import registry
from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.types.verdict import OUTCOMES, Verdict


class Validators:
    """The validators of a run's cases, loaded once."""

    def __init__(self, cases: Iterable[Case]) -> None:
        names = sorted({name for case in cases for name in case.validators})
        self.modules = {name: registry.load("validators", name) for name in names}
        # None where the source cannot be read.
        self.digests = {
            name: validator_digest(module, {}) for name, module in self.modules.items()
        }

    @property
    def versions(self) -> dict[str, str]:
        """Return the version of each validator."""
        return {name: str(module.VERSION) for name, module in self.modules.items()}

    @property
    def without_digest(self) -> dict[str, str]:
        """Return why a validator has no digest, of those that have none."""
        reasons = {name: missing_digest_reason(module) for name, module in self.modules.items()}
        return {name: reason for name, reason in reasons.items() if reason is not None}

    @property
    def raters(self) -> list[str]:
        """Return the validators that declare to rate whether an answer is right."""
        return [
            name for name, module in self.modules.items() if getattr(module, "IS_RATER", False)
        ]

    def verdicts(self, case: Case, response: Response) -> list[tuple[str, str, Verdict]]:
        """
        Return the name, version and verdict of each validator that judges the response.

        Missing and failed responses are not judged: their status is enough.
        """
        return [
            (name, str(self.modules[name].VERSION), verdict_of(self.modules[name], case, response))
            for name in case.validators
            if _judges(self.modules[name], response)
        ]


def verdict_of(module: ModuleType, case: Case, response: Response) -> Verdict:
    """Return a validator's verdict, or an error verdict if it raises."""
    try:
        verdict = module.judge(case, response)
    except UsageError:
        raise
    except SystemExit as error:
        return Verdict("error", f"the validator broke: SystemExit: {error}")
    except Exception as error:  # noqa: BLE001 - a plugin's validator may raise anything
        return Verdict("error", f"the validator broke: {type(error).__name__}: {error}")
    if not isinstance(verdict, Verdict) or verdict.outcome not in OUTCOMES:
        return Verdict("error", f"the validator gave {str(verdict)[:200]}, expected a Verdict")
    return verdict


def _judges(module: ModuleType, response: Response) -> bool:
    return response.status == "ok" or (
        response.status == "unparsable" and bool(getattr(module, "JUDGES_UNPARSABLE", False))
    )
