import sys

from core import key_masker
from core.cli.main import main


def run() -> None:
    key_masker.mask_logs()
    sys.exit(main())


if __name__ == "__main__":
    run()
