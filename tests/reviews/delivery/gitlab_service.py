"""GitLab's API as far as deliveries use it: notes, issues, pages and who asks."""

import re

from tests.reviews.delivery.service import Reply

ME = 42
PROJECT = "/api/v4/projects/5"


class GitlabApi:
    """State of project 5 with merge request 7."""

    def __init__(self):
        self.notes = []
        self.issues = []
        self.url = ""

    def add_note(self, body, author=ME):
        self.notes.append({"id": 100 + len(self.notes), "body": body, "author": {"id": author}})
        return self.notes[-1]

    def add_issue(self, title, description, author=ME, labels=("evalstore",), state="opened"):
        number = 10 + len(self.issues)
        self.issues.append(
            {
                "iid": number, "title": title, "description": description, "state": state,
                "labels": list(labels), "author": {"id": author},
                "web_url": f"https://gitlab.com/g/p/-/issues/{number}",
            }
        )  # fmt: skip
        return self.issues[-1]

    def __call__(self, request):
        method, path, sent = request.method, request.path, request.body
        notes = f"{PROJECT}/merge_requests/7/notes"
        if path == "/api/v4/user":
            return Reply(200, {"id": ME, "username": "project_5_bot"})
        if (method, path) == ("GET", notes):
            return self._page(request, self.notes)
        if (method, path) == ("POST", notes):
            return Reply(201, self.add_note(sent["body"]))
        if (method, path) == ("GET", f"{PROJECT}/issues"):
            wanted = request.query
            found = [
                issue for issue in self.issues
                if issue["state"] == wanted["state"][0]
                and (wanted.get("labels") or wanted["labels[]"])[0] in issue["labels"]
                and issue["author"]["id"] == int(wanted["author_id"][0])
            ]  # fmt: skip
            return self._page(request, found)
        if (method, path) == ("POST", f"{PROJECT}/issues"):
            labels = sent["labels"].split(",")
            return Reply(201, self.add_issue(sent["title"], sent["description"], labels=labels))
        return self._changed(method, path, sent)

    def _changed(self, method, path, sent):
        found = re.fullmatch(rf"{PROJECT}/(merge_requests/7/notes|issues)/(\d+)", path)
        if method != "PUT" or not found:
            return Reply(404, {"message": "404 Not found"})
        is_note = found[1].endswith("notes")
        key = "id" if is_note else "iid"
        for item in self.notes if is_note else self.issues:
            if item[key] == int(found[2]):
                if sent.pop("state_event", "") == "close":
                    item["state"] = "closed"
                item.update(sent)
                return Reply(200, item)
        return Reply(404, {"message": "404 Not found"})

    def _page(self, request, items):
        size = int(request.query.get("per_page", ["20"])[0])
        page = int(request.query.get("page", ["1"])[0])
        shown = items[size * (page - 1) : size * page]
        if size * page >= len(items):
            return Reply(200, shown)
        query = "&".join(
            f"{name}={value[0]}" for name, value in request.query.items() if name != "page"
        )
        # A server behind a proxy names itself as it knows itself.
        target = f"http://gitlab.internal{request.path}?{query}&page={page + 1}"
        return Reply(200, shown, {"Link": f'<{target}>; rel="next"'})
