"""Charts: pure functions from a frame to a figure. Which columns a frame has is told by core.frames."""

from core.charts.control_chart import regelkarte
from core.charts.figure import Figure
from core.charts.monitor_charts import anteile, parteien, verlauf
from core.charts.vergleich_charts import abstaende, heatmap

__all__ = [
    "Figure",
    "abstaende",
    "anteile",
    "heatmap",
    "parteien",
    "regelkarte",
    "verlauf",
]
