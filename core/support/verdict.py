"""Whether a quote carries what it stands for, and how a reader is told."""

from enum import StrEnum


class Verdict(StrEnum):
    STUETZT = "stuetzt"
    WIDERSPRICHT = "widerspricht"
    ANDERES = "anderes"
    OFFEN = "offen"


WORT = {
    Verdict.STUETZT: "stützt",
    Verdict.WIDERSPRICHT: "widerspricht",
    Verdict.ANDERES: "spricht von anderem",
    Verdict.OFFEN: "offen",
}
