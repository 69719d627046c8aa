import sys
from io import TextIOWrapper

from core import key_masker
from core.cli.main import main
from core.private_files import keep_private


def run() -> None:
    key_masker.mask_logs()
    keep_private()
    if isinstance(sys.stdout, TextIOWrapper):  # half a character, as JSON may bring it, ends no command
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main())


if __name__ == "__main__":
    run()
