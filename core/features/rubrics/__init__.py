"""Anträge measured by a rubric, with quotes from themselves."""

from core.features import Feature

FEATURE = Feature(
    "rubrics",
    commands={"rubric": ("command", "Anträge an einer Rubrik messen, mit Zitaten aus ihnen selbst")},
)
