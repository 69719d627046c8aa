"""What is fetched from the Internet: programmes, Anträge, where they came from."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "sources",
    pages=(Page("antraege", "Aus Parlamenten", "cloud_download", tab=Tab("laeufe", "Aus Parlamenten", 20)),),
)
