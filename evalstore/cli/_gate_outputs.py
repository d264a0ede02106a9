"""Files and messages that ``evalstore gate`` writes for a CI service, from one review."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.cli._notify import Notifier
from evalstore.cli._options import Decorator
from evalstore.errors import EvalstoreError, StoreError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.gates.places import GatePlaces
    from evalstore.gates.run_gates import GateAnswer
    from evalstore.reviews.review import Review

CASE_LIMIT, TEXT_LIMIT = 50, 600
FILE = click.Path(path_type=Path)
OPTIONS: tuple[Decorator, ...] = (
    click.option("--junit", type=FILE, metavar="FILE", help="Write JUnit XML."),
    click.option(
        "--github", "is_github", is_flag=True,
        help="Print annotations for GitHub Actions, append to $GITHUB_STEP_SUMMARY and "
        "$GITHUB_OUTPUT.",
    ),
    click.option(
        "--gitlab", type=FILE, metavar="FILE", help="Write a code quality report for GitLab."
    ),
    click.option(
        "--comment", type=FILE, metavar="FILE", help="Write a comment for a pull request."
    ),
    click.option(
        "--issue", type=FILE, metavar="FILE",
        help="Write an issue on what fails; nothing where all gates pass.",
    ),
    click.option(
        "--badge", type=FILE, metavar="FILE",
        help="Write a badge: .svg, or .json for shields.io.",
    ),
    click.option(
        "--notify", "is_notify", is_flag=True,
        help="Deliver to the destinations of [notify.*]; with --dry-run only show it.",
    ),
)  # fmt: skip


def output_options(function: Callable[..., object]) -> Callable[..., object]:
    """Add the options of outputs; their values are the fields of ``GateOutputs``."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class GateOutputs:
    """The outputs that a call of ``gate`` writes."""

    junit: Path | None = None
    is_github: bool = False
    gitlab: Path | None = None
    comment: Path | None = None
    issue: Path | None = None
    badge: Path | None = None
    is_notify: bool = False

    @property
    def files(self) -> dict[str, Path]:
        """Return the files by the names of their options."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if isinstance(value, Path)}

    @property
    def is_any(self) -> bool:
        """True if an output is configured, so that a review must be built."""
        return self.is_github or self.is_notify or bool(self.files)

    def check(self, layout: Layout, explained_id: str | None) -> None:
        """Raise UsageError for output paths that cannot be written, before gates are decided."""
        if explained_id is not None and self.is_any:
            raise UsageError(
                "--explain tells of one gate and decides nothing; leave out the outputs"
            )
        taken: dict[Path, str] = {}
        for name, path in self.files.items():
            try:
                layout.require_outside(path)
            except RuntimeError:
                raise UsageError(f"--{name} {path}: a loop of links leads to no file") from None
            other = taken.setdefault(path.resolve(), name)
            if other != name:
                raise UsageError(f"--{other} and --{name} both name {path}; name two files")
        if self.badge is not None:
            from evalstore.reviews.outputs.badge import require_ending

            require_ending(self.badge)

    @contextmanager
    def telling_of_errors(
        self, notifier: Notifier, config_path: Path | None, run_id: str | None
    ) -> Iterator[None]:
        """Write the outputs also if a gate raises before it decides; re-raise the error."""
        try:
            yield
        except (EvalstoreError, OSError) as error:
            if self.is_any:
                self._write_stopped(error, notifier, config_path, run_id)
            if self.is_github and isinstance(error, EvalstoreError):
                from evalstore.reviews.outputs.github import inert

                # The message may contain untrusted names, and GitHub parses the lines it is
                # printed on.
                error.args = (inert(str(error)),)
            raise

    def _write_stopped(
        self,
        error: EvalstoreError | OSError,
        notifier: Notifier,
        config_path: Path | None,
        run_id: str | None,
    ) -> None:
        from evalstore.gates.places import places
        from evalstore.reviews.outputs.stopped import stopped_review
        from evalstore.store.log.disk_errors import message

        reason = message(error) if isinstance(error, OSError) else str(error)
        review = stopped_review(reason, error, run_id or "")
        notifier.notify(review)
        try:
            self.write(review, places(config_path, []))
        except StoreError as unwritten:
            raise StoreError(f"{reason}; {unwritten}") from error

    def write_of(
        self,
        notifier: Notifier,
        answer: "GateAnswer",
        path: Path | None,
        gate_ids: list[str],
        system_id: str | None,
    ) -> bool:
        """
        Write and deliver the outputs of a file's gate decisions.

        ``system_id`` is the only system checked, if one was named. Returns True if all required
        deliveries succeeded.
        """
        if not self.is_any:
            return True
        from evalstore.gates.places import places, scope_of
        from evalstore.reviews.gathering import review_of
        from evalstore.store.query.reader import reading

        errors_written = self.telling_of_errors(notifier, path, answer.run_id)
        with errors_written, reading(notifier.layout) as reader:
            review = review_of(
                reader, answer.run_id, answer.payloads, case_limit=CASE_LIMIT,
                text_limit=TEXT_LIMIT, scope=scope_of(path, system_id),
            )  # fmt: skip
        # Delivered first, so that an unwritable file does not prevent notifications.
        is_delivered = notifier.notify(review)
        self.write(review, places(path, gate_ids))
        return is_delivered

    def write(self, review: "Review", places: "GatePlaces") -> None:
        """Write all files; then raise StoreError naming those that could not be written."""
        failures = [
            f"--{name} {path}: {error.strerror or error}"
            for name, path in self.files.items()
            if (error := _write_file(name, path, review, places)) is not None
        ]
        if self.is_github:
            failures += _write_for_github(review, places)
        if failures:
            raise StoreError(f"cannot write {'; '.join(failures)}")


def _write_file(name: str, path: Path, review: "Review", places: "GatePlaces") -> OSError | None:
    from evalstore.reviews.outputs.writing import write_whole

    text = _text(name, path, review, places)
    if text is None:
        click.echo(f"--{name}: every gate passes, so there is nothing to write", err=True)
        return None
    try:
        write_whole(path, text)
    except OSError as error:
        return error
    return None


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


def _write_for_github(review: "Review", places: "GatePlaces") -> list[str]:
    """Print annotations and append to the step's files; return the errors of writing."""
    from evalstore.reviews.outputs import comment, github

    # On stderr, which the runner also parses: stdout may contain JSON or be redirected.
    for line in github.annotations(review, places):
        click.echo(line, err=True)
    failures = []
    appended = (
        ("GITHUB_STEP_SUMMARY", comment.text(review), github.SUMMARY_SIZE_BYTES),
        ("GITHUB_OUTPUT", github.outputs(review), None),
    )
    for variable, text, limit_bytes in appended:
        failures += _append(variable, text, limit_bytes)
    return failures


def _append(variable: str, text: str, limit_bytes: int | None) -> list[str]:
    from evalstore.reviews.outputs.writing import append

    name = os.environ.get(variable)
    if not name:
        click.echo(f"--github: {variable} is not set, so nothing is appended to it", err=True)
        return []
    try:
        is_appended = append(Path(name), text, size_limit_bytes=limit_bytes)
    except OSError as error:
        return [f"--github {variable} {name}: {error.strerror or error}"]
    if not is_appended:
        message = f"--github: {variable} would grow beyond what GitHub shows; nothing is appended"
        click.echo(message, err=True)
    return []
