"""The tables as `core/runs/tables.py` and `core/runs/eichungen.py` have them.

With the first release they are written down here, and `newest` becomes a plain number: from then on every
change of a table is a migration of its own, which imports nothing that changes.
"""

from alembic import op

from core.runs.store import newest
from core.runs.tables import metadata

revision = newest()
down_revision = None


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
