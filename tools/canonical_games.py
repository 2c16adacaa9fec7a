"""Games in canonical form, their parts, and the composite games born by a day: a part of check_certificate.py.

[P1] and so on are conditions of docs/certificates.md. Needs nothing but the standard library.
"""
import hashlib
import itertools

from heap_games import ascending, require, spend

class Games:
    """Canonical games by number; each is the set of the numbers of its options."""

    def __init__(self):
        self.options, self.numbers, self.sums = [frozenset()], {frozenset(): 0}, {}
        self.birthday, self.is_p, self.names, self.prints = [0], [False], ["0"], [hashlib.sha256().digest()]

    def of(self, options):
        """The canonical form of a set of canonical games: G, if the set simplifies to G, or else itself."""
        options = frozenset(options)
        if options not in self.numbers:
            for g in {g for option in options for g in self.options[option]}:
                spend(len(options))
                if (self.options[g] <= options and all(g in self.options[o] for o in options - self.options[g])
                        and (g or any(self.is_p[o] for o in options))):
                    return g
            self.numbers[options] = len(self.options)
            self.options.append(options)
            self.birthday.append(1 + max(self.birthday[o] for o in options))
            self.is_p.append(not any(self.is_p[o] for o in options))
            self.prints.append(hashlib.sha256(b"".join(sorted(self.prints[o] for o in options))).digest())
            self.names.append(self.short_name(options))
        return self.numbers[options]

    def short_name(self, options):
        """Nim heaps as 3 or *12, a single option as G#, others in braces; None past 60 letters."""
        nim = lambda n: str(n) if n < 10 else f"*{n}"
        ordered = sorted(options, key=lambda o: (self.birthday[o], len(self.options[o]), self.names[o] or ""))
        names = [self.names[o] for o in ordered]
        if None in names:
            return None
        name = nim(len(names)) if set(names) == set(map(nim, range(len(names)))) else (
            names[0] + "#" if len(names) == 1 else "{" + ",".join(names) + "}")
        return name if len(name) <= 60 else None

    def name(self, g):
        return self.names[g] or f"⟨{self.prints[g].hex()[:12]}⟩"

    def sum(self, g, h):
        waiting = [(max(g, h), min(g, h))]
        while waiting:
            a, b = waiting[-1]
            options = [(o, b) for o in self.options[a]] + [(a, o) for o in self.options[b]]
            options = [(max(pair), min(pair)) for pair in options]
            missing = [pair for pair in options if pair not in self.sums]
            spend(1 + len(options))
            if (a, b) not in self.sums and missing:
                waiting += missing
            else:
                self.sums[a, b] = self.of(self.sums[pair] for pair in options)
                waiting.pop()
        return self.sums[max(g, h), min(g, h)]

    def is_even(self, g):
        """G is an option of G + 1."""
        return g in self.options[self.sum(g, self.of([0]))]

    def even(self, g):
        return g if self.is_even(g) else self.sum(g, self.of([0]))

    def load(self, dag):
        """A list of games in structural order, each as the places of its options [G]."""
        games, keys = [], []
        for place, options in enumerate(dag):
            require(all(o < place for o in options) and ascending(options), "a list of games is malformed [G]")
            games.append(self.of(games[o] for o in options))
            require(len(self.options[games[-1]]) == len(options), "a game is not in canonical form [G]")
            keys.append((self.birthday[games[-1]], len(options), options))
        require(ascending(keys), "games are not in structural order [G]")
        return games


def read_tables(games, listed, tables):
    """The even parts of games, each with its counterpart, both ways round: all pairs add up, none is missing."""
    known = {}
    for table in tables:
        require(max([table["game"], *itertools.chain(*table["partitions"])]) < len(listed),
                "a game is not listed [P1]")
        g, pairs = listed[table["game"]], [(listed[x], listed[y]) for x, y in table["partitions"]]
        require(g not in known and games.is_even(g), "a table is of an odd game, or is given twice [P1]")
        parts = {}
        for x, y in pairs:
            require(games.is_even(x) and games.is_even(y) and x not in parts,
                    "a part is odd, or is given twice [P1]")
            require(games.sum(x, y) == g, "a pair does not add up [P2]")
            parts.update({x: y, y: x})
        require(0 in parts, "the part 0 is missing [P1]")
        require_all_parts(games, known, g, parts)
        known[g] = parts
    return known

