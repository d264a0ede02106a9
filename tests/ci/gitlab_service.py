"""Carry out pipelines of GitLab CI on this disk: rules, stages, matrices, artifacts."""

import itertools
import re
import shutil
from fnmatch import fnmatch
from typing import NamedTuple

import yaml

from tests.ci import shell
from tests.ci.shell import git

GLOBAL_KEYS = {"workflow", "stages", "default", "variables"}
JOB_KEYS = {
    "stage",
    "needs",
    "rules",
    "variables",
    "before_script",
    "script",
    "after_script",
    "artifacts",
    "parallel",
    "resource_group",
    "interruptible",
    "allow_failure",
    "extends",
}
COMPARED = re.compile(r'\$(\w+) == (?:\$(\w+)|"([^"]*)")')


class Job(NamedTuple):
    """How a job ended, its exit code, what it printed and its folder."""

    result: str
    code: int
    said: str
    workspace: object


class GitlabService:
    """One project's pipelines; nothing but the repository stays between them."""

    def __init__(self, folder, repository, variables):
        self.folder = folder
        self.repository = repository
        self.variables = variables
        self.pipeline_id = 500

    def push(self, path, commit, source="push"):
        """Run the pipeline of a commit on main, or one by schedule."""
        return self._run(path, commit, {
            "CI_PIPELINE_SOURCE": source, "CI_COMMIT_BRANCH": "main", "CI_COMMIT_REF_NAME": "main",
        })  # fmt: skip

    def merge_request(self, path, branch, commit):
        """Run the pipeline of a merge request."""
        return self._run(path, commit, {
            "CI_PIPELINE_SOURCE": "merge_request_event", "CI_COMMIT_REF_NAME": branch,
            "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": branch,
        })  # fmt: skip

    def _run(self, path, commit, given):
        self.pipeline_id += 1
        pipeline = yaml.safe_load(path.read_text(encoding="utf-8"))
        variables = {
            "CI_PIPELINE_ID": str(self.pipeline_id),
            "CI_COMMIT_SHA": commit,
            "CI_DEFAULT_BRANCH": "main",
            **given,
        }
        assert _applies(pipeline["workflow"]["rules"], variables), "no pipeline begins"
        place = self.folder / "pipelines" / str(self.pipeline_id)
        variables |= _expanded(pipeline["variables"], variables)
        jobs = {}
        for stage in pipeline["stages"]:
            for name, job in _jobs(pipeline):
                if job["stage"] == stage and _applies(job.get("rules"), variables):
                    self._matrix(name, job, place, variables, jobs)
        return jobs

    def _matrix(self, name, job, place, variables, jobs):
        [axes] = job.get("parallel", {}).get("matrix", [{}])
        needed = job.get("needs", [])
        before = {key: done for key, done in jobs.items() if key.partition(":")[0] in needed}
        if any(done.result == "failed" for done in before.values()):
            jobs[name] = Job("skipped", 0, "", None)
            return
        for cell in itertools.product(*axes.values()):
            label = ": ".join([name, *cell])
            inner = {**variables, **dict(zip(axes, cell, strict=True))}
            inner |= _expanded(job.get("variables", {}), inner)
            jobs[label] = self._job(job, place / label.replace(": ", "-"), inner, before)

    def _job(self, job, place, variables, needed):
        workspace, home = place / "work", place / "home"
        workspace.mkdir(parents=True)
        home.mkdir()
        self.repository.checkout(workspace, variables["CI_COMMIT_SHA"])
        # A runner that keeps the clone has cleaned away the files of the job before, not what
        # git knows of them.
        git(workspace, "worktree", "add", "--quiet", "--detach", "--no-checkout", "warehouse")
        shutil.rmtree(workspace / "warehouse")
        for done in needed.values():
            shutil.copytree(done.workspace.parent / "artifacts", workspace, dirs_exist_ok=True)
        everywhere = {
            **self.variables,
            "HOME": str(home),
            "CI": "true",
            "CI_PROJECT_DIR": str(workspace),
        }
        environment = {**everywhere, **_expanded(variables, everywhere)}
        script = "\n".join([*job.get("before_script", []), *job["script"]])
        done = shell.run(script, shell.GITLAB_SHELL, workspace, environment)
        after = shell.run(
            "\n".join(job.get("after_script", [])), shell.GITLAB_SHELL, workspace, environment
        )
        if done.code == 0 or job.get("artifacts", {}).get("when") == "always":
            _keep(job.get("artifacts", {}), workspace, place / "artifacts")
        allowed = job.get("allow_failure", {}).get("exit_codes")
        result = "success" if done.code == 0 else "warning" if done.code == allowed else "failed"
        return Job(result, done.code, done.said + after.said, workspace)


def _jobs(pipeline):
    for name, own in pipeline.items():
        if name in GLOBAL_KEYS or name.startswith("."):
            continue
        job = {**pipeline.get(own.get("extends"), {}), **own}
        unknown = job.keys() - JOB_KEYS
        assert not unknown, f"{name}: {unknown} would not be carried out"
        yield name, job


def _applies(rules, variables):
    for rule in rules or []:
        name, other, text = COMPARED.fullmatch(rule["if"]).groups()
        if variables.get(name) == (variables.get(other) if other else text):
            return True
    return rules is None


def _expanded(table, variables):
    """Return values with the variables in them, as GitLab expands them before any shell."""
    known = dict(variables)
    for name, value in table.items():
        known[name] = re.sub(r"\$(\w+)", lambda found: known.get(found[1], ""), value)
    return {name: known[name] for name in table}


def _keep(artifacts, workspace, target):
    """Copy files that the patterns name; empty folders stay behind."""
    patterns = [*artifacts.get("paths", []), *artifacts.get("reports", {}).values()]
    target.mkdir(exist_ok=True)
    for path in workspace.rglob("*"):
        relative = path.relative_to(workspace)
        names = [str(relative), *map(str, relative.parents)]
        if path.is_file() and any(fnmatch(name, item) for item in patterns for name in names):
            (target / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / relative)
