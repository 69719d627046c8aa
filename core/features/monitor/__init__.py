"""What became of quotes over time, and alarms."""

from core.features import Feature, Page

FEATURE = Feature(
    "monitor",
    commands={
        "monitor": ("commands", "Was aus den Zitaten wurde, und ob damit etwas nicht stimmt"),
    },
    pages=(Page("monitor", "Monitor", "monitoring", place=40),),
    hooks={"note_kinds": "core.features.monitor.alarm_note:NOTE_KINDS"},
)
