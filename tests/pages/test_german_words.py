"""Streamlit's words in German: what the dictionary means is there, and the running app serves it."""

import http.client
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.responses import FileResponse

from pages.ui.german_words import FOREVER, GERMAN, INDEX, STATIC, index, scripts, translated, words
from tests.pages.test_route import App, app

__all__ = ["app"]

FILES = {
    section: [STATIC / "static" / n for n in scripts() if scripts()[n] == section] for section in words()
}
FILES["index-html"] = [INDEX]

SEVERAL_TIMES = {
    ('index', '"aria-label":`Close`'): 3,
    ('index', '"aria-label":`App pages`'): 2,
    ('index', '"aria-label":`Main menu`'): 2,
    ('index', 'children:`Clear caches`'): 2,
    ('Multiselect', '`No results`'): 2,
    ('TextInput', '`Invalid input.`'): 2,
    ('DateInput', 'locale:`en-US`'): 2,
    ('DateInput', '`Use arrow keys to navigate dates. Enter to select. Escape to close.`'): 2,
    ('DateInput', '`Choose date range`'): 3,
    ('DateInput', '`Choose date`'): 3,
    ('DateInput', '"aria-label":`Quick select a date range`'): 2,
    ('DateTimeInput', 'locale:`en-US`'): 2,
    ('DateTimeInput', '`Choose date and time`'): 3,
    ('DataFrame', '`No options`'): 2,
    ('DataFrame', '`Invalid input.`'): 5,
    ('DataFrame', 'label:`Automatic`'): 4,
    ('DataFrame', 'label:`Localized`'): 4,
    ('DataFrame', 'label:`Distance`'): 2,
    ('DataFrame', '`Distribution histogram`'): 2,
    ('DataFrame', 'label:`Values`'): 5,
    ('DataFrame', 'label:`Empty`'): 5,
    ('DataFrame', 'label:`Distinct`'): 2,
    ('DataFrame', 'label:`Average`'): 2,
    ('DataFrame', 'label:`25th percentile`'): 2,
    ('DataFrame', 'label:`75th percentile`'): 2,
    ('DataFrame', 'children:`No data`'): 2,
    ('DataFrame', 'children:`Based on sample`'): 2,
    ('DataFrame', 'toLocaleString(void 0,'): 6,
    ('DataFrame', 'toLocaleDateString(void 0,'): 2,
    ('DataFrame', '`Copy column name`'): 2,}  # fmt: skip
"""All others stand there once."""


def get(app: App, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=30)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    answer = response.status, response.read(), {k.lower(): v for k, v in response.getheaders()}
    connection.close()
    return answer


@pytest.mark.parametrize("section", sorted(words()))
def test_every_english_word_stands_in_streamlit_as_often_as_known(section: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES[section])
    found = {english: text.count(english) for english in words()[section]}
    assert found == {english: SEVERAL_TIMES.get((section, english), 1) for english in found}


@pytest.mark.parametrize("name", sorted(scripts()))
def test_translated_script_is_still_one(name: str, tmp_path: Path) -> None:
    original = (STATIC / "static" / name).read_bytes()
    assert translated(name).count(b"`") % 2 == original.count(b"`") % 2
    if node := shutil.which("node"):
        (tmp_path / "script.mjs").write_bytes(translated(name))
        subprocess.run([node, "--check", tmp_path / "script.mjs"], check=True)


def test_every_page_is_german_and_loads_only_german_scripts(app: App) -> None:
    for path in ("/", "/index.html", "/lauf", "/lauf?id=3"):
        status, body, headers = get(app, path, **{"Accept-Encoding": "gzip"})
        page = body.decode()
        assert (status, headers["cache-control"], body) == (200, "no-cache", index())
        assert '<html lang="de">' in page and "<title>Antragsspiegel</title>" in page
        assert re.findall(r"\./static/(?!de-)", page) == []
        assert "JavaScript" in page and "You need" not in page


def test_browser_that_knows_the_english_page_gets_the_german_one(app: App) -> None:
    etag = FileResponse(INDEX, stat_result=INDEX.stat()).headers["etag"]
    assert get(app, "/", **{"If-None-Match": etag})[:2] == (200, index())


def test_scripts_are_served_translated_and_kept_by_the_browser(app: App) -> None:
    name = next(name for name in scripts() if scripts()[name] == "FileUploader")
    status, body, headers = get(app, f"{GERMAN}{name}")
    assert (status, body) == (200, translated(name)) and "Datei hierher ziehen" in body.decode()
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == FOREVER["Cache-Control"]
    assert get(app, f"/static/{name}")[2]["cache-control"] == FOREVER["Cache-Control"]


def test_all_other_files_are_streamlits_own(app: App) -> None:
    for path in re.findall(rf"\.{GERMAN}([^\"]+)", index().decode()):
        if path not in scripts():
            assert get(app, f"{GERMAN}{path}")[:2] == (200, (STATIC / "static" / path).read_bytes())
