"""The head of an Antrag: number, date, type, parliament, title, and who moves it."""

import re
from collections.abc import Mapping
from datetime import date

from core.antrag.antrag import Antrag
from core.antrag.antrag_parts import ANTRAGSTELLER, PLACE_AND_DAY, SIGNED, TYP, AntragStructure
from core.base.models import EUROPA
from core.programme.registry import Registry
from core.wortlaut.german.words import MONTHS

# --- who moves an Antrag: the list of names and Fraktionen in its head → party ids --------------------------

NOBILITY = re.compile(
    r"\b(?:von und|Freiherr|Freifrau|Graf|Gräfin|Prinz|Prinzessin|Fürst|Fürstin|Edler) zu\b"
)
"""„Prinz zu Solms“; elsewhere „zu“ begins the title of a law."""

PLACE = re.compile(r"\([^()\n]{0,60}\)")
"""„Dirk Fischer (Hamburg)“, „Eva Muster (Neustadt an der Aisch)“, „Dr. h. c. (Univ. Kiew)“."""

SMALL_WORD = re.compile(r"(?<![^\s(,;„\"])(?<!- )(?![a-z]{1,3}['’-][A-ZÄÖÜ])[a-zäöüß][\w.]*")
"""Not within a word: „Da\ufffddelen“ and „Mül- ler“ are names whose letters or hyphens went wrong."""

BESIDE_MOVERS = frozenset(
    "und der die des von vom van den de del della da di du la le ten ter sowie u. a. u.a. weiterer weiteren "
    "weitere anderer andere mehrerer fraktionslos fraktionslose fraktionslosen fraktionsloser gen. geb. jun. "
    "sen. jr. i. d. h. c. h.c. e. e.h. habil. mult. apl. em. rer. nat. med. dent. vet. jur. phil. pol. oec. "
    "publ. theol. agr. soc. sc. techn. paed. päd. math. forest. cand. dipl.".split()
)
"""Small words among the names of movers, in their titles and honours; any other belongs to the title."""

GAP_IN_NAME = re.compile(
    r"(?:(?<=,)|(?<=Abgeordneten)|(?<=\bund)|(?<=\bsowie)) (?:Dr\. )?[A-ZÄÖÜ][\w.-]+ "
    r"[A-ZÄÖÜ][a-zäöüß]{0,11} [a-zäöüß]{2,}(?=,| und | sowie )"
)
"""„Sevim Da delen,“: a letter without a meaning was copied as a space."""

BEFORE = re.compile(
    r"(?:\b(?:\w*[Ff]raktion(?:en)?|Gruppen?|Abgeordneten):?\s+(?:(?:der|des|die|von)\s+)?"
    r"|\(\s*|u\. ?a\.\s+)$"
)
"""„Fraktion der …“, „(…)“ behind a name, „Eva Muster u. a. …“."""

BETWEEN = re.compile(r"[)\s*†‡]*(?:,|;|/|und|sowie)\s*(?:(?:der|die|des)\s+)?")
FOOTNOTE = r"(?:[*†‡]{1,3}|[\d⁰¹²³⁴-⁹]{1,2})?"
BEHIND = r"(?P<fraktion>[- ]\w*[Ff]raktion\b)?"
REST = re.compile(r"[\s).]*(?:und Fraktion(?:en)?\b)?[\s).,]*")
TITEL_OF_LAW = re.compile(r"\s(?=(?:zu (?:der|dem)|zur|zum)\s)")
GOES_ON = re.compile(r"(?:,|\bund|\bsowie)\s*\n")
UMLAUT = {"Ä": "A", "Ö": "O", "Ü": "U", "ä": "a", "ö": "o", "ü": "u"}
ODD = r"[^\w\s,;()/]{1,2}"
"""What may stand for a letter that a PDF gives no meaning."""


