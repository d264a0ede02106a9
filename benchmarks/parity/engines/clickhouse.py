"""ClickHouse in this process, by chdb: tables on disk, with settings as a page has them."""

from pathlib import Path

SETTINGS = {
    "join_use_nulls": 1,
    "aggregate_functions_null_for_empty": 1,
    "cast_keep_nullable": 1,
    "prefer_column_name_to_alias": 1,
    "union_default_mode": "'ALL'",
    "use_variant_as_common_type": 0,
}


class ClickHouse:
    """Ask a session of chdb, its tables in databases named after their schemas."""

    # A list that is null is an empty one.
    has_null_lists = False

    def __init__(self, folder, scratch):
        from chdb.session import Session

        self.scratch = Path(scratch)
        self.session = Session()
        version = self.session.query("select version()").bytes().decode().strip().strip('"')
        self.version = f"ClickHouse {version} (chdb)"
        settings = ", ".join(f"{key}={value}" for key, value in SETTINGS.items())
        self.session.query(f"set {settings}")
        for path in sorted(Path(folder).glob("*.parquet")):
            self.session.query(f"create database if not exists {path.stem.partition('.')[0]}")
            self.session.query(
                f"create table {path.stem} engine=MergeTree order by tuple() "
                f"as select * from file('{path}', Parquet)"
            )

    def answer(self, sql, name):
        """Return the path of the Parquet file that an answer was written to."""
        path = self.scratch / f"{name}.parquet"
        path.unlink(missing_ok=True)
        self.session.query(
            f"{sql.rstrip().removesuffix(';')}\ninto outfile '{path}' format Parquet"
        )
        return str(path)

    def close(self):
        self.session.close()
