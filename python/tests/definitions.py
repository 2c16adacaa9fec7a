"""Games from the definitions, in plain Python: slow, and independent of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations

Tree = frozenset["Tree"]
"""A game as the set of its options."""

Options = Callable[[int], Iterable[tuple[int, ...]]]

ZERO: Tree = frozenset()


@lru_cache(maxsize=None)
def outcome(g: Tree) -> str:
    """Misère play: who cannot move wins, and else who can move to a P-position."""
    return "N" if not g or any(outcome(h) == "P" for h in g) else "P"


@lru_cache(maxsize=None)
def add(g: Tree, h: Tree) -> Tree:
    """A move in a sum is a move in one of its terms."""
    return frozenset({add(x, h) for x in g} | {add(g, y) for y in h})


@lru_cache(maxsize=None)
def simplest(g: Tree) -> Tree:
    """Grundy and Smith: options are simplest, and g is h if all of its further options revert to h."""
    options = frozenset(simplest(h) for h in g)
    followers: set[Tree] = set()
    for option in options:
        followers |= option
    for h in sorted(followers | {ZERO}, key=birthday):
        if not h <= options:
            continue
        further = options - h
        if all(h in option for option in further) and (h or not options or outcome(options) == "N"):
            return h
    return options


@lru_cache(maxsize=None)
def birthday(g: Tree) -> int:
    """The length of the longest play."""
    return 1 + max(map(birthday, g)) if g else 0


@lru_cache(maxsize=None)
def nim_value(g: Tree) -> int:
    """Normal play: mex of the options."""
    return mex(nim_value(h) for h in g)


def mex(values: Iterable[int]) -> int:
    """The least number that is not among these."""
    there = set(values)
    least = 0
    while least in there:
        least += 1
    return least


def nim(n: int) -> Tree:
    """The nim heap of n."""
    heaps: list[Tree] = []
    for _ in range(n + 1):
        heaps.append(frozenset(heaps))
    return heaps[n]


def born_by(day: int) -> set[Tree]:
    """All simplest forms born by a day."""
    games = {ZERO}
    for _ in range(day):
        options = list(games)
        subsets = (frozenset(s) for n in range(len(options) + 1) for s in combinations(options, n))
        games = {simplest(g) for g in subsets}
    return games


def kayles(n: int) -> list[tuple[int, ...]]:
    """Knock down one pin of a row, or two neighbours."""
    return [
        tuple(sorted(part for part in (a, n - taken - a) if part))
        for taken in (1, 2)
        for a in range(n - taken + 1)
    ]


def heap_tree(options: Options, n: int) -> Tree:
    """A heap as a game tree."""

    @lru_cache(maxsize=None)
    def of(n: int) -> Tree:
        trees = set()
        for option in options(n):
            tree = ZERO
            for part in option:
                tree = add(tree, of(part))
            trees.add(tree)
        return frozenset(trees)

    return of(n)


class HeapPlay:
    """Outcomes of sums of heaps, by playing them."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._outcomes: dict[tuple[int, ...], str] = {}

    def after(self, heaps: tuple[int, ...]) -> set[tuple[int, ...]]:
        """The sums that one move leads to."""
        found = set()
        for place, heap in enumerate(heaps):
            rest = heaps[:place] + heaps[place + 1 :]
            found |= {tuple(sorted(rest + tuple(option))) for option in self.options(heap)}
        return found

    def outcome(self, heaps: tuple[int, ...]) -> str:
        """Who wins in misère play."""
        heaps = tuple(sorted(heap for heap in heaps if heap))
        if heaps not in self._outcomes:
            after = self.after(heaps)
            wins = not after or any(self.outcome(left) == "P" for left in after)
            self._outcomes[heaps] = "N" if wins else "P"
        return self._outcomes[heaps]

    def nim_value(self, heap: int) -> int:
        """Normal play: mex over the exclusive or of the heaps that are left."""
        values: list[int] = []
        for n in range(heap + 1):
            of_options = []
            for option in self.options(n):
                value = 0
                for part in option:
                    value ^= values[part]
                of_options.append(value)
            values.append(mex(of_options))
        return values[heap]
