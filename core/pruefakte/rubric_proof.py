"""Judgements by rubrics in a Prüfakte: do their quotes stand in the enclosed Antrag, and does the raw answer
say so?"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.antrag_rows import ReadRow, read_rows
from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import Eintrag, Gebunden
from core.citations.eintrag_json import read_eintrag, write_eintrag
from core.llm.antwort import RubrikAntwort
from core.llm.read_answer import read_answer
from core.pruefakte.akte_findings import AkteFinding, Weight, fault
from core.pruefakte.akte_form import AkteRubric, AkteRubricField, RubricsForm, masked
from core.pruefakte.bag import Files
from core.pruefakte.contents import ANTRAG_PDF, Contents
from core.rubrics.ask_rubric import bound_answer, touched_by_words
from core.rubrics.field_judgement import RubricJudgement
from core.rubrics.rubric import read_rubric
from core.runs.rubric_form import MOST_OF_ALL
from core.runs.rubric_rows import StoredField, StoredRubric
from core.schema import JsonValue

NOT_THERE = "Ein Zitat steht nicht so an seiner Stelle im beigelegten Antrag."
OTHER_PAGES = "Die Seiten eines Zitats sind nicht die, auf denen es in der beigelegten Datei steht."
NO_PAGES = "Die Seiten der Zitate sind nicht nachgewiesen: Die Datei des Antrags liegt nicht bei."
OTHER_TEXT = "Geurteilt wurde über einen anderen Text als den des beigelegten Antrags."
NOT_FROM_ANSWER = "Stufen, Gründe oder Zitate sind nicht die der rohen Antwort."


def rubric_name(one: AkteRubric) -> str:
    return f"Rubrik {one.rubric}, Urteil {one.id}"


def enclosed_rubrics(stored: Sequence[StoredRubric]) -> tuple[AkteRubric, ...]:
    """The oldest first."""
    names = AkteRubric.model_fields.keys() - {"antwort", "felder", "refused"}
    judged = tuple(
        AkteRubric(
            **{name: getattr(one, name) for name in names},
            antwort=one.answer.encode("utf-8", "replace").decode(),
            refused=one.refused,
            felder=tuple(_enclosed(field) for field in one.fields),
        )
        for one in reversed(stored)
    )
    return masked(RubricsForm(urteile=judged)).urteile


def _enclosed(field: StoredField) -> AkteRubricField:
    quotes: tuple[Eintrag, ...] = (*field.quotes, *field.dropped)
    return AkteRubricField(
        feld=field.feld,
        stufe=field.stufe,
        begruendung=field.reason,
        zitate=tuple(_entry(one) for one in quotes),
    )


def _entry(one: Eintrag) -> dict[str, JsonValue]:
    entry = write_eintrag(one)
    return entry if isinstance(entry, dict) else {}


def check_rubric(one: AkteRubric, contents: Contents, files: Files) -> Iterator[AkteFinding]:
    name, rows = rubric_name(one), _rows(files)
    text = JudgedText.of(contents.antrag.antrag, contents.antrag.gelesen, rows)
    if one.text_version != text.version:
        yield fault(name, OTHER_TEXT)
        return
    if (count := sum(len(field.zitate) for field in one.felder)) > MOST_OF_ALL:
        yield fault(name, f"{count} Zitate hat kein Urteil; mehr als {MOST_OF_ALL} werden nicht geprüft.")
        return
    entries = [(field.feld, read_eintrag(dict(zitat))) for field in one.felder for zitat in field.zitate]
    bound = [(feld, entry) for feld, entry in entries if isinstance(entry, Gebunden)]
    again = [bind_to_antrag(text, entry.emittiert, feld) for feld, entry in bound]
    if any(_place(entry) != _place(found) for (_, entry), found in zip(bound, again, strict=True)):
        yield fault(name, NOT_THERE)
    told = [(entry, found) for (_, entry), found in zip(bound, again, strict=True) if entry.ort.seiten]
    if told and not rows:
        yield AkteFinding(Weight.OPEN, name, NO_PAGES)
    elif any(
        not isinstance(found, Gebunden) or found.ort.seiten != entry.ort.seiten for entry, found in told
    ):
        yield fault(name, OTHER_PAGES)
    if not one.eingelesen and _told(one) != _made(_judged_again(one, text)):
        yield fault(name, NOT_FROM_ANSWER)


def _rows(files: Files) -> Sequence[ReadRow]:
    """The lines of the enclosed file."""
    if ANTRAG_PDF not in files:
        return ()
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / ANTRAG_PDF
        path.write_bytes(files[ANTRAG_PDF])
        return read_rows(path)


def _place(entry: Eintrag) -> object:
    if not isinstance(entry, Gebunden):
        return None
    return entry.text, entry.status, entry.ort.stellen, entry.ort.programm, entry.satz


def _judged_again(one: AkteRubric, text: JudgedText) -> RubricJudgement:
    rubric = read_rubric(one.rubric, one.rubric_text)
    if not one.antwort:
        return touched_by_words(rubric, text)
    return bound_answer(rubric, read_answer(one.antwort, RubrikAntwort), text)


Told = list[tuple[str, int | None, str, list[tuple[str, str]]]]


def _told(one: AkteRubric) -> Told:
    return [
        (field.feld, field.stufe, field.begruendung, _quotes(read_eintrag(dict(z)) for z in field.zitate))
        for field in one.felder
    ]


def _made(judgement: RubricJudgement) -> Told:
    return [
        (
            one.field.id,
            one.level.wert if one.level else None,
            one.reason,
            _quotes((*one.quotes, *one.dropped)),
        )
        for one in judgement.judged
    ]


def _quotes(entries: Iterable[Eintrag]) -> list[tuple[str, str]]:
    return [(str(entry.status), entry.text) for entry in entries]
