"""A mail as its reader sees it: all parts that are shown, what two of them both say only once."""

import email
import email.policy
import re
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage

from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, Unread
from core.features.textcheck.markdown_text import text_blocks
from core.features.textcheck.web_page import page_blocks
from core.wortlaut.german.folding import letters

UNREADABLE = "Die Mail lässt sich nicht lesen. Fügen Sie ihren Text ein."
MOST_PARTS = 500
TOO_MANY = "Die Mail hat zu viele Teile. Fügen Sie den Text ein, der geprüft werden soll."
ANSWERED = re.compile(r"(?m)^(?:[ \t]?>)+[ \t]?")
MAIL_HEAD = re.compile(rb"(?:[A-Za-z][A-Za-z-]*: .*(?:\r?\n[ \t].*)*\r?\n){2,}", re.IGNORECASE)
MAIL_FIELDS = re.compile(rb"(?im)^(?:from|von):.*$")


def is_mail(data: bytes, name: str) -> bool:
    head = MAIL_HEAD.match(data[:20_000])
    return name.casefold().endswith(".eml") or bool(head and MAIL_FIELDS.search(head[0]))


def mail_blocks(data: bytes, unread: Counter[Unread]) -> list[Block]:
    """Its subject and texts, those of mails that it passes on, too. What is attached is told, not read."""
    if data.count(b"\n--") > 20 * MOST_PARTS:  # each part begins so; to read 30,000 takes 6 s
        raise EingabeError(TOO_MANY)
    try:
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return list(_message(message, unread, Counter()))
    except EingabeError:
        raise
    except Exception as error:  # what the library raises on a damaged mail is of many kinds
        raise EingabeError(UNREADABLE) from error


def _message(message: EmailMessage, unread: Counter[Unread], parts: Counter[str]) -> Iterator[Block]:
    yield Block(BlockKind.HEADING, str(message.get("subject") or ""))
    yield from _part(message, unread, parts)


def _part(part: EmailMessage, unread: Counter[Unread], parts: Counter[str]) -> Iterator[Block]:
    parts["all"] += 1
    if parts["all"] > MOST_PARTS:
        raise EingabeError(TOO_MANY)
    kind = part.get_content_type()
    if part.get_content_disposition() == "attachment":
        unread[Unread.ATTACHMENT] += 1
    elif kind == "message/rfc822":
        for inner in _parts(part):
            yield from _message(inner, unread, parts)
    elif kind == "multipart/alternative":
        yield from _alternatives([list(_part(one, unread, parts)) for one in _parts(part)])
    elif part.is_multipart():
        for one in _parts(part):
            yield from _part(one, unread, parts)
    elif kind in ("text/plain", "text/html"):
        content = str(part.get_content())
        if kind == "text/html":
            yield from page_blocks(content, unread, is_mail=True)
        else:
            yield from text_blocks(ANSWERED.sub("", content), unread)
    else:
        unread[Unread.PICTURE if kind.startswith("image/") else Unread.ATTACHMENT] += 1


def _parts(message: EmailMessage) -> list[EmailMessage]:
    payload = message.get_payload()
    return [one for one in payload if isinstance(one, EmailMessage)] if isinstance(payload, list) else []


def _alternatives(parts: list[list[Block]]) -> Iterator[Block]:
    """The last is what most programs show. Of the others only what it does not say."""
    shown = parts[-1] if parts else []
    yield from shown
    told = letters("".join(block.text for block in shown))
    for other in parts[:-1]:
        yield from (block for block in other if letters(block.text) not in told)