def read_antragsteller(text: str, registry: Registry, land: str | None) -> tuple[tuple[str, ...], int]:
    """The parties at the start of a text that move an Antrag, and where their list ends."""
    if not ANTRAGSTELLER.match(text):
        return (), 0
    parteien: list[str] = []
    end = 0
    words = "|".join(map(_loose, sorted(_names(registry, land), key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])(?P<partei>{words}){FOOTNOTE}(?!\w){BEHIND}", re.IGNORECASE)
    for match in pattern.finditer(text):
        between = text[end : match.start()]
        if not _is_names(between, of_persons=not parteien):
            break
        goes_on = bool(parteien) and BETWEEN.fullmatch(between)
        if goes_on or BEFORE.search(between) or (match["fraktion"] and not parteien):
            parteien += _ids(registry, match["partei"], land)
            end = match.end()
    if not parteien:
        # Without a Fraktion their names end with the paragraph, or where the title of a law begins.
        law = TITEL_OF_LAW.search(text)
        if law and _is_names(text[: law.start()], of_persons=True):
            return (), law.start()
        listed = GOES_ON.sub(lambda match: match[0].replace("\n", " "), text)
        return (), listed.find("\n") if "\n" in listed else len(text)
    rest = REST.match(text, end)
    return tuple(dict.fromkeys(parteien)), rest.end() if rest else end


def _names(registry: Registry, land: str | None) -> set[str]:
    return {
        name
        for partei in registry.parteien.values()
        if land is None or partei.stands_in(land)
        for aliases in (partei.aliase, partei.name_in.values(), *partei.aliase_in.values())
        for name in (partei.id, partei.name, *aliases)
    }


def _loose(name: str) -> str:
    """A pattern for a name with any white space; „BÜNDNIS“ is also „BUENDNIS“, „BU¨NDNIS“ and „B÷NDNIS“."""
    spaced = re.sub(r"(?:\\ )+", r"\\s*", re.escape(name).replace("/", r"\s*/\s*"))
    return re.sub("[ÄÖÜäöü]", lambda match: rf"(?:{match[0]}|{UMLAUT[match[0]]}(?:e|{ODD})|{ODD})", spaced)


def _ids(registry: Registry, text: str, land: str | None) -> list[str]:
    """The party of that name; none for a local name that means another party in each Land."""
    damaged = (name for name in _names(registry, land) if re.fullmatch(_loose(name), text, re.IGNORECASE))
    for name in (text, *damaged):
        if partei := registry.known_partei(name, land):
            return [partei.id]
    return []


def _is_names(text: str, of_persons: bool) -> bool:
    """Nothing but names? Those of persons, before the first Fraktion, may have a gap."""
    plain = NOBILITY.sub(" ", PLACE.sub(" ", text))
    return set(SMALL_WORD.findall(GAP_IN_NAME.sub(" ", plain) if of_persons else plain)) <= BESIDE_MOVERS


# --- number, date, type, parliament, title ------------------------------------------------------------------

DRUCKSACHE = re.compile(r"(?:Drucksache|DRUCKSACHE|Drs\.?|Drucks\.) ?(\d{1,2} ?/ ?\d{1,6})\b")
DATE = re.compile(rf"\b(\d{{1,2}})\. ?(?:(\d{{1,2}})\.|({'|'.join(MONTHS)})) ?(\d{{4}}|\d{{2}})\b")
BESIDE = rf"(?:[\s\d.,:/()–-]|Drucksache|Drs|Datum|den\b|neu\b|Neudruck|Seite|{'|'.join(MONTHS)})*"
HOUSE = (
    r"(?:[A-ZÄÖÜ][\w-]+ )?(?i:Bundestag|Landtag|Bürgerschaft|Abgeordnetenhaus)(?:es|s)?"
    r"(?: (?:von|des|der|DER|[A-ZÄÖÜ(][\w()-]*|und|UND)){0,6}"
)
WAHLPERIODE = (
    rf"(?:{HOUSE})?{BESIDE}(?:[A-ZÄÖÜ][a-zäöü]+te )?(?i:(?:Wahl|Legislatur)periode){BESIDE}"
    rf"(?:{HOUSE}{BESIDE})?"
)
OF_HEAD = re.compile(
    rf"^(?:{WAHLPERIODE}|(?:zu )?(?:Drucksache \d|Drs\. ).*|[\d. ]+"
    r"|(?:Eingegangen|Ausgegeben)(?: ?:|(?: am| den)? \d).*)$"
)
"""Lines of a head that are no part of the title: a title may well be about „die 18. Wahlperiode“."""

SUBJECT = re.compile(r"(?:[Bb]etr(?:eff|ifft)?\.?|Thema|Titel) ?: ?")
PARLAMENT = re.compile(r"Bundestag|Landtag|Bürgerschaft|Abgeordnetenhaus")

SEEN = 20_000
"""So much of the text is searched for the name of a Land."""


HEAD_LETTERS = 1000
"""So much is printed above the kind of a paper at most; what stands further down is no head."""


def read_head(whole: str, aufbau: AntragStructure, registry: Registry) -> Antrag:
    """An Antrag of that text, of which only the head is read."""
    text = "\n".join(aufbau.kopf)
    typ = TYP.search(text)
    above, below = (text[: typ.start()], text[typ.end() :].lstrip()) if typ else ("", text)
    land = _bundesland(aufbau, above, registry)
    parteien, end = read_antragsteller(below, registry, land)
    words = typ["typ"] if typ else ""
    # Dates that are no part of a title: behind the name of a place, or alone on a line.
    dates = [match[0] for match in PLACE_AND_DAY.finditer(text)]
    dates += [line for line in text.split("\n") if SIGNED.match(line) or OF_HEAD.match(line)]
    lines = (line for line in below[end:].split("\n") if not OF_HEAD.match(line) and not SIGNED.match(line))
    return Antrag(
        text=whole,
        titel=SUBJECT.sub("", " ".join(lines), count=1).strip(" ,:"),
        drucksache=_drucksache(above) or _drucksache("\n".join(re.findall(r"(?mi)^dr.*", text))),
        datum=_date(above) or _date("\n".join(dates)) or _date(aufbau.unterschrift),
        typ=words.title().replace("ssung", "ßung").replace("Grosse", "Große") if words.isupper() else words,
        bundesland=land,
        antragsteller=parteien,
    )


def _drucksache(text: str) -> str:
    match = DRUCKSACHE.search(text)
    return match[1].replace(" ", "") if match else ""


def signed_on(text: str) -> date | None:
    """„Berlin, den 1. Juli 2014“ under a motion that was printed the day after."""
    return _date("\n".join(match[0] for match in PLACE_AND_DAY.finditer(text)))


def _date(text: str) -> date | None:
    """The first date in the text that a calendar has."""
    for day, month, name, year in DATE.findall(text):
        try:
            return date(int(year) + 2000 * (len(year) == 2), int(month or MONTHS.index(name) + 1), int(day))
        except ValueError:
            continue
    return None


def _bundesland(aufbau: AntragStructure, above: str, registry: Registry) -> str | None:
    """The parliament named at the top, in the Beschlussformel or in the text, else the one Land named."""
    kopf, text = "\n".join(aufbau.kopf), "\n".join((*aufbau.vorrede, *aufbau.beschluss))[:SEEN]
    names = _houses(registry)
    found = _first_name(names, above) or _first_name(names, aufbau.formel) or _first_name(names, kopf)
    if found or "Bürgerschaft (Landtag)" in aufbau.formel:  # as Bremen's calls itself
        return found or "HB"
    # A Landtag may well name the Bundestag: that it is the Bundestag itself, only the head and formula tell.
    of_laender = {name: code for name, code in names.items() if code != "BUND"}
    if found := _first_name(of_laender, text):
        return found
    no_land = ("BUND", EUROPA)
    lands = {one.land: code for code, one in registry.parlamente.items() if code not in no_land}
    searched = f"{kopf}\n{text}"
    named = {code for land, code in lands.items() if re.search(rf"(?<![\w-]){land}s?(?![\w-])", searched)}
    return named.pop() if len(named) == 1 else None


def _houses(registry: Registry) -> dict[str, str]:
    """A pattern for every name → its code: „Hessischer Landtag“ is also „der Hessische Landtag“."""
    return {
        re.sub(r"sche[rs]?\\s", r"sche?[rnms]?\\s", re.escape(name).replace("\\ ", r"\s+")): code
        for code, parlament in registry.parlamente.items()
        for name in (parlament.name, *parlament.aliase)
        if PARLAMENT.search(name)
    }


def read_house(text: str, registry: Registry) -> str | None:
    """The parliament that a paper names above its kind, where no title can speak of another one."""
    typ = TYP.search(text)
    return _first_name(_houses(registry), text[: typ.start() if typ else 0][:HEAD_LETTERS])


def _first_name(names: Mapping[str, str], text: str) -> str | None:
    hits = [
        (match.start(), -len(match[0]), code)
        for name, code in names.items()
        if (match := re.search(rf"(?<![\w-]){name}(?:e?s)?(?![\w-])", text, re.IGNORECASE))
    ]
    return min(hits)[2] if hits else None
