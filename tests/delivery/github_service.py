"""GitHub's API as far as deliveries use it: comments, issues, pages and who asks."""

import re

from tests.delivery.service import Reply

ME = "github-actions[bot]"
NOT_FOUND = Reply(404, {"message": "Not Found", "status": "404"})


class GithubApi:
    """State of one repository, ``o/r``; ids are given in order."""

    def __init__(self):
        self.comments = []
        self.issues = []
        self.url = ""

    def add_comment(self, body, login=ME):
        number = 1000 + len(self.comments)
        self.comments.append(self._item(number, body, login, f"/issues/comments/{number}"))

    def add_issue(self, title, body, login=ME, labels=("evalstore",), state="open"):
        number = 10 + len(self.issues)
        item = self._item(number, body, login, f"/issues/{number}")
        names = [{"name": name} for name in labels]
        item |= {"number": number, "title": title, "state": state, "labels": names}
        self.issues.append(item)
        return item

    def _item(self, number, body, login, path):
        page = f"https://github.com/o/r/thing/{number}"
        user = {"login": login, "id": 1, "type": "Bot"}
        return {
            "id": number, "body": body, "user": user,
            "html_url": page, "url": f"{self.url}/repos/o/r{path}",
        }  # fmt: skip

    def __call__(self, request):
        method, path = request.method, request.path
        if path == "/graphql":
            return Reply(200, {"data": {"viewer": {"login": ME}}})
        if path == "/user":
            return Reply(403, {"message": "Resource not accessible by integration"})
        if (method, path) == ("GET", "/repos/o/r/issues/7/comments"):
            return self._page(request, self.comments)
        if (method, path) == ("POST", "/repos/o/r/issues/7/comments"):
            self.add_comment(request.body["body"])
            return Reply(201, self.comments[-1])
        if (method, path) == ("GET", "/repos/o/r/issues"):
            label = request.query["labels"][0]
            state = request.query["state"][0]
            return self._page(
                request,
                [
                    item for item in self.issues
                    if item["state"] == state and {"name": label} in item["labels"]
                ],
            )  # fmt: skip
        if (method, path) == ("POST", "/repos/o/r/issues"):
            sent = request.body
            return Reply(201, self.add_issue(sent["title"], sent["body"], labels=sent["labels"]))
        found = re.fullmatch(r"/repos/o/r/issues/(comments/)?(\d+)", path)
        if found and method == "PATCH":
            items = self.comments if found[1] else self.issues
            key = "id" if found[1] else "number"
            for item in items:
                if item[key] == int(found[2]):
                    item |= request.body
                    return Reply(200, item)
        return NOT_FOUND

    def _page(self, request, items):
        size = int(request.query.get("per_page", ["30"])[0])
        page = int(request.query.get("page", ["1"])[0])
        shown = items[size * (page - 1) : size * page]
        if size * page >= len(items):
            return Reply(200, shown)
        query = "&".join(
            f"{name}={value[0]}" for name, value in request.query.items() if name != "page"
        )
        target = f"{self.url}{request.path}?{query}&page={page + 1}"
        return Reply(200, shown, {"Link": f'<{target}>; rel="next"'})
