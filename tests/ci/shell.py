"""Run the shell scripts of CI steps, with no variable that a CI service would not set."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# What runs for each shell that a step may name; none is what GitHub takes where none is named.
GITHUB_SHELLS = {
    None: ["bash", "-e"],
    "bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
}
GITLAB_SHELL = ["bash", "-eo", "pipefail"]
# Programs that would ask the network: what is installed is there already.
STAND_INS = {
    "pip": '#!/bin/bash\necho "pip $*" >> "$HOME/pip.txt"\n',
    # Answers are files, named after the address with what no file name should have replaced.
    "gh": "#!/bin/bash\nexec cat \"$HOME/$1/$(printf %s \"$2\" | tr '/?&=' '____')\"\n",
}


class Finished(NamedTuple):
    """Exit code, and what was printed, standard error included."""

    code: int
    said: str


def prepare(folder):
    """Write the stand-ins into a folder for the path, with Python beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in STAND_INS.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    for name in ("python", "python3"):
        (folder / name).symlink_to(sys.executable)
    return folder


def run(script, shell, folder, variables):
    """Run a script in a folder; its variables are these and the user's of the stand-ins."""
    path = Path(variables["HOME"]) / "script.sh"
    path.write_text(script, encoding="utf-8")
    done = subprocess.run(
        [*shell, str(path)],
        cwd=folder,
        env={**variables, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Finished(done.returncode, done.stdout)


def git(folder, *arguments):
    """Run git in a folder, as nobody in particular; return what it prints."""
    names = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    done = subprocess.run(
        ["git", "-C", str(folder), *names, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
    )
    assert 0 == done.returncode, f"git {arguments}: {done.stderr}"
    return done.stdout.strip()
