"""`python -m tests.bench NAME [--json]`: real work on real files, measured. Never part of the test run."""

import argparse
import importlib
import sys
from pathlib import Path

from tests.bench.figures import print_figures


def main() -> int:
    helpers = ("figures", "stock", "zitate")
    names = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py") if p.stem not in helpers)
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("name", choices=names)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, help="how long the load of „pages“ lasts")
    arguments = parser.parse_args()
    options = {"seconds": arguments.seconds} if arguments.seconds else {}
    figures = importlib.import_module(f"tests.bench.{arguments.name}").measure(**options)
    print_figures(arguments.name, figures, arguments.json)
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
