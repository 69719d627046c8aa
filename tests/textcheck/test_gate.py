"""The check in the work of others: before a commit (the real pre-commit), in an action's shell, by hand."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from core.base.settings import ROOT
from core.cli.main import main
from core.programme.context import default_context
from tests.e2e.server import environment
from tests.skips import skip_without

TRUE = "Ab dem 1. Januar 2026 führen wir ein Sozialticket für 29 Euro im Monat ein"
CHANGED = TRUE.replace("29", "49")
INVENTED = "Wir schaffen alle Wölfe noch vor dem Frühstück ab."


@pytest.fixture
def places(tmp_path: Path, demo_ordner: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copytree(demo_ordner, tmp_path / "chroma")
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    default_context.cache_clear()
    yield tmp_path
    default_context.cache_clear()


# --- which quotes count -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"Die Brücke schreibt: „{TRUE}“.", 0),
        (f"Die Brücke schreibt: „{CHANGED}“.", 1),
        (f"Zitat: „{CHANGED}“", 1),  # of nobody, but a programme has it with another number
        (f"Der Lindenbund schreibt: „{TRUE}“.", 1),
        (f"Im Programm des Lindenbunds steht: „{INVENTED}“", 1),
        ("„Ich habe das nie so gesagt und werde es nie so sagen“, erklärte der Trainer.", 0),
        ("Anna Weber (Lindenbund) sagte im Landtag: „Dieses Gesetz ist eine Zumutung für alle.“", 0),
        ("Es gilt der alte Satz: „Wer zu spät kommt, den bestraft das Leben.“", 0),
        ("Ein Text ganz ohne Zitat.", 0),
        ("", 0),
        (" \n\n", 0),
    ],
)
def test_only_a_false_quote_of_a_programme_fails(places: Path, text: str, code: int) -> None:
    path = places / "text.md"
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--fail-on-false", str(path)]) == code


def test_nothing_is_said_of_what_is_right_and_the_rest_with_its_file(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    true, false = places / "wahr.md", places / "falsch.md"
    true.write_text(f"Die Brücke schreibt: „{TRUE}“.", encoding="utf-8")
    false.write_text(f"Die Brücke: „{TRUE}“. Der Trainer rief: „{INVENTED}“ Die Brücke: „{CHANGED}“.")
    assert main(["check", "--fail-on-false", str(true)]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["check", "--fail-on-false", str(true), str(false)]) == 1
    head, only, blank, *_ = capsys.readouterr().out.splitlines()
    assert head == f"{false}:" and only.startswith("≠ „Ab dem 1. Januar 2026") and blank == ""


def test_a_file_that_cannot_be_read_hides_none_of_the_others(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    false, gone, broken = places / "falsch.md", places / "fehlt.md", places / "kaputt.docx"
    false.write_text(f"Die Brücke: „{CHANGED}“.", encoding="utf-8")
    broken.write_bytes(b"PK\x03\x04kaputt")
    names = [str(one) for one in (gone, false, broken)]
    assert main(["check", *names]) == 2
    out, err = capsys.readouterr()
    assert f"{false}:\n≠ " in out
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["Fehler", str(gone)],
        ["Fehler", str(broken)],
    ]
    assert main(["check", "--json", *names]) == 2
    first, second, third = json.loads(capsys.readouterr().out)
    assert [one["datei"] for one in (first, second, third)] == names
    assert "lässt sich nicht lesen" in first["fehler"] and "Word-Datei" in third["fehler"]
    assert second["zitate"][0]["urteil"] == "abweichend"


# --- in a repository of texts -------------------------------------------------------------------------------


class Repository:
    """A newsroom's: Markdown under git, on a machine where `antragsspiegel` is installed."""

    def __init__(self, folder: Path, index: Path) -> None:
        if not shutil.which("git"):
            skip_without("git")
        self.folder, tools = folder / "redaktion", folder / "bin"
        tools.mkdir()
        command = tools / "antragsspiegel"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m core "$@"\n')
        command.chmod(0o755)
        self.env = environment(folder) | {
            "CHROMA_DIR": str(index),
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]),
            "PRE_COMMIT_HOME": str(folder / "pre-commit"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what}": "redaktion@example.org" for who in ("AUTHOR", "COMMITTER")
               for what in ("NAME", "EMAIL")},
        }  # fmt: skip
        self.begin(self.folder)

    def begin(self, folder: Path) -> None:
        folder.mkdir()
        assert self.run("git", "init", "--quiet", str(folder)).returncode == 0

    def run(self, *command: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
        where = cwd or self.folder
        return subprocess.run(command, cwd=where, env=self.env, capture_output=True, text=True, timeout=300)

    def commit(self, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
        assert self.run("git", "add", "--all", cwd=cwd).returncode == 0
        return self.run("git", "commit", "--message", "Text", cwd=cwd)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path, demo_ordner: Path) -> Repository:
    index = Path(shutil.copytree(demo_ordner, tmp_path / "chroma"))
    return Repository(tmp_path, index)


def test_a_false_quote_is_not_committed(repository: Repository, tmp_path: Path) -> None:
    """By the real pre-commit, from a repository that holds our hooks as they are."""
    if not find_spec("pre_commit"):
        skip_without("pre-commit")
    hooks = tmp_path / "hooks"
    repository.begin(hooks)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    assert repository.commit(hooks).returncode == 0
    revision = repository.run("git", "rev-parse", "HEAD", cwd=hooks).stdout.strip()
    repository.write(
        ".pre-commit-config.yaml",
        f"repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks: [{{id: zitate-installiert}}]\n",
    )
    assert repository.run(sys.executable, "-m", "pre_commit", "install").returncode == 0
    repository.write("texte/sozialticket.md", f"# Ticket\n\nDie Brücke schreibt: „{TRUE}“.\n")
    repository.write("-seltsamer name.md", "Ein Text ohne Zitat.\n")
    done = repository.commit()
    assert done.returncode == 0 and "Passed" in done.stderr, done.stderr
    repository.write("texte/sozialticket.md", f"# Ticket\n\nDie Brücke schreibt: „{CHANGED}“.\n")
    done = repository.commit()
    assert done.returncode == 1 and "Failed" in done.stderr, done.stderr
    assert "texte/sozialticket.md:\n≠ „Ab dem 1. Januar 2026" in done.stderr and "andere Zahl" in done.stderr
    repository.env["CHROMA_DIR"] = str(tmp_path / "leer")
    assert "Noch ist kein Programm eingelesen" in repository.commit().stderr


def test_the_action_checks_what_its_inputs_name(repository: Repository, tmp_path: Path) -> None:
    """Its steps' own shell, as a runner starts it."""
    repository.write("texte/a.md", f"Die Brücke schreibt: „{TRUE}“.\n")
    repository.write("texte/zwei worte.md", f"Die Brücke schreibt: „{CHANGED}“.\n")
    repository.write("anderes/b.txt", f"Die Brücke schreibt: „{CHANGED}“.\n")
    repository.commit()
    assert "zwei worte.md" in acted(repository).stdout and acted(repository).returncode != 0
    assert acted(repository, dateien="texte/a*").returncode == 0
    assert acted(repository, dateien="*.gibtesnicht").returncode == 0
    assert acted(repository, dateien="texte/a*\nanderes/*", bundesland="Musterland").returncode != 0
    told = acted(repository, dateien="texte/a*", bundesland="Atlantis")
    assert told.returncode != 0 and "Atlantis" in told.stderr
    foreign = tmp_path / "gemacht"
    acted(repository, dateien=f"$(touch {foreign})", bundesland=f'"; touch {foreign} #')
    assert not foreign.exists()


def test_the_action_reads_in_the_programmes_that_it_is_given(repository: Repository) -> None:
    shutil.rmtree(repository.env["CHROMA_DIR"])
    (repository.folder / "programme").mkdir()
    repository.write("a.md", f"Die Brücke schreibt: „{CHANGED}“.\n")
    repository.commit()
    done = acted(repository, pdf="programme", index=".index")
    assert done.returncode != 0 and "andere Zahl" in done.stdout, done.stderr
    assert (repository.folder / ".index" / "chroma.sqlite3").is_file()


def acted(repository: Repository, **given: str) -> "subprocess.CompletedProcess[str]":
    """Each step but the one that installs, until one fails."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: one["default"] for name, one in action["inputs"].items()} | {
        "index": repository.env["CHROMA_DIR"]
    }
    inputs |= given
    install, *steps = [one for one in action["runs"]["steps"] if "run" in one]
    assert "$GITHUB_ACTION_PATH" in install["run"] and action["runs"]["using"] == "composite"
    for step in steps:
        if "if" in step and not inputs["pdf"]:
            assert step["if"] == "inputs.pdf != ''"
            continue
        env = dict(repository.env)
        for name, value in step["env"].items():
            env[name] = inputs[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(
            command, cwd=repository.folder, env=env, capture_output=True, text=True, timeout=300
        )
        if done.returncode:
            break
    return done
