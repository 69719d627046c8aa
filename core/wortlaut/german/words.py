"""Words of German that rules need, and which hyphens at the ends of lines belong to theirs."""

import re
from collections.abc import Iterable, Set

from core.wortlaut.german.folding import bare_word

# --- abbreviations and how sentences begin ------------------------------------------------------------------

ABBREVIATIONS = frozenset(
    """abg abs abschn allg anm art aufl bd bgbl bsp bspw buchst bzgl bzw ca chr co dez dgl dipl dr drs
    durchschn ebd ehem eigtl einschl engl entspr etc evtl exkl feb ff fr geb gem gesetzl gez ggf ggü hr hrsg
    inkl insb insbes jan jh jhd jährl kap kfm lfd lt max med mind min mio monatl mrd nat nov nr okt pol priv
    prof ratsdok rd rer rn sept sog spez st staatl std str tel tsd tägl u ua urt usf usw vers vgl vorm vs
    ziff zit zt zz zzgl öffentl""".split()
)
"""Words that end in a full stop without ending a sentence."""

FIRST_WORDS = frozenset(
    """Aber Alle Als Am An Auch Auf Aus Bei Bis Da Dabei Dadurch Dafür Daher Damit Dann Darum Das Dazu Den
    Denn Der Deshalb Dies Diese Dieser Dieses Die Durch Ein Eine Einen Er Es Für Gemeinsam Gleichzeitig
    Hier Ich Ihr Ihre Im In Ist Jede Jeder Kein Keine Man Mit Nach Nicht Nur Ob Schon Seit Sie So Sollte
    Statt Trotz Um Und Unser Unsere Unter Viele Von Vor Was Weil Wenn Wer Wie Wir Zu Zudem Zum Zur
    Zwischen Über""".split()
)
"""Words that open sentences: „bis 20. Wir …“ ends one, „am 20. Januar“ does not."""

SUSPENDED = frozenset("und oder bzw. sowie wie als bis noch aber statt beziehungsweise u. & /".split())
"""„Bundes- und Landesmittel“: before these words a hyphen at a line's end is real."""

# --- adjectives and hyphens ---------------------------------------------------------------------------------

ADJECTIVE = re.compile("(isch|lich|ig|al|iv|sam|bar|neu|jung|alt|extrem)e[mnrs]?$")
"""„Europäische Union“, „Neue Linke“; but not „Autobahnen Grüne“. Held against transliterated words."""

STRICHE = "-\u2010\u2011–"
"""Hyphens, and the dash that stands for one."""

# --- numbers and dates --------------------------------------------------------------------------------------

MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
)  # fmt: skip

