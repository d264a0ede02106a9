"""Rules on the tree: which folders there are, what their files are named, what leads where."""

from tests.house.count import (
    FORMAT,
    SLICES_OF_SUITE,
    SUITE,
    circles,
    entries,
    places_of,
    private_imports,
    repeated_names,
    unnamed_objects,
)
from tests.house.exceptions import UNNAMED_OBJECTS
from tests.house.files import imported_modules, python_of
from tests.house.rules import of_each_file, of_the_project

ENTRIES_MAX = 18
PLACES_MAX = 2


@of_each_file(".py", under="evalstore/")
def plain_folders(file):
    """A folder has a name that others may import; only a module may begin with an underscore."""
    for part in file.folder.split("/"):
        if part.startswith("_"):
            yield 1, f"in a folder {part}; name it without the underscore"


@of_each_file(".sql", under="evalstore/")
def sql_folders(file):
    """SQL is in the folders of SQL, also where only one module executes it."""
    yield 1, f"SQL in {file.folder}; move it to sql/, ingest/ or views/"


@of_the_project
def package_entries(files):
    """The packages fit into a list that somebody reads."""
    names = entries(files)
    if len(names) > ENTRIES_MAX:
        package = next(file for file in files if file.name == "evalstore/__init__.py")
        yield package, 1, f"{len(names)} entries in evalstore/; move some below {ENTRIES_MAX}"


@of_the_project
def places_of_a_thing(files):
    """What one suite or one format is made of is in its folder, and in two others at most."""
    for word, left_out in ((SUITE, SLICES_OF_SUITE), (FORMAT, ())):
        places = places_of(files, word, *left_out)
        if len(places) > PLACES_MAX:
            for place in places:
                file = next(file for file in files if file.name.startswith(f"{place}/"))
                yield file, 1, f"{place} has files named {word}; move them to its folder"


@of_the_project
def import_circles(files):
    """No module is imported by one that it imports itself, also for types or in a function."""
    modules = {file.module: file for file in python_of(files)}
    for first, *others in circles(imported_modules(files)):
        way = ", ".join(others)
        yield modules[first], 1, f"imports lead back to it by {way}; move below what both need"


@of_the_project
def private_modules(files):
    """A module that begins with an underscore is imported in its own package only."""
    modules = {file.module: file for file in python_of(files)}
    for importer, imported in private_imports(imported_modules(files)):
        yield modules[importer], 1, f"imports {imported} of another package; make that public"


@of_the_project
def file_names(files):
    """A file name that four packages have says nothing in a list of results."""
    names = repeated_names(files)
    for file in python_of(files):
        name = file.name.rpartition("/")[2]
        if name in names:
            yield file, 1, f"one of four or more files {name}; say of what"


@of_the_project
def object_files(files):
    """A SQL object is in a file of its name; each that is not has its reason."""
    unnamed = unnamed_objects(files)
    for file, name in unnamed:
        if file.name not in UNNAMED_OBJECTS:
            yield file, 1, f"creates {name}; name the file so, or give its reason"
    there = {file.name: file for file, _ in unnamed}
    for file in files:
        if file.name in UNNAMED_OBJECTS and file.name not in there:
            yield file, 1, "creates no object of another name; take it from UNNAMED_OBJECTS"
