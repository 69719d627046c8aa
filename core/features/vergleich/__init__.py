"""Columns of models and prompts on the same Anträge."""

from core.features import Feature, Page

SOON_NEEDED = ("core.features.vergleich.charts", "core.features.vergleich.differences")

FEATURE = Feature(
    "vergleich",
    commands={"compare": ("compare_command", "Ob ein Modell oder Prompt schlechter ist als ein anderes")},
    pages=(Page("vergleich", "Vergleich", "compare", place=30),),
    hooks={
        "soon_needed": "core.features.vergleich:SOON_NEEDED",
        "help_texts": "pages.features.vergleich.help_texts:FILE",
    },
)
