"""The house style that is used until another one takes its place: one DOCX beside the stored Läufe."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from core.atomic_files import put
from core.vermerk.house_style import MOST_BYTES, checked_template

TEMPLATES = "vorlage"
NAME = "vermerk.docx"


def keep_template(folder: Path, data: bytes) -> None:
    """Refused in German where it is no harmless, whole template; what was kept before stays then."""
    checked = checked_template(data)
    target = folder / TEMPLATES / NAME
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=".neu-", delete=False) as draft:
        draft.write(checked)
    put(Path(draft.name), target)


def kept_template(folder: Path) -> bytes | None:
    """As it lies there: whoever uses it checks it again. None where ours is used."""
    try:
        with (folder / TEMPLATES / NAME).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None


def kept_since(folder: Path) -> datetime | None:
    path = folder / TEMPLATES / NAME
    return datetime.fromtimestamp(path.stat().st_mtime, UTC) if path.is_file() else None


def drop_template(folder: Path) -> None:
    (folder / TEMPLATES / NAME).unlink(missing_ok=True)
