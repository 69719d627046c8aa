"""`python -m tests.golden [--write]`: in words, what today's code makes otherwise than the golden files say.

It reads six real Programme too, where the corpus lies beside the project. Takes about two minutes.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.conftest import KORPUS
from tests.golden.files import GOLDEN, differences, load, store
from tests.golden.made import REAL, made, played, read


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep what is made today as the golden files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        parts = made(played(Path(folder)))
    if KORPUS.exists():
        parts["gelesen"] = read(KORPUS / "programme" / f"{name}.pdf" for name in REAL)
    if arguments.write:
        for name, part in parts.items():
            store(name, part)
        return 0
    found = [line for name, part in parts.items() for line in differences(load(name), part, name)]
    sys.stdout.write("\n".join(found or [f"All as in {GOLDEN.name}."]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
