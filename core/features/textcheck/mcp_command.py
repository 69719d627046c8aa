"""`mcp`: the tools for language models, for the program that started it or for programs of this machine."""

import argparse
from pathlib import Path

from core.programme.context import default_context


def add_mcp(mcp: argparse.ArgumentParser) -> None:
    way = "unter http://127.0.0.1:PORT/mcp statt über Ein- und Ausgabe; 0 wählt einen freien"
    mcp.add_argument("--http", metavar="PORT", type=int, help=way)
    mcp.add_argument(
        "--dokumente",
        metavar="ORDNER",
        help="Ordner, gegen dessen Dokumente ein Modell Texte prüfen darf; aus keinem anderen wird gelesen",
    )


def run_mcp(arguments: argparse.Namespace) -> int:
    """Until the other side ends. What stands on stdout is the protocol's alone."""
    from core.features.textcheck.mcp_server import build, serve_http

    server = build(default_context(), Path(arguments.dokumente) if arguments.dokumente else None)
    if arguments.http is None:
        server.run("stdio")
    else:
        serve_http(server, arguments.http)
    return 0
