"""How others find the check: the registry's server.json, and the skill for agents."""

import json
import re
import shlex

import yaml

from core.base.settings import ROOT
from core.base.version import VERSION
from core.cli.main import build_parser
from core.features.textcheck.check import Verdict
from core.features.textcheck.mcp_server import Tools

SERVER = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
SKILL = ROOT / "docs" / "skills" / "zitate-pruefen" / "SKILL.md"


def test_the_registry_is_told_what_it_wants_and_this_version() -> None:
    """What its schema (2025-12-11) requires, and that the package's README names the server."""
    assert re.fullmatch(
        r"https://static\.modelcontextprotocol\.io/schemas/\d{4}-\d\d-\d\d/server\.schema\.json",
        SERVER["$schema"],
    )
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"]) and len(SERVER["name"]) <= 200
    assert 1 <= len(SERVER["description"]) <= 100 and 1 <= len(SERVER["title"]) <= 100
    (package,) = SERVER["packages"]
    assert SERVER["version"] == package["version"] == VERSION
    assert (package["registryType"], package["transport"]) == ("pypi", {"type": "stdio"})
    named = re.findall(r"(?m)^<!-- mcp-name: (\S+) -->$", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert named == [SERVER["name"]]


def test_the_registry_s_command_and_settings_are_ours() -> None:
    (package,) = SERVER["packages"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'name = "{package["identifier"]}"' in project and f"{package['identifier']} = " in project
    words = [one["value"] for one in package["packageArguments"]]
    assert build_parser("mcp").parse_args(words).befehl == "mcp"
    settings = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert all(f"`{one['name']}`" in settings for one in package["environmentVariables"])


def test_the_skill_names_what_there_is() -> None:
    head, body = re.fullmatch(r"---\n(.*?)\n---\n(.*)", SKILL.read_text(encoding="utf-8"), re.DOTALL).groups()  # type: ignore[union-attr]
    told = yaml.safe_load(head)
    assert told["name"] == SKILL.parent.name and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", told["name"])
    assert 1 <= len(told["description"]) <= 1024 and len(body.splitlines()) <= 60
    table = body[body.index("| `urteil` |") : body.index("4. ")]
    verdicts = re.findall(r"`([a-z_]+)`", "".join(re.findall(r"(?m)^\| ([^|]+) \|", table)))
    assert sorted(verdicts) == sorted(["urteil", *Verdict])
    tools = re.search(r"Tools (.*?) are", body)
    assert tools and all(hasattr(Tools, name) for name in re.findall(r"`(\w+)`", tools[1]))
    for command in re.findall(r"`antragsspiegel (\w+ [^`]+)`", body):
        build_parser(command.split()[0]).parse_args(shlex.split(command))
