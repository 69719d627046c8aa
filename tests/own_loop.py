"""Asynchronous work in a test that is not asynchronous itself."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Answer = TypeVar("Answer")


def in_own_loop(work: Coroutine[object, None, Answer]) -> Answer:
    """In a thread: tests in a browser leave a loop behind in the thread they ran in, where others follow."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
