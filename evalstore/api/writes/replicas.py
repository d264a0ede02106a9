"""Copies of a store elsewhere: remotes that several stores share, and tables of a data lake."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore, note_state
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from os import PathLike

    from evalstore.scale.lake.publish import Published, PublishedTable
    from evalstore.scale.remotes.objects import Objects
    from evalstore.scale.remotes.pull import Pulled
    from evalstore.scale.remotes.push import Pushed


class Replicas(Methods):
    """The methods of a store that exchange events with other places."""

    def push(
        self,
        remote: str | None = None,
        *,
        create: bool = False,
        config: str | PathLike[str] | None = None,
        on_part: Callable[[str], None] = lambda _words: None,
    ) -> Pushed:
        """
        Fold the inbox, and append to a remote the events that it lacks.

        ``remote`` is a folder or a URL, by default that of ``config`` or evalstore.toml. It must
        have a log, unless ``create`` is set. ``on_part`` gets words on each part that is sent.
        Raises UsageError if there is no such remote, CorruptStoreError if what is sent does not
        match the segments, StoreError if the remote cannot be reached; a failed call can be
        repeated.
        """
        from evalstore.scale.remotes.push import push
        from evalstore.store.replica import partial

        self.layout.require()
        # A partial replica comes from an existing remote, which must not be created.
        is_created = create and partial.of(self.layout) is None
        objects = self._remote(remote, config, is_made=is_created)
        return push(self.layout, objects, on_part, is_created=is_created)

    def pull(
        self,
        remote: str | None = None,
        *,
        runs: Sequence[str] = (),
        newest: bool = False,
        since: datetime | None = None,
        exact: bool = False,
        config: str | PathLike[str] | None = None,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> Pulled:
        """
        Make the store the replica of a remote, by default that of ``config`` or evalstore.toml.

        It is partial with ``runs``, ``newest`` or ``since``, a time in UTC unless it has a zone.
        ``on_progress`` gets the bytes received and their total. Raises StoreError, with ``exact``,
        if the remote lacks an event of the store, and UsageError if the remote is empty or lacks a
        run.
        """
        from datetime import UTC

        from evalstore.scale.remotes.pull import RemotePart, pull

        if since is not None:
            since = since.replace(tzinfo=UTC) if since.tzinfo is None else since.astimezone(UTC)
        part = RemotePart(tuple(runs), since, newest)
        objects = self._remote(remote, config, is_made=False)
        return pull(self.layout, objects, part, on_progress, is_exact=exact)

    def publish(
        self,
        uri: str,
        *,
        format: str = "delta",  # noqa: A002 - the command's word
        compact: bool = False,
        log_only: bool = False,
        on_table: Callable[[PublishedTable], None] = lambda _table: None,
        on_note: OnNote = ignore,
    ) -> Published:
        """
        Write what is new in the log and the facts to Delta tables below a folder or URL.

        With ``log_only`` only the log is written, with ``compact`` small files are put together.
        ``format`` is delta, so far the only one. ``on_table`` gets each table when it is done.
        Raises UsageError for another format, and CorruptStoreError if what is written does not
        match the segments.
        """
        from evalstore.scale.lake.publish import Published, publish
        from evalstore.store.query.reader import reading

        if format != "delta":
            raise UsageError(f"format is {format!r}, expected 'delta'")
        tables = []
        for table in publish(self.layout, uri, is_compacting=compact, is_log_only=log_only):
            tables.append(table)
            on_table(table)
        # Only now: facts of another version are recomputed before they are published.
        with reading(self.layout) as reader:
            note_state(reader, on_note)
        return Published(uri, format, tables)

    def _remote(
        self, remote: str | None, config: str | PathLike[str] | None, *, is_made: bool
    ) -> Objects:
        """Return the objects of a remote; create it if ``is_made``."""
        from evalstore.scale.remotes import known
        from evalstore.scale.remotes.configured import DEFAULT_FILE, remote_url
        from evalstore.scale.remotes.objects import open_objects

        url = remote_url(remote, Path(config or DEFAULT_FILE))
        known.require_place(self.layout, url)
        return open_objects(url, is_made=is_made)
