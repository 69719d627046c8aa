import sys

from core import key_masker
from core.cli.main import main
from core.private_files import keep_private


def run() -> None:
    key_masker.mask_logs()
    keep_private()
    sys.exit(main())


if __name__ == "__main__":
    run()
