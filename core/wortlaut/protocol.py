"""Who speaks in the protocol of a sitting: the chair, a member, the government, a call from the floor.

A speech begins with its speaker's name and party or office before a colon, and goes on until the next. Calls
stand in brackets within it: „(Beifall bei der SPD – Jan Probe [FDP]: Das stimmt nicht!)“. Where a head cannot
be told from a name in a speech, nobody is said to speak: a wrong speaker is worse than none.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Span

PartyOf = Callable[[str], str | None]
"""The id of the party of that name; None where no party is called so."""

TITLED = re.compile(
    r"\b(?:Plenar|Wort|Sitzungs)?[Pp]rotokoll\b|\bStenogra(?:f|ph)ische[rn]?\s+(?:Bericht|Dienst)"
)
FEWEST_HEADS = 3
"""A text with less is a paper that names speakers, no protocol."""

CAPITAL = "[A-ZÀ-ÖØ-ÞČĆĐĞİŁŚŞŠŻŽ]"
WORD = rf"(?:{CAPITAL}[\w’'.-]*|von|vom|van|de|der|den|zu|zur|und|h\.|c\.|med\.|rer\.|nat\.|phil\.|jur\.)"
NAME = rf"(?:(?:Dr|Prof|Abg|Dipl)\.[\w.-]*\s+)*{CAPITAL}[\w’'-]+\.?(?:\s+{WORD}){{0,7}}"
CHAIR = (
    r"(?:(?:Alters|Landtags|Bundestags)?(?:[Vv]ize)?[Pp]räsident(?:in)?"
    r"|(?:Erster?|Zweiter?|Dritter?|[IVX]+\.|Stellv(?:\.|ertretender?))\s(?:Vize)?[Pp]räsident(?:in)?"
    r"|(?:Stellv(?:\.|ertretender?)\s)?Vorsitzende[r]?)"
)
OFFICE = (
    r"(?:(?:[A-ZÄÖÜ][a-zäöüß]{2,20})?[Mm]inister(?:in)?"
    r"|Ministerpräsident(?:in)?|Bundeskanzler(?:in)?|Senator(?:in)?|Regierende[r]?\sBürgermeister(?:in)?"
    r"|Bürgermeister(?:in)?|(?:Parl(?:\.|amentarische[r]?)\s)?Staatssekretär(?:in)?|Staatsrat|Staatsrätin"
    r"|Wehrbeauftragte[r]?|Beauftragte[r]?|Berichterstatter(?:in)?|Schriftführer(?:in)?|Landesbeauftragte[r]?)"
)
PARTY = r"[^()\[\]:]{2,40}"
STAR = r"(?:\s?\*+\)?)?"
MEMBER = re.compile(
    rf"(?:Abg(?:\.|eordnete[rn]?)\s+)?(?P<name>{NAME}){STAR}(?:\s+\((?P<place>[^()]{{2,30}})\))?"
    rf"(?:\s*\((?P<round>{PARTY})\)|\s*\[(?P<square>{PARTY})\]|,\s+(?P<comma>[A-ZÄÖÜ][^,:()]{{1,30}})){STAR}\s*"
)
BARE = re.compile(rf"Abg(?:\.|eordnete[rn]?)\s+(?P<words>{NAME}(?:[/ ][A-ZÄÖÜ0-9][\w/]*)*){STAR}\s*")
"""„Abg. Erika Muster SPD“."""

CHAIRED = re.compile(rf"(?P<office>{CHAIR})\s+(?P<name>{NAME})\s*")
GOVERNING = re.compile(
    rf"(?P<first>{OFFICE})(?:\s+(?:für|der|des|im|beim|und)\b[^:()]{{3,90}}?)?\s+(?P<name>{NAME})(?:\s*\([^():]{{3,120}}\))?\s*"
    rf"|(?P<named>{NAME}){STAR}(?:\s*,\s*|\s+\()(?P<office>{OFFICE})\b[^:]{{0,160}}"
)
ADDRESSED = re.compile(
    r"^(?:Liebe|Lieber|Sehr|Verehrte|Geehrte|Werte|Der|Die|Das|Den|Dem|Ein|Eine|Und|Aber|Auch|Wie|Wenn|Zitat|Laut|Nach|So)\b"
    r"|\b(?:Kolleg(?:e|en|in|innen)|sagt|sagte|schreibt|schrieb|fragt|meint|erklärt|Damen)\b"
)
"""Somebody is spoken to or of: „Liebe Frau Muster (SPD):“, „Der Kollege Probe (FDP) sagte:“."""

ALONE = re.compile(
    rf"(?:(?:Der|Die)\s+)?(?:{CHAIR}|Vors\.)(?:\s+(?:des|der)\s[\w\s-]{{3,60}})?\.?", re.IGNORECASE
)
"""„Der Präsident:“ without a name."""

STATION = re.compile(
    r"(?:Abg(?:\.|eordnete[rn]?)|Vors\.|SV|Sachverständige[rn]?|Zeug(?:e|in)|Frau|Herr|(?:Dr|Prof|Mag)\."
    r"|(?:(?:Erste|Zweite|Dritte)r?\s|Stellv\S*\s|Parl\S*\s)?\w*(?:[Pp]räsident|[Mm]inister|[Kk]anzler|[Ss]enator"
    r"|[Ss]ekretär|[Bb]ürgermeister|[Dd]irektor|[Rr]at|[Rr]ät|[Kk]ommissar|[Vv]orsitzende|[Bb]eauftragte)(?:in|r)?)\s"
)
OPENER = re.compile(
    r"(?:(?:[MDS]eine?|Unsere?|Ihre?|Eine?|Keine?|Diese|Jede)[rsnm]?|Zum|Zur|Im|In|Am|Auf|Mit|Für|Zu|Punkt|Frage"
    r"|Antwort|Stichwort|Thema|Beispiel|Drucksache|Vielen|Herzlichen|Guten|Aktuelle|Artikel|Kapitel|Teil)\s"
)
"""A sentence of a speech begins so, and no head."""

NAME_LIKE = re.compile(rf"(?:[dDlL]['’])?{CAPITAL}[\w’'/.*-]*\)?")
PARTICLES = frozenset(
    "von vom van de der den des zu zur und für im beim in am d. h. c. med. rer. phil. – -".split()
)
DASHED = re.compile(r"[^:\n–—\u2212]{4,160}?\.(?=\s[–—\u2212-](?:\s|$))")
"""„Max Muster, im Namen der Fraktion. – Herr Präsident …“"""

LONGEST_NAME = 160
"""Characters of a paragraph that may be a name and nothing else."""

FRAKTIONSLOS = re.compile(r"(?:fraktionslos|parteilos|o\. ?F\.)", re.IGNORECASE)
LONE = re.compile(rf"(?P<name>{CAPITAL}[\w’'-]+)\s?:(?=\s|$)")
ADDRESSED_BY_NAME = re.compile(
    rf"\b(?:Herrn?|Frau|Kolleg(?:en?|in)|Abg\.|Abgeordnete[rn]?)\s(?:(?:Kolleg(?:en?|in)|Dr\.|Prof\.)\s){{0,3}}(?P<name>{CAPITAL}[\w’'-]+)"
)
"""„Holm:“ may be a head where Holm speaks, calls or is spoken to in the same sitting; „Fazit:“ is none."""

HEAD = re.compile(r"[^:\n]{4,220}?:(?=\s|$)")
WITHIN = re.compile(r"(?<=[.!?)“\"])\s+(?=[A-ZÄÖÜ])")
"""Where a head may begin amid a paragraph."""

BRACKET = re.compile(r"\((?:[^()]|\([^()]*\)){3,1500}\)")
NOISE = re.compile(
    r"\s*(?:[A-ZÄÖÜ][a-zäöüß]{4,14}(?:er|e)\s+)?"  # „Anhaltender Beifall“
    r"(?:Beifall|Heiterkeit|Zurufe?|Lachen|Zwischenrufe?|Gegenrufe?|Widerspruch|Unruhe|Glocke|Oh-?Rufe|Ah-?Rufe"
    r"|Oh!|Ah!|Abg\.|Die Abgeordneten|Der Redner|Die Rednerin|Mikro|Bravo)"
)
CALL = re.compile(
    r"\s*(?:(?:Zuruf|Zwischenruf|Gegenruf)(?:e)?(?:\s+(?:des|der|von|vom))?(?:\s+(?:Abg\.|Abgeordneten))?\s*)?"
    r"(?P<who>[^:]{0,120}?):\s(?P<words>.+)",
    re.DOTALL,
)
CALLED_FROM = re.compile(
    r"^(?:Zurufe?|Zwischenrufe?|Gegenrufe?)?\s*(?:von|aus|bei|des|der|vom)?\s*(?:der|den|dem)?\s*"
)
DASH = re.compile(r"(?<=\s)[–—-](?=\s)")
BEGINNING = re.compile(
    r"(?:^[ (]*|[,;–]\s)(?:Sitzungsb|B)eginn(?:\sder\s(?:\d{1,3}\.\s)?Sitzung)?"
    r"\s?:?\s?(?:um\s)?\d{1,2}(?:[.:]\d\d|\sUhr)",
    re.MULTILINE,
)
"""„Beginn: 9.00 Uhr“ as a line; in a speech it is the beginning of anything."""

END = re.compile(
    r"\(?\s*(?:Schluss|Ende)\s*(?:der\s+(?:\d+\.\s+)?Sitzung)?\s*:?\s*(?:um\s+)?\d{1,2}[.:]\d\d\s*Uhr|\(Schluss\b"
)
BREAK = re.compile(
    r"(?:Anlagen?\s+(?:\d|zum)|Antwort\s+(?:der|des)\b|Frage\s+(?:\d+|der|des)\b|Liste der entschuldigten"
    r"|Namentliche Abstimmung\b|Endgültiges Ergebnis\b|Abgegebene Stimmen)"
)
"""Paragraphs that nobody speaks: an annex, a written answer, a roll call."""

OPENS_QUOTE = re.compile(r"\s*[„“\"»‚]")


@dataclass(frozen=True, slots=True)
class Speaker:
    """`partei`: the id of the party where it is named; `amt`: the office by which the head names it; `name`
    is empty of a call whose caller is not named."""

    name: str
    partei: str | None = None
    amt: str = ""
    is_interjection: bool = False

    def in_words(self, party_name: Callable[[str], str] = str) -> str:
        """„Erika Muster (SPD)“, „Vizepräsident Jan Probe“, „ein Zwischenruf von Jan Probe (FDP)“."""
        named = f"{self.amt} {self.name}".strip() or "einer nicht genannten Person"
        whose = f" ({party_name(self.partei)})" if self.partei else ""
        return f"ein Zwischenruf von {named}{whose}" if self.is_interjection else f"{named}{whose}"

    @property
    def surname(self) -> str:
        return self.name.split()[-1] if self.name else ""


@dataclass(frozen=True)
class Turns:
    """The text from end to end: where each turn begins, and who speaks; None where nobody can tell."""

    starts: tuple[int, ...] = ()
    speakers: tuple[Speaker | None, ...] = ()

    @property
    def is_protocol(self) -> bool:
        return bool(self.starts)

    def speaker_of(self, spans: Sequence[Span]) -> Speaker | None:
        """Who speaks all of it; None where several do, or nobody can tell."""
        found = set()
        for start, end in spans:
            first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1)
            found |= set(self.speakers[max(0, first) : last])
        return found.pop() if len(found) == 1 else None

    def __iter__(self) -> Iterator[tuple[int, Speaker | None]]:
        return iter(zip(self.starts, self.speakers, strict=True))


def read_turns(strom: Textstrom, party_of: PartyOf) -> Turns:
    """Who speaks where; empty where the text is no protocol."""
    text = strom.text
    if not TITLED.search(text[:20_000]):
        return Turns()
    begun = BEGINNING.search(text)
    marks: list[tuple[int, Speaker | None]] = [(0, None)]
    heads, lone = 0, list[tuple[int, str]]()
    for teil in strom.absaetze:
        if begun and teil.end <= begun.start():
            continue
        named = (
            read_speaker(text[teil.start : teil.end], party_of)
            if teil.end - teil.start < LONGEST_NAME
            else None
        )
        if named and teil.art is not ParagraphKind.INHALT and named != marks[-1][1]:
            marks.append((teil.start, None))  # a head without its colon; the speaker's own is a running title
        for start, end, speaker in _heads(text, teil.start, teil.end, party_of, teil.art):
            heads += speaker is not None
            marks += [(start, None), (end, speaker)]
        lone += _lone_names(text, teil.start, teil.end)
    if heads < FEWEST_HEADS:
        return Turns()
    names = {found["name"] for found in ADDRESSED_BY_NAME.finditer(text)}
    names |= {speaker.surname for _, speaker in marks if speaker}
    marks += [(start, None) for start, name in lone if name in names]
    return _side_by_side(_with_calls(text, sorted(marks, key=lambda mark: mark[0]), party_of))


def _lone_names(text: str, low: int, high: int) -> Iterator[tuple[int, str]]:
    """Where a single word stands before a colon at the beginning of the paragraph or of a sentence in it."""
    for at in (low, *(found.end() for found in WITHIN.finditer(text, low, high))):
        if found := LONE.match(text, at, high):
            yield at, found["name"]


def _heads(
    text: str, low: int, high: int, party_of: PartyOf, kind: ParagraphKind
) -> Iterator[tuple[int, int, Speaker | None]]:
    """Where a head stands in a paragraph, where it ends, whom it names; None: from here on nobody knows."""
    paragraph = text[low:high]
    if kind in (ParagraphKind.INHALT, ParagraphKind.TITEL):
        return
    lead = len(paragraph) - len(paragraph.lstrip("(\u00a0 "))
    if END.match(paragraph) or BREAK.match(paragraph[lead:]):
        yield low, low, None
        return
    places = [0, *(found.end() for found in WITHIN.finditer(paragraph))]
    behind = 0
    for at in places:
        found = HEAD.match(paragraph, at) if at >= behind else None
        speaker = read_speaker(found[0][:-1].strip(), party_of) if found else None
        if speaker is None and at == 0 and (dashed := DASHED.match(paragraph)) and _is_dashed_head(dashed[0]):
            yield low, low + dashed.end(), None
            continue
        if found is None:
            continue
        if speaker is None:
            if may_be_head(found[0][:-1], at == 0):
                behind = found.end()
                yield low + at, low + found.end(), None
            continue
        behind = found.end()  # „Dr.“ ends no sentence
        if OPENS_QUOTE.match(text, low + found.end()):
            # A speech may begin with a quotation; a speech may quote another, too.
            yield low + at, low + found.end(), None
        elif at == 0 or speaker.partei or speaker.amt:
            yield low + at, low + found.end(), speaker


def read_speaker(words: str, party_of: PartyOf) -> Speaker | None:
    """Whom a head names: „Dr. Erika Muster (SPD)“, „Vizepräsident Jan Probe“, „Ida Wald, Ministerin …“"""
    words = " ".join(words.split())
    if ADDRESSED.search(words):
        return None
    if chaired := CHAIRED.fullmatch(words):
        return Speaker(_plain(chaired["name"]), None, chaired["office"])
    if (member := MEMBER.fullmatch(words)) and (speaker := _member(member, party_of)):
        return speaker
    if bare := BARE.fullmatch(words):
        named = bare["words"].split()
        for count in (4, 3, 2, 1):  # „DIE LINKE“ before „LINKE“
            party = " ".join(named[-count:])
            if len(named) - count >= 2 and (partei := party_of(party)):
                return Speaker(_plain(" ".join(named[:-count])), partei)
    if governing := GOVERNING.fullmatch(words):
        name = governing["name"] or governing["named"]
        return Speaker(_plain(name), None, governing["first"] or governing["office"])
    return None


def may_be_head(words: str, begins_paragraph: bool) -> bool:
    """Whether somebody new may speak from here on, whom `read_speaker` does not know: an expert, a witness,
    a party of no register. Who spoke before is no longer known to."""
    words = " ".join(words.split())
    if ALONE.fullmatch(words):
        return begins_paragraph
    if ADDRESSED.search(words) or OPENER.match(words):
        return False
    core, *rest = re.split(r"[,(\[]", words, maxsplit=1)
    parts = core.split()
    if not 1 <= len(parts) <= 12 or not all(NAME_LIKE.fullmatch(one) or one in PARTICLES for one in parts):
        return False
    count = sum(one not in PARTICLES for one in parts)
    if STATION.match(core):
        return count >= 2
    is_bracketed = bool(rest) and words.endswith((")", "]"))
    if is_bracketed and begins_paragraph and NAME_LIKE.match(rest[0]) and not any(map(str.isdigit, words)):
        return True
    return (is_bracketed and (count >= 2 or "," in words)) or (begins_paragraph and 2 <= count <= 6)


def _is_dashed_head(words: str) -> bool:
    words = words.rstrip(".")
    if ALONE.fullmatch(words):
        return True
    is_named = words.endswith(")") or ", im Namen " in words or re.search(rf", {CHAIR}|, {OFFICE}", words)
    return bool(is_named) and may_be_head(words, begins_paragraph=True)


def _member(found: re.Match[str], party_of: PartyOf) -> Speaker | None:
    party = found["round"] or found["square"] or found["comma"] or ""
    name = _plain(found["name"])
    if len(name.split()) < 2 and not found["name"].startswith(("Dr", "Prof")) and not found["place"]:
        if not found[0].startswith("Abg"):  # „Frage (SPD):“ names nobody
            return None
    if FRAKTIONSLOS.fullmatch(party.strip()):
        return Speaker(name)
    partei = party_of(party.strip())
    return Speaker(name, partei) if partei else None


def _plain(name: str) -> str:
    return " ".join(name.split()).strip(" *,")


def _with_calls(
    text: str, marks: Sequence[tuple[int, Speaker | None]], party_of: PartyOf
) -> Iterator[tuple[int, Speaker | None]]:
    """The same with what stands in brackets: who called, or nobody."""
    starts = [start for start, _ in marks]
    yield from marks
    for found in BRACKET.finditer(text):
        inner = found[0][1:-1]
        parts, at = list[tuple[int, str]](), 0
        for dash in DASH.finditer(inner):
            parts.append((at, inner[at : dash.start()]))
            at = dash.end()
        parts.append((at, inner[at:]))
        calls = [(start, _caller(part, party_of)) for start, part in parts]
        if not NOISE.match(inner) and not any(calls_in for _, calls_in in calls):
            continue
        place = bisect_right(starts, found.start()) - 1
        last: Speaker | None = None
        for start, caller in calls:
            if caller is not None:
                last = caller[1]
                yield found.start() + 1 + start, None
                yield found.start() + 1 + start + caller[0], last
            else:
                yield found.start() + 1 + start, None
        if starts[place : place + 1] and not any(found.start() < start < found.end() for start in starts):
            yield found.end(), marks[place][1]


def _caller(part: str, party_of: PartyOf) -> tuple[int, Speaker] | None:
    """Where the words of a call begin, and who called; None where it is none."""
    called = CALL.match(part)
    if called is None:
        return None
    who = called["who"].strip()
    begin = called.start("words")
    if speaker := read_speaker(who, party_of):
        return begin, Speaker(speaker.name, speaker.partei, speaker.amt, is_interjection=True)
    if not NOISE.match(part) and who:
        return None
    side = CALLED_FROM.sub("", who)
    return begin, Speaker("", party_of(side) if side else None, "", is_interjection=True)


def _side_by_side(marks: Iterator[tuple[int, Speaker | None]]) -> Turns:
    """In order, without those that change nothing; of two at one place the later said counts."""
    by_place: dict[int, Speaker | None] = {}
    for start, speaker in marks:
        by_place[start] = speaker
    starts, speakers = list[int](), list[Speaker | None]()
    for start in sorted(by_place):
        if not starts or speakers[-1] != by_place[start]:
            starts.append(start)
            speakers.append(by_place[start])
    return Turns(tuple(starts), tuple(speakers))
