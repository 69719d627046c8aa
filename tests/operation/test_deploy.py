"""What an operator is given to run it with: it listens on loopback, is bounded, made of what is there."""

import configparser
import re
import shutil
import subprocess
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import pytest

from core.base.settings import ROOT, Settings
from core.base.shutdown import GRACE
from tests.operation.deployed import services, try_out

DEPLOY = ROOT / "deploy"
OURS = services({"POSTGRES_PASSWORD": "x"})
READ_ELSEWHERE = {"DASK_SCHEDULER_ADDRESS", "OPENAI_API_KEY", "HOME", "STREAMLIT_SERVER_HEADLESS"}


def test_compose_does_not_begin_without_a_password() -> None:
    with pytest.raises(KeyError, match="POSTGRES_PASSWORD"):
        services({})


@pytest.mark.parametrize("name", OURS)
def test_every_service_is_reached_from_this_machine_alone_and_is_bounded(name: str) -> None:
    service = OURS[name]
    assert service["network_mode"] == "host" and "ports" not in service
    assert service["mem_limit"] and service["restart"] and service["volumes"]
    assert "no-new-privileges:true" in service["security_opt"]
    if name != "app":  # the app itself listens so, by .streamlit/config.toml
        assert "127.0.0.1" in service["command"]
    if name != "postgres":
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert int(service["stop_grace_period"].removesuffix("s")) > 2 * GRACE


def test_what_the_app_is_told_by_compose_is_a_setting() -> None:
    known = {field.name.upper() for field in fields(Settings)}
    assert set(OURS["app"]["environment"]) - READ_ELSEWHERE <= known
    assert OURS["app"]["environment"] == OURS["worker"]["environment"], "a worker asks what the app would"


def test_what_waits_waits_for_what_tells_that_it_is_ready() -> None:
    for service in OURS.values():
        for other, condition in service.get("depends_on", {}).items():
            assert condition == {"condition": "service_healthy"} and OURS[other]["healthcheck"]["test"]


def test_the_dockerfile_takes_what_is_there_and_runs_as_nobody() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    steps = defaultdict(list)
    for line in lines:
        if line and not line.startswith("#"):
            steps[line.split()[0]].append(line.split(maxsplit=1)[1])
    taken = [word for step in steps["COPY"] if "--from" not in step for word in step.split()[:-1]]
    assert taken and all((ROOT / path).exists() for path in taken)
    shown = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    assert all(
        any(f"!{path}/".startswith(f"{one}/") or one == f"!{path}/config.toml" for one in shown)
        for path in taken
    )
    assert {"data/pdf", "data/laeufe", "data/registry/programme/eigene.toml"} <= set(shown), (
        "an analyst's own"
    )
    assert re.fullmatch(r"\d+", steps["USER"][-1]) and int(steps["USER"][-1]) > 0
    assert all("--require-hashes" in step or "--no-index" in step or "setuptools" in step
               for step in steps["RUN"] if "pip install" in step)  # fmt: skip


def test_the_workers_lock_agrees_with_the_apps() -> None:
    locks = [dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / path).read_text("utf-8")))
             for path in ("requirements.lock", "deploy/worker.lock")]  # fmt: skip
    assert "distributed" in locks[1]
    shared = locks[0].keys() & locks[1].keys()
    assert {name: locks[1][name] for name in shared} == {name: locks[0][name] for name in shared}


def unit() -> dict[str, str]:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string((DEPLOY / "antragsspiegel.service").read_text("utf-8"))
    return dict(read["Service"])


def test_the_unit_leaves_time_to_end_and_lets_nobody_else_read() -> None:
    told = unit()
    assert int(told["TimeoutStopSec"]) > 2 * GRACE and told["UMask"] == "0077" and told["MemoryMax"]
    assert told["ProtectSystem"] == "strict" and told["NoNewPrivileges"] == "yes"
    assert told["WorkingDirectory"].endswith(told["StateDirectory"])


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze (Debian: systemd)")
def test_systemd_understands_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    path = tmp_path / "antragsspiegel.service"
    here = (DEPLOY / "antragsspiegel.service").read_text("utf-8")
    path.write_text(here.replace("/opt/antragsspiegel/bin/antragsspiegel", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.night
@pytest.mark.timeout(600)
def test_the_services_work_together_on_this_machine(tmp_path: Path) -> None:
    assert try_out(tmp_path)
