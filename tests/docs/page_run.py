"""A page's blocks carried out one after the other, in a folder of their own."""

import csv
import doctest
import json
import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple
from unittest import mock
from xml.parsers import expat

import jsonschema

from evalstore.cli import call_command
from evalstore.events import schemas
from evalstore.gates import config

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
EXIT_CODE = re.compile(r"\s+# exits (\d+)$")
# Commands in one process for as long as no shell is needed.
SHELL = re.compile(r"[|&;<`$]")
WRITTEN = re.compile(r" (?:-o|--output) (\S+)")
REDIRECTED = re.compile(r"\s>\s*(\S+)$")


class Step(NamedTuple):
    """One command of a page, as it was carried out."""

    command: str
    shown: str
    code: int
    out: str
    error: str


def commands_of(text):
    """Yield each command of a console block, its lines joined, and the output shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = re.sub(r" *\\\n\s*", " ", part).partition("\n")
        yield command, shown


def shown_pattern(shown):
    """
    Return the pattern of what a page shows.

    A line that is only … stands for any lines, … in a line for anything on it.
    """
    lines = [
        r"(?:.*\n)*" if line == "…\n" else ".*".join(re.escape(piece) for piece in line.split("…"))
        for line in shown.splitlines(keepends=True)
    ]
    return "".join(lines)


class PageRun:
    """Carry out blocks in the current folder; what is not as shown goes into ``findings``."""

    def __init__(self, capture):
        self.capture = capture
        self.names = {}
        self.findings = []
        self.steps = []

    def run(self, block):
        """Carry out one block by its language."""
        if block.reason is not None or not hasattr(self, f"run_{block.language}"):
            return
        if block.title is not None:
            Path(block.title).parent.mkdir(parents=True, exist_ok=True)
            Path(block.title).write_text(block.text, encoding="utf-8")
        try:
            getattr(self, f"run_{block.language}")(block)
        except Exception as error:  # noqa: BLE001 - whatever a page's snippet raises is a finding
            self.findings.append(f"{block.place}: {type(error).__name__}: {error}")

    def run_console(self, block):
        """Run the commands; compare exit codes, output where some is shown, and files written."""
        for command, shown in commands_of(block.text):
            with mock.patch.dict(os.environ):
                if not block.has_terminal:
                    os.environ.pop("COLUMNS", None)
                step = self.call(command, shown)
            self.steps.append(step)
            expected = int(found[1]) if (found := EXIT_CODE.search(command)) else 0
            said = f"{step.out}{step.error}"
            if step.code != expected:
                self.findings.append(f"{block.place}: {command}: exits {step.code}: {said}")
            elif shown and not any(
                re.fullmatch(shown_pattern(shown), output) for output in (step.out, said)
            ):
                self.findings.append(f"{block.place}: {command}: prints:\n{said}")
            written = WRITTEN.search(command)
            if written and step.code == 0 and not Path(written[1]).exists():
                self.findings.append(f"{block.place}: {command}: writes no {written[1]}")

    def call(self, command, shown):
        """Call evalstore in this process, and anything else through a shell."""
        line = EXIT_CODE.sub("", command)
        redirected = REDIRECTED.search(line)
        plain = REDIRECTED.sub("", line)
        if not plain.startswith("evalstore ") or SHELL.search(plain):
            done = subprocess.run(
                ["bash", "-c", line], capture_output=True, text=True, check=False
            )
            return Step(command, shown, done.returncode, done.stdout, done.stderr)
        self.capture.readouterr()
        code = call_command(shlex.split(plain)[1:])
        out, error = self.capture.readouterr()
        if redirected:
            Path(redirected[1]).write_text(out, encoding="utf-8")
            out = ""
        return Step(command, shown, code, out, error)

    def run_sql(self, block):
        """Put the statement to the page's store."""
        if block.title is not None:
            # A map: a command of the page carries it out.
            return
        self.capture.readouterr()
        if call_command(["query", block.text]):
            self.findings.append(f"{block.place}: {self.capture.readouterr().err}")

    def run_pycon(self, block):
        """Compare what each line of Python gives with what is shown."""
        text = block.text.replace("…", "...")
        test = doctest.DocTestParser().get_doctest(text, self.names, block.place, block.page, 0)
        test.globs = self.names
        said = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
        self.findings.extend([f"{block.place}: {''.join(said)}"] if said else [])

    def run_python(self, block):
        """Run the lines after those of earlier blocks; a file is only compiled."""
        code = compile(block.text, block.place, "exec")
        if block.title is None:
            exec(code, self.names)

    def run_toml(self, block):
        """Parse it; gates are read as `evalstore gate` reads them."""
        tables = tomllib.loads(block.text)
        if "gate" in tables:
            path = Path(block.title or "shown.toml")
            path.write_text(block.text, encoding="utf-8")
            config.read(path)

    def run_json(self, block):
        """Parse it, whole or line by line; an event line has to be a valid one."""
        lines = [block.text] if block.text.startswith("{\n") else block.text.splitlines()
        for item in map(json.loads, lines):
            if "kind" in item and "payload" in item:
                jsonschema.validate(item, schemas.schema("event_line"))
                jsonschema.validate(item["payload"], schemas.schema(item["kind"]))

    run_ndjson = run_json

    def run_csv(self, block):
        """Parse it, every row as wide as the first; a file of ``examples`` is as it is there."""
        kept = EXAMPLES / (block.title or "")
        if kept.is_file() and kept.read_text(encoding="utf-8") != block.text:
            self.findings.append(f"{block.place}: differs from examples/{block.title}")
        if len({len(row) for row in csv.reader(block.text.splitlines())}) > 1:
            self.findings.append(f"{block.place}: a row has another number of fields")

    def run_xml(self, block):
        """Parse it."""
        expat.ParserCreate().Parse(block.text, True)

    def run_turtle(self, block):
        """Parse it."""
        import pyoxigraph

        list(pyoxigraph.parse(block.text, format=pyoxigraph.RdfFormat.TURTLE))
