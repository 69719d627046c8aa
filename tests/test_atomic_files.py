"""What takes no other file's place."""

import os
from pathlib import Path

from core.base.atomic_files import write_whole


def test_a_pipe_is_written_to_and_nothing_takes_its_place(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"zeile")
    assert os.read(reader, 99) == b"zeile" and pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]
    os.close(reader)
