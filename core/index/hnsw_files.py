"""Are the files of a vector index whole? Chroma's native code may crash the process on ones cut short.

The layout is hnswlib's as Chroma 1.5.9 writes it; what looks otherwise is left for Chroma to judge.
"""

import struct
from pathlib import Path
from uuid import UUID

HEADER = struct.Struct("<i6QiIQQQdQ")  # version, offset, capacity, rows, bytes per row, …


def index_folders(database: Path) -> list[Path]:
    """The vector indexes beside a database: one folder per collection, named by a UUID of Chroma's."""
    return [path for path in database.iterdir() if path.is_dir() and _is_uuid(path.name)]


def is_whole(folder: Path) -> bool:
    """Whether it is safe to open. Without its list of ids Chroma takes it for empty and reads nothing."""
    if not (folder / "index_metadata.pickle").exists():
        return True
    try:
        header = (folder / "header.bin").read_bytes()
        if len(header) != HEADER.size:
            return False
        version, _, _, rows, bytes_per_row, *_ = HEADER.unpack(header)
        return version != 1 or (
            (folder / "data_level0.bin").stat().st_size >= rows * bytes_per_row
            and (folder / "length.bin").stat().st_size >= rows * 4
            and _links_fit((folder / "link_lists.bin").read_bytes(), rows)
        )
    except FileNotFoundError:
        return False


def _links_fit(links: bytes, rows: int) -> bool:
    """Per row four bytes with a length, then as many bytes."""
    end = 0
    for _ in range(rows):
        if end + 4 > len(links):
            return False
        end += 4 + int.from_bytes(links[end : end + 4], "little")
    return end <= len(links)


def _is_uuid(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
