"""What is fed with made-up input: one module for each target, found by its name.

A module holds `TARGET`. `python -m tests.bench fuzz --target NAME` runs many cases, `test_fuzz.py` a few, and
again every case in `funde/NAME/`: what once went wrong.
"""
