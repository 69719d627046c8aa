"""Documents kept beside the programmes: treaties, resolutions, Drucksachen, protocols, laws, studies."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "documents",
    commands={"quellen": ("command", "Dokumente neben den Programmen halten und durchsuchen")},
    without_json=("quellen",),
    pages=(Page("quellen", "Quellen", "folder_open", tab=Tab("programme", "Quellen", 20)),),
    hooks={
        "textcheck.documents": "core.features.documents.search:quellen_of",
        "help_texts": "pages.features.documents.help_texts:FILE",
    },
)
