"""Target: the line in which somebody asks the programmes."""

from tests.fuzz.target import Target
from tests.question.test_zufall_suchanfrage import attempt, cases

TARGET = Target(lambda chance: next(cases(chance)), attempt, share=0)
