"""The workflows for GitHub, carried out step by step on a local repository."""

import json

import junitparser
import pytest

import evalstore
from tests.ci import shell
from tests.ci.github_service import GithubService
from tests.ci.repository import ROOT, Repository
from tests.ci.shell import git
from tests.reviews.delivery.github_service import GithubApi
from tests.reviews.delivery.service import serving

WORKFLOWS = ROOT / "examples" / "ci" / "github"
# How often the model of a branch slips: main's on 6 of 60 sums, then 20, then 5.
WORSE, MENDED = 3, 12
# What the nights of a project send, no pull request must.
NIGHTLY = """
[notify.slack]
on = ["fail", "pass"]

[notify.github]
issue = true
"""
pytest.importorskip("evalstore.reviews.outputs.comment")


@pytest.fixture(scope="module")
def service(tmp_path_factory, variables):
    """A repository whose main branch was evaluated once; how that went is its ``first``."""
    folder = tmp_path_factory.mktemp("github")
    repository = Repository(folder, NIGHTLY)
    made = GithubService(folder, repository, variables)
    made.first = made.push(WORKFLOWS / "main.yml", repository.head)
    return made


@pytest.fixture(scope="module")
def worse(service):
    """The commit of a pull request that makes the model worse, and its job."""
    commit = service.repository.change("shorter-prompt", WORSE)
    jobs = service.pull_request(WORKFLOWS / "pull-request.yml", "shorter-prompt", commit)
    service.pull_run_id = service.run_id
    return commit, jobs["evaluate"]


@pytest.mark.sweep
def test_the_first_run_of_main_is_kept(service):
    """Nothing to compare with does not fail main; the store and its checkpoint leave the job."""
    assert {"evaluate": "success", "keep": "success"} == results(service.first), said(service)
    assert "no earlier run of the suite matches branch:main" in service.first["keep"].said
    names = service.repository.files("checkpoints")
    assert "newest.json" in names
    newest = json.loads(git(service.repository.origin, "show", "checkpoints:newest.json"))
    assert f"{newest['tree_size']}.json" in names


def test_a_pull_request_that_gets_worse_fails(worse):
    """The job fails; JUnit, comment and step summary name the gate and the run of main."""
    _, job = worse

    assert "failure" == job.result, job.said
    report = junitparser.JUnitXml.fromfile(str(job.workspace / "gate.xml"))
    assert (2, 2) == (report.tests, report.failures)
    comment = (job.workspace / "comment.md").read_text(encoding="utf-8")
    for text in (comment, job.summary):
        assert "main-101-1" in text
        assert "not-worse-than-main" in text
    assert "::error" in job.said
    assert (job.workspace / "report.html").exists()


@pytest.mark.sweep
def test_a_comment_is_made_for_the_newest_commit(service, worse, monkeypatch):
    """
    Main's gates decide on the pull request's events, once; where it has newer commits, none does.

    Nothing goes where the nights send to. The hidden key is that of the pull request's own job,
    though the run has another id, so that the next comment replaces this one.
    """
    pytest.importorskip("github")
    commit, job_of_pull = worse
    pulls = [{"number": 7, "head": {"sha": commit}}]
    (service.folder / "api").mkdir(exist_ok=True)
    answer = service.folder / "api" / "repos_o_r_pulls"
    answer.write_text(json.dumps(pulls), encoding="utf-8")
    jobs = []
    api = GithubApi()
    with serving(api) as github:
        api.url = github.url
        monkeypatch.setitem(service.variables, "GITHUB_API_URL", github.url)
        for head in (commit, service.repository.head):
            jobs += service.workflow_run(
                WORKFLOWS / "comment.yml", "shorter-prompt", head
            ).values()

    assert ["success"] * 2 == [job.result for job in jobs], jobs[0].said
    [comment] = api.comments
    assert "not-worse-than-main" in comment["body"]
    assert "slack" not in jobs[0].said
    own = (job_of_pull.workspace / "comment.md").read_text(encoding="utf-8")
    assert own.splitlines()[0] == comment["body"].splitlines()[0]
    assert "no comment" in jobs[1].said


@pytest.mark.thinned(2)
@pytest.mark.parametrize("conclusion", ["cancelled", "action_required"])
def test_a_job_that_did_not_end_has_no_comment(service, worse, conclusion):
    """A pull request's job that was cancelled, or that nobody approved, has nothing to say."""
    jobs = service.workflow_run(WORKFLOWS / "comment.yml", "shorter-prompt", "0" * 40, conclusion)

    assert {"comment": "skipped"} == results(jobs)


