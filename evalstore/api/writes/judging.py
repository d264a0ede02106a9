"""Verdicts and reviews of stored responses, and sheets of them for people to label."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, fold_first, ignore, note_rewritten, note_state
from evalstore.base.output_file import reporting_unwritable
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from os import PathLike

    from evalstore.api.writes.judged_run import JudgedRun
    from evalstore.reviews.failure_groups.review_failures import FailureReview
    from evalstore.running.judging import Validator
    from evalstore.running.labels.sample import LabelSheet
    from evalstore.running.retraction import Retraction


class Judging(Methods):
    """The methods of a store that judge stored responses, or have them judged."""

    def judge(
        self,
        run: str,
        *validators: str,
        system: str | None = None,
        settings: Mapping[str, Mapping[str, object]] | None = None,
        only: Iterable[str] | None = None,
        again: bool = False,
        attacks: bool = False,
        dry_run: bool = False,
        config: str | PathLike[str] | None = None,
        assigned: Mapping[str, object] | None = None,
        budget_usd: float | None = None,
        requests_max: int | None = None,
        on_note: OnNote = ignore,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> JudgedRun:
        """
        Judge the stored responses of a run; see ``evalstore judge``.

        ``settings`` maps validator ids to settings by name, including those of a panel's members.
        ``config`` is a file that configures validators, by default none; ``assigned`` then sets
        them instead, by name or as ``VALIDATOR.KEY``. ``only`` names outcomes, ``unjudged``, or
        ``judged`` for any. ``budget_usd`` and ``requests_max`` limit the questions to models.
        With ``attacks``, ``run`` is a run of replies that address the judge, and recorded first if
        it is new. With ``dry_run`` no model is asked and nothing is appended. Returns one row for
        each validator and pair of outcomes, before and now, with their count. ``on_note`` gets
        what the fold reports. Raises UsageError if no validator is named, for an unknown name, and
        for a setting of another type or one that would not be used.
        """
        from evalstore.api.writes.judged_run import JudgedRun
        from evalstore.running.judge_attacks import record_attacks
        from evalstore.running.judging_scopes import Selection
        from evalstore.running.model_calls.spending import Spending
        from evalstore.running.store_judging import judge_run

        judges = _judges(validators, settings or {}, config, assigned or {})
        spending = Spending(budget_usd, requests_max, is_dry_run=dry_run)
        selection = Selection(system, None if only is None else tuple(only), again)
        self._bring_up_to_date(on_note, is_dry_run=dry_run)
        if attacks and not dry_run:
            record_attacks(self.layout, run)
        result = judge_run(
            self.layout, run, judges, selection,
            is_dry_run=dry_run, spending=spending, on_progress=on_progress,
        )  # fmt: skip
        return JudgedRun(result, spending, is_dry_run=dry_run)

    def retract(
        self, judge: str, reason: str, *, run: str | None = None, dry_run: bool = False
    ) -> Retraction:
        """
        Withdraw all verdicts of a judge, in a run or in all; see ``evalstore retract``.

        ``judge`` is a digest, or eight of its first digits or more. With ``dry_run`` nothing is
        appended. The result lists the recorded decisions that rested on the verdicts. Raises
        UsageError for an unknown run, an unknown judge and an empty reason.
        """
        from evalstore.running.retraction import retract_judge

        return retract_judge(self.layout, judge, reason, run_id=run, is_dry_run=dry_run)

    def review(
        self,
        run: str,
        system: str,
        *,
        system_under_test: str | None = None,
        validator: str | None = None,
        sample: int = 200,
        seed: int = 0,
        batch_tokens: int = 8_000,
        reply_tokens: int | None = None,
        budget_usd: float | None = None,
        requests_max: int | None = None,
        dry_run: bool = False,
        config: str | PathLike[str] | None = None,
        on_note: OnNote = ignore,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> FailureReview:
        """
        Have the chat model ``system`` of ``config``, or of evalstore.toml, group a run's failures.

        For each system, or for ``system_under_test``, at most ``sample`` of the failures by
        ``validator`` are shown, in questions of about ``batch_tokens``. The groups are appended;
        with ``dry_run`` no model is asked and nothing is appended. ``on_note`` gets what
        the fold reports. Raises UsageError for an unknown name or a system that is not a chat
        model.
        """
        from evalstore.reviews.failure_groups.record import GroupingPlan
        from evalstore.reviews.failure_groups.review_failures import (
            FailureReview,
            Questions,
            chat_service,
            review_failures,
        )
        from evalstore.running.configuration import DEFAULT_FILE
        from evalstore.running.model_calls.spending import Spending

        service = chat_service(system, Path(config or DEFAULT_FILE))
        spending = Spending(budget_usd, requests_max, is_dry_run=dry_run)
        plan = GroupingPlan(system, service.model, sample, seed, batch_tokens)
        if dry_run:
            self._note_state(on_note)
        else:
            fold_first(self.layout, "the failures are read", on_note)
        systems = review_failures(
            self.layout,
            run,
            Questions(plan, service, reply_tokens, spending),
            system_id=system_under_test,
            validator_id=validator,
            is_dry_run=dry_run,
            on_progress=on_progress,
        )
        return FailureReview(run, systems, spending, dry_run)

    def label(
        self,
        run: str,
        output: str | PathLike[str],
        *,
        sample: int | None = None,
        by: Sequence[str] = (),
        system: str | None = None,
        validator: str | None = None,
        seed: str = "0",
        name: str | None = None,
        with_expected: bool = False,
        certify: str | None = None,
        keep: bool = False,
        on_note: OnNote = ignore,
    ) -> LabelSheet | None:
        """
        Write a sample of a run's replies as a sheet for people to label; see ``evalstore label``.

        ``name`` is who labels; ``certify`` is the validator that the labels are to certify, of
        which no stratum, system or validator may be chosen. Returns None if the sheet exists and
        ``keep`` is set. Raises UsageError if it exists otherwise, for an unknown name, or a path
        inside the store; CorruptStoreError if definitions, log or facts of the run do not match
        the segments.
        """
        from evalstore.harnesses import label_sheets
        from evalstore.running.labels.sample import LabelSheet, SampleQuery, draw
        from evalstore.store.query.reader import reading
        from evalstore.store.verify import sending

        path = Path(output)
        self.layout.require_outside(path)
        label_sheets.require_person(name)
        if path.exists():
            if keep:
                return None
            raise UsageError(
                f"{path} already exists and may contain labels; name another file, or run "
                "`evalstore label --interactive` to continue with it"
            )
        query = SampleQuery(
            run, sample, tuple(by), seed, system, validator, name, with_expected, certify
        )
        with reading(self.layout) as reader:
            note_state(reader, on_note)
            sending.require_runs(reader, [run])
            sheet = LabelSheet(query, path, draw(reader, query))
        with reporting_unwritable(path):
            path.write_bytes(label_sheets.written(sheet.sample.rows))
        return sheet

    def _note_state(self, on_note: OnNote) -> None:
        """Report events that a dry run does not cover; raise StoreError without a store."""
        from evalstore.store.query.reader import reading

        with reading(self.layout) as reader:
            note_state(reader, on_note)

    def _bring_up_to_date(self, on_note: OnNote, *, is_dry_run: bool) -> None:
        """Fold waiting events, unless it is a dry run; report events that are not folded."""
        from evalstore.store.log.fold import fold

        if is_dry_run:
            self._note_state(on_note)
            return
        folded = fold(self.layout)
        note_rewritten(folded.rewritten_checkpoints, on_note)
        if not folded.is_folded:
            on_note(f"{folded.holder}; only events that are already folded are judged")


def _judges(
    names: Sequence[str],
    settings: Mapping[str, Mapping[str, object]],
    config: str | PathLike[str] | None,
    assigned: Mapping[str, object],
) -> list[Validator]:
    """Return validators with their settings; raise UsageError for settings of none of them."""
    from evalstore.plugins import registry
    from evalstore.running.judging import make_validator
    from evalstore.running.validator_settings import configured_validators

    if not names:
        validator_names = ", ".join(sorted(registry.module_names("validators")))
        raise UsageError(f"no validator is named; available: {validator_names}")
    if config is not None:
        if settings:
            raise UsageError("found both settings and config, expected one; use assigned instead")
        return [*configured_validators(names, Path(config), assigned).values()]
    if assigned:
        raise UsageError("found assigned without config; name the file, or use settings instead")
    judges = [make_validator(name, settings.get(name, {}), others=settings) for name in names]
    judging = {item.validator_id for judge in judges for item in (judge, *judge.members)}
    if unused := sorted(settings.keys() - judging):
        raise UsageError(
            f"found settings of {unused[0]!r}, which is not among the validators named; name it "
            "as well"
        )
    return judges
