"""The steps of one job of GitHub Actions, run one after the other."""

import json
import re
from pathlib import Path

import yaml

from tests.ci import shell
from tests.ci.expressions import condition, resolved, shown

ROOT = Path(__file__).parents[2]
STEP_KEYS = {"name", "id", "if", "env", "run", "shell", "uses", "with"}
OWN_ACTION = "YOUR-ORGANISATION/evalstore"


class Steps:
    """A job's folder, its variables and the files that steps write to."""

    def __init__(self, service, place, contexts):
        self.service = service
        self.workspace = place / "work"
        self.home = place / "home"
        self.temporary = place / "temporary"
        for folder in (self.workspace, self.home, self.temporary):
            folder.mkdir(parents=True)
        self.summary = place / "summary.md"
        self.summary.touch()
        self.place = place
        self.contexts = {**contexts, "runner": {"temp": str(self.temporary)}, "steps": {}}
        self.is_failed = False
        self.said = []
        event = place / "event.json"
        event.write_text(json.dumps(contexts["github"]["event"]), encoding="utf-8")
        (self.home / "api").symlink_to(service.folder / "api")

    def run(self, variables, steps):
        """Run the steps with these variables; ``is_failed`` says whether one of them failed."""
        for step in steps:
            unknown = step.keys() - STEP_KEYS
            assert not unknown, f"{step}: {unknown} would not be carried out"
            contexts = {**self.contexts, "env": variables}
            if not condition(step.get("if", "true"), contexts, is_failed=self.is_failed):
                self._note(step, "skipped", {})
                continue
            inner = {key: resolved(value, contexts) for key, value in step.get("env", {}).items()}
            given = {key: resolved(value, contexts) for key, value in step.get("with", {}).items()}
            outputs = {}
            if "run" in step:
                is_done = self._script(step, {**variables, **inner}, outputs)
            else:
                is_done = self._action(step["uses"].partition("@")[0], given, variables, outputs)
            self._note(step, "success" if is_done else "failure", outputs)
            self.is_failed = self.is_failed or not is_done

    def _note(self, step, outcome, outputs):
        title = step.get("name") or step.get("run") or step["uses"]
        self.said.append(f"--- {outcome}: {title}\n")
        if "id" in step:
            self.contexts["steps"][step["id"]] = {"outcome": outcome, "outputs": outputs}

    def _script(self, step, variables, outputs):
        # GitHub inserts expressions before the shell reads them, so what they say is code.
        assert "${{" not in step["run"], f"an expression inside a script: {step['run']}"
        github = self.contexts["github"]
        written = self.place / "output.txt"
        written.write_text("", encoding="utf-8")
        done = shell.run(
            step["run"],
            shell.GITHUB_SHELLS[step.get("shell")],
            self.workspace,
            {
                **self.service.variables,
                **{key: shown(value) for key, value in variables.items()},
                "HOME": str(self.home),
                "CI": "true",
                "GITHUB_ACTIONS": "true",
                "GITHUB_EVENT_NAME": github["event_name"],
                "GITHUB_EVENT_PATH": str(self.place / "event.json"),
                "GITHUB_OUTPUT": str(written),
                "GITHUB_STEP_SUMMARY": str(self.summary),
                "GITHUB_REPOSITORY": github["repository"],
                "GITHUB_REF": github["ref"],
                "GITHUB_SHA": github["sha"],
                "GITHUB_RUN_ID": str(github["run_id"]),
                "GITHUB_SERVER_URL": github["server_url"],
                "GITHUB_WORKSPACE": str(self.workspace),
                "RUNNER_TEMP": str(self.temporary),
            },
        )
        self.said.append(done.said)
        outputs.update(_outputs(written.read_text(encoding="utf-8")))
        return done.code == 0

    def _action(self, name, given, variables, outputs):
        if name == OWN_ACTION:
            return self._composite(given, variables, outputs)
        actions = {
            "actions/checkout": self._checkout,
            "actions/setup-python": lambda _: None,
            "actions/cache/restore": self._restore,
            "actions/cache/save": self._save,
            "actions/upload-artifact": self._upload,
            "actions/download-artifact": self._download,
        }
        try:
            actions[name](given)
        except OSError as error:
            self.said.append(f"{name}: {error}\n")
            return False
        return True

    def _composite(self, given, variables, outputs):
        action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        unknown = given.keys() - action["inputs"].keys()
        assert not unknown, f"action.yml has no inputs {unknown}"
        defaults = {key: value.get("default") for key, value in action["inputs"].items()}
        outer = self.contexts
        github = {**outer["github"], "action_path": str(ROOT)}
        inputs = {**defaults, **given}
        self.contexts = {**outer, "github": github, "inputs": inputs, "steps": {}}
        self.run(variables, action["runs"]["steps"])
        for name, output in action["outputs"].items():
            outputs[name] = resolved(output["value"], self.contexts)
        self.contexts = outer
        return not self.is_failed

    def _checkout(self, given):
        assert given.keys() <= {"persist-credentials"}, given
        self.service.repository.checkout(self.workspace, self.contexts["github"]["sha"])

    def _restore(self, given):
        self.service.caches.restore(
            self.contexts["github"]["ref"],
            given["key"],
            given["restore-keys"],
            given["path"],
            self.workspace,
        )

    def _save(self, given):
        ref = self.contexts["github"]["ref"]
        self.service.caches.save(ref, given["key"], given["path"], self.workspace)

    def _upload(self, given):
        run_id = self.contexts["github"]["run_id"]
        self.service.artifacts.upload(
            run_id,
            given["name"],
            given["path"],
            self.workspace,
            is_overwriting=given.get("overwrite", False),
        )

    def _download(self, given):
        self.service.artifacts.download(
            given.get("run-id", self.contexts["github"]["run_id"]),
            given.get("name"),
            given.get("pattern"),
            self.workspace / given.get("path", "."),
        )


def _outputs(text):
    """Read what a step appended to the file of its outputs: name=value, or between delimiters."""
    blocks = r"^(?P<name>[\w-]+)<<(?P<end>.+)\n(?P<text>(?:.*\n)*?)(?P=end)$"
    pattern = rf"{blocks}|^(?P<key>[\w-]+)=(?P<value>.*)$"
    for found in re.finditer(pattern, text, re.MULTILINE):
        if found["name"]:
            yield found["name"], found["text"].removesuffix("\n")
        else:
            yield found["key"], found["value"]
