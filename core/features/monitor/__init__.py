"""What became of quotes over time, and alarms."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "monitor",
    commands={
        "monitor": ("commands", "Was aus den Zitaten wurde, und ob damit etwas nicht stimmt"),
    },
    pages=(Page("monitor", "Monitor", "monitoring", place=40, tab=Tab("monitor", "Zitate", 10)),),
)
