"""Output of progress: a bar on a terminal, an occasional line elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

PLAIN_SECONDS = 10.0


@contextmanager
def progress_shown(
    words: str, *, is_quiet: bool, line: str = "{words}: {done} of {total}"
) -> Iterator[Callable[[int, int], None]]:
    """
    Yield a function of the done and total counts that shows progress; silent if ``is_quiet``.

    ``words`` precede the bar; ``line`` is the format of a line without a terminal.
    """
    if is_quiet:
        yield lambda _done, _total: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        with Bar(
            TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        ) as bar:  # fmt: skip
            task = bar.add_task(words, total=None)
            yield lambda done, total: bar.update(task, total=total, completed=done)
    else:
        said_at = time.monotonic()

        def say(done: int, total: int) -> None:
            nonlocal said_at
            if time.monotonic() - said_at >= PLAIN_SECONDS:
                said_at = time.monotonic()
                click.echo(line.format(words=words, done=done, total=total), err=True)

        yield say
