"""docs/API.md from `core.PUBLIC`: `python -m tests.public_page` writes it, tests/test_public.py compares."""

import ast
import inspect
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import core

PAGE = Path(__file__).parents[1] / "docs" / "API.md"

HEAD = """\
# What scripts may rely on

Written from `core.PUBLIC` by `python -m tests.public_page`. Nothing else of `core` is promised to stay. The
examples are one script, which the tests run on the demo (`python -m core index --bundesland DEMO`). Without
`context` a function works with the settings of the environment; each error it raises is a `DashboardError`.
"""

EXAMPLES = {
    "PROGRAMME": 'assert core.PROGRAMME["bruecke-demo-2024"].partei == "BRÜCKE"',
    "Context": """\
from dataclasses import replace
from core.base.settings import load_settings

larger = core.Context(replace(load_settings(), chunk_size=1000))
assert larger.registry.programme.keys() == core.PROGRAMME.keys()""",
    "index_programm": 'assert core.index_programm("bruecke-demo-2024") == 65  # is not read again',
    "find_relevant_chunks": """\
found = core.find_relevant_chunks("Grundschulen auf dem Land", ["BRÜCKE"], bundesland="DEMO")
assert [f.partei for f in found] == ["BRÜCKE"] * 3""",
    "is_nothing_near": """\
assert core.is_nothing_near("Quantenkryptographie für Satelliten", bundesland="DEMO")
assert not core.is_nothing_near("Grundschulen auf dem Land", ["BRÜCKE"], bundesland="DEMO")""",
    "left_unsearched": """\
assert "kein Wahlprogramm eingelesen" in core.left_unsearched("BY")""",
    "get_relevant_quotes_for_antrag": """\
antrag = "Der Landtag fordert, jede Grundschule auf dem Land zu erhalten und den Bus zu stärken."
quotes = core.get_relevant_quotes_for_antrag(antrag, ["BRÜCKE", "MÜHLRAD"], "DEMO")
assert set(quotes) == {"BRÜCKE", "MÜHLRAD"}""",
    "format_quotes_for_prompt": 'assert core.format_quotes_for_prompt(quotes).startswith("[Q1]")',
    "find_chunk_for_text": """\
first = quotes["BRÜCKE"][0]
assert core.find_chunk_for_text(first.text[:80], quotes["BRÜCKE"]) == first""",
    "reconstruct_zitate": """\
satz = next(s for s in first.text.split(". ") if len(s) > 40)
answer = {
    "wahlprogrammScores": [
        {
            "partei": "BRÜCKE",
            "wahlprogramm": {
                "score": 7,
                "zitate": [
                    {"text": satz, "quelle": "[Q1]"},
                    {"text": "Wir schließen alle Schulen auf dem Land.", "quelle": "[Q1]"},
                ],
            },
        }
    ]
}
core.reconstruct_zitate(answer, quotes)
(zitat,) = answer["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]
(dropped,) = answer["verworfeneZitate"]
assert zitat["status"] == "woertlich" and dropped["grund"]""",
    "read_eintrag": """\
beleg = core.read_eintrag(zitat)
assert isinstance(beleg, core.Gebunden) and beleg.ort.programm == first.programm_id""",
    "Verworfen": "assert isinstance(core.read_eintrag(dropped), core.Verworfen)",
    "render_highlighted_page": """\
pdf, page, marked = core.render_highlighted_page(beleg.ort.programm, beleg.ort.seiten[0], beleg.text)
assert pdf.startswith(b"%PDF") and page == beleg.ort.seiten[0] and marked""",
    "check_text": """\
checked = core.check_text(f"Die Brücke: „{beleg.text}“, aber auch: „Wir schließen alle Schulen noch heute.“")
assert [one.verdict for one in checked.quotes] == ["gedruckt", "nirgends"] and not checked.is_clean
assert checked.quotes[0].gebunden[0].quelle == beleg.quelle""",
    "checked_as_json": 'assert core.checked_as_json(checked)["zitate"][1]["urteil"] == "nirgends"',
    "check_support": """\
try:
    core.check_support("nicht-da")  # the id of a Lauf, as `runs` lists it
except core.EingabeError as refused:
    assert "nicht-da" in str(refused)""",
    "EingabeError": """\
try:
    core.find_relevant_chunks("Rente", ["Partei, die es nicht gibt"])
except core.EingabeError as error:
    assert "ist nicht im Register" in str(error)""",
}
"""In the order they are run in, which is the order of the page."""


def page() -> str:
    names = [name for module, own in core.PUBLIC.items() if not module.endswith("errors") for name in own]
    errors = [name for module, own in core.PUBLIC.items() if module.endswith("errors") for name in own]
    parts = [HEAD, _part("PROGRAMME", "Every programme of the registry by its id; it cannot be changed.")]
    parts += [_part(name, _told(getattr(core, name))) for name in names]
    parts += [
        "## Errors\n",
        "| error | is a | when |\n| --- | --- | --- |",
        *(_error_row(getattr(core, name)) for name in errors),
        f"\n{_example('EingabeError')}",
    ]
    return "\n".join(parts)


def script() -> str:
    """Every example, in the order of the page."""
    blocks = page().split("```python\n")[1:]
    return "\n".join(["import core", *(block.split("```")[0] for block in blocks)])


def _part(name: str, told: str) -> str:
    return "\n\n".join(filter(None, [f"## `core.{name}`", told, _example(name)])).rstrip() + "\n"


def _example(name: str) -> str:
    return f"```python\n{EXAMPLES[name]}\n```\n" if name in EXAMPLES else ""


def _told(public: Any) -> str:
    """Its form and the first sentence that its docstring says."""
    if isinstance(public, type) and issubclass(public, Enum):
        return f"One of {', '.join(f'`{member.value}`' for member in public)}."
    line = (inspect.getdoc(public) or "").splitlines()[0]
    if is_dataclass(public):
        names = [f"`{field.name}`" for field in fields(public) if not field.name.startswith("_")]
        return f"{line}\n\nFields: {', '.join(names)}."
    return f"```\n{_signature(public)}\n```\n\n{line}"


def _signature(function: Any) -> str:
    """As it stands in the code: annotations by the names used there."""
    (node,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(node, ast.FunctionDef) and node.returns
    return f"{node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"


def _error_row(kind: type[Exception]) -> str:
    line = (inspect.getdoc(kind) or "").splitlines()[0]
    return f"| `{kind.__name__}` | `{kind.__bases__[0].__name__}` | {line} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
