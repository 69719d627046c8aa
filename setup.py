"""Which packages are built: all of `core`, and the app that lies beside it; the rest is in pyproject.toml."""

from setuptools import find_packages, setup

setup(packages=[*find_packages(include=["core", "core.*"]), "core.app"])
