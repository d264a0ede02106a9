"""Carry out workflows of GitHub Actions on this disk: jobs, matrices, caches, artifacts."""

import itertools
from typing import NamedTuple

import yaml

from tests.ci.expressions import condition, resolved
from tests.ci.github_steps import Steps
from tests.ci.github_storage import Artifacts, Caches

WORKFLOW_KEYS = {"name", True, "permissions", "concurrency", "env", "jobs"}
JOB_KEYS = {
    "runs-on",
    "timeout-minutes",
    "env",
    "steps",
    "needs",
    "if",
    "permissions",
    "concurrency",
    "strategy",
    "outputs",
}


class Job(NamedTuple):
    """How a job ended, what its steps printed, its folder, and the summary it wrote."""

    result: str
    said: str
    workspace: object
    summary: str


class GithubService:
    """One repository's workflows, with the caches and artifacts that they leave."""

    def __init__(self, folder, repository, variables):
        self.folder = folder
        self.repository = repository
        self.variables = variables
        self.caches = Caches(folder / "caches")
        self.artifacts = Artifacts(folder / "artifacts")
        self.run_id = 100
        self.pull_run_id = 0

    def push(self, path, commit, *, attempts=None, ref="refs/heads/main", inputs=None):
        """
        Run a workflow for a commit on main; return its jobs by name.

        ``attempts`` has the number of each job that failed before and was run again alone.
        """
        event = {"after": commit, "inputs": {"store-of-run": "", **(inputs or {})}}
        return self._run(path, "push", ref, commit, event, attempts or {})

    def pull_request(self, path, branch, commit, number=7):
        """Run a workflow for a pull request."""
        head = {"sha": commit, "ref": branch}
        event = {"pull_request": {"head": head, "number": number}}
        return self._run(path, "pull_request", f"refs/pull/{number}/merge", commit, event)

    def workflow_run(self, path, branch, commit, conclusion="failure"):
        """Run a workflow because that of the pull request ended, on main's newest commit."""
        ended = {
            "id": self.pull_run_id,
            "run_attempt": 1,
            "event": "pull_request",
            "conclusion": conclusion,
            "head_branch": branch,
            "head_sha": commit,
            "head_repository": {"owner": {"login": "someone"}},
        }
        main = self.repository.head
        return self._run(path, "workflow_run", "refs/heads/main", main, {"workflow_run": ended})

    def _run(self, path, event_name, ref, commit, event, attempts=None):
        self.run_id += 1
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        _require_known(path.name, workflow, WORKFLOW_KEYS)
        github = {
            "event_name": event_name,
            "event": event,
            "ref": ref,
            "ref_name": ref.removeprefix("refs/heads/").removeprefix("refs/"),
            "head_ref": event.get("pull_request", {}).get("head", {}).get("ref", ""),
            "sha": commit,
            "run_id": self.run_id,
            "repository": "o/r",
            "token": "a-token",
            "server_url": "https://github.com",
        }
        jobs = {}
        needs = {}
        for name, job in workflow["jobs"].items():
            _require_known(f"{path.name}: {name}", job, JOB_KEYS)
            attempt = {"run_attempt": (attempts or {}).get(name, 1)}
            contexts = {"github": {**github, **attempt}, "needs": needs}
            jobs.update(self._job(name, job, workflow.get("env", {}), contexts, jobs))
            outputs = job.get("outputs", {})
            needs[name] = {
                "outputs": {key: resolved(value, contexts) for key, value in outputs.items()}
            }
        return jobs

    def _job(self, name, job, variables, contexts, jobs):
        needed = [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", [])
        is_failed = any(
            done.result != "success"
            for key, done in jobs.items()
            if key.partition(" ")[0] in needed
        )
        if not condition(job.get("if", "true"), contexts, is_failed=is_failed):
            yield name, Job("skipped", "", None, "")
            return
        axes = job.get("strategy", {}).get("matrix", {})
        cells = [dict(zip(axes, cell, strict=True)) for cell in itertools.product(*axes.values())]
        for cell in cells:
            label = " ".join([name, *map(str, cell.values())])
            inner = {**contexts, "matrix": cell, "strategy": {"job-total": len(cells)}}
            yield label, self._cell(label, job, {**variables, **job.get("env", {})}, inner)

    def _cell(self, label, job, variables, contexts):
        place = self.folder / "jobs" / f"{self.run_id} {label}"
        steps = Steps(self, place, contexts)
        given = {key: resolved(value, contexts) for key, value in variables.items()}
        steps.run(given, job["steps"])
        return Job(
            "failure" if steps.is_failed else "success",
            "".join(steps.said),
            steps.workspace,
            steps.summary.read_text(encoding="utf-8"),
        )


def _require_known(name, table, known):
    unknown = table.keys() - known
    assert not unknown, f"{name}: {unknown} would not be carried out"
