"""A folder, and a bucket of an S3 server on loopback, as places of remotes."""

from uuid import uuid4

import pytest
from moto.server import ThreadedMotoServer

from evalstore.scale.remotes.objects import open_objects
from tests.proxies import name_proxy


@pytest.fixture(scope="session")
def s3_address():
    """Return the address of an S3 server of this process."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def s3_environment(s3_address, monkeypatch):
    """Set what a client of that server needs, and a proxy that no request may take."""
    name_proxy(monkeypatch)
    for name, value in {
        "AWS_ENDPOINT_URL": s3_address,
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def bucket(s3_environment, s3_address):
    """Return the URL of a place in a fresh bucket."""
    import boto3
    from botocore.config import Config

    name = f"bucket-{uuid4().hex}"
    # This one is the test's own, and takes a proxy also to this machine.
    direct = Config(proxies={})
    boto3.client("s3", endpoint_url=s3_address, config=direct).create_bucket(Bucket=name)
    return f"s3://{name}/evaluations"


@pytest.fixture
def folder(tmp_path):
    """Return a place in a folder."""
    return open_objects(str(tmp_path / "remote"))
