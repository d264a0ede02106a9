"""GitHub's API as far as deliveries use it: comments, issues, pages and who asks."""

import re

from tests.reviews.delivery.service import Reply

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
        answers = {
            "POST /graphql": lambda: Reply(200, {"data": {"viewer": {"login": ME}}}),
            "GET /user": lambda: Reply(403, {"message": "Resource not accessible"}),
            "GET /repos/o/r/issues/7/comments": lambda: self._page(request, self.comments),
            "POST /repos/o/r/issues/7/comments": lambda: self._made_comment(request.body),
            "GET /repos/o/r/issues": lambda: self._page(request, self._listed(request.query)),
            "POST /repos/o/r/issues": lambda: self._made_issue(request.body),
        }
        answer = answers.get(f"{request.method} {request.path}")
        return answer() if answer else self._changed(request)

    def _made_comment(self, sent):
        self.add_comment(sent["body"])
        return Reply(201, self.comments[-1])

    def _made_issue(self, sent):
        return Reply(201, self.add_issue(sent["title"], sent["body"], labels=sent["labels"]))

    def _listed(self, query):
        label, state = {"name": query["labels"][0]}, query["state"][0]
        return [one for one in self.issues if one["state"] == state and label in one["labels"]]

    def _changed(self, request):
        found = re.fullmatch(r"/repos/o/r/issues/(comments/)?(\d+)", request.path)
        if request.method != "PATCH" or not found:
            return NOT_FOUND
        items = self.comments if found[1] else self.issues
        for item in items:
            if item["id" if found[1] else "number"] == int(found[2]):
                item.update(request.body)
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
