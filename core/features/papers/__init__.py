"""What leaves the house as paper: Vermerk, tables, and the Prüfakte that proves itself."""

from core.features import Feature

FEATURE = Feature(
    "papers",
    commands={
        "bundle": ("akte_commands", "Einen Lauf als Prüfakte schreiben, die sich selbst nachweist"),
        "verify": ("akte_commands", "Eine Prüfakte prüfen, ohne Netz, Index und gespeicherte Läufe"),
    },
    hooks={
        "lauf_files": "core.features.papers.lauf_files:FORMS",
        "lauf_downloads": "pages.features.papers.downloads:lauf_downloads",
        "further_downloads": "pages.features.papers.downloads:akte_download",
        "laeufe_tools": "pages.features.papers.akte_check:akte_check",
        "quote_actions": "pages.features.papers.cite:cite",
        "routes": "pages.features.papers.routes:ROUTES",
    },
)
