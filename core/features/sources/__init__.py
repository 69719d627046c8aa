"""What is fetched from the Internet: programmes, Anträge, where they came from."""

from core.features import Feature, Page, Tab

FEATURE = Feature(
    "sources",
    commands={
        "fetch": ("fetch_command", "Programme und Anträge aus dem Internet holen"),
    },
    without_json=("fetch",),
    pages=(Page("antraege", "Aus Parlamenten", "cloud_download", tab=Tab("laeufe", "Aus Parlamenten", 20)),),
    places={
        "sources.fetch_commands": (
            "(subparsers, which sources there are, opens one by name): adds what `fetch` fetches"
        ),
    },
    hooks={
        "doctor_options": "core.features.sources.source_check:add_option",
        "papers.antrag_origin": "core.features.sources.antrag_fetch:origin_told",
        "antrag_notes": "pages.features.sources.fetched:origin_of",
        "antrag_entries": "pages.features.sources.antrag_entry:antrag_entry",
        "silent_parties": "pages.features.sources.missing_programmes:fetch_link",
        "programme_panels": "pages.features.sources.missing_programmes:fetch_panel",
    },
)
