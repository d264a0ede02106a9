"""Several stores and one remote: whose request comes next is drawn, and what becomes of it too."""

import random
import threading
from contextlib import suppress

from evalstore.errors import StoreBusyError, StoreError

FAULTS = {
    "kill before": 0.02,
    "kill after": 0.02,
    "no answer": 0.03,
    "late": 0.03,
    "refused": 0.02,
}
STALE = 0.3


class Killed(BaseException):
    """The process is gone."""


class Actor:
    """
    Something that a thread does with a remote, one request at a time when it has its turn.

    A kill ends it, and it begins again; so does an error, since whoever pushes calls again.
    """

    def __init__(self, place, act):
        self._place = place
        self._act = act
        self.go = threading.Semaphore(0)
        self.arrived = threading.Semaphore(0)
        self.is_done = False
        self.problem = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        try:
            while not self.is_done:
                with suppress(Killed, StoreError, StoreBusyError):
                    self._act(FaultyObjects(self._place, self))
                    self.is_done = True
        except BaseException as problem:  # noqa: BLE001 - told by who started the thread
            self.problem = problem
            self.is_done = True
        self.arrived.release()

    def wait(self):
        """Wait for the turn."""
        self.arrived.release()
        self.go.acquire()


class Place:
    """The objects of a remote, what listings said before, and requests that are on their way."""

    def __init__(self, objects, seed):
        self.objects = objects
        self.random = random.Random(seed)
        self.lists = {}
        self.late = []
        self.fault_counts = dict.fromkeys(FAULTS, 0)

    def fault(self):
        """Draw what becomes of a request; None for nothing but what was asked."""
        drawn = self.random.random()
        for name, chance in FAULTS.items():
            drawn -= chance
            if drawn < 0:
                self.fault_counts[name] += 1
                return name
        return None

    def play(self, acts):
        """Let actors take turns until all are done; then let what was late arrive."""
        actors = [Actor(self, act) for act in acts]
        for actor in actors:
            actor.thread.start()
            actor.arrived.acquire()
        while waiting := [actor for actor in actors if not actor.is_done]:
            if self.late and self.random.random() < 0.2:
                self.late.pop(self.random.randrange(len(self.late)))()
            actor = self.random.choice(waiting)
            actor.go.release()
            actor.arrived.acquire()
        for request in self.late:
            request()
        for actor in actors:
            actor.thread.join()
            if actor.problem is not None:
                raise actor.problem


class FaultyObjects:
    """What an actor sees of a place."""

    def __init__(self, place, actor):
        self._place = place
        self._actor = actor
        self.url = place.objects.url

    def read(self, key):
        return self._ask(lambda: self._place.objects.read(key))

    def byte_count(self, key):
        return self._ask(lambda: self._place.objects.byte_count(key))

    def download(self, key, path, progress):
        return self._ask(lambda: self._place.objects.download(key, path, progress))

    def create(self, key, data):
        return self._ask(lambda: self._place.objects.create(key, data), can_be_late=True)

    def upload(self, key, path):
        data = path.read_bytes()
        return self._ask(lambda: self._place.objects.create(key, data), can_be_late=True)

    def keys(self, prefix, after=""):
        def listed():
            lists = self._place.lists.setdefault(prefix, [[]])
            lists.append(self._place.objects.keys(prefix))
            is_stale = self._place.random.random() < STALE
            found = self._place.random.choice(lists) if is_stale else lists[-1]
            return [key for key in found if key > after]

        return self._ask(listed)

    def _ask(self, request, *, can_be_late=False):
        self._actor.wait()
        fault = self._place.fault()
        if fault == "kill before":
            raise Killed
        if fault == "late" and can_be_late:
            self._place.late.append(request)
        if fault in {"late", "refused"}:
            raise StoreError("no answer came")
        answer = request()
        if fault == "kill after":
            raise Killed
        if fault == "no answer":
            raise StoreError("the answer was lost")
        return answer
