"""Who voted how: committee sentences, Protokolle, roll calls."""

from core.features import Feature

FEATURE = Feature(
    "decisions",
    commands={"decision": ("decision_command", "Aus Papieren lesen, welche Fraktion wie abstimmte")},
    hooks={
        "help_texts": "pages.features.decisions.help_texts:FILE",
        "backup_folders": "core.features.decisions.decision:BACKUP_FOLDERS",
        "sources.fetch_commands": "core.features.decisions.decision_command:add_decisions",
        "drop_paper": "core.features.decisions.decision:drop_paper",
        "listing_outcomes": "core.features.decisions.told_votes:outcomes",
        "lauf_panes": "pages.features.decisions.vote_panes:PANES",
        "lauf_tabs": "pages.features.decisions.block:TAB",
        "party_words": "pages.features.decisions.vote_panes:PartyVotes",
        "papers.report_parties": "core.features.decisions.vote_report:party_notes",
        "papers.report_sections": "core.features.decisions.vote_report:sections",
        "routes": "pages.features.decisions.routes:ROUTES",
    },
)
