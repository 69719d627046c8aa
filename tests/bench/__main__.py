"""`python -m tests.bench NAME [--json]`: real work on real files, measured. At night each is run small."""

import argparse
import importlib
import sys
from pathlib import Path

from tests.bench.figures import print_figures

HELPERS = {"figures", "stock", "zitate", "edges", "schirm", "wahlomat", "billing"}
NAMES = sorted({path.stem for path in Path(__file__).parent.glob("[a-z]*.py")} - HELPERS)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, help="how long „pages“, „sessions“ and „two_at_once“ go on")
    parser.add_argument("--target", dest="target_name", help="only this one of „fuzz“")
    parser.add_argument("--cases", type=int, help="how many „fuzz“ tries of each; where „growth“ ends")
    parser.add_argument("--seed", type=int, help="what „fuzz“ begins with")
    parser.add_argument(
        "--only",
        help="„speed“ or „edges“ of „binding“, „speed“ or „quotes“ of „documents“, „good“, „lies“ or "
        "„engines“ of „layers“",
    )
    arguments = parser.parse_args()
    given = {name: getattr(arguments, name) for name in ("seconds", "target_name", "cases", "seed", "only")}
    options = {name: value for name, value in given.items() if value is not None}
    figures = importlib.import_module(f"tests.bench.{arguments.name}").measure(**options)
    print_figures(arguments.name, figures, arguments.json)
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
