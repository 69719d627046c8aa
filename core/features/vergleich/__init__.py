"""Columns of models and prompts on the same Anträge."""

from core.features import Feature, Page

FEATURE = Feature(
    "vergleich",
    pages=(Page("vergleich", "Vergleich", "compare", place=30),),
)
