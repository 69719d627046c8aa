"""The same index, store and Antrag as where Läufe are assessed."""

from tests.assessment.conftest import context, umgebung

__all__ = ["context", "umgebung"]
