"""Objects under a URL: a folder, S3, GCS or Azure, through the client library obstore."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from evalstore.base import input_file
from evalstore.base.loopback import storage_options
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout, sync_file, sync_folder
from evalstore.store.log.disk_errors import naming_file

if TYPE_CHECKING:
    from obstore.store import ClientConfig, ObjectStore

CHUNK_BYTES = 8 * 1024 * 1024
CONNECT_SECONDS, REQUEST_SECONDS = 10, 120
RETRIES_MAX = 5
SCHEMES = ("s3", "s3a", "gs", "az", "azure", "adl", "abfs", "abfss")
EXPECTED = (
    "the path of a folder, or a URL such as s3://bucket/path, gs://bucket/path or "
    "az://container/path"
)
Progress = Callable[[int], None]


class Objects(Protocol):
    """The operations that a remote requires: whole objects, by names that may contain slashes."""

    url: str

    def read(self, key: str) -> bytes | None:
        """Return an object; None if it does not exist."""

    def create(self, key: str, data: bytes) -> bool:
        """Write a new object; return False, without a change, if it already exists."""

    def upload(self, key: str, path: Path) -> None:
        """Write a file under a name that is determined by its content."""

    def download(self, key: str, path: Path, progress: Progress) -> None:
        """Write an object to a file; raise StoreError if it does not exist."""

    def byte_count(self, key: str) -> int | None:
        """Return the length of an object; None if it does not exist."""

    def keys(self, prefix: str, after: str = "") -> list[str]:
        """List names, sorted; the list may be outdated."""


def open_objects(url: str, *, is_made: bool = True) -> Objects:
    """
    Open a folder, or the URL of object storage, whose secrets come from the environment.

    A missing folder is created if ``is_made``. Raises UsageError if the URL's scheme is unknown,
    if the folder is a store or inside one, or if the library is not installed.
    """
    try:
        import obstore.store
        from obstore.exceptions import BaseError
    except ImportError as error:
        raise UsageError(
            f"a remote needs obstore ({error}); run `pip install 'evalstore[remote]'`"
        ) from error
    scheme, has_scheme, _ = url.partition("://")
    if not has_scheme:
        folder = _folder(url, is_made=is_made)
        return _StoredObjects(url, obstore.store.LocalStore(folder, mkdir=True), Path(url))
    if scheme not in SCHEMES:
        raise UsageError(f"{url!r} is not a valid place for a remote; expected {EXPECTED}")
    try:
        store = obstore.store.from_url(
            url,
            client_options=_client_options(),
            retry_config={"max_retries": RETRIES_MAX},
        )
    except (BaseError, ValueError) as error:
        raise UsageError(
            f"{url!r} cannot be opened as a remote: {_first_line(error)}; expected {EXPECTED}"
        ) from error
    return _StoredObjects(url, store, None)


def _client_options() -> "ClientConfig":
    options = {
        "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
        "timeout": timedelta(seconds=REQUEST_SECONDS),
        # obstore ignores the variable if it is passed options.
        "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true",
    }
    return cast("ClientConfig", options | storage_options(os.environ))


def _folder(path: str, *, is_made: bool) -> str:
    try:
        folder = Path(path).resolve()
    except RuntimeError as error:
        raise StoreError(f"cannot create the folder {path}: its links form a circle") from error
    store = next(
        (candidate for candidate in (folder, *folder.parents) if Layout(candidate).exists()), None
    )
    if store is not None:
        where = "itself a store" if store == folder else f"inside the store {store}"
        raise UsageError(f"{path} is {where}; name a separate folder for the remote")
    if not is_made and not folder.is_dir():
        raise UsageError(
            f"the folder {path} does not exist; check the name, or run `evalstore push {path} "
            "--create` in a whole store to create a remote there"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot create the folder {path}: {error.strerror}") from error
    return str(folder)


class _StoredObjects:
    """Objects in an obstore store; those in a folder are also made durable."""

    def __init__(self, url: str, store: "ObjectStore", folder: Path | None) -> None:
        self.url = url
        self._store = store
        self._folder = folder

    def read(self, key: str) -> bytes | None:
        import obstore

        with self._explained("read", key):
            try:
                self._require_regular(key)
                return bytes(obstore.get(self._store, key).bytes())
            except FileNotFoundError:
                return None

    def create(self, key: str, data: bytes) -> bool:
        import obstore
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        with self._explained("write", key):
            try:
                obstore.put(self._store, key, data, mode="create", use_multipart=False)
            except (AlreadyExistsError, PreconditionError):
                return False
        self._make_durable(key)
        return True

    def upload(self, key: str, path: Path) -> None:
        import obstore

        with self._explained("write", key):
            obstore.put(self._store, key, path, chunk_size=CHUNK_BYTES)
        self._make_durable(key)

    def download(self, key: str, path: Path, progress: Progress) -> None:
        import obstore

        with self._explained("read", key), naming_file(path):
            self._require_regular(key)
            chunks = obstore.get(self._store, key).stream(min_chunk_size=CHUNK_BYTES)
            with path.open("wb") as file:
                for chunk in chunks:
                    file.write(chunk)
                    progress(len(chunk))

    def byte_count(self, key: str) -> int | None:
        import obstore

        with self._explained("read", key):
            try:
                return int(obstore.head(self._store, key)["size"])
            except FileNotFoundError:
                return None

    def keys(self, prefix: str, after: str = "") -> list[str]:
        import obstore

        with self._explained("list", prefix):
            listed = obstore.list(self._store, prefix, offset=after or None)
            return sorted(item["path"] for batch in listed for item in batch)

    def _require_regular(self, key: str) -> None:
        """Raise unless a file in a folder is regular, not a named pipe, for example."""
        if self._folder is not None:
            input_file.require_regular(self._folder / key)

    def _make_durable(self, key: str) -> None:
        """Sync a file in a folder, and its parent folders, which obstore does not do."""
        if self._folder is None:
            return
        path = self._folder / key
        sync_file(path)
        for folder in path.parents[: len(Path(key).parents)]:
            sync_folder(folder)

    @contextmanager
    def _explained(self, what: str, key: str) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, OSError) as error:
            raise StoreError(
                f"{self.url}: cannot {what} {key}: {_first_line(error)}; check the address, the "
                "credentials in the environment and the network, then run the command again: "
                "nothing is written twice"
            ) from error


def _first_line(error: BaseException) -> str:
    """Return an error's message in one line, without the details that obstore adds."""
    text = str(error).partition("Debug source:")[0]
    return " ".join(text.split())[:400] or type(error).__name__


def secret_free(url: str) -> str:
    """
    Return a URL without its trailing slash; raise UsageError if it contains a password.

    >>> secret_free("s3://bucket/evals/")
    's3://bucket/evals'
    """
    _, has_scheme, rest = url.partition("://")
    if has_scheme and "@" in rest.partition("/")[0]:
        raise UsageError("the URL contains a name or a password; put them into the environment")
    return url.rstrip("/") or os.sep
