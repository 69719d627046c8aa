"""What a model emitted as a quote → the parts that must stand in the source, without what is put around."""

import html
import re
from functools import lru_cache

from core.german.numbers import NUMBER
from core.german.words import NEGATOR

ELLIPSIS = re.compile(r"\[\s*(?:…|\.{2,3})\s*\]|\(\s*(?:…|\.{2,3})\s*\)|…|\.{3,}")
INSERTION = re.compile(r"\[[^\[\]]{0,60}\]")
CITATION_MARK = re.compile(
    r"[\[【]\s*(?:Q|Quelle|Fn\.?|Fußnote)?\s*\d{1,3}(?:\s*[,;–-]\s*Q?\s*\d{1,3})*\s*[\]】]"
    r"|[\[(]\s*Q\d{1,3}\s*[\])]"
    r"|[\[(]\s*(?:vgl\.?\s*|siehe\s*)?(?:S\.|Seiten?)\s*\d[^()\[\]]{0,40}[\])]"
    r"|\[\s*sic!?\s*\]",
    re.IGNORECASE,
)
MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\((?:https?:)?[^()\s]+\)")
HTML_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>")
ESCAPED = re.compile(r"\\[nrt]")


@lru_cache(maxsize=512)  # asked for at every step of binding a quote
def unwrapped(text: str) -> str:
    """Without HTML, Markdown links, footnote marks and page references; what they stood in is kept."""
    text = ESCAPED.sub(" ", html.unescape(text))
    return CITATION_MARK.sub(" ", HTML_TAG.sub(" ", MARKDOWN_LINK.sub(r"\1", text)))


def parts(text: str) -> list[str]:
    """The pieces between ellipses and inserted words; an insertion that could turn the meaning stays in."""
    text = INSERTION.sub(lambda match: match[0] if _matters(match[0]) else "…", ELLIPSIS.sub("…", text))
    return [part for part in (piece.strip() for piece in text.split("…")) if part]


def _matters(insertion: str) -> bool:
    return bool(NEGATOR.search(insertion) or NUMBER.search(insertion))
