"""Who may read what lies here: the account that the app runs under, and nobody else of the machine.

New files are so by the mask of the process. What an earlier version left open is told, and closed by
`doctor --repair` and when the app starts.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from core.base.settings import Settings

OTHERS = 0o077
OURS = re.compile(
    r"laeufe\.sqlite3.*|chroma\.sqlite3.*|antraege|abstimmungen|quellen|texte|zwischenspeicher"
    r"|[0-9a-f]{8}-[0-9a-f-]{27}"
)
"""In LAEUFE_DIR and CHROMA_DIR; whoever may not enter a folder reads nothing in it. What else lies there is
not ours to close, nor is the folder, which somebody may have named for other things, too."""


def keep_private() -> None:
    """What this process and those it starts write from now on is read by its account alone."""
    os.umask(os.umask(OTHERS) | OTHERS)


def open_to_others(settings: Settings) -> Iterator[Path]:
    """What of ours another account of this machine may read."""
    if os.name != "posix":  # elsewhere a mode tells nothing
        return
    for folder in (settings.laeufe_dir, settings.chroma_dir):
        with suppress(FileNotFoundError):
            if not folder.stat().st_mode & OTHERS:
                continue  # nobody gets in
            for path in sorted(folder.iterdir()):
                if OURS.fullmatch(path.name) and _is_open(path):
                    yield path


def _is_open(path: Path) -> bool:
    with suppress(FileNotFoundError):
        found = path.lstat()
        is_ours = found.st_uid == os.geteuid()
        return is_ours and not stat.S_ISLNK(found.st_mode) and bool(found.st_mode & OTHERS)
    return False


def close_to_others(settings: Settings) -> list[Path]:
    """What was open and is closed now."""
    found = list(open_to_others(settings))
    for path in found:
        with suppress(FileNotFoundError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    return found
