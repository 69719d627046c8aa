"""Anträge measured by a rubric, with quotes from themselves."""

from core.features import Feature

FEATURE = Feature(
    "rubrics",
)
