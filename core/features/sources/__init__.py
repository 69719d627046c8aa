"""What is fetched from the Internet: programmes, Anträge, where they came from."""

from core.features import Feature, Page

FEATURE = Feature(
    "sources",
    pages=(Page("antraege", "Aus Parlamenten", "cloud_download"),),
)
