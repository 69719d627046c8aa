"""Two versions of a document side by side: which sentences are the same, moved, changed, gone, new."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "versions",
    commands={
        "versions": ("versions_command", "Zwei Fassungen eines Dokuments Satz für Satz vergleichen"),
    },
    pages=(Page("fassungen", "Fassungen", "difference", tab=Tab("suche", "Fassungen", 50)),),
)
