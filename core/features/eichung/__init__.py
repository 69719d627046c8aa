"""How well models judge and the search finds, against what is officially known."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "eichung",
    commands={
        "evaluate": ("commands", "Messen, wie gut die Suche findet"),
        "calibrate": ("commands", "Ein Modell an den offiziellen Positionen der Parteien eichen"),
    },
    pages=(Page("eichung", "Verlässlichkeit", "balance", tab=Tab("monitor", "Verlässlichkeit", 20)),),
    hooks={"lauf_points": "pages.features.eichung.points_line:points_line"},
)
