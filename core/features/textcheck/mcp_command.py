"""`mcp`: the tools for language models, for the program that started it or for programs of this machine."""

import argparse

from core.programme.context import default_context


def add_mcp(mcp: argparse.ArgumentParser) -> None:
    way = "unter http://127.0.0.1:PORT/mcp statt über Ein- und Ausgabe; 0 wählt einen freien"
    mcp.add_argument("--http", metavar="PORT", type=int, help=way)


def run_mcp(arguments: argparse.Namespace) -> int:
    """Until the other side ends. What stands on stdout is the protocol's alone."""
    from core.features.textcheck.mcp_server import build, serve_http

    server = build(default_context())
    if arguments.http is None:
        server.run("stdio")
    else:
        serve_http(server, arguments.http)
    return 0
