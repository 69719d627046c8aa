"""What docs/setup gives to whoever runs several machines can be read by what reads it, and fits together."""

import os
import re
import shutil
import subprocess
from configparser import RawConfigParser
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.settings import ROOT

SETUP = ROOT / "docs" / "setup"
UNITS = sorted(SETUP.glob("*.service"))
NOT_IN_THE_REPOSITORY = {"secrets.env", "oauth2-proxy.env", "tls"}
OF_OTHERS = {"DASK_SCHEDULER_ADDRESS"}
"""Variables of shared.env that are not settings of ours."""


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((SETUP / "compose.yaml").read_text(encoding="utf-8"))


def shared() -> dict[str, str]:
    lines = (SETUP / "shared.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_every_file_that_compose_names_is_there_or_known_to_be_the_operators(compose: Any) -> None:
    services = compose["services"]
    named = {name for one in services.values() for name in one.get("env_file", [])}
    mounts = [mount for one in services.values() for mount in one.get("volumes", [])]
    named |= {mount.split(":")[0].removeprefix("./") for mount in mounts if mount.startswith("./")}
    here = {path.name for path in SETUP.iterdir()}
    assert named <= here | NOT_IN_THE_REPOSITORY
    assert {mount.split(":")[0] for mount in mounts if not mount.startswith("./")} == set(compose["volumes"])
    ignored = (ROOT / ".gitignore").read_text().split()
    assert {f"docs/setup/{name}" for name in NOT_IN_THE_REPOSITORY} <= {one.rstrip("/") for one in ignored}


def test_only_the_proxy_is_reached(compose: Any) -> None:
    services = compose["services"]
    app = services["app"]
    assert app["network_mode"] == "service:proxy" and "networks" not in app and "=8501" in app["command"]
    assert {name for name, service in services.items() if service.get("ports")} == {"proxy"}
    secret = [name for name, one in services.items() if "oauth2-proxy.env" in one.get("env_file", [])]
    assert secret == ["sign-in"] and services["sign-in"]["network_mode"] == "service:proxy"
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", nginx())) == {"8501", "4180"}


def nginx() -> str:
    return (SETUP / "nginx.conf").read_text(encoding="utf-8")


def test_what_is_shared_is_known_and_leads_where_compose_mounts_it() -> None:
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert set(shared()) - OF_OTHERS <= documented
    folders = [shared()[name] for name in ("PDF_DIR", "LAEUFE_DIR", "CHROMA_DIR")]
    assert all(folder.startswith("/srv/antragsspiegel/") for folder in folders)


def test_the_proxy_writes_over_every_header_that_could_name_somebody() -> None:
    assert f"server_name {shared()['HOSTNAMEN']};" in nginx()
    written = dict(
        re.findall(r"proxy_set_header (X-Forwarded-(?:User|Email|Preferred-Username)) (\S+);", nginx())
    )
    assert written[shared()["NAME_HEADER"]] == "$name" and len(written) == 3
    told = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
    assert all(f"`{name}" in told or f"={name}`" in told for name in written)


def test_no_image_holds_what_is_secret() -> None:
    left_out = (SETUP / "Dockerfile.dockerignore").read_text().splitlines()
    for secret in (".streamlit/secrets.toml", "docs/setup/secrets.env", "docs/setup/tls/privkey.pem"):
        parents = [secret, *map(str, Path(secret).parents)]
        assert any(fnmatch(one, pattern) for pattern in left_out for one in parents if one != "."), secret


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_are_read_and_run_what_exists(path: Path, tmp_path: Path) -> None:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path)
    assert unit["Install"]["WantedBy"] == "multi-user.target" and unit["Service"]["Restart"] == "always"
    program = unit["Service"]["ExecStart"].split()[0]
    assert program.startswith("/opt/antragsspiegel/.venv/bin/")
    if systemd := shutil.which("systemd-analyze"):
        here = path.read_text().replace(program, "/bin/true").replace("antragsspiegel/chroma", "chroma")
        copy = tmp_path / path.name.replace("@", "@8501")
        copy.write_text(here.replace("User=antragsspiegel", "User=root"))
        done = subprocess.run([systemd, "verify", copy], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and path.name.partition("@")[0] not in done.stderr, done.stderr


def test_audit_says_what_to_do_where_there_is_no_network(tmp_path: Path) -> None:
    """And does not pass then."""
    env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    command = ["make", "-s", "audit", f"VENV={tmp_path / 'venv'}"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "auf einen Rechner mit Internet bringen" in done.stdout, done.stderr
    assert "--strict" in done.stdout and len(done.stdout.strip().splitlines()) == 1
