import io
import sys

from core.base import keyless_logs
from core.base.private_files import keep_private
from core.cli.main import main


def run() -> None:
    keyless_logs.mask_logs()
    keep_private()
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower().startswith("utf"):
        sys.stdout.reconfigure(errors="backslashreplace")  # for tables with half of a character
    sys.exit(main())


if __name__ == "__main__":
    run()
