"""What importing and asking does to the process, seen from a fresh one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

LIGHT = """
import sys
import core.llm.anfrage, core.llm.antwort, core.llm.client, core.llm.failures, core.llm.catalogue
import core.base.key_masker, core.llm.antwort, core.llm.litellm_access
print("litellm" in sys.modules, "openai" in sys.modules)
"""

OFFLINE = """
import socket, time
hosts = set()
real = socket.getaddrinfo
def spy(host, *args, **kwargs):
    hosts.add(host)
    return real(host, *args, **kwargs)
socket.getaddrinfo = spy
from core.programme.context import default_context
from core.llm.anfrage import Anfrage
from core.llm.client import ask
from tests.llm.modellserver import antwort, modellserver
with modellserver([antwort("gut")]) as server:
    asked = Anfrage("openai/test", [{"role": "user", "content": "?"}], api_base=server.url)
    print(ask(default_context(), asked).text)
time.sleep(0.5)
print(sorted(map(str, hosts)))
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)


def test_importing_core_llm_does_not_import_litellm() -> None:
    assert run(LIGHT).stdout.split() == ["False", "False"]


def test_asking_reaches_no_host_but_the_model_and_prints_nothing() -> None:
    done = run(OFFLINE)
    assert done.stdout.splitlines() == ["gut", "['127.0.0.1']"]
    assert done.stderr == ""
