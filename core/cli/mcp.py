"""`mcp`: the tools for language models, for the program that started it or for programs of this machine."""

import argparse
import socket
import sys
from typing import TYPE_CHECKING

from core.context import default_context
from core.errors import EingabeError

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer


def add_mcp(mcp: argparse.ArgumentParser) -> None:
    mcp.set_defaults(run=run_mcp)
    mcp.add_argument(
        "--http",
        metavar="PORT",
        type=int,
        help="unter http://127.0.0.1:PORT/mcp statt über Ein- und Ausgabe; 0 wählt einen freien",
    )


def run_mcp(arguments: argparse.Namespace) -> int:
    """Until the other side ends. What stands on stdout is the protocol's alone."""
    from core.textcheck.mcp_server import build

    server = build(default_context())
    if arguments.http is None:
        server.run("stdio")
    else:
        _serve(server, arguments.http)
    return 0


def _serve(server: "MCPServer", port: int) -> None:
    import uvicorn

    from core.textcheck.mcp_server import http_app

    try:
        listening = socket.create_server(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else "das ist kein Port"
        raise EingabeError(
            f"Auf Port {port} lässt sich nicht antworten ({why}). Nennen Sie einen anderen."
        ) from error
    port = listening.getsockname()[1]
    sys.stderr.write(f"http://127.0.0.1:{port}/mcp\n")
    config = uvicorn.Config(http_app(server, port), log_level="warning", access_log=False)
    uvicorn.Server(config).run([listening])
