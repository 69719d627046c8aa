"""A Vermerk as DOCX: which paragraphs and tables stand at which placeholder of the template."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from core.templates import adresse
from core.vermerk.paper_blocks import (
    PaperBlock,
    PaperGrid,
    PaperParagraph,
    PaperRun,
    PaperStyle,
    evenly,
    paragraph,
)
from core.vermerk.vermerk import (
    EditedAntrag,
    PaperTable,
    Vermerk,
    VermerkPartei,
    VermerkRubric,
    VermerkTeil,
    VermerkZitat,
    VoteAnnex,
)

EDITED = "Geprüft wurde nicht genau das, was im Original steht. {}."
NOT_QUOTES = "Das hat das Modell als Zitat ausgegeben; belegt ist es nicht."
NOT_PROVED = "Nicht geprüft (eingelesen), deshalb kein Zitat: "
WIDE = 6
"""Columns from which a table is set in small letters."""


def as_docx(vermerk: Vermerk) -> bytes:
    from core.vermerk.word_file import written

    blocks: dict[str, list[PaperBlock]] = {
        "hinweise": list(_notices(vermerk)),
        "frage": list(_question(vermerk)),
        "tabelle": [_overview(vermerk)],
        "parteien": [
            *(block for partei in vermerk.parteien for block in _partei(partei)),
            *(block for rubric in vermerk.rubriken for block in _rubric(rubric)),
        ],
        "methode": [paragraph(vermerk.methode)],
        "anlagen": list(_appendix(vermerk)),
    }
    return written(vermerk.titel, inline_values(vermerk), blocks)


def inline_values(vermerk: Vermerk) -> dict[str, str]:
    """What stands for a placeholder within a line."""
    return {
        "titel": vermerk.titel,
        "drucksache": vermerk.drucksache or "–",
        "datum": vermerk.datum or "–",
        "land": vermerk.land or "–",
        "antragsteller": vermerk.antragsteller or "–",
        "lauf": vermerk.lauf,
        "stand": vermerk.stand,
        "modell": vermerk.modell,
        "prompt": vermerk.prompt,
        "adresse": vermerk.adresse or "–",
    }


def _overview(vermerk: Vermerk) -> PaperGrid:
    """What people said of points stands beside the points."""
    table = vermerk.tabelle
    remarks = {
        (row, table.kopf.index(teil.typ)): teil.urteile
        for row, partei in enumerate(vermerk.parteien)
        for teil in partei.teile
        if teil.urteile
    }
    return replace(_grid(table, 0.3), names=True, remarks=remarks)


def _notices(vermerk: Vermerk) -> Iterator[PaperBlock]:
    for text in vermerk.hinweise:
        yield paragraph(text, PaperStyle.NOTICE)
    if vermerk.bearbeitet:
        said = (
            PaperRun("Bearbeiteter Antrag. ", bold=True),
            PaperRun(EDITED.format(vermerk.bearbeitet.kurz)),
        )
        yield PaperParagraph(said, PaperStyle.NOTICE)


def _question(vermerk: Vermerk) -> Iterator[PaperBlock]:
    yield paragraph(vermerk.frage)
    for nummer, text in vermerk.forderungen:
        if nummer:
            yield PaperParagraph((PaperRun(f"{nummer}\t", bold=True), PaperRun(text)), PaperStyle.LIST)
        else:
            yield paragraph(text)


# --- party by party -----------------------------------------------------------------------------------------


def _partei(partei: VermerkPartei) -> Iterator[PaperBlock]:
    yield paragraph(partei.name, PaperStyle.SUBHEADING)
    if partei.fehler:
        yield paragraph(partei.fehler)
    if vote := partei.abstimmung:
        note = (PaperRun(f"{vote.quelle} "), *_linked(vote.adresse)) if vote.quelle or vote.adresse else ()
        yield PaperParagraph(
            (PaperRun("Abstimmung: ", bold=True), PaperRun(vote.text), PaperRun("", note=note))
        )
    for teil in partei.teile:
        yield from _teil(teil)
    for text in partei.ungeprueft:
        yield paragraph(f"{NOT_PROVED}{text}", PaperStyle.SMALL)


def _teil(teil: VermerkTeil) -> Iterator[PaperBlock]:
    yield paragraph(f"{teil.typ}: {teil.wertung}", PaperStyle.SMALL_HEADING)
    if teil.begruendung:
        yield paragraph(teil.begruendung)
    for zitat in teil.zitate:
        yield PaperParagraph(
            (PaperRun(f"„{zitat.text}“", note=_footnote(zitat), remarks=zitat.urteile),), PaperStyle.QUOTE
        )


def _footnote(zitat: VermerkZitat) -> tuple[PaperRun, ...]:
    """„SPD Wahlprogramm 2025, S. 14 (wörtlich; Original; markierte Seite). https://…/lauf?id=…“"""
    links = [PaperRun("Original", link=url) for url in [adresse(zitat.original)] if url]
    for seite, url in zitat.seiten:
        which = f" {seite}" if len(zitat.seiten) > 1 else ""
        links.append(PaperRun(f"markierte Seite{which}", link=url))
    inside = [PaperRun(zitat.wort), *links]
    joined = [part for one, _ in pairwise([*inside, inside[-1]]) for part in (PaperRun("; "), one)][1:]
    notes = "".join(f" {note.rstrip('.')}." for note in zitat.notizen)
    return (PaperRun(f"{zitat.quelle} ("), *joined, PaperRun(f").{notes} "), *_linked(zitat.adresse))


