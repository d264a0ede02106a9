"""Methods that plan the size of a suite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from evalstore.api.reads.opening import Opening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalstore.gates.power.size_questions import SizeAnswer


class Sizing(Opening):
    """The methods that plan the size of a suite."""

    def size(
        self,
        metric: str,
        *,
        min: float | None = None,  # noqa: A002 - the key of a gate
        max: float | None = None,  # noqa: A002 - the key of a gate
        true: float | None = None,
        max_drop: float | None = None,
        drop: float | None = None,
        baseline_share: float | None = None,
        discordant: float | None = None,
        spread: float | None = None,
        attempts: int | None = None,
        alike: float | None = None,
        require: Literal["point", "shown", "ruled_out"] = "shown",
        alpha: float = 0.05,
        power: float | Sequence[float] = (0.8, 0.95),
        cases: int | None = None,
        run: str | None = None,
        system: str | None = None,
    ) -> SizeAnswer:
        """
        Tell how many cases a gate takes, or what ``cases`` can show; see ``evalstore size``.

        Values and drops are in the metric's unit, shares and powers from 0 to 1. ``run`` gives
        the spread, the attempts and the number of cases that are not named; without it the store
        is not read and does not have to exist. Each chance is that of the deciding code.

        Raises UsageError for a question that leaves something out or contradicts itself, and for
        unknown names; UndecidedError if the run has no value of the metric.
        """
        from evalstore.gates.power.plans import SizeQuestion
        from evalstore.gates.power.run_facts import run_facts
        from evalstore.gates.power.size_questions import answered

        question = SizeQuestion(
            metric,
            minimum=min,
            maximum=max,
            max_drop=max_drop,
            truth=true,
            drop=drop,
            baseline=baseline_share,
            discordant=discordant,
            spread=spread,
            attempt_count=attempts,
            alike=alike,
            requirement=require,
            alpha=alpha,
            powers=(power,) if isinstance(power, float) else tuple(power),
            case_count=cases,
        )
        if run is None:
            return answered(question)
        with self._reading() as reader:
            return answered(question, run_facts(reader, metric, run, system))
