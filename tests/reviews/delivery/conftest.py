"""Services of deliveries on this machine, and nothing sent elsewhere."""

import pytest

from tests.gates.conftest import gated  # noqa: F401 - a fixture
from tests.proxies import name_proxy
from tests.reviews.delivery.github_service import GithubApi
from tests.reviews.delivery.gitlab_service import GitlabApi
from tests.reviews.delivery.service import serving


@pytest.fixture(autouse=True)
def _proxy(monkeypatch):
    """Every request to a service on loopback bypasses the proxy that the environment names."""
    name_proxy(monkeypatch)


@pytest.fixture
def service():
    with serving() as found:
        yield found


@pytest.fixture
def github():
    pytest.importorskip("github")
    api = GithubApi()
    with serving(api) as found:
        api.url = found.url
        found.api = api
        yield found


@pytest.fixture
def gitlab():
    pytest.importorskip("gitlab")
    api = GitlabApi()
    with serving(api) as found:
        api.url = found.url
        found.api = api
        yield found
