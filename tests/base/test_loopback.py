"""Requests to this machine take no proxy, and no more hosts count as this machine."""

from contextlib import contextmanager

import pytest

from evalstore.base.loopback import EXCLUDED, goes_direct, storage_options
from tests.chat_service import Service
from tests.proxies import NOWHERE, name_proxy


@pytest.mark.parametrize(
    ("url", "is_direct"),
    [
        ("http://LOCALHOST:1/x", True),
        ("http://localhost./", True),
        ("http://a.b.localhost/", True),
        ("http://user:word@127.255.0.1/", True),
        ("http://127.1/", True),
        ("http://2130706433/", True),
        ("http://[::1]:80/", True),
        ("http://[::ffff:127.0.0.1]/", True),
        ("http://127.0.0.1.example.org/", False),
        ("http://notlocalhost/", False),
        ("http://localhost@example.org/", False),
        ("http://10.0.0.1/", False),
        ("http://[::2]/", False),
        ("http://[::1", False),
        ("s3://localhost-bucket/x", False),
        ("", False),
    ],
)
def test_hosts_of_this_machine(url, is_direct):
    """This machine is loopback addresses in any notation, localhost and the names below it."""
    assert is_direct == goes_direct(url)


def test_options_of_object_storage(monkeypatch):
    """A client of object storage bypasses the proxy for this machine and for nothing else."""
    name_proxy(monkeypatch)
    monkeypatch.setenv("no_proxy", "inner.example")
    direct = {"proxy_url": NOWHERE, "proxy_excludes": f"{EXCLUDED},inner.example"}

    assert {} == storage_options({"AWS_ENDPOINT_URL": "https://s3.example"})
    assert direct == storage_options({"AWS_ENDPOINT_URL": "http://localhost:9000"})
    assert direct == storage_options({"AZURE_STORAGE_USE_EMULATOR": "true"})
    assert {} == storage_options({"OTHER_URL": "http://localhost:9000"})


@contextmanager
def proxy():
    """Serve as a proxy that keeps what it is sent."""
    service = Service()
    service.plays(service.gives(200, b"{}"))
    try:
        yield service, service.url.removesuffix("/v1")
    finally:
        service.close()


def test_other_hosts_take_the_proxy(monkeypatch):
    """A host that is not this machine is reached through the proxy, as before."""
    pytest.importorskip("requests", reason="the extra `delivery` is not installed")
    from evalstore.reviews.delivery.clock import Clock
    from evalstore.reviews.delivery.session import Session

    with proxy() as (service, url):
        name_proxy(monkeypatch, url)
        Session("http://inner.example", 5, Clock()).get("http://inner.example/hook")

    assert ["http://inner.example/hook"] == service.paths
