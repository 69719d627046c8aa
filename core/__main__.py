import sys

from core import event_log
from core.cli.main import main


def run() -> None:
    event_log.install()
    sys.exit(main())


if __name__ == "__main__":
    run()
