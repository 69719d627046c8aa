import sys

from core import protokoll
from core.cli import main


def run() -> None:
    protokoll.install()
    sys.exit(main())


if __name__ == "__main__":
    run()
