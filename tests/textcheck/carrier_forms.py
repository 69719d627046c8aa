"""Files of which a reader sees other words than a careless program reads, and what is to be read of each."""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

from core.features.textcheck.blocks import Unread

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPACES = (
    f'xmlns:w="{W}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STYLES = f"""<w:styles {SPACES}>
<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
<w:style w:type="character" w:styleId="Fort"><w:name w:val="Fort"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Noch"><w:name w:val="Noch"/><w:basedOn w:val="Fort"/></w:style>
<w:style w:type="paragraph" w:styleId="Alt"><w:name w:val="Alt"/><w:rPr><w:strike/></w:rPr></w:style>
</w:styles>"""


@dataclass(frozen=True, slots=True)
class Form:
    """`shown`: what a reader sees and must be read, each once; `unsaid`: what is not said there; `told`: what
    is told as not read."""

    name: str
    file: str
    data: bytes
    shown: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    told: tuple[Unread, ...] = ()


def docx(body: str, **parts: str) -> bytes:
    """A Word file with this body; `parts`: name → what stands in the part of that kind."""
    kinds = {
        "styles": STYLES,
        **{name: f"<w:{_root(name)} {SPACES}>{xml}</w:{_root(name)}>" for name, xml in parts.items()},
    }
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{TYPES}/{name.rstrip("12")}" Target="{name}.xml"/>'
        for n, name in enumerate(kinds)
    )
    package = "http://schemas.openxmlformats.org/package/2006"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            + "".join(
                f'<Override PartName="/word/{name}.xml" ContentType="{OFFICE}.{kind}+xml"/>'
                for name, kind in (("document", "document.main"), *((one, one.rstrip("12")) for one in kinds))
            )
            + "</Types>",
        )
        packed.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{TYPES}/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        packed.writestr("word/document.xml", f"<w:document {SPACES}><w:body>{body}</w:body></w:document>")
        packed.writestr(
            "word/_rels/document.xml.rels",
            f'<Relationships xmlns="{package}/relationships">{relations}</Relationships>',
        )
        for name, xml in kinds.items():
            packed.writestr(f"word/{name}.xml", xml)
    return file.getvalue()


def _root(name: str) -> str:
    return {"header1": "hdr", "header2": "hdr", "footer1": "ftr"}.get(name, name)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*inner: str, properties: str = "") -> str:
    runs = "".join(one if one.startswith("<") else run(one) for one in inner)
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def table(*cells: str, more: str = "") -> str:
    row = "".join(f"<w:tc><w:tcPr>{more}</w:tcPr>{cell}</w:tc>" for cell in cells)
    return f"<w:tbl><w:tr>{row}</w:tr></w:tbl>"


def sdt(inner: str) -> str:
    return f"<w:sdt><w:sdtPr/><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


def ins(inner: str) -> str:
    return f'<w:ins w:id="1" w:author="x">{inner}</w:ins>'


DELETED = '<w:del w:id="2" w:author="x"><w:r><w:delText>weg</w:delText></w:r></w:del>'
BOX = "<w:txbxContent>{}</w:txbxContent>"


NEVER = p("Wir niemals")


def word_forms() -> Iterator[Form]:
    def form(name: str, body: str, shown: str, unsaid: str = "", *told: Unread, **parts: str) -> Form:
        return Form(
            f"Word: {name}", "papier.docx", docx(body, **parts), (shown,), (unsaid,) if unsaid else (), told
        )

    yield form("insertion in a cell", table(p("Wir ", ins(run("niemals ")), "bauen")), "Wir niemals bauen")
    yield form("deletion", p("Wir ", DELETED, "bauen"), "Wir bauen", "weg", Unread.STRUCK)
    yield form(
        "content control in a cell", table(p("Wir ", sdt(run("niemals ")), "bauen")), "Wir niemals bauen"
    )
    yield form("content control as a block", sdt(p("Wir niemals")), "Wir niemals")
    yield form(
        "content control around a cell",
        f"<w:tbl><w:tr>{sdt(f'<w:tc>{NEVER}</w:tc>')}</w:tr></w:tbl>",
        "Wir niemals",
    )
    yield form(
        "content control around a row",
        f"<w:tbl>{sdt(f'<w:tr><w:tc>{NEVER}</w:tc></w:tr>')}</w:tbl>",
        "Wir niemals",
    )
    yield form("table in a table", table(p("A") + table(p("Wir niemals")) + p("B")), "Wir niemals")
    yield form(
        "quotation in a cell", table(p("Wir niemals", properties='<w:pStyle w:val="Zitat"/>')), "Wir niemals"
    )
    yield form("wide cell", table(p("Wir niemals"), more='<w:gridSpan w:val="1000000"/>'), "Wir niemals")
    yield form("header", p("A"), "Wir niemals", header1=p("Wir niemals"), header2=p("Wir niemals"))
    yield form("footer", p("A"), "Wir niemals", footer1=p("Wir niemals"))
    yield form(
        "footnote",
        p("A", '<w:r><w:footnoteReference w:id="3"/></w:r>'),
        "[3] Wir niemals",
        footnotes=f'<w:footnote w:id="3">{p("Wir niemals")}</w:footnote>',
    )
    yield form(
        "comment",
        p("Wir niemals"),
        "Wir niemals",
        "nein",
        Unread.COMMENT,
        comments=f'<w:comment w:id="1">{p("nein")}</w:comment>',
    )
    yield form(
        "formula",
        p("Wir ", "<m:oMath><m:r><m:t>niemals</m:t></m:r></m:oMath>", " bauen"),
        "Wir niemals bauen",
    )
    symbols = "".join(f'<w:r><w:sym w:font="Arial" w:char="F0{ord(one):02X}"/></w:r>' for one in "nie")
    yield form("letters by number", p("Wir ", symbols, " bauen"), "Wir nie bauen")
    yield form(
        "a sign of a font of pictures",
        p("Wir ", '<w:r><w:sym w:font="Wingdings" w:char="F04E"/></w:r>'),
        "Wir",
        "",
        Unread.SYMBOL,
    )
    yield form(
        "moved away and here",
        p(
            "Wir ",
            f'<w:moveFrom w:id="1">{run("weg")}</w:moveFrom>',
            f'<w:moveTo w:id="2">{run("niemals")}</w:moveTo>',
        ),
        "Wir niemals",
        "weg",
        Unread.STRUCK,
    )
    yield form("hidden", p("Wir ", run("weg", "<w:vanish/>"), "bauen"), "Wir bauen", "weg", Unread.HIDDEN)
    yield form(
        "not hidden after all",
        p("Wir ", run("niemals ", '<w:vanish w:val="0"/>'), "bauen"),
        "Wir niemals bauen",
    )
    yield form(
        "hidden by its style",
        p("Wir ", run("weg", '<w:rStyle w:val="Noch"/>'), "bauen"),
        "Wir bauen",
        "weg",
        Unread.HIDDEN,
    )
    yield form("struck", p("Wir ", run("weg", "<w:strike/>"), "bauen"), "Wir bauen", "weg", Unread.STRUCK)
    yield form(
        "struck twice", p("Wir ", run("weg", "<w:dstrike/>"), "bauen"), "Wir bauen", "weg", Unread.STRUCK
    )
    yield form(
        "struck by its paragraph",
        p("weg", properties='<w:pStyle w:val="Alt"/>') + p("Wir"),
        "Wir",
        "weg",
        Unread.STRUCK,
    )
    box = BOX.format(p("Wir niemals"))
    yield form(
        "text box, old and new",
        p(
            f'<mc:AlternateContent><mc:Choice Requires="wps"><w:r><wps:txbx>{box}</wps:txbx></w:r>'
            "</mc:Choice>"
            f"<mc:Fallback><w:r><w:pict><v:textbox>{box}</v:textbox></w:pict></w:r></mc:Fallback>"
            "</mc:AlternateContent>"
        ),
        "Wir niemals",
    )
    yield form(
        "text box, old only", p(f"<w:r><w:pict><v:textbox>{box}</v:textbox></w:pict></w:r>"), "Wir niemals"
    )
    yield form("field", p("Wir ", f'<w:fldSimple w:instr="X">{run("niemals")}</w:fldSimple>'), "Wir niemals")
    yield form(
        "link and tag",
        p(f"<w:hyperlink>{run('Wir ')}</w:hyperlink>", f"<w:smartTag>{run('niemals')}</w:smartTag>"),
        "Wir niemals",
    )
    yield form("picture", p("Wir", "<w:r><w:drawing><a:blip/></w:drawing></w:r>"), "Wir", "", Unread.PICTURE)


STYLE = (
    "<style>.fort, p.weg { display: none } .alt { text-decoration: line-through } "
    ".neu:before { content: 'nie ' }</style>"
)


def html_forms() -> Iterator[Form]:
    def form(name: str, body: str, shown: str, unsaid: str = "", *told: Unread) -> Form:
        head = STYLE if "class=" in body else ""
        page = f"<!doctype html><html><head>{head}</head><body><p>{body}</p></body></html>"
        return Form(f"HTML: {name}", "seite.html", page.encode(), (shown,), (unsaid,) if unsaid else (), told)

    for tag in ("s", "strike", "del"):
        yield form(f"<{tag}>", f"Wir <{tag}>weg</{tag}> bauen", "Wir bauen", "weg", Unread.STRUCK)
    for style in ("text-decoration: line-through", "text-decoration-line:line-through"):
        yield form(style, f'Wir <i style="{style}">weg</i> bauen', "Wir bauen", "weg", Unread.STRUCK)
    for style in ("display:none", "visibility: hidden", "opacity:0", "font-size:0px"):
        yield form(style, f'Wir <i style="{style}">weg</i> bauen', "Wir bauen", "weg", Unread.HIDDEN)
    for style in ("color: white", "color:#FFF"):
        yield form(style, f'Wir <i style="{style}">weg</i> bauen', "Wir bauen", "weg", Unread.HIDDEN)
    yield form(
        "white on black",
        'Wir <b style="background:#000"><i style="color:#fff">nie</i></b> bauen',
        "Wir nie bauen",
    )
    yield form("opacity 0.9", 'Wir <i style="opacity: 0.9">nie</i> bauen', "Wir nie bauen")
    yield form("hidden", "Wir <i hidden>weg</i> bauen", "Wir bauen", "weg", Unread.HIDDEN)
    yield form("hidden by a class", 'Wir <i class="x fort">weg</i> bauen', "Wir bauen", "weg", Unread.HIDDEN)
    yield form("struck by a class", 'Wir <i class="alt">weg</i> bauen', "Wir bauen", "weg", Unread.STRUCK)
    yield form("of another class", 'Wir <i class="weg">nie</i> bauen', "Wir nie bauen")
    yield form("put in by the style sheet", 'Wir <i class="neu">bauen</i>', "Wir bauen", "", Unread.STYLE)
    yield form("drawing", 'Wir <svg><text x="1">niemals</text></svg>', "niemals")
    yield form("field", "Wir <textarea>weg</textarea> bauen", "Wir bauen", "weg", Unread.FORM_FIELD)
    yield form("line to fill in", 'Wir <input value="weg"> bauen', "Wir bauen", "weg", Unread.FORM_FIELD)
    yield form(
        "choice", "Wir <select><option>weg</option></select> bauen", "Wir bauen", "weg", Unread.FORM_FIELD
    )
    yield form("without scripts", "Wir <noscript>weg</noscript> bauen", "Wir bauen", "weg", Unread.NO_SCRIPT)
    yield form(
        "page in the page", 'Wir <iframe srcdoc="weg"></iframe> bauen', "Wir bauen", "weg", Unread.OBJECT
    )
    yield form("object", "Wir <object>weg</object> bauen", "Wir bauen", "weg", Unread.OBJECT)
    yield form("picture", 'Wir <img alt="weg"> bauen', "Wir bauen", "weg", Unread.PICTURE)
    yield form("details", "<details><summary>Wir</summary>niemals</details>", "niemals")
    yield form("button", "Wir <button>niemals</button>", "Wir niemals")
    yield form("comment in a word", "Wir nie<!-- x -->mals", "Wir niemals")
    yield form(
        "title of a blockquote",
        "A</p><blockquote><footer>Wir niemals</footer></blockquote><p>",
        "Wir niemals",
    )


def _mail(plain: str = "", page: str = "") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "Betreff"
    if plain:
        mail.set_content(plain)
    if page:
        html = f"<html><body>{page}</body></html>"
        (mail.add_alternative if plain else mail.set_content)(html, subtype="html")
    return mail


def mail_forms() -> Iterator[Form]:
    def form(
        name: str, mail: EmailMessage, *shown: str, told: tuple[Unread, ...] = (), unsaid: str = ""
    ) -> Form:
        return Form(f"Mail: {name}", "mail.eml", mail.as_bytes(), shown, (unsaid,) if unsaid else (), told)

    same = "Wir bauen die Bahn aus."
    yield form("both alike", _mail(same, "<p>Wir bauen die <b>Bahn</b> aus.</p>"), same)
    yield form(
        "page says more", _mail(same, f"<p>{same}</p><p>Niemals gilt das.</p>"), same, "Niemals gilt das."
    )
    yield form("page says other", _mail(same, "<p>Wir bauen nie.</p>"), same, "Wir bauen nie.")
    yield form(
        "text says more", _mail(f"{same}\n\nNiemals gilt das.", f"<p>{same}</p>"), same, "Niemals gilt das."
    )
    yield form("page only", _mail(page=f"<p>{same}</p>"), same)
    attached = _mail(same)
    attached.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="a.pdf")
    attached.add_attachment("Niemals", filename="a.txt")
    yield form("attachments", attached, same, told=(Unread.ATTACHMENT,), unsaid="Niemals")
    two = EmailMessage()
    two["From"], two["To"], two["Subject"] = "a@example.org", "b@example.org", "Betreff"
    two.make_mixed()
    for text in (same, "Niemals gilt das."):
        part = EmailMessage()
        part.set_content(text)
        two.attach(part)
    yield form("two texts", two, same, "Niemals gilt das.")
    passed = _mail(same)
    inner = _mail("Niemals gilt das.")
    passed.add_attachment(inner)
    passed.get_payload()[1].replace_header("Content-Disposition", "inline")  # type: ignore[union-attr, index]
    yield form("mail passed on", passed, same, "Niemals gilt das.")
    picture = _mail(same, f'<p>{same}<img src="cid:1"></p>')
    picture.get_payload()[1].add_related(b"GIF89a", "image", "gif", cid="<1>")  # type: ignore[union-attr, index]
    yield form("picture in the page", picture, same, told=(Unread.PICTURE,))
    old = _mail()
    old.set_content("Für alle: wir bauen.", charset="iso-8859-1", cte="quoted-printable")
    yield form("old signs", old, "Für alle: wir bauen.")


def other_forms() -> Iterator[Form]:
    marks = json.dumps({"antwort": "Sie schreibt: „Wir niemals heute“.", "zitate": []}, ensure_ascii=False)
    yield Form("JSON: short field with marks", "a.json", marks.encode(), ("„Wir niemals heute“",))
    twice = '{"zitat": "Wir bauen", "zitat": "Wir niemals"}'
    yield Form("JSON: field twice", "a.json", twice.encode(), ("Wir bauen", "Wir niemals"))
    yield Form("JSON: key with marks", "a.json", '{"„Wir niemals“": 1}'.encode(), ("„Wir niemals“",))
    struck = b"Wir ~~weg~~ bauen und <s>weg</s> mehr"
    yield Form("Markdown: struck", "a.md", struck, ("Wir",), ("weg",), (Unread.STRUCK,))
    yield Form("Markdown: link that is none", "a.md", b"Wir [bauen](niemals) mehr", ("niemals",))
    yield Form("Markdown: definition", "a.md", b"Wir bauen.\n\n[1]: niemals", ("niemals",))
    yield Form(
        "Markdown: stars amid words",
        "a.md",
        "Schüler*innen und Lehrer*innen".encode(),
        ("Schüler*innen und Lehrer*innen",),
    )
    yield Form("Markdown: bold", "a.md", b"Die **SPD** baut __heute__ *nie*.", ("Die SPD baut heute nie.",))
    yield Form("Markdown: tag that is none", "a.md", b"Wir <niemals und nie> bauen", ("<niemals und nie>",))
    yield Form("Markdown: picture", "a.md", b"Wir ![weg](x.png) bauen", ("Wir",), ("weg",), (Unread.PICTURE,))
    yield Form(
        "Markdown: quotation in a list in a quotation",
        "a.md",
        b"> A\n>\n> 1. B\n>    > Wir niemals so",
        ("Wir niemals so",),
    )


def all_forms() -> list[Form]:
    return [*word_forms(), *html_forms(), *mail_forms(), *other_forms()]


def faults(form: Form, text: str, unread: tuple[tuple[Unread, int], ...]) -> list[str]:
    """What is wrong with what was read of it."""
    flat = " ".join(text.split())
    found = [f"not read: {one}" for one in form.shown if flat.count(one) == 0]
    found += [f"read twice: {one}" for one in form.shown if flat.count(one) > 1]
    found += [f"read though unsaid: {one}" for one in form.unsaid if one in flat]
    return found + [f"not told: {one}" for one in form.told if one not in dict(unread)]
