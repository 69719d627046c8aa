"""What leaves the house as paper: Vermerk, tables, and the Prüfakte that proves itself."""

from core.features import Feature

FEATURE = Feature(
    "papers",
    commands={
        "bundle": ("akte_commands", "Einen Lauf als Prüfakte schreiben, die sich selbst nachweist"),
        "verify": ("akte_commands", "Eine Prüfakte prüfen, ohne Netz, Index und gespeicherte Läufe"),
    },
    places={
        "papers.antrag_origin": "(Runstore, Antrag) → str: where it came from, in words, or „“",
        "papers.report_sections": "(context, lauf) → ReportSection, …: what else a report of a Lauf tells",
        "papers.report_parties": "(context, lauf) → {party: PartyNote}: a line with each, and a column",
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
