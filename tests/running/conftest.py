"""Fixtures of runs: a store, plans, and systems and validators made for the test."""

import importlib
import itertools
import shutil
import sys
import types
from collections.abc import Iterator

import pytest

from evalstore.cli import call_command as command_line
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict
from evalstore.running import judging
from evalstore.running.configuration import SystemConfig
from evalstore.running.git import Commit
from evalstore.running.plan import RunPlan
from evalstore.running.run import run
from evalstore.running.validator_digest import missing_digest_reason, validator_digest
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from tests import kept_stores
from tests.running.judged import Judged, case, event, response, verdict

NUMBERS = itertools.count()
CASES = tuple(
    Case(f"sum-{n}", "math", "sums", (f"What is {n} + {n}?",), ("judge",), expected=str(2 * n))
    for n in range(1, 7)
)


class Adder:
    """A system that adds what it is asked to add."""

    needs_truth = False

    def __init__(self, system_id: str) -> None:
        self.system_id = system_id
        self.configuration: dict[str, object] = {"model": "adder-1"}
        self.asked: list[object] = []
        self.is_closed = False

    def ask(self, question, attempt):
        self.asked.append(question)
        left = int(question.turns[-1].split()[2])
        return Response("ok", text=str(2 * left), answer=str(2 * left), latency_ms=1.0)

    def close(self):
        self.is_closed = True


def judge(case, response):
    """Compare words."""
    is_right = response.answer == case.expected
    return Verdict(
        "right" if is_right else "wrong", f"expected {case.expected}, found {response.answer}"
    )


class Bench:
    """A store and what may be run into it; each part can be replaced before ``run``."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cases: tuple[Case, ...] = CASES
        self.systems = {"adder": Adder("adder")}
        self.judge = judge
        self.attempts = 1
        self.modules = {
            "suites": {
                "sums": types.SimpleNamespace(
                    VERSION="1",
                    DOMAINS=("math",),
                    DEFAULT_SYSTEMS=("adder",),
                    cases=lambda *_: iter(self.cases),
                )
            },
            "systems": {"made": types.SimpleNamespace(build=self._build)},
            "validators": {"judge": types.SimpleNamespace(VERSION="1", judge=self._judge)},
            "generators": {},
        }

    def _build(self, system_id, settings, seed):
        del settings, seed
        return self.systems[system_id]

    def _judge(self, case, response):
        return self.judge(case, response)

    def plan(self) -> RunPlan:
        systems = tuple(SystemConfig(name, "made") for name in self.systems)
        return RunPlan("sums", "1", "seed", ("math",), None, systems, attempts=self.attempts)

    def run(self, run_id: str = "r1", **options):
        return run(self.layout, self.plan(), run_id=run_id, commit=Commit("abc"), **options)

    def rows(self, sql: str) -> list[tuple]:
        with reading(self.layout) as reader:
            return reader.table(sql)[1]


class Command:
    """The command line in a working folder with a store of its own."""

    def __init__(self, folder, capfd):
        self.folder = folder
        self.layout = Layout(folder / "warehouse")
        self.layout.create()
        self._capfd = capfd

    def __call__(self, *arguments, config="", code=0):
        """Call a command with this ``evalstore.toml``; return what it said."""
        (self.folder / "evalstore.toml").write_text(config, encoding="utf-8")
        found = command_line([*arguments])
        said = self._capfd.readouterr()

        assert code == found, said.err
        return said.out + said.err

    def rows(self, sql):
        with reading(self.layout) as reader:
            return reader.table(sql)[1]


@pytest.fixture
def evalstore_command(tmp_path, monkeypatch, capfd):
    """Call commands in a fresh folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    fold(Command(tmp_path, capfd).layout)
    return Command(tmp_path, capfd)


@pytest.fixture
def bench(tmp_path, monkeypatch) -> Iterator[Bench]:
    """A fresh store with one suite, one system and one validator."""
    layout = Layout(tmp_path / "warehouse")
    layout.create()
    bench = Bench(layout)
    monkeypatch.setattr(registry, "load", lambda kind, name: bench.modules[kind][name])
    monkeypatch.setattr(
        registry, "module_names", lambda kind: dict.fromkeys(bench.modules[kind], "")
    )
    return bench


@pytest.fixture
def judged(bench, monkeypatch):
    """A run of another tool: c1 right, c2 wrong, c3 failed, c4 missing."""
    monkeypatch.setattr(
        judging,
        "validator_digest",
        lambda module, settings: f"{module.code}{int(settings.get('ignore_case', 0))}" * 32,
    )
    events = [
        event("run_started", suite="towns", systems=["maia"], validators=["match"]),
        *map(case, ("c1", "c2", "c3", "c4")),
        response("c1"), response("c2", "bern"), verdict("c1"), verdict("c2", "wrong"),
        response("c3", None, status="error", error="overloaded"),
    ]  # fmt: skip
    shutil.rmtree(bench.layout.root)
    kept_stores.store_of(events, bench.layout.root)
    return Judged(bench)


@pytest.fixture
def digest_of(tmp_path, monkeypatch):
    """Return the digest of a package of these files, each time in another place."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    package = "made_rules"

    def digest(files, *, settings=None):
        root = tmp_path / f"place_{next(NUMBERS)}"
        monkeypatch.syspath_prepend(root)
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)
        for name, text in {"__init__.py": "", "validators/__init__.py": "", **files}.items():
            path = root / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("{package}", package), encoding="utf-8")
        importlib.invalidate_caches()
        found = importlib.import_module(f"{package}.validators.rule")
        assert missing_digest_reason(found) is None
        return validator_digest(found, settings or {})

    return digest
