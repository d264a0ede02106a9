"""Register the rules of the house, and stream files past them."""

from collections import defaultdict

FILE_RULES = {}
PROJECT_RULES = {}


def of_each_file(*suffixes, under=""):
    """Register a rule that looks at one file and yields (line, what is wrong and the way out)."""

    def register(rule):
        FILE_RULES[rule.__name__] = (suffixes, under, rule)
        return rule

    return register


def of_the_project(rule):
    """Register a rule that looks at all files and yields (file, line, what and the way out)."""
    PROJECT_RULES[rule.__name__] = rule
    return rule


def findings(files, only=None):
    """Return what each rule finds, each file read once; ``only`` names the one rule to ask."""
    found = defaultdict(list)
    seen = []
    for file in files:
        for name, (suffixes, under, rule) in FILE_RULES.items():
            is_asked = only in (None, name) and file.name.startswith(under)
            if is_asked and file.name.endswith(suffixes):
                found[name] += [f"{file.name}:{line}: {what}" for line, what in rule(file)]
        file.keep_outline()
        seen.append(file)
    for name, rule in PROJECT_RULES.items():
        if only in (None, name):
            found[name] += [f"{file.name}:{line}: {what}" for file, line, what in rule(seen)]
    return found
