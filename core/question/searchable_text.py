"""What can be searched for: a question with at least one word that says something."""

from core.errors import EingabeError
from core.index.wortlautindex import WORD

LONGEST = 20_000

FUELLWOERTER = frozenset(
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


def check_frage(frage: str, what: str = "Die Suche") -> str:
    """The question without surrounding white space, or an EingabeError that says what is wrong with it."""
    text = frage.strip()
    if not text:
        raise EingabeError(f"{what} ist leer. Geben Sie ein, wonach gesucht werden soll.")
    if len(text) > LONGEST:
        size = f"{len(text):,}".replace(",", ".")
        raise EingabeError(
            f"{what} ist mit {size} Zeichen zu lang; möglich sind {LONGEST // 1000}.000. "
            "Einen ganzen Antrag prüfen Sie als Antrag, nicht als Suche."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EingabeError(
            f"{what} enthält Zeichen, die sich nicht lesen lassen. Bitte tippen Sie sie neu ein."
        )
    words = {word.casefold() for word in WORD.findall(text)}
    if not words:
        raise EingabeError(f"{what} enthält kein Wort. Geben Sie ein, wonach gesucht werden soll.")
    if words <= FUELLWOERTER:
        raise EingabeError(
            f"{what} besteht nur aus Füllwörtern („{text[:60]}“). Nennen Sie, worum es geht, "
            "zum Beispiel „Mietpreisbremse“."
        )
    return text
