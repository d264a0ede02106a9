"""A server of Postgres of its own, in a temporary folder, asked over a socket in it."""

import os
import shutil
import subprocess
from pathlib import Path

import duckdb

# Debian keeps them apart from the client.
PROGRAMS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin")
# Text is compared by its bytes, as elsewhere.
INITDB = ("--encoding=UTF8", "--locale=C", "--auth=trust", "--username=parity", "--no-sync")
SETTINGS = {
    "listen_addresses": "''", "fsync": "off", "synchronous_commit": "off", "jit": "off",
    "shared_buffers": "512MB", "work_mem": "256MB", "max_wal_size": "4GB", "timezone": "UTC",
    "from_collapse_limit": "20", "join_collapse_limit": "20",
}  # fmt: skip
KINDS = {
    "BIGINT": "bigint", "BLOB": "bytea", "BOOLEAN": "boolean", "DATE": "date",
    "DOUBLE": "double precision", "INTEGER": "integer", "SMALLINT": "smallint",
    "TIMESTAMP": "timestamp", "TIMESTAMP WITH TIME ZONE": "timestamp", "VARCHAR": "text",
    "VARCHAR[]": "text[]",
}  # fmt: skip
# Columns whose text is JSON; other lists and structs become it.
JSON_COLUMNS = {"payload", "counts", "sources"}
# Of a list of texts as Postgres reads one.
LIST = (
    "'{{' || array_to_string(list_transform({0}, lambda one: "
    "coalesce('\"' || replace(replace(one, '\\', '\\\\'), '\"', '\\\"') || '\"', 'NULL')), ',') "
    "|| '}}'"
)


def program(name):
    """Return the path of a program of Postgres; None where it is not installed."""
    for pattern in PROGRAMS:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / name).exists():
                return folder / name
    return shutil.which(name)


class Postgres:
    """Ask a server that is started for it, the tables in schemas of their names."""

    has_null_lists = True

    def __init__(self, folder, scratch):
        import psycopg

        self.scratch = Path(scratch)
        self.home = self.scratch / "postgres"
        self.home.mkdir(parents=True)
        self.user = []
        if os.geteuid() == 0:
            # It refuses to run as root.
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            for path in (*reversed(self.home.parents), self.home):
                if str(path).startswith(str(self.scratch)):
                    shutil.chown(path, "postgres")
                    path.chmod(0o711 if path != self.home else 0o700)
        data = self.home / "data"
        self._run(program("initdb"), *INITDB, "-D", data)
        options = " ".join(f"-c {key}={value}" for key, value in SETTINGS.items())
        self._run(program("pg_ctl"), "-D", data, "-w", "-l", self.home / "log",
                  "-o", f"{options} -k {self.home}", "start")  # fmt: skip
        self.connection = psycopg.connect(
            host=str(self.home), user="parity", dbname="postgres", autocommit=True,
            prepare_threshold=None,
        )  # fmt: skip
        [(version,)] = self.connection.execute("show server_version").fetchall()
        self.version = f"Postgres {version.split()[0]}"
        for path in sorted(Path(folder).glob("*.parquet")):
            self._load(path)

    def _run(self, *command):
        subprocess.run(
            [*self.user, *map(str, command)], check=True, stdout=subprocess.DEVNULL, cwd="/"
        )

    def _load(self, path):
        """Make a table of a file of Parquet."""
        with duckdb.connect() as reader:
            columns = reader.execute(f"describe from '{path}'").fetchall()
            kinds = {name: _kind(name, kind) for name, kind, *_ in columns}
            self.connection.execute(f"create schema if not exists {path.stem.partition('.')[0]}")
            fields = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
            self.connection.execute(f"create table {path.stem} ({fields})")
            texts = ", ".join(_text(name, kind) for name, kind in kinds.items())
            file = self.scratch / f"{path.stem}.csv"
            reader.execute("set TimeZone = 'UTC'")
            reader.execute(
                f"copy (select {texts} from '{path}') to '{file}' (format csv, header false, "
                "nullstr '', force_quote *)"
            )
        statement = f"copy {path.stem} from stdin (format csv)"
        with self.connection.cursor().copy(statement) as copy, file.open("rb") as rows:
            while part := rows.read(1 << 20):
                copy.write(part)
        file.unlink()
        self.connection.execute(f"analyze {path.stem}")

    def answer(self, sql, name):
        """Return the path of the Parquet file that an answer was written to."""
        *before, last = [one for one in sql.split(";\n") if one.strip()]
        for statement in before:
            self.connection.execute(statement)
        last = last.rstrip().removesuffix(";")
        self.connection.execute("drop table if exists answered")
        self.connection.execute(f"create temporary table answered as {last}")
        described = self.connection.execute("select * from answered limit 0").description
        kinds = {
            column.name: self.connection.adapters.types[column.type_code].name
            if column.type_code in {one.oid for one in self.connection.adapters.types}
            else "list"
            for column in described
        }
        columns = ", ".join(
            f'to_json("{one}")' if kind in {"list", "json"} else f'"{one}"'
            for one, kind in kinds.items()
        )
        file = self.scratch / "answer.csv"
        with (
            file.open("wb") as out,
            self.connection.cursor().copy(
                f"copy (select {columns} from answered) to stdout (format csv, force_quote *)"
            ) as copy,
        ):
            for part in copy:
                out.write(part)
        return self._as_parquet(file, kinds, name)

    def _as_parquet(self, file, kinds, name):
        path = self.scratch / f"{name}.parquet"
        columns = ", ".join(
            f'"{one}"::json as "{one}"' if kind in {"list", "json"} else f'"{one}"'
            for one, kind in kinds.items()
        )
        fields = "{" + ", ".join(f"'{one}': 'VARCHAR'" for one in kinds) + "}"
        source = (
            f"read_csv('{file}', columns = {fields}, header = false, nullstr = '', "
            "allow_quoted_nulls = false, quote = '\"', escape = '\"', delim = ',', "
            "max_line_size = 100000000, parallel = false)"
        )
        if not file.stat().st_size:
            nothing = ", ".join(f'null::varchar as "{one}"' for one in kinds)
            source = f"(select {nothing} limit 0)"
        with duckdb.connect() as writer:
            writer.execute(f"copy (select {columns} from {source}) to '{path}'")
        file.unlink()
        return str(path)

    def close(self):
        self.connection.close()
        self._run(program("pg_ctl"), "-D", self.home / "data", "-m", "fast", "stop")


def _kind(name, kind):
    """Return the type of Postgres for a column."""
    if kind.startswith("DECIMAL"):
        return "numeric"
    if name in JSON_COLUMNS or kind not in KINDS:
        return "json"
    return KINDS[kind]


def _text(name, kind):
    """Return the text of a column as Postgres reads it."""
    column = f'"{name}"'
    if kind == "text[]":
        return LIST.format(column)
    if kind == "bytea":
        return f"'\\x' || hex({column})"
    if kind == "json":
        return (
            f"case when typeof({column}) = 'VARCHAR' then {column}::varchar "
            f"else to_json({column})::varchar end"
        )
    if kind == "timestamp":
        return f"{column}::timestamp::varchar"
    return column
