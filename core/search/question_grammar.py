"""Which words of a question say where to look, and which what to look for.

A question has a head („Was sagt die SPD in NRW zum …“), a subject, and often an end („… seit 2020?“). Names
count in the head and the end. So do years, and only those that programmes or elections are of: „Kohleausstieg
bis 2030“ and „Mieten, die seit 2020 steigen“ stay whole. A year by itself counts wherever it stands where it
is one of an election (see `names_election`): „Agenda 2010“ stays whole as well.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import EingabeError
from core.programme.registry import Registry
from core.search.word_tags import FOREIGN, FrageSentence
from core.wortlaut.german import formats
from core.wortlaut.german.folding import transliterated, words as words_of
from core.wortlaut.german.words import STOP_WORDS
from core.wortlaut.records import Typ

# --- years of elections -------------------------------------------------------------------------------------

NAMED_BY_YEAR = re.compile(
    "(agenda|haushalt|haushaltsplan|jahrgang|vision|plan|ziele?|strategie|olympia|spiele|expo|meisterschaft"
    "|krise|katastrophe|flut|pandemie|krieg|inflation|stand)(en|s|es)?$"
)
"""What a year belongs to as its name: „Agenda 2010“, „Haushalt 2022“ ask for no programmes of that year."""

COUNTED = re.compile("euro|prozent|km|mark|stellen|wohnungen|menschen|jahre")
"""Before these a number of four digits is an amount."""

PARTICIPLE = re.compile("(te|ene|nde|ige)[mnrs]?$")
"""„2013 beschlossene Energiewende“: it says when something was."""


def election_years(registry: Registry, laender: set[str], parteien: set[str]) -> frozenset[int]:
    """Years in which those Länder voted or those parties wrote for an election; else those of the Bund."""
    where = laender or (set() if parteien else {"BUND"})
    elections = [w.wahl.year for code in where for w in registry.parlamente[code].wahlperioden]
    wahlprogramme = [p for p in registry.programme.values() if p.typ is Typ.WAHLPROGRAMM]
    # A Land named says more than a party.
    programme = [p.jahr for p in wahlprogramme if (p.bundesland in where if where else p.partei in parteien)]
    return frozenset([*elections, *programme])


def names_election(satz: FrageSentence, start: int, end: int) -> bool:
    """Does the year that ends before word `end` stand for itself?"""
    if int(satz.text(end - 1, end)) not in satz.wahljahre:
        return False
    noun = len(satz.arten[:start].rstrip("LAPaos"))  # „Haushalt NRW 2022“
    before = transliterated(satz.text(noun - 1, noun)) if noun else ""
    after = transliterated(satz.text(end, end + 1)) if end < len(satz.arten) else ""
    is_dated = satz.arten[end : end + 1] == "x" and PARTICIPLE.search(after)
    return not (is_dated or NAMED_BY_YEAR.search(before) or COUNTED.fullmatch(after))


# --- the parts of a question --------------------------------------------------------------------------------

SENTENCE_PART = re.compile(
    r"""
    (?P<ohne> y[oa]*P(?:u+[oa]*P)* )                    # ohne die CSU, außer bei AfD und FDP
    | (?P<zeit> ta?j?J | kJuJ | o?a?j?JBJ | JJ )          # seit 2020 · zwischen 2013 und 2017 · 2013–2017
    | (?P<bis> Ba?j?J )
    | (?P<wahl> (?:[zositgB]a?)?[ALD]?                  # zur hessischen Landtagswahl 2023
        (?: W(?:(?:ia?|[os]a?)?L)?J(?:u+J)* | wJ ) | zA?W )
    | (?P<programm> (?:[iso]a?|a)?e?[ALP]{0,2}          # im SPD-Wahlprogramm von 2017
        (?: T(?:[os]?a?j?J(?:u+J)*)? | G[os]?a?j?J | G(?=[os]?a?A?[PKF]) )
        | [iso]a?e?[ALP]{0,2}G(?=[vVzeu.]|$) | a?[AL]?PG )
    | (?P<land> ia?(?:F[os]?a?)?(?:L|D(?!a|u+(?!i?a?[LD])))(?:u+i?a?[LD])*  # im Landtag von Hessen
        | (?<=[PFTG])[os]a?L | id(?=z) )                # (die SPD) aus Bayern
    | (?P<ort> a?L(?=[PFT]) | L(?:u+L)*(?!u+[xXKa]) | (?<=P)D | D(?=P)      # NRW · Bundes-(SPD)
        | (?<=[PFT])g?U | g?U(?=[zos.]|$) )             # auf Bundesebene
    | (?P<beiwort> (?:ia?|[os]a?|a)?A(?=[FPGTW]) )      # die Berliner (CDU)
    | (?P<partei> (?:[os]a?|a)?P )                      # bei den Grünen
    | (?P<jahr> (?:[ios]?a?j|[ios])?J )                 # im Jahr 2013
    | (?P<fremd> (?<=[VuF])a?[XK]{1,3}(?=(?:ia?L)?[zos])  # (Was sagt) die Bayernpartei (in Bayern zu)
        | (?<=[TG])[oa]*[XK](?=[zos.]|$) | (?<=[vVuF])a?K(?=[zos.]|$) | (?<=n)[oa]*K(?=[zos.]|$) )
    | (?P<fremdland> i[XKM]{1,3}(?=z) )                 # in Preußen (zu)
    | (?P<thema> i?z[zga]* )                            # zum Thema, in Bezug auf
    | (?P<rahmen> [qrvVe]+ | nlF | (?:[iso]a?|a)?F      # was sagt, in der Fraktion, die Haltung (der SPD)
        | (?:[iso]a?|a)?n(?=[os]?a?A?[PK]|[zvVk]) | k(?=a?A?P) )
    | (?P<und> u+ )
    | (?P<zeichen> \.+ )
    | (?P<wort> [xXKM\#Q]+ | . )
    """,
    re.VERBOSE,
)
"""Groups of words, by their Wortarten (see core.search.word_tags)."""
END = {"zeit", "wahl", "programm", "land", "ort", "beiwort", "partei", "ohne", "und", "zeichen"}
"""What a question ends with, after what it is about."""
LISTE = {"partei", "beiwort", "ort", "und"}
LAND = {"land", "ort", "beiwort"}
TARGET = re.compile("(ausstieg|neutral|neutralitaet|ziele?|abbau|ausbau|umstieg|frei|reduktion)$")
"""What is done until a year: „Kohleausstieg bis 2022“ asks for no programmes."""
SUBJECT = re.compile("(verbot|verfahren|beobachtung|umgang|zusammenarbeit|koalition|einstufung)s?$")
"""What is done to a party: „Verbot der NPD“ asks for no programmes of theirs."""
WITH_OR_WITHOUT = re.compile(
    "(regierung|koalition|mehrheit|buendnis|politik|demokratie|parlament|bundestag|landtag|deutschland|welt"
    "|land|zukunft|zusammenarbeit|gesellschaft|ausschuss|wahl)(en|s|es)?$"
)
"""What can be with or without a party: „Koalition ohne die AfD“ leaves no programmes out."""
GLUE_BEFORE = re.compile(r"^(?:[.uzao]|iz)*")
GLUE_AFTER = ".uzaosgitkB"
"""What is left hanging when the words beside it are taken out."""


class SentencePart(NamedTuple):
    """A group of words that belong together: `start` to before `end`."""

    art: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SentenceHead:
    """How a question begins. Where it names a party or a Land, one named later belongs to the subject:
    „Was sagt die CDU NRW zum Verbot der AfD in Bayern?“."""

    laenge: int
    partei: bool
    land: bool
    fragt: bool


def find_frame(satz: FrageSentence) -> list[SentencePart]:
    """What says where to look: how the question begins and ends, and „in NRW“ wherever it stands."""
    teile = [_sentence_part(found) for found in SENTENCE_PART.finditer(satz.arten)]
    kopf = _head(satz, teile)
    teile[kopf.laenge :] = _without_subjects(satz, teile, kopf)
    ende = len(teile)
    while ende > kopf.laenge and _closes(satz, teile, ende - 1, kopf):
        ende -= 1
    middle = [teile[i] for i in range(kopf.laenge, ende) if _stands_anywhere(satz, teile, i)]
    return teile[: kopf.laenge] + middle + teile[ende:]


def find_searched(satz: FrageSentence, rahmen: Sequence[SentencePart]) -> str:
    """What is left to look for, in the words of the input."""
    taken = {i for teil in rahmen for i in range(teil.start, teil.end)}
    left = [i for i in range(len(satz.arten)) if i not in taken]
    arten = "".join(satz.arten[i] for i in left).rstrip(".")
    start = len(arten) - len(arten.lstrip("."))
    if any(teil.art != "zeichen" for teil in rahmen):
        arten = arten.rstrip(GLUE_AFTER)
        start = len(arten) - len(GLUE_BEFORE.sub("", arten))
    text = " ".join(satz.text(first, last) for first, last in _runs(left[start : len(arten)]))
    return text if any(letter.isalnum() for letter in text) else ""


def codes(satz: FrageSentence, teile: Sequence[SentencePart]) -> list[str]:
    """The Länder that these name, each once."""
    found: dict[str, None] = {}
    for i in (i for teil in teile for i in range(teil.start, teil.end)):
        art, sinn = satz.arten[i], satz.sinn.get(i, ())
        if art in "LDAUdF" or (art == "W" and len(sinn) == 1):
            found |= dict.fromkeys(sinn)
        elif art == "T":
            found |= dict.fromkeys(sinn[1:])
    return list(found)


def words(satz: FrageSentence, teile: Sequence[SentencePart], art: str) -> list[int]:
    """The words of that Wortart in these, by number."""
    return [i for teil in teile for i in range(teil.start, teil.end) if satz.arten[i] == art]


def _sentence_part(found: re.Match[str]) -> SentencePart:
    return SentencePart(found.lastgroup or "wort", found.start(), found.end())


def _head(satz: FrageSentence, teile: Sequence[SentencePart]) -> SentenceHead:
    seen: set[str] = set()
    laenge = 0
    for teil, following in zip(teile, [*teile[1:], None], strict=False):
        if not _opens(satz, teil, following, seen):
            break
        seen |= set(satz.arten[teil.start : teil.end])
        laenge += 1
        if teil.art == "thema":
            break
    land, fragt = bool(codes(satz, teile[:laenge])), bool(seen & set("qrvV"))
    asks = seen & set("qr") and seen & set("vV")
    # A party's name says enough; „die Parteien“ has to stand in a question.
    if not (land or asks or seen & set("PTGWwnMK") or ("F" in seen and (fragt or "z" in seen))):
        return SentenceHead(0, False, False, False)
    asked = [teil for teil in teile[:laenge] if teil.art != "ohne"]
    return SentenceHead(laenge, any("P" in satz.arten[teil.start : teil.end] for teil in asked), land, fragt)


def _opens(satz: FrageSentence, teil: SentencePart, following: SentencePart | None, seen: set[str]) -> bool:
    if teil.art == "jahr":  # „Was sagte die SPD 2013 …“, but not „2013 …“
        return bool(seen & set("PTGVvF"))
    if teil.art == "bis":
        return following is not None and following.art == "thema"
    if teil.art == "fremd" and "K" not in satz.arten[teil.start : teil.end]:
        return "q" in seen or satz.arten[teil.start - 1] in "uFTG"
    return teil.art != "wort"


def _without_subjects(
    satz: FrageSentence, teile: Sequence[SentencePart], kopf: SentenceHead
) -> Iterator[SentencePart]:
    """After the Kopf: parties and Länder that are a part of what is looked for count as words."""
    listed = governed = False
    for teil in teile[kopf.laenge :]:
        governed = governed if listed and teil.art in LISTE else _is_governed(satz, teil)
        listed = teil.art in LISTE
        partei = teil.art == "partei" and (kopf.partei or governed)
        land = (teil.art in ("ort", "beiwort") and governed) or (teil.art in LAND and kopf.land)
        before = transliterated(satz.text(teil.start - 1, teil.start)) if teil.start else ""
        ohne = teil.art == "ohne" and (kopf.partei or WITH_OR_WITHOUT.search(before))
        yield teil._replace(art="wort") if partei or land or ohne else teil


def find_foreign(satz: FrageSentence) -> list[int]:
    """Words that name a party the register does not have, wherever they stand; not those a question is about.

    „Rente Tierschutzpartei“ asks that party; „Verbot der Bayernpartei“ and „Was sagt die CDU zur …“ do not.
    """
    kopf = _head(satz, [_sentence_part(found) for found in SENTENCE_PART.finditer(satz.arten)])
    places = [] if kopf.partei else [i for i, sinn in satz.sinn.items() if sinn == FOREIGN]
    return [
        i
        for i in places
        if not _is_governed(satz, SentencePart("partei", i - (satz.arten[i - 1 : i] == "a"), i + 1))
    ]


def _is_governed(satz: FrageSentence, teil: SentencePart) -> bool:
    """„mit der AfD“, „nach Bayern“, „Verbot der NPD“; but not „zu Bayerns Seen“."""
    i = teil.start - 1
    if _is_genitive(satz, teil):
        return False
    if i >= 0 and SUBJECT.search(transliterated(satz.text(i, i + 1))):
        return True
    if i > 0 and satz.arten[i] == "a":
        i -= 1
    return i >= 0 and satz.arten[i] in ("gtzk" if teil.art == "partei" else "gtzkos")


def _closes(satz: FrageSentence, teile: Sequence[SentencePart], i: int, kopf: SentenceHead) -> bool:
    art, start, end = teile[i]
    if art == "rahmen":
        return _asks(satz, teile, i, kopf)
    if art == "jahr":
        before = [teil.art for teil in teile[max(0, i - 2) : i]]
        beside = before[-1:] in (["partei"], ["programm"])
        beside = beside or before in (["partei", "ort"], ["partei", "land"])
        return beside or names_election(satz, start, end)
    if art == "bis":
        return not (start and TARGET.search(transliterated(satz.text(start - 1, start))))
    return art in END


def _asks(satz: FrageSentence, teile: Sequence[SentencePart], i: int, kopf: SentenceHead) -> bool:
    """„… gesagt hat?“, „Pflege: Was wollen die Parteien?“; but not „Finanzierung der Parteien“."""
    arten = satz.arten[teile[i].start : teile[i].end]
    before, after = teile[i - 1].art if i else "", teile[i + 1].art if i + 1 < len(teile) else ""
    if (
        arten == "nlF"
        or after in ("partei", "beiwort", "rahmen")
        or (arten[-1] == "F" and before == "rahmen")
    ):
        return True
    return kopf.fragt and "V" in arten and set(arten) <= set("vVe")


def _stands_anywhere(satz: FrageSentence, teile: Sequence[SentencePart], i: int) -> bool:
    before, teil, after = teile[i - 1] if i else None, teile[i], teile[i + 1] if i + 1 < len(teile) else None
    if teil.art == "jahr":
        return names_election(satz, teil.start, teil.end)
    if teil.art == "programm":
        return satz.arten[teil.start] in "is"
    if teil.art == "partei":
        return before is not None and before.art == "programm" and satz.arten[before.start] in "is"
    if teil.art == "ort":  # as in a list of search words: „Mieten NRW Neubau“
        listed = before is not None and satz.arten[before.end - 1] in "XK#Q"
        listed = listed and (after is None or satz.arten[after.start] in "XK#QJ")
        return listed or _is_genitive(satz, teil)
    return teil.art in ("land", "wahl", "ohne")


def _is_genitive(satz: FrageSentence, teil: SentencePart) -> bool:
    """„Bremens Häfen“; no Land's own name ends in s."""
    named = teil.art == "ort" and satz.text(teil.start, teil.end).endswith("s")
    return named and satz.arten[teil.end : teil.end + 1] in ("X", "K")


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers without a gap between them as (first, last + 1)."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        first = runs.pop()[0] if runs and runs[-1][1] == number else number
        runs.append((first, number + 1))
    return runs


# --- words of a question: whether any of them can be searched for, and whether they ask for a side ---------

LONGEST = 20_000


def check_frage(frage: str, what: str = "Die Suche") -> str:
    """The question without surrounding white space, or an EingabeError that says what is wrong with it."""
    text = frage.strip()
    if not text:
        raise EingabeError(f"{what} ist leer. Geben Sie ein, wonach gesucht werden soll.")
    if len(text) > LONGEST:
        raise EingabeError(
            f"{what} ist mit {formats.number(len(text))} Zeichen zu lang; möglich sind "
            f"{formats.number(LONGEST)}. Einen ganzen Antrag prüfen Sie als Antrag, nicht als Suche."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EingabeError(
            f"{what} enthält Zeichen, die sich nicht lesen lassen. Bitte tippen Sie sie neu ein."
        )
    words = set(words_of(text))
    if not words:
        raise EingabeError(f"{what} enthält kein Wort. Geben Sie ein, wonach gesucht werden soll.")
    if words <= STOP_WORDS:
        raise EingabeError(
            f"{what} besteht nur aus Füllwörtern („{text[:60]}“). Nennen Sie, worum es geht, "
            "zum Beispiel „Mietpreisbremse“."
        )
    return text


# --- words by which a question asks for a side --------------------------------------------------------------
# A search finds what is spoken of, not who is for or against.

SPLIT = re.compile(r"\b(lehn(?:t|en|te|ten))\b[^.?!]{0,200}?\b(ab)\b", re.IGNORECASE)
SUPPORTERS = re.compile(
    r"\b(wer|welche[rs]?(?: partei\w*)?)\b[^.?!]{0,60}?"
    r"\b(will|wollen|forder[nt]|möchten?|verlang(?:t|en)|sind für|ist für)\b",
    re.IGNORECASE,
)
WORDS = re.compile(
    r"\b(?:nicht|keine?[nmrs]?|nie|ablehn\w*|abgelehnt\w*|dagegen|dafür|befürwort\w*|unterstützt?|unterstützen"
    r"|zustimm\w*|abschaff\w*|abzuschaffen|verbieten|verbietet|beibehalten|verhinder\w*|stopp(?:en|t)?|beenden"
    r"|beendet|streichen|gegner|befürworter)\b",
    re.IGNORECASE,
)
AGAINST = re.compile(r"\bgegen\b", re.IGNORECASE)
OF_THE_SUBJECT = re.compile(
    r"tun|tut|macht|machen|kampf|schutz|maßnahmen?|hilfe|mittel|vorgehen|krieg|vorsorge|bündnis|strategie|impfung"
    r"|gewalt|verbrechen|getan|schützen|helfen",
    re.IGNORECASE,
)
"""Before „gegen“ these say what is done and not by whom it is wanted: „Kampf gegen Armut“."""


def stance_words(eingabe: str) -> tuple[str, ...]:
    """As they were typed, in their order: („Wer … will“, „nicht“, „abschaffen“)."""
    found = {one.start(): one[0] for one in WORDS.finditer(eingabe)}
    for pattern in (SUPPORTERS, SPLIT):
        found |= {one.start(): f"{one[1]} … {one[2]}" for one in pattern.finditer(eingabe)}
    for one in AGAINST.finditer(eingabe):
        before = eingabe[: one.start()].split()[-1:]
        if not (before and OF_THE_SUBJECT.fullmatch(before[0])):
            found[one.start()] = one[0]
    return tuple(dict.fromkeys(found[place] for place in sorted(found)))
