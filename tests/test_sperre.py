"""The suite's own lock on the network holds."""

import socket
import urllib.request

import pytest

from tests.sperre import REACHED, NachDraussen


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.org", "10.0.0.1", "0.0.0.0"])
def test_nothing_outside_is_reached(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as one, pytest.raises(NachDraussen, match=host.replace(".", r"\.")):
        one.connect((host, 80))
    with socket.socket(family) as one, pytest.raises(NachDraussen):
        one.connect_ex((host, 80))
    with socket.socket(family, socket.SOCK_DGRAM) as one, pytest.raises(NachDraussen):
        one.sendto(b"x", (host, 53))
    assert len(REACHED) == 3
    REACHED.clear()


def test_what_is_built_on_sockets_is_stopped_too() -> None:
    with pytest.raises(OSError):
        urllib.request.urlopen("http://192.0.2.1/", timeout=5)
    assert REACHED == ["('192.0.2.1', 80)"]
    REACHED.clear()


def test_this_machine_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=5) as line:
            assert line.getpeername() == server.getsockname() and REACHED == []
