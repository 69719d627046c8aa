"""Who speaks a sentence of a protocol: invented sittings in the heads of several parliaments, in columns.

Names, parties and speeches are drawn; who speaks is known by construction. Speeches quote others, name them
with their party before a colon, and are called into. No real protocol lies in the corpus: what real ones have
beside these forms is not measured here.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.programme.context import default_context
from core.wortlaut.binding.exact_match import find
from core.wortlaut.documents import read_document
from core.wortlaut.protocol import read_turns
from tests.bench.figures import Figure
from tests.textcheck.documents import laid_out

SITTINGS, SPEECHES = 24, 14
FIRST = "Erika Jan Ulla Karim Dorothee Max Sahra Olaf Ida Kim Hans-Peter Marie-Luise Cem Ruth".split()
LAST = (
    "Muster Probe Wald Feld von-der-Au Stein Özkan Müller-Lüdenscheidt Bach Tal Novak Schäfer Groß Ufer Lind"
).split()
PARTIES = ("SPD", "CDU", "FDP", "AfD", "GRÜNE", "LINKE")
LONG = {"CDU": "CDU/CSU", "GRÜNE": "BÜNDNIS 90/DIE GRÜNEN", "LINKE": "DIE LINKE"}
HEADS = (
    "{title}{name} ({party}):", "{title}{name} (Fulda) ({party}):", "Abg. {name} {party}:",
    "{name}*) ({party}):", "{title}{name} [{party}]:", "{name}, {party}:", "Abgeordnete {name} ({party}):",
)  # fmt: skip
CHAIRS = (
    "Präsidentin {name}:",
    "Vizepräsident {name}:",
    "Stellv. Präsidentin {name}:",
    "Alterspräsident {name}:",
)
GOVERNING = (
    "{name}, Bundesministerin für Verkehr:", "Minister für Finanzen {name}:", "{name}, Staatssekretär:",
    "Ministerpräsident {name}:", "Senatorin {name}:",
)  # fmt: skip
SENTENCES = (
    "Wir wollen die Brücke am {thing} bis zum Jahr {year} erneuern.",
    "Das Geld für {thing} fehlt seit {year} in jedem Haushalt dieses Landes.",
    "Wer {thing} schließt, der hat seit {year} nichts gelernt, meine Damen und Herren.",
    "Die Zahl der Stellen bei {thing} ist seit {year} um die Hälfte gefallen.",
    "Ich frage mich, warum {thing} erst {year} fertig werden soll (das wissen Sie genau).",
    "Drei Dinge sind bei {thing} seit {year} klar: Es fehlt an Zeit, an Geld und an Mut.",
)
THINGS = "Hafen Schule Klinik Bahnhof Theater Deich Wald Museum Markt Archiv Kanal Kraftwerk".split()
TRAPS = (
    "Herr Kollege {other} ({party}) hat gesagt: „Das alles ist viel zu teuer für unser Land.“",
    "Liebe Frau {other} ({party}): So können wir nicht weitermachen in diesem Haus.",
    "Die Abgeordneten der {party} sagen: Wir können nicht.",
)
CALLS = (
    "(Beifall bei der {party})", "(Zuruf von der {party}: Das stimmt doch alles gar nicht!)", "(Heiterkeit)",
    "(Beifall bei der {party} – {other} [{party}]: Das haben Sie selbst so beschlossen!)",
)  # fmt: skip


def sitting(rng: Random, number: int) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Its paragraphs, and each sentence with the surname and the party (or „“) of who speaks it."""
    paragraphs = [
        f"Plenarprotokoll {number}/12", "Stenografischer Bericht der 12. Sitzung", "(Beginn: 9.00 Uhr)",
    ]  # fmt: skip
    spoken: list[tuple[str, str, str]] = []
    head = HEADS[number % len(HEADS)]
    for speech in range(SPEECHES):
        surname, party = (
            rng.choice(LAST).replace("-der-", " der ").replace("von ", "von "),
            rng.choice(PARTIES),
        )
        name, title = f"{rng.choice(FIRST)} {surname}", rng.choice(("", "Dr. ", "Prof. Dr. "))
        form = CHAIRS[speech // 3 % len(CHAIRS)] if speech % 3 == 0 else head
        if speech % 7 == 5:
            form = rng.choice(GOVERNING)
        whose = party if form is head else ""
        paragraphs.append(form.format(name=name, title=title, party=LONG.get(party, party)))
        other, their = f"{rng.choice(FIRST)} {rng.choice(LAST)}", rng.choice(PARTIES)
        for n in range(3):
            thing = f"{rng.choice(THINGS)} {number}-{speech}-{n}"
            text = rng.choice(SENTENCES).format(thing=thing, year=rng.randrange(1990, 2045))
            spoken.append((text, surname.split()[-1], whose))
            paragraphs.append(text)
            if n == 1 and rng.random() < 0.5:
                paragraphs.append(rng.choice(CALLS).format(party=LONG.get(their, their), other=other))
        if rng.random() < 0.3:
            paragraphs[-1] += " " + rng.choice(TRAPS).format(party=LONG.get(their, their), other=other)
    return [*paragraphs, "(Schluss: 18.12 Uhr)"], spoken


def sentences() -> Iterator[str]:
    """What became of each sentence: „right“, „wrong“, „unknown“, or „unread“ where it is not in the text."""
    registry = default_context().registry

    def party_of(name: str) -> str | None:
        found = registry.known_partei(name, "BUND")
        return found.id if found else None

    ids = {party: party_of(LONG.get(party, party)) for party in PARTIES} | {"": None}
    for number in range(SITTINGS):
        paragraphs, spoken = sitting(Random(number), number)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "protokoll.pdf"
            path.write_bytes(laid_out([paragraphs], columns=1 + number % 2))
            quelle = read_document(path, compare_print=False)
        turns = read_turns(quelle.strom, party_of)
        for text, surname, party in spoken:
            funds = find(text, quelle)
            if not funds:
                yield "unread"
                continue
            speaker = turns.speaker_of(funds[0].spans)
            if speaker is None:
                yield "unknown"
            else:
                yield "right" if (speaker.surname, speaker.partei) == (surname, ids[party]) else "wrong"


def measure() -> list[Figure]:
    told = Counter(sentences())
    total = told["right"] + told["wrong"] + told["unknown"]
    return [
        Figure("sentences of protocols", total, "", "≥ 200"),
        Figure("told a wrong speaker", told["wrong"], "", "≤ 0"),
        Figure("told their speaker", 100 * told["right"] / total, "%", "≥ 95"),
        Figure("not found in the text that was read", told["unread"], ""),
    ]
