"""Which quotes of any text are printed, where, and whether that is where it says."""

from core.features import Feature, Page

FEATURE = Feature(
    "textcheck",
    commands={
        "check": ("check_command", "Prüfen, ob die Zitate eines Textes gedruckt sind und wo"),
        "mcp": ("mcp_command", "Die Werkzeuge für Sprachmodelle anbieten (Model Context Protocol)"),
    },
    without_json=("mcp",),
    pages=(Page("pruefen", "Zitate prüfen", "rule", place=25),),
    places={
        "textcheck.documents": "(Context, Land or None) → Iterable[Quelle]: what is kept beside Programme"
    },
    hooks={
        "file_readers": "core.features.textcheck.handed_over:read_handed_over",
        "monitor.tabs": "pages.features.textcheck.kept_texts:TAB",
        "routes": "pages.features.textcheck.routes:ROUTES",
        "note_kinds": "core.features.textcheck.kept_text:NOTE_KINDS",
    },
)
