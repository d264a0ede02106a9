"""A folder, and a bucket of an S3 server on loopback, as places of remotes."""

from uuid import uuid4

import pytest
from moto.server import ThreadedMotoServer

from evalstore.remotes.objects import open_objects


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
    """Set what a client of that server needs."""
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

    name = f"bucket-{uuid4().hex}"
    boto3.client("s3", endpoint_url=s3_address).create_bucket(Bucket=name)
    return f"s3://{name}/evaluations"


@pytest.fixture
def folder(tmp_path):
    """Return a place in a folder."""
    return open_objects(str(tmp_path / "remote"))