@pytest.mark.sweep
def test_the_action_decides_as_the_job_does(service, worse):
    """The action in the root of the repository has the job's verdicts, and exits as the gate."""
    commit, whole = worse

    acted = service.pull_request(WORKFLOWS / "with-the-action.yml", "shorter-prompt", commit)

    assert "failure" == acted["evaluate"].result
    assert verdicts(whole) == verdicts(acted["evaluate"])
    assert "the gate says fail, exit code 1" in acted["evaluate"].said, acted["evaluate"].said


@pytest.mark.sweep
def test_shards_decide_as_one_job(service, worse):
    """Three shards, merged into the store of main's artifact, are the whole, better than main."""
    mended = service.repository.change("shorter-prompt", MENDED)
    fork = {"head_branch": "main", "head_repository_id": 2, "repository_id": 1, "id": 666}
    own = {"head_branch": "main", "head_repository_id": 1, "repository_id": 1, "id": 101}
    artifacts = [{"expired": False, "workflow_run": run} for run in (fork, own)]
    api = service.folder / "api"
    api.mkdir(exist_ok=True)
    name = "repos_o_r_actions_artifacts_name_store_per_page_100"
    (api / name).write_text(json.dumps({"artifacts": artifacts}), encoding="utf-8")

    sharded = service.pull_request(WORKFLOWS / "shards.yml", "shorter-prompt", mended)

    assert 4 == len(sharded)
    merged = sharded["merge"]
    assert "success" == merged.result, merged.said
    assert "✓ pass" in merged.said
    # The clone has what was pushed last, so this is what one job would have printed.
    assert printed(service) == verdicts(merged)


@pytest.mark.sweep
def test_the_night_continues_the_store(service, worse):
    """
    The next run of main adds to the store, in which no pull request left runs.

    Its second job was run again alone, and keeps what the first attempt evaluated.
    """
    before = set(service.repository.files("checkpoints"))

    jobs = service.push(WORKFLOWS / "main.yml", service.repository.head, attempts={"keep": 2})

    assert {"success"} == set(results(jobs).values()), jobs["keep"].said
    assert before < set(service.repository.files("checkpoints"))
    store = evalstore.open(jobs["keep"].workspace / "warehouse")
    runs = store.query("select run_id, git_branch from facts.runs order by run_id").rows()
    assert [("main-101-1", "main"), (f"main-{service.run_id}-1", "main")] == runs


@pytest.mark.sweep
def test_a_lost_store_is_noticed(service, worse):
    """Where the cache was dropped, the checkpoint on the branch does not fit: the job fails."""
    caches, service.caches = service.caches, type(service.caches)(service.folder / "no caches")
    try:
        jobs = service.push(WORKFLOWS / "main.yml", service.repository.head)
    finally:
        service.caches = caches

    assert "failure" == jobs["keep"].result, jobs["keep"].said
    assert "--- skipped: evalstore ingest --strict run.ndjson" in jobs["keep"].said


@pytest.mark.sweep
def test_a_lost_store_is_brought_back(service, worse):
    """Run by hand with the number of the run before, main goes on with that run's artifact."""
    before = service.push(WORKFLOWS / "main.yml", service.repository.head)
    service.caches = type(service.caches)(service.folder / "no caches at all")

    jobs = service.push(
        WORKFLOWS / "main.yml", service.repository.head, inputs={"store-of-run": service.run_id}
    )

    assert {"success"} == {*results(before).values(), *results(jobs).values()}, jobs["keep"].said


def test_no_other_branch_is_kept(service):
    """A run by hand on another branch evaluates nothing, and leaves the checkpoints alone."""
    jobs = service.push(WORKFLOWS / "main.yml", service.repository.head, ref="refs/heads/other")

    assert {"evaluate": "skipped", "keep": "skipped"} == results(jobs)


def results(jobs):
    """Return how each job ended."""
    return {name: job.result for name, job in jobs.items()}


def said(service):
    """Return what the first jobs printed."""
    return "\n".join(f"=== {name}\n{job.said}" for name, job in service.first.items())


def printed(service):
    """Return the verdicts of all sums by the model of the clone, out of its event lines."""
    named = {"RUN": "whole", "BRANCH": "any", "COMMIT": "any", "HOME": str(service.folder)}
    done = shell.run(
        "python evaluate.py",
        ["bash", "-e"],
        service.repository.clone,
        {**service.variables, **named},
    )
    payloads = [json.loads(line)["payload"] for line in done.said.splitlines()]
    texts = {one["case_id"]: one["text"] for one in payloads if "text" in one}
    return tuple(
        sorted(
            (one["case_id"], texts[one["case_id"]], one["outcome"])
            for one in payloads
            if "outcome" in one
        )
    )


def verdicts(job):
    """Return case, answer and outcome of each verdict on the pull request, in order."""
    store = evalstore.open(job.workspace / "warehouse")
    rows = store.query(
        "select case_id, text, outcome from facts.answers where run_id like 'pull-%' order by all"
    ).rows()
    return tuple(rows)
