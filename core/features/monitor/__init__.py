"""What became of quotes over time, and alarms."""

from core.features import Feature, Page, Tab

SOON_NEEDED = (
    "core.features.monitor.charts",
    "core.features.monitor.alarms",
    "core.features.monitor.quote_counts",
)

FEATURE = Feature(
    "monitor",
    commands={
        "monitor": ("commands", "Was aus den Zitaten wurde, und ob damit etwas nicht stimmt"),
    },
    pages=(Page("monitor", "Monitor", "monitoring", place=40, tab=Tab("monitor", "Zitate", 10)),),
    places={"monitor.tabs": "of its page: a key of the address, a name, and what draws it: ()"},
    hooks={
        "start_blocks": "pages.features.monitor.start_block:proven_lately",
        "soon_needed": "core.features.monitor:SOON_NEEDED",
        "note_kinds": "core.features.monitor.alarm_note:NOTE_KINDS",
    },
)
