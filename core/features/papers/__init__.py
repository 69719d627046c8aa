"""What leaves the house as paper: Vermerk, tables, and the Prüfakte that proves itself."""

from core.features import Feature

FEATURE = Feature(
    "papers",
    hooks={"routes": "pages.features.papers.routes:ROUTES"},
)
