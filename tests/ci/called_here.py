"""Carry out the ``evalstore`` of a shell script in the process of the tests."""

import contextlib
import os
import socketserver
import sys
import threading
from pathlib import Path

import click

from evalstore.cli import call_command, cli
from evalstore.cli.report import report
from evalstore.store.facts import comments

# It hands over folder, variables and arguments, and prints what comes back. Standard input is not.
SCRIPT = """#!/bin/bash
said=$(mktemp -d)
exec 3<> "/dev/tcp/127.0.0.1/$EVALSTORE_CALLS_PORT"
{ printf '%s\\0' "$said" "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&3
read -r code <&3
cat "$said/out"
cat "$said/error" >&2
rm -r "$said"
exit "$code"
"""


class _Handler(socketserver.StreamRequestHandler):
    def handle(self):
        said, folder, count = (self._field() for _ in range(3))
        arguments = [self._field() for _ in range(int(count))]
        variables = dict(line.split("=", 1) for line in iter(self._field, ""))
        code = _called(Path(said), folder, arguments, variables)
        self.wfile.write(f"{code}\n".encode())

    def _field(self):
        found = bytearray()
        while (character := self.rfile.read(1)) not in {b"\0", b""}:
            found += character
        return found.decode()


def _called(said, folder, arguments, variables):
    if arguments[:1] == ["report"]:
        # Pages have tests of their own: here the options are read, and no page is drawn.
        above = click.Context(cli, info_name="evalstore", **cli.context_settings)
        context = report.make_context("report", arguments[1:], parent=above)
        Path(folder, context.params["output"]).write_text("", encoding="utf-8")
        return 0
    kept, folds_min = dict(os.environ), comments.KEPT_FOLDS_MIN
    with (
        (said / "out").open("w", encoding="utf-8") as out,
        (said / "error").open("w", encoding="utf-8") as error,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(error),
    ):
        try:
            os.environ.clear()
            os.environ.update(variables)
            # Comments on the tables of a kept store are not written: no job reads them.
            comments.KEPT_FOLDS_MIN = sys.maxsize
            return call_command(arguments)
        finally:
            comments.KEPT_FOLDS_MIN = folds_min
            os.environ.clear()
            os.environ.update(kept)


@contextlib.contextmanager
def commands(folder):
    """
    Yield the variables under which a shell finds ``evalstore``, in a folder first on its path.

    One call at a time, while the caller waits for the shell.
    """
    script = folder / "evalstore"
    script.write_text(SCRIPT, encoding="utf-8")
    script.chmod(0o755)
    with socketserver.TCPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield {
                "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
                "EVALSTORE_CALLS_PORT": str(server.server_address[1]),
            }
        finally:
            server.shutdown()
            thread.join()
