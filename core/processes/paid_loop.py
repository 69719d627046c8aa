"""The one loop for work that costs money, on threads or a cluster: answers as they come, some at once."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

Task = TypeVar("Task")


def run_paid(
    tasks: Iterable[Task],
    begin: "Callable[[Task], Future[Any]]",
    at_once: int,
    may_begin: Callable[[Task, bool], bool],
) -> "Iterator[tuple[Task, Future[Any]]]":
    """Each task with what came of it. What is on its way is always waited for, and told: it is paid for.

    `may_begin` is asked right before a task is begun, and told whether others are on their way; a no holds
    until one of those has ended, and ends it all where there are none.
    """
    left = deque(tasks)
    jobs: dict[Future[Any], Task] = {}
    while True:
        while left and len(jobs) < at_once and may_begin(left[0], bool(jobs)):
            task = left.popleft()
            jobs[begin(task)] = task
        if not jobs:
            return
        for job in wait(jobs, None, FIRST_COMPLETED).done:
            yield jobs.pop(job), job
