"""What can be set of a request to a model, and how it is told."""

from core.german import formats

MOST_PASSAGES = 12
"""Passages of each programme at most."""

PASSAGEN = "So viele Stellen jedes Programms werden dem Modell höchstens gezeigt."

TEMPERATURES = (0.0, 0.2, 0.5, 0.7, 1.0)
TEMPERATURE = (
    "Bei 0 antwortet ein Modell möglichst gleich, darüber abwechslungsreicher. Manche Modelle lassen sie "
    "sich nicht vorschreiben."
)


def temperature_name(temperatur: float) -> str:
    return formats.shortest(temperatur)
