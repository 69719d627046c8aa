"""Whether what is shown as a quote really is one: told without anything that the import did."""

from dataclasses import replace

from core.assessment.lauf_view import LaufView, answer_of
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.audit import Dateien, audit
from core.runs.lauf import Lauf, Zitat
from core.wortlaut.binding.bind import Bindung
from core.wortlaut.binding.eintrag import MAY_TURN, ZitatStatus, write_eintrag
from core.wortlaut.binding.fund import Fund
from tests.runs.faelschungen import GELOGEN

OUR_WARNINGS = MAY_TURN | {"angeglichen", "aufzaehlung_abgeschnitten", "zusatz_name"}
OF_ITS_OWN = {"status", "emittiert", "fundstellen", "fremdePartei", "warnungen"}


def falsely_shown(context: Context, lauf: Lauf, dateien: Dateien) -> list[str]:
    """What is wrong with the quotes that the pages show of a Lauf; nothing where all of them are true."""
    shown = [n for ansicht in LaufView(context, lauf).parteien.values() for n in ansicht.gebunden()]
    (befunde,) = [audit([answer_of(_with(lauf, shown))], context, dateien)]
    wrong = [f"{befund.text[:60]}: {befund.gruende}" for befund in befunde if not befund.ok]
    return wrong + [reason for zitat in shown if (reason := _untrue(context, zitat))]


def _with(lauf: Lauf, shown: list[Zitat]) -> Lauf:
    return replace(lauf, zitate=tuple(shown))


def _untrue(context: Context, zitat: Zitat) -> str:
    beleg = zitat.beleg
    quelle = Quellen.find(context, beleg.ort.programm)
    assert quelle is not None
    true = write_eintrag(Bindung(ZitatStatus.WOERTLICH, "", Fund(quelle, beleg.ort.stellen)).gebunden())
    said = write_eintrag(beleg)
    other = [name for name, value in true.items() if name not in OF_ITS_OWN and said[name] != value]
    if other:
        return f"{beleg.text[:60]}: {other} are not those of the source"
    if (quelle.programm.partei != zitat.partei) != zitat.is_foreign:
        return f"{beleg.text[:60]}: shown as if it were of {zitat.partei}"
    if {warning.art for warning in beleg.warnungen} - OUR_WARNINGS:
        return f"{beleg.text[:60]}: a warning of nobody"
    return "an invented sentence" if GELOGEN[:40] in str(said) else ""
