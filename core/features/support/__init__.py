"""Whether a quote carries its Forderung, by the word of a second model."""

from core.features import Feature

FEATURE = Feature(
    "support",
    commands={
        "support": ("command", "Prüfen lassen, ob die Zitate eines Laufs ihre Forderung tragen"),
        "rates": ("rates_command", "Wie oft Zitate laut Prüfmodell tragen, berichtigt durch Menschen"),
    },
    hooks={
        "note_kinds": "core.features.support.sample:NOTE_KINDS",
        "prompt_kinds": "core.features.support.prompt:KIND",
        "matrix_tools": "pages.features.support.block:checking",
        "monitor.tabs": "pages.features.support.reading:TAB",
        "lauf_blocks": "pages.features.support.block:to_be_read",
    },
)
