"""A service on loopback that speaks the protocol, and misbehaves on demand."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "not-a-real-key-1234567890"


def completion(text, *, finish_reason="stop", usage=(12, 5), logprobs=None, **message):
    """Return the body of an answer."""
    choice = {
        "index": 0,
        "finish_reason": finish_reason,
        "message": {"role": "assistant", "content": text, **message},
    }
    if logprobs is not None:
        choice["logprobs"] = logprobs
    body = {"id": "c", "object": "chat.completion", "model": "m-2026", "choices": [choice]}
    if usage:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return body


class Service:
    """
    A server with acts to perform, one per request; the last one is performed again and again.

    ``requests`` are the bodies that came, ``headers`` what came with them.
    """

    def __init__(self):
        self.acts = []
        self.requests = []
        self.headers = []
        self.paths = []
        self.released = threading.Event()
        self.lock = threading.Lock()
        self.running_count = self.running_count_max = 0
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                service.handle(self)

            def do_GET(self):
                service.handle(self)

            def log_message(self, *arguments):
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def handle(self, handler):
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        with self.lock:
            number = len(self.requests)
            self.requests.append(json.loads(body) if body else None)
            self.headers.append({name.lower(): text for name, text in handler.headers.items()})
            self.paths.append(handler.path)
            self.running_count += 1
            self.running_count_max = max(self.running_count_max, self.running_count)
        handler.asked = self.requests[number]
        try:
            self.acts[min(number, len(self.acts) - 1)](handler)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True
        finally:
            with self.lock:
                self.running_count -= 1

    def plays(self, *acts):
        self.acts = list(acts)

    def close(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def says(self, text, **more):
        """Answer with a text."""
        return self.gives(200, json.dumps(completion(text, **more)).encode())

    def replies(self, to):
        """Answer with what a function makes of the request."""

        def act(handler):
            self.says(to(handler.asked))(handler)

        return act

    def gives(self, status, body=b"", kind="application/json", **headers):
        """Answer with a status, a body and headers."""

        def act(handler):
            handler.send_response(status)
            handler.send_header("content-type", kind)
            handler.send_header("content-length", str(len(body)))
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(body)

        return act

    def waits(self):
        """Say nothing until the test is over."""

        def act(handler):
            self.released.wait(30)
            handler.close_connection = True

        return act

    def drips(self):
        """Send one byte after the other, without ever being silent for long."""

        def act(handler):
            handler.send_response(200)
            handler.send_header("content-type", "application/json")
            handler.send_header("content-length", "1000000")
            handler.end_headers()
            while not self.released.wait(0.02):
                handler.wfile.write(b" ")
                handler.wfile.flush()

        return act

    def breaks_off(self):
        """Promise more than comes."""

        def act(handler):
            handler.send_response(200)
            handler.send_header("content-type", "application/json")
            handler.send_header("content-length", "10000")
            handler.end_headers()
            handler.wfile.write(b'{"choices": [')
            handler.close_connection = True

        return act

    def floods(self, status=200):
        """Send without end."""

        def act(handler):
            handler.send_response(status)
            handler.send_header("content-type", "application/json")
            handler.send_header("connection", "close")
            handler.end_headers()
            handler.close_connection = True
            while not self.released.is_set():
                handler.wfile.write(b" " * 65536)

        return act
