"""Who voted how: committee sentences, Protokolle, roll calls."""

from core.features import Feature

FEATURE = Feature(
    "decisions",
    hooks={
        "report_parties": "core.features.decisions.vote_report:party_notes",
        "report_sections": "core.features.decisions.vote_report:sections",
        "routes": "pages.features.decisions.routes:ROUTES",
    },
)