def _linked(url: str) -> tuple[PaperRun, ...]:
    return (PaperRun(url, link=adresse(url)),) if url else ()


def _rubric(rubric: VermerkRubric) -> Iterator[PaperBlock]:
    yield paragraph(f"Rubrik: {rubric.titel}", PaperStyle.SUBHEADING)
    yield paragraph(rubric.angaben, PaperStyle.SMALL)
    if rubric.tabelle.zeilen:
        yield PaperGrid(rubric.tabelle.kopf, rubric.tabelle.zeilen, (0.3, 0.2, 0.5))
    for text, place in rubric.zitate:
        yield PaperParagraph((PaperRun(f"„{text}“"), PaperRun(f" ({place})")), PaperStyle.QUOTE)
    for text in rubric.hinweise:
        yield paragraph(text, PaperStyle.SMALL)


# --- annexes ------------------------------------------------------------------------------------------------


def _appendix(vermerk: Vermerk) -> Iterator[PaperBlock]:
    yield paragraph(f"Anlage: {vermerk.matrix.titel}", PaperStyle.HEADING)
    yield _grid(vermerk.matrix, 0.34 if len(vermerk.matrix.kopf) < WIDE else 0.22)
    yield paragraph(vermerk.matrix.lesart, PaperStyle.SMALL)
    if vermerk.bearbeitet:
        yield from _edits(vermerk.bearbeitet)
    if vermerk.verworfene:
        yield paragraph("Anlage: Verworfene Zitate", PaperStyle.HEADING)
        yield paragraph(NOT_QUOTES, PaperStyle.SMALL)
        rows = tuple((one.partei, one.typ, one.text, one.grund) for one in vermerk.verworfene)
        kopf = ("Partei", "Programm", "Angabe des Modells", "Warum verworfen")
        yield PaperGrid(kopf, rows, (0.16, 0.17, 0.37, 0.30))
    yield from _no_rubric_quotes(vermerk)
    if vermerk.abstimmung:
        yield from _votes(vermerk.abstimmung)
    yield from _programme(vermerk)
    if vermerk.probe:
        yield paragraph(f"Anlage: {vermerk.probe.titel}", PaperStyle.HEADING)
        yield paragraph(vermerk.probe.davor)
        yield PaperGrid(vermerk.probe.kopf, vermerk.probe.zeilen, (0.2, 0.2, 0.22, 0.38))
        yield paragraph(vermerk.probe.lesart, PaperStyle.SMALL)


def _no_rubric_quotes(vermerk: Vermerk) -> Iterator[PaperBlock]:
    rows = tuple((one.titel, *dropped) for one in vermerk.rubriken for dropped in one.verworfene)
    if rows:
        yield paragraph("Anlage: Verworfene Zitate zu Rubriken", PaperStyle.HEADING)
        yield paragraph(NOT_QUOTES, PaperStyle.SMALL)
        kopf = ("Rubrik", "Feld", "Angabe des Modells", "Warum verworfen")
        yield PaperGrid(kopf, rows, (0.16, 0.17, 0.37, 0.30))


def _edits(edited: EditedAntrag) -> Iterator[PaperBlock]:
    yield paragraph("Anlage: Was am Antrag bearbeitet wurde", PaperStyle.HEADING)
    for one in edited.aenderungen:
        words = [
            PaperRun(f"{text} ", struck=wie == "entfernt", underlined=wie == "hinzugefügt")
            for wie, text in one.worte
        ]
        yield PaperParagraph((PaperRun(one.was, bold=True), PaperRun(f" {one.wie}: "), *words))


def _votes(annex: VoteAnnex) -> Iterator[PaperBlock]:
    yield paragraph(f"Anlage: {annex.tabelle.titel}", PaperStyle.HEADING)
    yield PaperGrid(annex.tabelle.kopf, annex.tabelle.zeilen, (0.2, 0.22, 0.34, 0.24))
    for source in annex.quellen:
        yield paragraph(source.titel, PaperStyle.SMALL_HEADING)
        for text in (source.angaben, *source.hinweise):
            yield paragraph(text, PaperStyle.SMALL)
        for words, place in source.saetze:
            yield PaperParagraph((PaperRun(f"„{words}“"), PaperRun(f" ({place})")), PaperStyle.QUOTE)
    for text in annex.hinweise:
        yield paragraph(text, PaperStyle.SMALL)


def _programme(vermerk: Vermerk) -> Iterator[PaperBlock]:
    if not vermerk.programme:
        return
    yield paragraph("Anlage: Die Programme", PaperStyle.HEADING)
    for one in vermerk.programme:
        source = PaperRun(one.quelle, link=adresse(one.url))
        yield PaperParagraph(
            (
                PaperRun(one.name, bold=True),
                PaperRun(f"\n{one.angaben}\nQuelle: "),
                source,
                PaperRun(f"\n{one.hash}"),
            )
            if one.quelle
            else (PaperRun(one.name, bold=True), PaperRun(f"\n{one.angaben}")),
            PaperStyle.SMALL,
        )
    yield paragraph(vermerk.programmnotiz, PaperStyle.SMALL)


def _grid(table: PaperTable, first: float) -> PaperGrid:
    columns = len(table.kopf)
    return PaperGrid(table.kopf, table.zeilen, evenly(columns, first), small=columns >= WIDE)
