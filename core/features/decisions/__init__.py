"""Who voted how: committee sentences, Protokolle, roll calls."""

from core.features import Feature

FEATURE = Feature(
    "decisions",
    hooks={"routes": "pages.features.decisions.routes:ROUTES"},
)
