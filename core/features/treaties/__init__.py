"""A coalition treaty against its parties' programmes: for each sentence the nearest passage of each party."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "treaties",
    commands={
        "treaty": (
            "treaty_command",
            "Einen Vertrag Satz für Satz neben die Programme seiner Parteien stellen",
        )
    },
    pages=(
        Page("vertrag", "Vertrag und Programme", "handshake", tab=Tab("suche", "Vertrag und Programme", 40)),
    ),
    hooks={"help_texts": "pages.features.treaties.help_texts:FILE"},
)
