"""Measures what a call from Python costs: python tests/overhead.py. Not a test: times are not asserted."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

import misere
from misere import G

TIMES = 1_000_000


def measure(what: str, loop: Callable[[int], object], times: int = TIMES, runs: int = 5) -> None:
    """Prints the least processor time of a few runs, for each time round."""
    best = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        loop(times)
        best = min(best, time.process_time() - begun)
    print(f"{what:<30} {best / times * 1e6:10.3f} µs")


def main() -> None:
    g, h = G("2##"), G("4")

    def empty(times: int) -> None:
        for _ in range(times):
            pass

    def add(times: int) -> None:
        for _ in range(times):
            g + h

    def equal(times: int) -> None:
        for _ in range(times):
            g == h

    def hashed(times: int) -> None:
        for _ in range(times):
            hash(g)

    def outcome(times: int) -> None:
        for _ in range(times):
            g.outcome

    for loop in (empty, add, equal, hashed, outcome):
        measure(loop.__name__, loop)

    def kayles(n: int) -> list[tuple[int, int]]:
        return [(a, n - taken - a) for taken in (1, 2) for a in range(n - taken + 1)]

    own, built_in = misere.ruleset(kayles), misere.ruleset("kayles")
    measure("nim values of 10^7 heaps", lambda _: built_in.nim_values(10**7), 1, 1)
    measure("own quotient to heap 40", lambda _: own.quotient(to=40), 1)
    measure("own nim values to heap 300", lambda _: own.nim_values(300), 1)
    print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
