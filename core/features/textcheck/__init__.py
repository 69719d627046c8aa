"""Which quotes of any text are printed, where, and whether that is where it says."""

from core.features import Feature, Page

FEATURE = Feature(
    "textcheck",
    commands={
        "check": ("check_command", "Prüfen, ob die Zitate eines Textes gedruckt sind und wo"),
        "mcp": ("mcp_command", "Die Werkzeuge für Sprachmodelle anbieten (Model Context Protocol)"),
    },
    pages=(Page("pruefen", "Zitate prüfen", "rule"),),
    hooks={"note_kinds": "core.features.textcheck.kept_text:NOTE_KINDS"},
)
