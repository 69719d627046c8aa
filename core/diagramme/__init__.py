"""Charts: pure functions from a frame to a figure. Which columns a frame has is told by core.frames."""

from core.diagramme.calibration_charts import anteile_mit_grenzen, zuverlaessigkeit
from core.diagramme.control_chart import regelkarte
from core.diagramme.figure import Figure
from core.diagramme.monitor_charts import anteile, parteien, verlauf
from core.diagramme.vergleich_charts import abstaende, heatmap, staerken

__all__ = [
    "Figure",
    "abstaende",
    "anteile",
    "anteile_mit_grenzen",
    "heatmap",
    "parteien",
    "regelkarte",
    "staerken",
    "verlauf",
    "zuverlaessigkeit",
]