SMALL_NUMBERS = (
    *("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
"""From 2 on: „ein“ is rarely a number."""

TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert")

NUMBER_WORD = (
    r"(?:(?:zwei|drei|vier|fünf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zwölf|zwan|dreiß|zig|ßig|ig|hundert|tausend"
    r"|ein(?=und|hundert|tausend)|und(?=zwan|drei|vier|fünf|sech|sieb|acht|neun))++"
    r"|(?:Hälfte|Drittel|Viertel|Fünftel|Zehntel|Dutzend))"
)
"""„drei“, „fünfundzwanzig“, „zweihundert“, and what is counted in parts; a lone „ein“ is an article."""

BOUND = (
    r"(?:bis(?:\s(?:zu[mr]?|maximal|höchstens))?|(?:nicht|kaum)\s(?:mehr|weniger)\sals|(?:mehr|weniger|größer|kleiner"
    r"|höher|niedriger|länger|kürzer|älter|jünger|früher|später|öfter|besser|schlechter)\sals"
    r"|mindestens|wenigstens|zumindest|höchstens|maximal|minimal|max\.|min\.|allenfalls|frühestens|spätestens"
    r"|unter(?:halb\svon)?|über|oberhalb\svon|um|rund|etwa|ca\.|circa|zirka|ungefähr|fast|knapp|gut|annähernd"
    r"|nahezu|beinahe|schätzungsweise|durchschnittlich|ab|seit|vor|nach|auf|je(?:weils)?|pro|plus|minus|gegen)"
)
"""Before a number: how it is meant. Without it another number is said."""

MORE_OR_LESS = r"(?:oder|und)\s(?:mehr|weniger|darüber|darunter|älter|jünger|höher|niedriger|länger|kürzer)\b"
"""The same behind it: „500 oder mehr“."""

PER = (
    r"(?:(?:pro|je)\s\w+|im\s(?:Jahr|Monat|Quartal)|(?:in\sder|je)\s(?:Woche|Stunde)|am\sTag|jährlich|monatlich|wöchentlich|täglich"
    r"|stündlich|brutto|netto|einmalig)\b"
)
"""„500 Euro | im Monat“: without it nobody knows how much that is."""

MEASURE = (
    r"(?:(?:Kilo|Zenti|Milli|Quadrat|Kubik)?[Mm]eter|Hektar|Tonnen|Liter|Grad|Kilogramm|Gramm|(?:Kilo|Mega|Giga|Tera)watt"
    r"(?:stunden?)?|Jahren?|Monaten?|Wochen|Tagen?|Stunden|Minuten|Sekunden|Uhr|Punkten?|km²?|m²|ha|kWh?|MWh?|GWh?|TWh?)\b"
)
"""What a number measures, beside shares and money."""

# --- words that say nothing, and words that say it all ------------------------------------------------------

STOP_WORDS = frozenset(
    """ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist
    da dabei dadurch dafür dagegen daher damit dann daran darauf daraus darin darüber darum das dass dazu
    dein deine dem den denen denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses
    doch dort du durch ein eine einem einen einer eines er es etwa etwas euch euer für gegen gibt hab habe
    haben hat hatte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
    jeden jeder jedes jetzt kann kein keine keinem keinen keiner können könnte machen man mehr mein meine mit
    muss müssen nach nicht nichts noch nun nur ob oder ohne sagen sagt sehr sein seine seinem seinen seiner
    seit sich sie sind so soll sollen sollte sondern sonst über um und uns unser unsere unter viel vom von
    vor war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wieder will wir
    wird wo wollen wollte worden wurde wurden zu zum zur zwar zwischen""".split()
)
"""Words by which nothing can be searched for."""

ARTICLES = frozenset("der die das den dem des ein eine einen einem einer eines".split())

FILLERS = frozenset(
    """auch dabei hierbei bereits schon so weiterhin insbesondere künftig zukünftig stets ebenso zudem
    daher deshalb jedoch dazu dann hier also darüber hinaus außerdem gerade sehr ganz
    besonders""".split()
)
"""Words whose loss leaves a sentence's meaning alone."""

WEIGHTY = frozenset(
    """nur kaum fast weniger mehr höchstens mindestens maximal minimal bis ab vor nach gegen für mit aus
    von zu über unter ausser hinter neben zwischen gegenüber wider statt oder und wenn falls sofern soweit
    solange muss müssen soll sollen kann können darf
    dürfen will wollen erst frühestens spätestens teilweise alle allen aller jede jeden jeder jedes
    einige manche viele wenige beide sämtliche halb halbe doppelt doppelte null eins zwei drei vier fünf
    sechs sieben acht neun zehn elf zwölf zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig
    neunzig hundert tausend million millionen milliarde milliarden ersten erste erster zweite zweiten
    dritte dritten abschaffen abzuschaffen verbieten verhindern stoppen beenden streichen
    senken erhöhen bekämpfen kürzen schliessen begrenzen vermeiden beseitigen einstellen aussetzen
    unterbinden reduzieren zurückdrängen abbauen einschränken eindämmen aufheben überwinden zurücknehmen
    auflösen untersagen verringern verkürzen""".split()
)
"""Words that carry the meaning, „ß“ as „ss“: never dropped, never exchanged."""

NEGATOR = re.compile(
    r"\b(?:nicht|nichts|nie|niemals|niemand\w*|nirgend\w*|kein\w*|weder|ohne|lehn(?:e|en|t|te|ten)|ablehn\w*"
    r"|abgelehnt\w*|abzulehnen)\b",
    re.IGNORECASE,
)
"""Words that turn a sentence round when they are left out."""

CONDITION = re.compile(
    r"\b(?:(?<!auch\s)wenn|falls|sofern|soweit|solange|sobald|bevor|(?-i:ehe)|insofern|vorausgesetzt"
    r"|ausgenommen|vorbehaltlich|Vorbehalt\w*|es\s+sei\s+denn"
    r"|(?:außer|ausser)(?!\s+(?:Acht|Betrieb|Frage|Kraft|Kontrolle))|Ausnahmen?|Bedingung|Voraussetzung"
    r"|(?-i:Bis|Ehe)(?=\s(?:alle|das|dass|der|die|dies\w*|ein\w*|es|sie|wir)\s[^.;:,]{3,80},))\b",
    re.IGNORECASE,
)
"""Words under which a promise holds: without them it says more than its party did."""

LIMIT = re.compile(
    r"\b(?:(?<!nicht\s)(?:nur(?!\s+so\b)|lediglich|erst(?!\s+recht))|ausschließlich|allenfalls|höchstens|maximal"
    r"|frühestens)\b",
    re.IGNORECASE,
)
"""The same, but of their own clause alone; „nicht nur“ and „nur so“ limit nothing."""

ENDED = (
    r"beend\w*|gestoppt|stopp(?:t|en|te)|abschaff\w*|abzuschaffen|abgeschafft|streichen|gestrichen|verbiet\w*|verboten"
    r"|untersag\w*|einstellen|einzustellen|eingestellt|abbauen|abzubauen|abgebaut|aufheben|aufzuheben|aufgehoben"
    r"|aussetzen|auszusetzen|ausgesetzt|zurück(?:zu)?nehmen|zurückgenommen|rückgängig|beseitig(?:en|t|te)|abschalten"
    r"|abzuschalten|abgeschaltet|kürzen|gekürzt|zurückdrängen|zurückzudrängen|eindämmen|einzudämmen|einschränken"
    r"|einzuschränken|eingeschränkt|überwinden|überwunden|unterbind\w*|vermeiden|vermieden|verhinder\w*|bekämpf\w*"
    r"|abwehren|abzuwehren|verzichten|verzichtet|entgegen(?:zu)?(?:treten|wirken)|schluss|abkehr"
    r"|(?:ab(?:zu)?)?senken|(?:ab)?gesenkt|reduzier(?:en|t)|verringer[nt]|begrenz(?:en|t)|halbier(?:en|t)|(?:ver)?minder[nt]"
    r"|zurück(?:zu)?fahren|zurückgefahren|auflösen|aufzulösen|aufgelöst|entfallen|wegfallen|auslaufen|drosseln|gedrosselt"
    r"|ersetz(?:en|t)|prüfen|überprüfen|erwägen"
)
"""Verbs of ending, lessening and mere looking into, in the forms that stand beside their object."""

ENDING = (
    r"(?<!bis )(?<!am )(?<!zu )(?<!seit )(?<!bis zum )"
    r"Ende(?!\s(?:der\s(?:Legislatur|Wahlperiode)|des\s(?:Jahr|Monat)"
    r"|\d|nächsten|dieses|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember))\w{0,2}"
    r"|(?:\w*-)?Aus(?=\s(?:für|von|der|des)\b)|\w*(?:abbau|stopp|verbot|verzicht|abschaffung|ausstieg|rückbau|kürzung"
    r"|streichung|aufhebung|beendigung|rücknahme|(?<!vor)aussetzung|ablehnung|abkehr|moratorium|beseitigung|verhinderung"
    r"|bekämpfung|überwindung|abwehr|vermeidung|eindämmung|senkung|reduzierung|reduktion|verringerung|begrenzung|minderung"
    r"|einschränkung|schließung|auflösung|verkürzung|rückführung|halbierung|absage)(?:e?s|en|e)?"
)
"""Nouns of ending and lessening: what they govern is what shall be less."""

REJECTED = (
    r"dagegen|bezweifel\w*|zweifel\w*|bestreit\w*|leugn\w*|widersprech\w*|widerspricht|widersetz\w*|verweiger\w*"
    r"|zurück(?:zu)?weisen|zurückgewiesen|weisen\b[^,;:.]{0,80}\bzurück|verwerf\w*|verurteil\w*|missbillig\w*"
    r"|wend(?:en|et|e)\b[^,;:.]{0,60}\bgegen|warn(?:en|t|e)|kritisier\w*|protestier\w*|wehr(?:en|t|e)\s"
    r"|treten\b[^,;:.]{0,80}\bentgegen|Missverständnis\w*|Irrtum\w*|Irrglaube\w*|Irrweg\w*|Illusion\w*|Mythos|Märchen|Fehler"
    r"|Fehlentwicklung\w*|Unsinn|Vorwurf|Behauptung\w*|angeblich\w*|vermeintlich\w*|sogenannt\w*|inakzeptabel|unzulässig"
    r"|unannehmbar|untragbar|verfehlt|gescheitert|abzulehnen"
)
"""Verbs of rejection and doubt, and names of what is held to be wrong."""

TURNING = re.compile(
    r"\b(?:Nein\s+zu[mr]?|statt|anstatt|gegen|schaff\w*\b[^,;:.]{0,80}\bab|falsch"
    rf"|{ENDED}|{ENDING}|{REJECTED})\b",
    re.IGNORECASE,
)
"""No negations, but they turn round what stands beside them. „falschen“ says something of its noun alone."""

SOFTENED = re.compile(
    r"\b(?:kaum|weniger(?!\sals)|wenig|selten|schwerlich|vielleicht|möglicherweise|eventuell|unter\s+Umständen|teilweise|teils"
    r"|zum\s+Teil|vorübergehend|vorläufig|probeweise|versuchsweise|befristet|perspektivisch|langfristig|mittelfristig"
    r"|nach\s+Möglichkeit|möglichst|grundsätzlich|in\s+der\s+Regel|im\s+Einzelfall|in\s+Ausnahmefällen|theoretisch"
    r"|auf\s+dem\s+Papier|freiwillig)\b",
    re.IGNORECASE,
)
"""Words that make less of a promise: without them it says more. „langfristige“ says something of its noun."""

TOO_MUCH = re.compile(
    r"\bzu(?=\s+(?:(?:viel|wenig|hoh|lang|groß|klein|gering|niedrig|kurz|teur|schwach|stark|eng|schnell|langsam)(?:e[nmrs]?)?"
    r"|hoch|oft|spät|früh|selten|häufig|weit|teuer|kompliziert\w*|bürokratisch\w*)(?!\w))",
    re.IGNORECASE,
)
"""„zu | hohe Steuern“"""

HEDGE = re.compile(
    r"\b(?:kaum|wenig(?:er|e[nmrs]?)?|wohl|angeblich\w*|vermeintlich\w*|scheinbar\w*|vielleicht|möglicherweise|eventuell"
    r"|teilweise|teils|zum\s+Teil|manch\w*|einige\w*|selten\w*|gelegentlich|später\w*|irgendwann|langfristig\w*|bedingt"
    r"|theoretisch|formal|offiziell|auf\s+dem\s+Papier|versuchsweise|probeweise|vorübergehend\w*|vorläufig\w*|fast|beinahe"
    r"|halb\w*|finanzierbar\w*|freiwillig\w*|allein|bloß|je\s+nach|unter\s+Umständen|mehr|alle\w*|sämtliche\w*|jede\w*)\b",
    re.IGNORECASE,
)
"""Words that say how far something holds: put into a quote, they make another promise of it."""

OTHER_THOUGHT = re.compile(
    r"\b(?:[Ww]ährend|[Ss]ondern|[Aa]ber|[Jj]edoch|[Hh]ingegen|[Dd]agegen"
    r"|[Dd](?:ie|er)\s(?:CDU|CSU|SPD|FDP|AfD|BSW|Union|Grünen|Linken?|Ampel|Koalition))\b"
)
"""Behind these words a sentence says something else, often of somebody else."""

DISOWNED = re.compile(
    r"(?:(?:Das|Dem|Dies)(?=\s+[a-zäöü])|Diese[mnrs]?\b)[^,;:.!?]{0,60}"
    r"\b(?:lehn(?:e|en|t)|ablehnen|falsch|verhinder\w*|stopp(?:t|en)|beenden|entgegen)\b"
)
"""A sentence that turns the one before: „Das lehnen wir ab.“"""

VERB_PREFIX = re.compile(
    r"\b(?:ab|an|auf|aus|bei|durch|ein|entgegen|fest|fort|frei|her|hin|los|mit|nach|nieder|sicher|statt|um|(?<!wie\s)vor"
    r"|voran|weg|weiter|wieder|zu|zurück|zusammen)\b(?=\s*(?:[,;:.!?]|(?:und|oder)\b))"
)
"""The end of a verb, before that of its clause: „schaffen wir ab.“"""

OTHERS_WILL = re.compile(
    r"\b[Dd](?:ie|er)\s(?P<who>CDU(?:/CSU)?|CSU|SPD|FDP|AfD|BSW|Union|Grünen|Linken?|Ampel[\w-]*|Bundesregierung)(?:\s\w+){0,2}?"
    r"\s(?:will|wollen|plan(?:t|en)|möchten?|verspr(?:icht|echen|ach|achen)|droh(?:t|en)|hat|haben)\b"
    r"|\b(?:will|wollen|plan(?:t|en)|möchten?|verspr(?:icht|echen)|droh(?:t|en))\s[Dd](?:ie|er)\s"
    r"(?P<whose>CDU(?:/CSU)?|CSU|SPD|FDP|AfD|BSW|Union|Grünen|Linken?|Ampel[\w-]*|Bundesregierung)\b"
)
"""Of whom a sentence says what they want: „Die Union will | Steuern für Reiche senken“."""

DEADLINE = re.compile(
    r"\b(?:bis|ab|spätestens)\s(?:(?:zum|zur|spätestens|Ende|Mitte|Anfang|Jahr|Jahre)\s){0,3}(?:20\d\d|zum\sEnde\sde[rs])\b",
    re.IGNORECASE,
)
"""By when: „wir steigen aus der Kohle aus | bis 2038“."""

POSSIBLE = re.compile(
    r"\b(?:soll(?:en|te|ten)?|kann|können|könnten?|darf|dürfen|dürften?|muss|müssen|müssten?)\b"
)
"""Swallowed, something is so that shall, can or must be."""

OPENING_CONDITION = re.compile(
    r"\W*(?:Bei|Nach)\s(?!de[nmr]\b|dies|unser|ein|viel|all|jede|all)[^.;:,]{3,80}\Z"
)
"""„Bei Bedarf | …“, „Nach Zustimmung der Länder | …“; „Bei der Rente“ says what it is about."""

SHIELDED = re.compile(
    r"\b(?:vor|gegen|ohne|statt|anstatt|außer)\s(?:(?:de[mnrs]|die|das|eine[mnrs]?|ein)\s)?\Z", re.IGNORECASE
)
"""„Schutz vor | Kündigungen“: the quote is what somebody is kept from."""

SAID = re.compile(r"\b(?:behaupte(?:t|n)|mein(?:t|en)|glaubt|sagt)\b")
"""Of others; what is demanded („Die AfD fordert“) parties demand themselves."""

# --- hyphens at the ends of lines: which of them only break a word, and which belong to it ------------------

HYPHENS = ("-", "\xad", "‐", "¬")

TWO_ADJECTIVES = re.compile(r"(?:isch|lich|iös|zivil|deutsch) [a-zäöüß]{3,}(?:isch|lich)(?:e[nmrs]?)?\W*$")
"""„zivil-/militärische“: here the hyphen is real, although the second word is small."""

BROKEN = frozenset(("sowie", "anstatt", "dennoch", "werkstatt"))
"""„so-/wie“: the whole words that end like one before which a hyphen is real."""


def vocabulary_of(rows: Iterable[str]) -> set[str]:
    """Words that stand whole within a line: they decide which hyphens at line ends are real."""
    words: set[str] = set()
    for row in rows:
        words.update(row.split()[1:-1])
    return {bare for word in words if (bare := bare_word(word))}


def joint(text: str, line: str) -> tuple[str, str]:
    """A text and its next line with what stands between them: „Kli-“, „ma und“ → „Kli“, „ma und“.

    By the rule for programmes, without a vocabulary: an Antrag is too short to have one. So the few words are
    told by name that a programme's own vocabulary would not tell either.
    """
    start = text.rfind(" ") + 1
    last, first = text[start:], line.split(" ", 1)[0]
    if last.endswith(HYPHENS) and bare_word(last[:-1] + first) in BROKEN:
        return text[:-1], line
    end, between = end_of_row(last, first, frozenset())
    return text[:start] + end, between + line


def end_of_row(word: str, tail: str, vocabulary: Set[str]) -> tuple[str, str]:
    """The last word of a row as it goes into the text, and what stands between it and the next row.

    „Kli-“ before „ma“ → „Kli“ and nothing, „Bundes-“ before „und“ → itself and a space, „Ost-“
    before „West“ → itself and nothing.
    """
    bare = word.rstrip()
    if bare.endswith("/") and len(bare) > 1:
        return bare, ""
    if not bare.endswith(HYPHENS) or len(bare) < 2 or not (bare[-2].isalnum() or bare[-2] in HYPHENS):
        return word, " "
    head, is_soft, tail = bare[:-1], tail.startswith("\xad"), tail.lstrip("\xad")
    if bare[-1] in "\xad¬" or is_soft:
        # „Fünf-Prozent¬/Sperrklausel“: within a word there is no capital, unless the document has it so.
        is_compound = head[-1:].islower() and tail[:1].isupper() and bare_word(head + tail) not in vocabulary
        return (f"{head}-" if is_compound else head), ""
    if bare_word(tail) in SUSPENDED or tail in SUSPENDED:
        return bare, " "
    return (head, "") if _is_broken(head, tail, vocabulary) else (bare, "")


def _is_broken(head: str, tail: str, vocabulary: Set[str]) -> bool:
    """Was the hyphen set only to break the line („Kli-/ma“), or is it a real one („Ost-/West“)?"""
    joined, kept = bare_word(head + tail), bare_word(f"{head}-{tail}")
    if (joined in vocabulary) != (kept in vocabulary):
        return joined in vocabulary
    if TWO_ADJECTIVES.search(f"{head} {tail}") or head.endswith("-zu"):
        return False
    stem = re.split(r"[-/(]", head)[-1]
    abbreviation = len(stem) < 2 or stem.isupper() or stem[-1].isdigit()
    return tail[:1].islower() and not abbreviation
