"""The loop for all that costs money: never more on its way than may be, and all of it told."""

from concurrent.futures import Future

from core.processes.paid_loop import run_paid


def ended(task: int) -> "Future[int]":
    job: Future[int] = Future()
    job.set_result(task)
    return job


def test_no_more_are_on_their_way_than_may_be() -> None:
    begun, told, most = 0, 0, 0

    def begin(task: int) -> "Future[int]":
        nonlocal begun, most
        begun += 1
        most = max(most, begun - told)
        return ended(task)

    for task, job in run_paid(range(7), begin, 3, lambda task, others: True):
        assert job.result() == task
        told += 1
    assert (begun, told, most) == (7, 7, 3)


def test_a_no_holds_while_others_are_on_their_way_and_then_ends_it() -> None:
    asked: list[tuple[int, bool]] = []

    def may_begin(task: int, others: bool) -> bool:
        asked.append((task, others))
        return task < 2

    assert sorted(task for task, _ in run_paid(range(5), ended, 2, may_begin)) == [0, 1]
    assert asked[:2] == [(0, False), (1, True)] and asked[-1] == (2, False)
