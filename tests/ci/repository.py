"""A project's repository on this disk: a bare origin, and a clone to change it from."""

import shutil
from pathlib import Path

from tests.ci.shell import git

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "examples" / "ci" / "project"


class Repository:
    """The example project, with the model that each branch has, and more configuration."""

    def __init__(self, folder, configured=""):
        self.origin = folder / "origin.git"
        self.clone = folder / "clone"
        self.clone.mkdir(parents=True)
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.origin))
        git(self.clone, "init", "--quiet", "--initial-branch=main")
        git(self.clone, "remote", "add", "origin", str(self.origin))
        for path in PROJECT.iterdir():
            if path.is_file():
                shutil.copy(path, self.clone)
        with (self.clone / "evalstore.toml").open("a", encoding="utf-8") as file:
            file.write(configured)
        (self.clone / ".gitignore").write_text("warehouse/\n", encoding="utf-8")
        self.head = self._commit("main", "Begin")

    def change(self, branch, slips_every):
        """Commit a model that slips so often, push it, and return the commit."""
        model = self.clone / "model.py"
        if branch not in git(self.clone, "branch", "--format=%(refname:short)").splitlines():
            git(self.clone, "switch", "--quiet", "-c", branch, "main")
        git(self.clone, "switch", "--quiet", branch)
        lines = model.read_text(encoding="utf-8").splitlines()
        changed = [
            f"SLIPS_EVERY = {slips_every}" if line.startswith("SLIPS_EVERY =") else line
            for line in lines
        ]
        model.write_text("\n".join(changed) + "\n", encoding="utf-8")
        return self._commit(branch, f"Slip every {slips_every}")

    def checkout(self, folder, commit):
        """Clone the repository into a folder, at that commit."""
        git(folder, "clone", "--quiet", "--no-checkout", str(self.origin), ".")
        git(folder, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit)

    def files(self, branch):
        """Return the names of the files of a branch of the origin."""
        return git(self.origin, "ls-tree", "-r", "--name-only", branch).splitlines()

    def _commit(self, branch, message):
        git(self.clone, "add", "--all")
        git(self.clone, "commit", "--quiet", "--allow-empty", "-m", message)
        git(self.clone, "push", "--quiet", "origin", f"HEAD:refs/heads/{branch}")
        return git(self.clone, "rev-parse", "HEAD")
