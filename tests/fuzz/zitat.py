"""Target: quotes that are nearly true; what is bound of them stands there letter by letter."""

from tests.citations.test_zufall_zitate import attempt, cases
from tests.fuzz.target import Target

TARGET = Target(lambda chance: next(cases(chance)), attempt, share=0)
