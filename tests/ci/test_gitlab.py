"""The pipelines for GitLab, carried out step by step on a local repository."""

import json
import re

import junitparser
import pytest

from tests.ci.gitlab_service import GitlabService
from tests.ci.repository import ROOT, Repository

PIPELINES = ROOT / "examples" / "ci" / "gitlab"
PIPELINE = PIPELINES / "gitlab-ci.yml"
WORSE = 3
pytest.importorskip("evalstore.reviews.outputs.comment")


@pytest.fixture(scope="module")
def service(tmp_path_factory, variables):
    """A project whose main branch was evaluated once; how that went is its ``first``."""
    folder = tmp_path_factory.mktemp("gitlab")
    repository = Repository(folder)
    made = GitlabService(folder, repository, variables)
    made.first = made.push(PIPELINE, repository.head)
    return made


@pytest.fixture(scope="module")
def worse(service):
    """The commit of a merge request that makes the model worse, and its pipeline's job."""
    commit = service.repository.change("shorter-prompt", WORSE)
    return commit, service.merge_request(PIPELINE, "shorter-prompt", commit)["merge request"]


@pytest.mark.sweep
def test_main_keeps_the_store_on_a_branch(service):
    """Nothing to compare with is a warning; segments and checkpoints are pushed."""
    job = service.first["main"]

    assert ("warning", 3) == (job.result, job.code), job.said
    folders = {name.partition("/")[0] for name in service.repository.files("evalstore")}
    assert {"segments", "checkpoints"} == folders


@pytest.mark.sweep
def test_a_merge_request_that_gets_worse_fails(worse):
    """The job exits with 1, and what GitLab shows of it names the gate and the run before."""
    _, job = worse

    assert ("failed", 1) == (job.result, job.code), job.said
    finding, _ = json.loads((job.workspace / "gate.json").read_text(encoding="utf-8"))
    assert "not-worse-than-main" in finding["check_name"] + finding["description"]
    report = junitparser.JUnitXml.fromfile(str(job.workspace / "gate.xml"))
    assert (2, 2) == (report.tests, report.failures)
    assert "run-501" in (job.workspace / "comment.md").read_text(encoding="utf-8")
    assert (job.workspace / "report.html").exists()


@pytest.mark.sweep
def test_the_night_continues_the_store(service, worse):
    """A scheduled pipeline adds its run to the branch, and sees no merge request's runs there."""
    job = service.push(PIPELINE, service.repository.head, source="schedule")["main"]

    assert ("success", 0) == (job.result, job.code), job.said
    segments = [name for name in service.repository.files("evalstore") if "segments" in name]
    assert len(segments) > 1
    trend = [line for line in job.said.splitlines() if "  run-" in line]
    assert 2 == len(trend), trend


@pytest.mark.sweep
def test_shards_give_what_one_job_gives(service, worse):
    """Three parts of a merge request, merged, fail as the whole does, in the same words."""
    commit, whole = worse

    jobs = service.merge_request(PIPELINES / "shards.gitlab-ci.yml", "shorter-prompt", commit)

    assert 4 == len(jobs)
    merged = jobs["merge request"]
    assert ("failed", 1) == (merged.result, merged.code), merged.said
    descriptions = {
        re.sub(r"run-\d+", "run-…", json.loads(text)[0]["description"])
        for text in ((job.workspace / "gate.json").read_text("utf-8") for job in (whole, merged))
    }
    assert 1 == len(descriptions), descriptions
