"""Files, annotations and messages about a gate's decisions, from one review."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.notes import OnNote, ignore
from evalstore.errors import EvalstoreError, StoreError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.api.writes.gate_decision import GateDecision
    from evalstore.gates.places import GatePlaces
    from evalstore.reviews.delivery.delivering import DeliveryOutcome
    from evalstore.reviews.delivery.settings import Destination
    from evalstore.reviews.review import Review

CASE_LIMIT, TEXT_LIMIT = 50, 600


@dataclass(frozen=True, slots=True)
class GateOutputs:
    """
    Where the decisions of a gate are written: files, GitHub Actions, configured destinations.

    The fields are the options of ``evalstore gate``. With ``is_rehearsal`` nothing is delivered.
    ``on_message`` gets annotations and remarks, ``on_delivery`` the outcome of each delivery.
    """

    junit: Path | None = None
    is_github: bool = False
    gitlab: Path | None = None
    comment: Path | None = None
    issue: Path | None = None
    badge: Path | None = None
    is_notify: bool = False
    is_rehearsal: bool = False
    on_message: OnNote = ignore
    on_delivery: "Callable[[DeliveryOutcome], None]" = lambda _outcome: None

    @property
    def files(self) -> dict[str, Path]:
        """Return the files by the names of their options."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if isinstance(value, Path)}

    @property
    def is_any(self) -> bool:
        """True if an output is configured, so that a review must be built."""
        return self.is_github or self.is_notify or bool(self.files)

    def checked_destinations(
        self, layout: Layout, config_path: Path | None, *, is_explaining: bool
    ) -> "Sequence[Destination]":
        """
        Return the configured destinations, none unless they are notified.

        Raises UsageError for a path that cannot be written or an invalid destination.
        """
        if is_explaining and self.is_any:
            raise UsageError(
                "explain only describes one gate and has no results to write; leave the outputs "
                "out"
            )
        taken: dict[Path, str] = {}
        for name, path in self.files.items():
            try:
                layout.require_outside(path)
            except RuntimeError:
                raise UsageError(
                    f"--{name} {path}: the path is a loop of symbolic links; name a file"
                ) from None
            other = taken.setdefault(path.resolve(), name)
            if other != name:
                raise UsageError(f"--{other} and --{name} both name {path}; name two files")
        if self.badge is not None:
            from evalstore.reviews.outputs.badge import require_ending

            require_ending(self.badge)
        return self._destinations(config_path)

    @contextmanager
    def written_on_errors(
        self,
        layout: Layout,
        destinations: "Sequence[Destination]",
        path: Path | None,
        run_id: str,
    ) -> Iterator[None]:
        """
        Write and deliver the error if a gate raises one before it decides; raise it again.

        ``path`` is the file that configures the gates, None for a preset.
        """
        try:
            yield
        except (EvalstoreError, OSError) as error:
            if self.is_any:
                self._write_stopped(error, layout, destinations, path, run_id)
            if self.is_github and isinstance(error, EvalstoreError):
                from evalstore.reviews.outputs.github import inert

                # The message may contain untrusted names, and GitHub parses the lines it is
                # printed on.
                error.args = (inert(str(error)),)
            raise

    def _write_stopped(
        self,
        error: EvalstoreError | OSError,
        layout: Layout,
        destinations: "Sequence[Destination]",
        path: Path | None,
        run_id: str,
    ) -> None:
        from evalstore.gates.places import places
        from evalstore.reviews.outputs.stopped import stopped_review
        from evalstore.store.log.disk_errors import message

        reason = message(error) if isinstance(error, OSError) else str(error)
        review = stopped_review(reason, error, run_id)
        self._deliver(layout, destinations, review)
        try:
            self._write(review, places(path, []))
        except StoreError as unwritten:
            raise StoreError(f"{reason}; {unwritten}") from error

    def write_decision(self, layout: Layout, decision: "GateDecision") -> bool:
        """Deliver and write decisions; return True if all required deliveries succeeded."""
        if not self.is_any:
            return True
        from evalstore.reviews.gathering import review_of
        from evalstore.store.query.reader import reading

        destinations = decision.destinations if self.is_notify else ()
        if destinations is None:
            destinations = self._destinations(decision.config_path)
        errors_written = self.written_on_errors(
            layout, destinations, decision.path, decision.run_id
        )
        with errors_written, reading(layout) as reader:
            review = review_of(
                reader, decision.run_id, decision.answer.payloads, case_limit=CASE_LIMIT,
                text_limit=TEXT_LIMIT, scope=decision.scope(),
            )  # fmt: skip
        # Delivered first, so that an unwritable file does not prevent notifications.
        is_delivered = self._deliver(layout, destinations, review)
        self._write(review, decision.places())
        return is_delivered

    def _destinations(self, config_path: Path | None) -> "Sequence[Destination]":
        """Return the configured destinations, none unless they are notified."""
        if not self.is_notify:
            return ()
        from evalstore.reviews.delivery.notifying import destinations

        return destinations(config_path)

    def _deliver(
        self, layout: Layout, destinations: "Sequence[Destination]", review: "Review"
    ) -> bool:
        """Deliver a review; return False if a delivery with ``required = true`` failed."""
        if not destinations:
            return True
        from evalstore.reviews.delivery.notifying import job_url, notify, without_secrets
        from evalstore.reviews.outputs import comment, issue

        review = without_secrets(review, destinations, os.environ)
        texts = (comment.text(review, report_url=job_url(os.environ)), issue.issue(review))
        outcomes = notify(
            layout, destinations, review, texts, os.environ, is_rehearsal=self.is_rehearsal
        )
        for outcome in outcomes:
            self.on_delivery(outcome)
        return not any(outcome.state == "failed" and outcome.is_required for outcome in outcomes)

    def _write(self, review: "Review", places: "GatePlaces") -> None:
        """Write all files; then raise StoreError naming those that could not be written."""
        failures = [
            f"--{name} {path}: {error.strerror or error}"
            for name, path in self.files.items()
            if (error := self._write_file(name, path, review, places)) is not None
        ]
        if self.is_github:
            failures += self._write_for_github(review, places)
        if failures:
            raise StoreError(f"cannot write {'; '.join(failures)}")

    def _write_file(
        self, name: str, path: Path, review: "Review", places: "GatePlaces"
    ) -> OSError | None:
        from evalstore.reviews.outputs.writing import write_whole

        text = _text(name, path, review, places)
        if text is None:
            self.on_message(f"--{name}: every gate passes, so there is nothing to write")
            return None
        try:
            write_whole(path, text)
        except OSError as error:
            return error
        return None

    def _write_for_github(self, review: "Review", places: "GatePlaces") -> list[str]:
        """Print annotations and append to the step's files; return the errors of writing."""
        from evalstore.reviews.outputs import comment, github

        # On stderr, which the runner also parses: stdout may contain JSON or be redirected.
        for line in github.annotations(review, places):
            self.on_message(line)
        failures = []
        appended = (
            ("GITHUB_STEP_SUMMARY", comment.text(review), github.SUMMARY_SIZE_BYTES),
            ("GITHUB_OUTPUT", github.outputs(review), None),
        )
        for variable, text, limit_bytes in appended:
            failures += self._append(variable, text, limit_bytes)
        return failures

    def _append(self, variable: str, text: str, limit_bytes: int | None) -> list[str]:
        from evalstore.reviews.outputs.writing import append

        name = os.environ.get(variable)
        if not name:
            self.on_message(f"--github: {variable} is not set, so nothing is appended to it")
            return []
        try:
            is_appended = append(Path(name), text, size_limit_bytes=limit_bytes)
        except OSError as error:
            return [f"--github {variable} {name}: {error.strerror or error}"]
        if not is_appended:
            self.on_message(
                f"--github: {variable} would exceed the size that GitHub shows, so nothing is "
                "appended to it"
            )
        return []


def _text(name: str, path: Path, review: "Review", places: "GatePlaces") -> str | None:
    """Return the contents of a file, None if it has none."""
    from evalstore.reviews.delivery.notifying import job_url
    from evalstore.reviews.outputs import badge, comment, gitlab, issue_file, junit

    if name == "gitlab":
        return gitlab.text(review, places)
    if name == "badge":
        return badge.text(review, path)
    if name == "issue":
        return issue_file.text(review, path)
    if name == "comment":
        return comment.text(review, report_url=job_url(os.environ))
    return junit.text(review)
