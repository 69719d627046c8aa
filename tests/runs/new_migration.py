"""`python -m tests.runs.new_migration NAME`: a migration to what `core/runs/tables.py` has beyond the last.

It is a draft: what has to become of rows that are there already is written into it by hand. Until its number
is released the file may be deleted and written anew with this; from then on it is never touched again.

SQLite makes a table anew for most changes (`batch_alter_table`), and knows no names of references: with
`naming_convention={"fk": "%(table_name)s_%(column_0_name)s_fkey"}` they have those that PostgreSQL gives.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from sqlalchemy import TypeDecorator

from core.runs.connection import StoreConnection, open_engine
from core.runs.store import VERSIONS, migrate, newest
from core.runs.tables import metadata

HEAD = '''"""{told}"""

import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = {before}


def upgrade() -> None:
    {body}
'''


def draft(name: str, folder: Path) -> str:
    """The code of the migration; an AssertionError where there is nothing to migrate."""
    store = StoreConnection(open_engine(None, folder))
    migrate(store)
    with store.writing() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        script = produce_migrations(context, metadata)
    store.close()
    assert script.upgrade_ops and not script.upgrade_ops.is_empty(), "tables.py has nothing that is not there"
    code = render_python_code(script.upgrade_ops, render_as_batch=True, render_item=_plain)
    body = "\n".join(line for line in code.splitlines() if "# ###" not in line).strip()
    before = newest()
    return HEAD.format(
        told=name.capitalize().replace("_", " ") + ".",
        number=f"{int(before or 0) + 1:04}",
        before=f'"{before}"' if before else None,
        body=body,
    )


def _plain(kind: str, item: object, _: object) -> str | Literal[False]:
    """A column of a type of ours as what it is in the database: our types may change, a migration may not."""
    return f"sa.{item.impl_instance!r}" if kind == "type" and isinstance(item, TypeDecorator) else False


def main(name: str) -> None:
    with TemporaryDirectory() as folder:
        code = draft(name, Path(folder))
    path = Path(str(VERSIONS)) / f"v{int(newest() or 0) + 1:04}_{name}.py"
    path.write_text(code, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "format", "--quiet", path], check=True)
    subprocess.run([*ruff, "check", "--fix", "--quiet", path], check=True)
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(sys.argv[1])
