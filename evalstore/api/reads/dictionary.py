"""Method that compares a store's database with the data dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalstore.api.reads.opening import Opening
from evalstore.base.phrases import counted
from evalstore.errors import StoreError

if TYPE_CHECKING:
    from evalstore.metrics.dictionary.relations import Relation

DIFFERENCES_SHOWN_MAX = 5


class Dictionary(Opening):
    """The method about the dictionary of tables, views and columns."""

    def dictionary_differences(self, relation: Relation | None = None) -> str:
        """
        Return how the database differs from this installation's schema, empty if it does not.

        With a relation of the dictionary, also the columns that it has in the database, if they
        are others. A store that is busy or cannot be read gives its error.
        """
        from evalstore.base import sql_files
        from evalstore.metrics.dictionary.columns import recorded
        from evalstore.store.facts import schema
        from evalstore.store.query.reader import reading

        if not self.layout.database.exists():
            return ""
        try:
            with reading(self.layout, wait_seconds=0) as reader:
                if schema.is_current(reader.connection):
                    return ""
                words = schema.made_by(reader.connection)
                statement = sql_files.read("sql/queries/column_names")
                rows = reader.connection.execute(statement).fetchall()
        except StoreError as error:
            return f"{error}; the dictionary shown is that of the installed evalstore"
        columns_by_name: dict[str, list[str]] = dict(rows)
        lacking = [
            name for name in recorded() if name not in columns_by_name and "macros." not in name
        ]
        sentences = [f"{self.layout.root}: {words}; {schema.WAY_OUT}"]
        if lacking:
            more = len(lacking) - DIFFERENCES_SHOWN_MAX
            rest = f" and {counted(more, 'other')}" if more > 0 else ""
            sentences.append(f"missing in it: {', '.join(lacking[:DIFFERENCES_SHOWN_MAX])}{rest}")
        if relation is not None and relation.name in columns_by_name:
            columns = columns_by_name[relation.name]
            if set(columns) != set(relation.column_names):
                sentences.append(f"there {relation.name} has the columns {', '.join(columns)}")
        return "; ".join(sentences)
