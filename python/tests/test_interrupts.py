"""Limits, Ctrl-C and threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import misere
from misere import G, Limits

from .definitions import kayles


@pytest.fixture
def control_c() -> Iterator[Callable[[], None]]:
    """Ctrl-C soon, from another thread."""
    # In a process that a shell began in the background SIGINT is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timers = []

    def soon() -> None:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timers.append(timer)
        timer.start()

    yield soon
    for timer in timers:
        timer.join()
    signal.signal(signal.SIGINT, before)


def large_sum() -> misere.Game:
    universe = misere.Universe()
    return universe(3000) + universe(2999)


LONG: dict[str, Callable[[], object]] = {
    "sum": large_sum,
    "values": lambda: misere.ruleset("grundy").nim_values(10**8),
    "period": lambda: misere.ruleset("grundy").period(to=10**8),
    "genera": lambda: misere.ruleset("0.3").genera(10**9),
    "forms": lambda: misere.ruleset("grundy").games(10**4, universe=misere.Universe()),
    "quotient": lambda: misere.ruleset("0.007").quotient(to=200),
    "own": lambda: misere.ruleset(kayles).nim_values(10**6),
    "own quotient": lambda: misere.ruleset(slow).quotient(to=100),
    "moves": lambda: misere.ruleset("grundy")(200, 199, 198).moves(),
    # A prime so large that this takes seconds.
    "census": lambda: misere.count_mod(8, 2**521 - 1),
    "claims": lambda: misere.verify(depth="deep"),
}


def slow(n: int) -> list[tuple[int, ...]]:
    time.sleep(0.1)
    return kayles(n)


@pytest.mark.parametrize("name", LONG)
def test_control_c_stops(name: str, control_c: Callable[[], None]) -> None:
    control_c()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        LONG[name]()
    assert isinstance(caught.value, misere.Interrupted)
    assert isinstance(caught.value, misere.Stopped)
    assert caught.value.reason == "cancelled"
    assert time.monotonic() - begun < 20
    if name == "values":
        known = caught.value.known
        assert len(known) > 0
        assert (known == misere.ruleset("grundy").nim_values(len(known) - 1)).all()
    # Everything goes on afterwards.
    assert G("2 + 2").options == (G(2), G(3))


def test_other_signal_handlers_are_heard() -> None:
    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            large_sum()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_limits_are_results() -> None:
    rules = misere.ruleset("grundy")
    with pytest.raises(misere.Stopped) as caught:
        rules.nim_values(10**9, limits=Limits(timeout=0.1))
    assert caught.value.reason == "time" and len(caught.value.known) > 10
    with pytest.raises(misere.Stopped) as caught:
        rules.nim_values(10**9, limits=Limits(max_memory=10**6))
    assert caught.value.reason == "memory"
    with pytest.raises(misere.Stopped) as caught:
        misere.Universe()("*300 + *299", limits=Limits(max_games=1000))
    assert caught.value.reason == "games"
    with pytest.raises(misere.Stopped) as caught:
        rules.games(2000, universe=misere.Universe(), limits=Limits(max_games=500))
    assert len(caught.value.known) > 10 and caught.value.known[3] == rules.game(3)
    with pytest.raises(misere.Stopped):
        misere.verify(limits=Limits(timeout=0)) and misere.count_mod(
            9, 998244353, limits=Limits(timeout=0.1)
        )


def test_usual_limits() -> None:
    before = misere.set_limits(max_games=100)
    try:
        with pytest.raises(misere.Stopped, match="100 games"):
            misere.Universe()("*50 + *49")
        assert misere.Universe()("*50 + *49", limits=Limits()).birthday == 99
        assert misere.get_limits() == Limits(max_games=100)
        misere.set_limits(timeout=0)
        with pytest.raises(misere.Stopped) as caught:
            misere.Universe()("*400 + *399")
        assert caught.value.reason == "time"
    finally:
        misere.set_limits(before)
    assert misere.get_limits() == before == Limits()
    universe = misere.Universe()
    assert (universe(50) + universe(49)).birthday == 99
    for wrong in ({"timeout": -1}, {"timeout": float("nan")}):
        with pytest.raises(ValueError):
            Limits(**wrong)
    with pytest.raises(OverflowError):
        Limits(max_games=-1)


def test_threads_share_a_universe() -> None:
    universe = misere.Universe()
    expected = misere.Universe()
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            for n in range(60):
                a, b = (n * seed) % 23, (n + seed) % 19
                total = universe(a) + universe(f"{b % 9}#")
                assert total == expected(f"*{a} + {b % 9}#")
                assert hash(total) == hash(expected(f"*{a} + {b % 9}#"))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_interpreter_is_free_while_a_game_computes() -> None:
    counted = 0
    done = threading.Event()

    def compute() -> None:
        with pytest.raises(misere.Stopped):
            misere.ruleset("grundy").nim_values(10**9, limits=Limits(timeout=0.5))
        done.set()

    thread = threading.Thread(target=compute)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20


def test_own_rulesets_on_several_threads() -> None:
    def answer(found: list[Any]) -> None:
        found.append(misere.ruleset(kayles, name="kayles").nim_values(60).tolist())

    found: list[Any] = []
    threads = [threading.Thread(target=answer, args=(found,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = misere.ruleset("kayles").nim_values(60).tolist()
    assert found == [expected] * 4


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_no_leak() -> None:
    def many() -> None:
        universe = misere.Universe()
        g, h = universe("2##"), universe("3")
        for _ in range(100_000):
            g + h
        for n in range(40):
            universe(n) + universe(f"*{n} + 2#")

    many()
    before = resident()
    for _ in range(10):
        many()
    assert resident() - before < 8_000_000


def test_no_panic_is_ever_printed() -> None:
    # Interpreters that end during work, or with games alive.
    program = """
import atexit, threading, misere
g = misere.G("2##")
rules = misere.ruleset(lambda n: list(range(n)))
kept = [g, rules, rules(3), rules.quotient(to=3), misere.Universe()("4")]
threading.Thread(target=lambda: misere.ruleset("grundy").nim_values(10**8), daemon=True).start()
atexit.register(lambda: print(g + g))
"""
    # In another folder: the sources here have no compiled part.
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tempfile.gettempdir(),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(G("2##") + G("2##"))
