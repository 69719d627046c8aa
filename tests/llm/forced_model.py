"""A model that wants to say one thing and a server that lets it say only what a grammar allows.

The grammar is walked by the real LLGuidance, byte by byte: what the model wants comes where it may, and else
the nearest that it may say. Needs the package `llguidance`.
"""

from random import Random

from llguidance import LLMatcher, LLTokenizer, grammar_from

TOKENIZER = LLTokenizer("byte")
"""A token for each byte."""

MOST, ENDS = 40_000, 0.15


class Refused(ValueError):
    """A grammar that no server would take, or one under which nothing more can be said."""


class Decoder:
    """`grammar` as vLLM hands it on."""

    def __init__(self, grammar: str) -> None:
        self.matcher = LLMatcher(TOKENIZER, grammar_from("grammar", grammar), log_level=0)
        self.said = bytearray()
        self.look()

    def look(self) -> None:
        if self.matcher.is_error():
            raise Refused(self.matcher.get_error())

    def allowed(self) -> list[int]:
        mask = self.matcher.compute_logit_bias()
        self.look()
        return [token for token in range(256) if mask[token]]

    @property
    def is_done(self) -> bool:
        return self.matcher.is_accepting() and not self.allowed()

    def say(self, byte: int) -> None:
        self.matcher.consume_token(byte)
        self.look()
        self.said.append(byte)


def forced(grammar: str, wanted: str) -> str:
    """What a model says that wants to say this, and has it put right wherever that may not be."""
    decoder, wish, at = Decoder(grammar), wanted.encode(), 0
    while not decoder.is_done:
        may = decoder.allowed()
        want = wish[at] if at < len(wish) else ord('"')
        if want in may:
            decoder.say(want)
            at += 1
            continue
        byte = ord('"') if ord('"') in may else may[0]
        decoder.say(byte)
        # It goes on where its own text has that, as one that has read what it was made to say.
        later = wish.find(bytes([byte]), at)
        at = later + 1 if 0 <= later else at
        if len(decoder.said) > MOST:
            raise Refused("Es nimmt kein Ende.")
    return decoder.said.decode()


def rambled(grammar: str, rng: Random) -> str:
    """What a model says that says whatever it may, and ends a quote or a text sooner or later."""
    decoder = Decoder(grammar)
    while not decoder.is_done:
        may = decoder.allowed()
        if ord('"') in may and rng.random() < ENDS:
            decoder.say(ord('"'))
        else:
            decoder.say(rng.choice([byte for byte in may if byte != ord('"')] or may))
        if len(decoder.said) > MOST:
            raise Refused("Es nimmt kein Ende.")
    return decoder.said.decode()
