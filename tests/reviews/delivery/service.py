"""A service on this machine that keeps what it is sent and answers as it is told."""

import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass
class Got:
    """One request: method, path, query, headers and body."""

    method: str
    path: str
    query: dict
    headers: dict
    body: object
    raw: bytes


@dataclass
class Reply:
    """One answer; ``pause_s`` goes by before each byte of its body."""

    status: int = 200
    body: object = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    pause_s: float = 0.0


@dataclass
class Service:
    """What came, and what the next requests are answered with before ``route`` answers."""

    route: object = None
    got: list = field(default_factory=list)
    next: list = field(default_factory=list)
    url: str = ""

    def answer(self, request):
        self.got.append(request)
        if self.next:
            found = self.next.pop(0)
            if found is not None:
                return found
        return self.route(request) if self.route else Reply()

    def said(self, *methods):
        """Return the requests of these methods as (method, path)."""
        return [(one.method, one.path) for one in self.got if one.method in methods]


def _handler(service):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = urlsplit(self.path)
            body = json.loads(raw) if raw else None
            reply = service.answer(
                Got(self.command, parts.path, parse_qs(parts.query), dict(self.headers), body, raw)
            )
            data = reply.body
            if not isinstance(data, bytes):
                data = json.dumps(data).encode()
            self.send_response(reply.status)
            headers = {"Content-Type": "application/json", "Content-Length": len(data)}
            for name, value in (headers | reply.headers).items():
                self.send_header(name, str(value))
            self.end_headers()
            if not reply.pause_s:
                self.wfile.write(data)
                return
            try:
                for byte in data:
                    time.sleep(reply.pause_s)
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
            except OSError:
                self.close_connection = True

        def log_message(self, *parts):
            pass

    for method in ("GET", "POST", "PATCH", "PUT"):
        setattr(Handler, f"do_{method}", Handler.handle_any)
    return Handler


@contextmanager
def serving(route=None):
    """Serve on a free port until the block ends; ``route`` answers by the request."""
    service = Service(route)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