def minus(games, known, option, x):
    """G' - X by the table of the even associate of G'."""
    y = known[games.even(option)].get(games.even(x))
    return y if y is None or games.is_even(option) == games.is_even(x) else games.sum(y, games.of([0]))

def require_all_parts(games, known, g, parts):
    """No part of an even game is missing [P3]: X runs through the parts of one option."""
    options = sorted(games.options[g])
    if not options or {0, games.of([0])} & set(options):
        return
    require(all(games.even(o) in known for o in options), "the table of an option does not come before [P3]")
    for x in [x for x in known[games.even(options[0])] if x not in parts]:
        without = [o for o in options if minus(games, known, o, x) is None]
        unlisted = [o for o in games.options[x] if games.even(o) not in parts]
        require(without or unlisted, "a part is missing [P3]")
        pairs = [(without[0], o) for o in games.options[x]] if without else [(o, unlisted[0]) for o in options]
        for y in (minus(games, known, option, o) for option, o in pairs):
            require(y is None or games.sum(x, y) != g, "a part is missing [P3]")

def check_parts(c):
    games = Games()
    listed = games.load(c["games"])
    known = read_tables(games, listed, c["tables"])
    require(c["game"] < len(listed), "the game is not listed [P1]")
    g = listed[c["game"]]
    require(games.even(g) in known, "there is no table of the game [P4]")
    count = len(known[games.even(g)])
    what = {1: "exactly 1 even part: it is a unit", 2: "exactly 2 even parts: it is prime"}
    return f"the game {games.name(g)} has {what.get(count, f'exactly {count} even parts: it is composite')}"

def subsets(items):
    return itertools.chain.from_iterable(itertools.combinations(items, size) for size in range(len(items) + 1))

def check_composites(c):
    """Each listed game is a sum of two others, and all candidates that are not listed are prime."""
    day, games = c["day"], Games()
    listed = games.load(c["games"])
    known = read_tables(games, listed, c["tables"])
    born = {0}
    for _ in range(day - 1):
        born = {games.of(some) for some in subsets(sorted(born))}
    units = {0, games.of([0])}
    born -= units if day else born
    require(known.keys() >= {games.even(g) for g in born}, "a table is missing [C1]")
    composite, rows = set(), c["composites"]
    require(ascending([row[0] for row in rows]) and max([-1, *itertools.chain(*rows)]) < len(listed),
            "the games are not ascending [C2]")
    for g, x, y in ((listed[g], listed[x], listed[y]) for g, x, y in rows):
        require(games.is_even(g) and games.is_even(x) and games.is_even(y) and x and y and games.birthday[g] <= day
                and games.sum(x, y) == g, "a game is not the sum that is shown, or is born later [C2]")
        composite.add(g)
    for x in {x for g in born for x in known[games.even(g)] if x}:
        having = sorted(g for g in born if x in known[games.even(g)])
        sums = [games.sum(x, y) for g in born.difference(having) for o in games.options[x]
                for y in [minus(games, known, g, o)] if y is not None]
        spend(2 ** len(having))
        for g in itertools.chain(sums, map(games.of, subsets(having))):
            is_relevant = g not in units and not games.options[g] & units and games.birthday[g] <= day
            if is_relevant and games.is_even(g) and g not in composite:
                require_all_parts(games, known, g, {0: g, g: 0})
    odd = sum(games.birthday[g] < day for g in composite)
    even = len(composite)
    return f"the number of composite games born by day {day} is {even + odd}: {even} even and {odd} odd"
