"""Where else a text is printed: runs of its letters that stand in kept documents and Anträge, too."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "reuse",
    commands={"reuse": ("reuse_command", "Zeigen, wo Stellen eines Textes noch gedruckt sind")},
    pages=(Page("wonoch", "Wo steht das noch?", "content_copy", tab=Tab("suche", "Wo steht das noch?", 30)),),
    hooks={
        "lauf_tabs": "pages.features.reuse.lauf_tab:TAB",
        "help_texts": "pages.features.reuse.help_texts:FILE",
    },
)
