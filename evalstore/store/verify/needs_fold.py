"""Test for work of a fold, without which a command need not open the database to write."""

from evalstore.base import sql_files
from evalstore.store.facts import comments, definitions, schema
from evalstore.store.log import checkpoint, recovery, segment
from evalstore.store.query.reader import Reader
from evalstore.store.replica import replacement


def needs_fold(reader: Reader, *, is_checked: bool = False) -> bool:
    """
    Return False if a fold would find nothing to add, to recover, to update or to refuse.

    It is True in any doubt. It makes the tests of ``recovery.recover`` on a database that is open
    read-only, so that no fold can change it meanwhile. ``is_checked`` is True if the caller is to
    check the definitions of the database as well, which are then read once.
    """
    layout, connection = reader.layout, reader.connection
    files = (
        *layout.inbox.glob("*"),
        *layout.attachments.glob("*.tmp"),
        *recovery.leftovers(layout),
    )
    if files or replacement.is_planned(layout) or not schema.is_current(connection):
        return True
    objects = reader.objects if is_checked else definitions.named_objects(connection)
    if definitions.added_objects(objects):
        return True
    rows = connection.execute(sql_files.read("sql/fold/recorded_segments")).fetchall()
    if comments.are_outdated(connection, fold_count=len(rows)):
        return True
    # The segments of a partial replica are fewer.
    if [row[1] for row in rows] != [path.name for path in segment.on_disk(layout)]:
        return True
    sizes, checkpoint_sizes = {row[0] for row in rows}, checkpoint.sizes(layout)
    return not sizes <= {*checkpoint_sizes} or checkpoint_sizes[-1:] != sorted(sizes)[-1:]
