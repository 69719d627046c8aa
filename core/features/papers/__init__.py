"""What leaves the house as paper: Vermerk, tables, and the Prüfakte that proves itself."""

from core.features import Feature

FEATURE = Feature(
    "papers",
    commands={
        "bundle": ("akte_commands", "Einen Lauf als Prüfakte schreiben, die sich selbst nachweist"),
        "verify": ("akte_commands", "Eine Prüfakte prüfen, ohne Netz, Index und gespeicherte Läufe"),
    },
    hooks={"routes": "pages.features.papers.routes:ROUTES"},
)
