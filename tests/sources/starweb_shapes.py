"""Bremen's PARiS by hand, after the form and the list that openka-cli recorded in September 2026.

Hidden fields, the numbers of buttons, names of fields and the table are as there; papers are invented, and
that Anträge stand in it as Anfragen do is assumed.
"""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from core.features.sources.starweb import SITES, Starweb
from tests.sources.antrag_shapes import Paper
from tests.sources.hard_papers import german, movers_told, printed, typ_of
from tests.sources.quellserver import Quellserver, Reply, Request, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

PATH = "/starweb/paris/servlet.starweb"
HTML = {"Content-Type": "text/html; charset=UTF-8", "Set-Cookie": "JSESSIONID=12; Path=/"}
HEAD = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "xhtml1-transitional.dtd">\n<html><head>'
)
HIDDEN = (
    '<form onSubmit="caBlockSubmit(this)" accept-charset="UTF-8" starweb_type="Form" name="__form" '
    'method="post" action="https://paris.example/starweb">'
    '<input type="hidden" name="__websessionID" value="179008"/>\n'
    '<input type="hidden" name="__sessionNumber" value="4182"/>\n'
    '<input type="hidden" name="__action" value="-1"/>\n'
)
FORM = (
    HEAD
    + "<title>Erweiterte Suche</title></head\n><body><a name='top'></a\n>"
    + HIDDEN
    + "<!-- Start NoHits Text =-->{}<!-- Ende NoHits Text =-->"
    '<select id="12_LISSH_WP" name="12_LISSH_WP">'
    "<option starweb_default='true' value=\"19\">19 (08.06.2023 - )</option>\n"
    '<option value="18">18 (08.06.2019 - 07.06.2023)</option><option value="14:20">alle</option></select\n>'
    "<a onclick=\"caSubmit(this,self,'19','','','','_self','false',false,undefined)\" "
    'name="SearchAction" href="#?"><b>Suchen</b\n></a\n>'
    '<a language="JavaScript" onclick="if (DoSearchAndDisplayEnterAction()){{ ; '
    "caSubmit(this,self,'20','','','','_self','false',false,undefined)}}\" name=\"SearchAndDisplayAction\" "
    'href="#?"><b>Anzeigen</b\n></a\n><input onclick="caSubmit(this,self,\'20\')" '
    'name="SearchAndDisplayAction" type="hidden"\n/></form\n></body></html>'
)
NOTHING = "<p>Ihre Suche hat keine Treffer ergeben, bitte versuchen Sie es erneut.</p>"
RECORD = (
    '<tbody name="RecordRepeater" starweb_type="Record Repeater"><tr name="Repeat_TYP"><td class="noprint">'
    '<input type="checkbox" name="SelectedRecords" value="ID=D-9{id}"><br\n/>'
    '<abbr title="{chamber}">L</abbr></td\n>'
    '<td><h2> <a onclick="caSubmit(this,self,\'2\')" href="#?" name="MoreDLink">{title}</a\n></h2\n>'
    ' <a href="#?" name="ThesaurusLink">Brunnen</a\n>,  <a href="#?" name="ThesaurusLink">Wasser, Drs</a\n>'
    "<br\n/>"
    "  Drs <b>{number}</b>,  {line}</td\n><td nowrap> {pdf}</td\n>"
    '<td class="noprint"> <a href="#?" class="edit" name="MoreLink">Vorgang</a\n></td\n></tr\n></tbody\n>'
)


def record(paper: Paper, base: str = "https://www.bremische-buergerschaft.de") -> str:
    period, number = paper.number.split("/")
    day = f" vom {german(paper.day)}" if paper.day else ""
    pdf = f"{base}/dokumente/wp{period}/land/drucksache/D{period}L{int(number):04}.pdf"
    return RECORD.format(
        id=number,
        chamber="Bremische Bürgerschaft (Landtag)",
        title=escape(paper.title, quote=False).replace("ü", "&uuml;"),
        number=printed(paper),
        line=f"{typ_of(paper)} {day}<br> {escape(', '.join(movers_told(paper)))}",
        pdf=f'<a href="{paper.extra.get("LokURL", pdf)}" target="new"><img src="img/dm_pdf.gif"> PDF</a>',
    )


def result(papers: Sequence[Paper], total: int) -> str:
    count = f"Anzeige: 1 - {len(papers)} &nbsp;von&nbsp; {total} Vorg&auml;ngen (max. Trefferanzeige 200)"
    rows = "".join(record(paper) for paper in papers)
    shown = f"<h1>Ergebnisanzeige</h1><div>{count}</div><table>{rows}</table>"
    return f"{HEAD}</head><body>{HIDDEN}{shown}</form></body></html>"


def put_paris(server: Quellserver, papers: Sequence[Paper], size: int = 25) -> None:
    def answer(request: Request) -> Reply:
        asked = {name: values[0] for name, values in request.form.items()}
        if asked.get("__websessionID") != "179008" or asked.get("__action") != "20":
            return Reply(FORM.format("").encode(), 200, HTML)
        begin, end = (asked.get(name, "") for name in ("13_LISSH_FASTDATV", "14_LISSH_FASTDATB"))
        kinds = asked.get("07_LISSH_DTYP", "").split("; ")
        found = [
            paper
            for paper in papers
            if paper.number.startswith(f"{asked['12_LISSH_WP']}/")
            and asked.get("05_LISSH_DNR") in (None, paper.number.split("/")[1])
            and (not begin or not paper.day or german(begin.replace(".", "-")).replace(".", "-") <= paper.day)
            and (not end or not paper.day or paper.day <= german(end.replace(".", "-")).replace(".", "-"))
            and (kinds == [""] or typ_of(paper) in kinds)
        ]
        page = result(found[:size], len(found)) if found else FORM.format(NOTHING)
        return Reply(page.encode(), 200, HTML)

    server.pages[PATH] = answer


def paris(server: Quellserver) -> Starweb:
    return Starweb(web(), replace(SITES[0], servlet=f"{server.url}{PATH}"))


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    first = {"bis": "2026-11-04"}
    return [Adapter("bremen", put_paris, lambda server, folder: paris(server), PATH, first, land="HB")]
