import sys

from core import protokoll
from core.cli import main

protokoll.install()
sys.exit(main())
