"""What is fetched from the Internet: programmes, Anträge, where they came from."""

from core.features import Feature, Page

FEATURE = Feature(
    "sources",
    commands={
        "fetch": ("fetch_command", "Programme und Anträge aus dem Internet holen"),
    },
    without_json=("fetch",),
    pages=(Page("antraege", "Aus Parlamenten", "cloud_download"),),
)
