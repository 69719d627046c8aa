"""Does a text itself say of a quote that it is invented? „Dass die SPD schreibt: „…“, ist gelogen.“

Then it neither gives the quote out as printed nor is it at fault where it is not.
"""

import re
from collections.abc import Sequence

PREDICATE = (
    r"(?:(?:frei|glatt|schlicht|komplett|völlig) )?(?:gelogen|erlogen|erfunden|gefälscht|gefaked"
    r"|falsch|unwahr|nicht wahr|nicht richtig|untergeschoben|ausgedacht"
    r"|(?:eine? )?(?:glatte |reine |dreiste |bloße )?"
    r"(?:Lüge|Fälschung|Erfindung|Fake|Falschmeldung|Falschbehauptung|Märchen|Unsinn|Quatsch|Ente))\b"
)
INVENTED = r"\b(?:erlogen|erfunden|gefälscht|zusammengereimt|ausgedacht)\b"

LEADING = re.compile(
    rf"\b(?:{PREDICATE}|stimmt (?:so )?(?:einfach |gar )?nicht|trifft nicht zu)[^.!?:;]{{0,25}}\bdass\b"
    r"|\b(?:Falschmeldung|Falschbehauptung|Fake(?: News)?|Fälschung|Lüge|Märchen|Gerücht)\b[^.!?:;,]{0,20}:"
    r"|\b(?:nirgends|nirgendwo)\b(?![^.!?]*\b(?:so|sonst)\b)",
    re.IGNORECASE,
)
"""Before a quote in its sentence."""

BEHIND = re.compile(
    rf"\W*(?:\w+ )?(?:ist|sei|war|wäre|sind|seien)\b[^.:;,]{{0,40}}?{PREDICATE}|[^.;]*?{INVENTED}"
    r"|[^.:;,]{0,60}\bvergeblich\b"
    r"|\W*(?:\w+ )?(?:steht|stand|findet sich|kommt)\b[^.:;,]{0,60}\b(?:nirgends|nirgendwo|gar nicht)\b",
    re.IGNORECASE,
)
"""Right behind it, in its sentence."""

ITSELF = (
    r"(?:Das|Dies|Es|Alles|(?:Das|Dieses) (?:angebliche )?Zitat|(?:Der|Dieser) Satz"
    r"|Die(?:se)? (?:Aussage|Behauptung|Meldung|Worte)"
    r"|(?:Die )?(?:Bewertung|Einordnung|Urteil|Ergebnis|Fazit|Faktencheck):?)"
)
FOLLOWING = re.compile(
    rf"{ITSELF}(?: (?:ist|war|sind))?(?: (?:aber|jedoch|leider|natürlich|allerdings|schlicht|so))*:? "
    rf"{PREDICATE}|{ITSELF}? ?stimmt (?:aber |so |einfach )*nicht\b"
    r"|(?:Falsch|Gelogen|Erfunden|Fake|Unwahr|Eine Lüge)\W*\Z"
    rf"|{ITSELF} (?:steht|stand|findet sich)\b[^.:;]{{0,60}}\b(?:nirgends|nirgendwo|nicht)\b(?!,)"
    r"|(?:Das|Dies|Diesen Satz|So etwas)\b[^.:;]{0,60}\b(?:nie|niemals)\b[^.:;]{0,20}?"
    r"\b(?:geschrieben|gesagt|gefordert|versprochen|behauptet|beschlossen)\b",
    re.IGNORECASE,
)
"""The sentence behind."""

NO = re.compile(r"Nein\b", re.IGNORECASE)
CORRECTED = re.compile(
    r"\b(?:sondern|stammt (?:aber|vielmehr|in Wahrheit)|steht aber|tatsächlich)\b", re.IGNORECASE
)
"""„Es wird der CDU untergeschoben, steht aber im Programm der SPD“: no more a denial."""

OWN_NEGATION = re.compile(
    r"nicht (?:wahr|richtig)|stimmt (?:so )?(?:einfach |gar )?nicht|trifft nicht zu|gar nicht", re.IGNORECASE
)
UNDENIED = re.compile(
    r"\b(?:nicht|nichts|nie|niemals|niemand|kein\w*|weder|kaum|anderes|andere[nrs]?|während)\b", re.IGNORECASE
)
"""„Es ist nicht gelogen, dass …“, „das hat sich niemand ausgedacht“: so near, they take the denial back."""

BESIDE = 40


def denials(sentences: Sequence[str], is_quote: re.Pattern[str]) -> dict[str, str]:
    """Of the quotes, which are one sign each in the sentences of a paragraph: the words that deny them."""
    found: dict[str, str] = {}
    for number, sentence in enumerate(sentences):
        signs = list(is_quote.finditer(sentence))
        following = sentences[number + 1].strip() if number + 1 < len(sentences) else ""
        for n, sign in enumerate(signs):
            before = sentence[signs[n - 1].end() if n else 0 : sign.start()]
            behind = sentence[sign.end() : signs[n + 1].start() if n + 1 < len(signs) else len(sentence)]
            told = denied_in(before, behind, following if n + 1 == len(signs) else "")
            if told:
                found[sign[0]] = told
    return found


def denied_in(before: str, behind: str, following: str) -> str:
    """The denying words; empty where there are none. `following`: the sentence after the quote's own."""
    is_asked = "?" in behind[:3] and NO.match(following)
    tries = (
        (_unless_taken_back(LEADING.search(before)), before),
        (_unless_taken_back(BEHIND.match(behind)), behind),
        (FOLLOWING.match(following) or is_asked, following),
    )
    found = ((match, words) for match, words in tries if match and not CORRECTED.search(words))
    return next((" ".join(match[0].split()).strip(" ,;:–—“”«") for match, _ in found), "")


def _unless_taken_back(match: re.Match[str] | None) -> re.Match[str] | None:
    if match is None:
        return None
    around = match.string[max(0, match.start() - BESIDE) : match.end()]
    return None if UNDENIED.search(OWN_NEGATION.sub("", around)) else match
