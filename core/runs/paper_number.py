"""A column with numbers of papers, as `core/antrag/drucksache.py` compares them."""

from functools import reduce
from typing import Any

from core.antrag.drucksache import REPLACED
from core.runs.sql import Column, func


def plain_number_in(column: Column[Any]) -> Any:
    lowered: Any = func.lower(column)
    return func.ltrim(reduce(lambda text, pair: func.replace(text, *pair), REPLACED, lowered), "0")
