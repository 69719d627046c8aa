"""Target: what a model answers, read, checked, and its quotes bound to the demo."""

from tests.fuzz.target import Target
from tests.llm.test_zufall_antwort import attempt, cases

TARGET = Target(lambda chance: next(cases(chance)), attempt, share=0)
