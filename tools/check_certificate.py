#!/usr/bin/env python3
"""Checks certificates as docs/certificates.md describes them, and prints what they prove.

    check_certificate.py [--lines] [--steps N] FILE...

With --lines every line of a file is a certificate. The exit code is 0 if all are valid, 1 if one proves
nothing, 2 if one cannot be read, 3 if one is about a ruleset that is not known here, or takes more than N
steps (10^8 unless set). Nothing but Python 3.9 is needed. This file, heap_games.py (rulesets, nim values and
periods) and canonical_games.py (parts) were written from the specification; they share nothing with the program
whose certificates they check. Conditions of the specification stand in brackets, as in [Q4].
"""
import argparse
import itertools
import json
import re
import sys
from collections import Counter, namedtuple

from canonical_games import Games, check_composites, check_parts
from heap_games import (POWER_OF_TWO, OutOfReach, Refused, Unreadable, allow, ascending, check_nim_values,
                        check_period, require, ruleset, spend)

U32, U64 = 2 ** 32 - 1, 2 ** 64 - 1

def fit(value, shape):
    """Requires a shape: a largest number (or least, if negative), str, bool, [shape of all items], (shapes of
    the items), or a dictionary of fields, where "field?" may be left out or null, and "field~" left out."""
    if isinstance(shape, list):
        require(type(value) is list, "a list is expected")
        for item in value:
            fit(item, shape[0])
    elif isinstance(shape, tuple):
        require(type(value) is list and len(value) == len(shape), "a list has the wrong length")
        for item, part in zip(value, shape):
            fit(item, part)
    elif isinstance(shape, dict):
        require(type(value) is dict and all(key in value or key[-1] in "?~" for key in shape), "a field is missing")
        for key, item in value.items():
            name = next((name for name in (key, key + "?", key + "~") if name in shape), None)
            require(name, "there is an unknown field")
            if item is not None or name[-1] != "?":
                fit(item, shape[name])
    elif type(shape) is int:
        require(type(value) is int and min(shape, 0) <= value <= abs(shape), "a number is out of range")
    else:
        require(shape is object or type(value) is shape, "a field has another type")

# --- Quotients, finite and infinite ------------------------------------------------------------------

def multiplication(cayley):
    """The table of a commutative monoid whose elements are products of generators [Q2]."""
    order, word = len(cayley), {0: []}
    spend(order * order)
    for row in cayley:
        for (a, xa), (b, xb) in itertools.combinations(enumerate(row), 2):
            require(cayley[xa][b] == cayley[xb][a], "two generators do not commute [Q2]")
    waiting = [0]
    for x in waiting:
        for g, y in enumerate(cayley[x]):
            if y not in word:
                word[y] = (x, g)
                waiting.append(y)
    require(len(word) == order, "an element is no product of generators [Q2]")
    times = [[x] + [0] * (order - 1) for x in range(order)]
    for y in waiting[1:]:
        x, g = word[y]
        for row in times:
            row[y] = cayley[row[x]][g]
    return times

def check_reduced(cayley, p):
    """Any two elements are distinguished by P after some product [Q3]."""
    parts, count = [x in p for x in range(len(cayley))], 0
    while len(set(parts)) > count:
        count, numbers = len(set(parts)), {}
        spend(sum(map(len, cayley)))
        keys = [(parts[x], *(parts[y] for y in row)) for x, row in enumerate(cayley)]
        parts = [numbers.setdefault(key, len(numbers)) for key in keys]
    require(count == len(cayley), "two elements are not distinguished [Q3]")

class Cells:
    """The cells of N^k by a linear form, and one point of each nonempty one."""

    def __init__(self, wall, half, thresholds, moduli):
        self.wall, self.half, self.thresholds, self.moduli = wall, half, thresholds, moduli

    def form(self, x):
        return sum(c * n for c, n in zip(self.wall, x))

    def cell(self, x):
        classes = (n if n < t else t + (n - t) % m for n, t, m in zip(x, self.thresholds, self.moduli))
        return (*classes, max(-self.half, min(self.half, self.form(x))))

    def wider(self, thresholds, half):
        return Cells(self.wall, self.half + half, [t + thresholds for t in self.thresholds], self.moduli)

    def points(self):
        """From the least point of each combination of classes, steps of free coordinates near the wall."""
        found = {}
        for least in itertools.product(*(range(t + m) for t, m in zip(self.thresholds, self.moduli))):
            steps = [(i, c * m) for i, (c, m) in enumerate(zip(self.wall, self.moduli))
                     if c and least[i] >= self.thresholds[i]]
            most = max(abs(self.form(least)), self.half) + max((abs(step) for _, step in steps), default=0)
            queue, seen = [least], {self.form(least)}
            for x in queue:
                spend(1)
                found.setdefault(self.cell(x), x)
                for i, step in steps:
                    level = self.form(x) + step
                    if abs(level) <= most and level not in seen:
                        seen.add(level)
                        queue.append(x[:i] + (x[i] + self.moduli[i],) + x[i + 1:])
        return list(found.values())

Heap = namedtuple("Heap", "heap value options moves")

def plus(d, e, times=1):
    return tuple(a + times * b for a, b in zip(d, e))

class Outcomes:
    """Values (m, d) of heaps, and the points x for which (m, x + d) is in P, as bits of a number."""

    def __init__(self, c, game, value, is_p, cells=None):
        require(c["smallest"] == game.first and c["pretending"], "it does not begin with the smallest heap [Q1]")
        require(c["max_heap"] == game.first + len(c["pretending"]) - 1, "there is not one value for each heap [Q1]")
        self.times, self.value = multiplication(c["cayley"]), value
        self.order, wild = len(self.times), c.get("wild", [])
        self.zero = (0,) * len(wild)
        heaps = (self.read(game, n, wild) for n in range(game.first, c["max_heap"] + 1))
        self.heaps = [heap for heap in heaps if heap]
        self.deltas = {self.zero}.union(*({d for _, d in (h.value, *h.options, *h.moves)} for h in self.heaps))
        self.wide = cells and cells.wider(1, max(abs(cells.form(d)) for d in self.deltas))
        self.points = self.wide.points() if cells else [()]
        spend(len(self.deltas) * len(self.points) * self.order)
        self.rows = {d: [sum(1 << i for i, y in enumerate(moved) if min(y, default=0) >= 0 and is_p(m, y))
                         for m in range(self.order)]
                     for d in self.deltas for moved in [[plus(x, d) for x in self.points]]}

    def sum_value(self, option, below):
        m, d = 0, self.zero
        for heap in option:
            require(heap in self.value and heap < below, "an option is not made of smaller heaps [Q4]")
            m, d = self.times[m][self.value[heap][0]], plus(d, self.value[heap][1])
        return m, d

    def read(self, game, n, wild):
        options = {self.sum_value(option, n) for option in game.options(n)}
        spend(1 + len(options))
        require(options or self.value[n] == (0, self.zero), "a heap without options does not have the value 1 [Q4]")
        moves = {(m, plus(d, self.value[n][1], -1)) for m, d in options} if n in wild else set()
        return Heap(n, self.value[n], options, moves) if options else None

    def union(self, z, values):
        found = 0
        for m, d in values:
            found |= self.rows[d][self.times[z][m]]
        return found

    def open_for(self, h):
        everything = (1 << len(self.points)) - 1
        return [everything & ~self.union(z, [h.value, *h.options]) for z in range(self.order)]

    def check(self):
        """Conditions (a) and (b) for all sums without mixed heaps [Q6]; returns the sums without wild ones."""
        elements = range(self.order)
        for h in self.heaps:
            spend(self.order * len(h.options))
            require(not any(self.union(z, h.options) & self.union(z, [h.value]) for z in elements),
                    f"a sum with heap {h.heap} and one with an option are both said to be P-positions [Q6]")
        wild_moves = set().union(*(h.moves for h in self.heaps))
        won = [self.union(m, wild_moves) for m in elements]
        nothing = Heap(None, (0, self.zero), set(), set())
        start = (0, self.open_for(nothing))
        origin = sum(1 << i for i, x in enumerate(self.points) if x == self.zero)
        require(not start[1][0] & ~won[0] & ~origin, "a sum of wild heaps has no winning move [Q6]")
        tame = {(h.value, frozenset(h.options)): h for h in self.heaps if h.value[1] == self.zero}.values()
        openings, seen, found = [(h.value[0], self.open_for(h)) for h in tame], {}, [start]
        for x, open_sum in found:
            for y, open_heap in openings:
                spend(self.order)
                both = [open_sum[a] & open_heap[b] for a, b in zip(self.times[y], self.times[x])]
                product = self.times[x][y]
                known = seen.setdefault(product, [])
                if any(both) and not any(all(not a & ~b for a, b in zip(both, larger)) for larger in known):
                    require(not both[0] & ~won[product],
                            "a sum that is said to be an N-position has no winning move [Q6]")
                    known.append(both)
                    found.append((product, both))
        return found

def check_values_period(c, game, values):
    """The period theorem: the words that say which heaps the certificate is about [Q7]."""
    if c.get("period") is None:
        return f"for the heaps to {c['max_heap']}", ""
    require(game.bounds, "the period theorem does not speak of this ruleset [Q7]")
    p, first, last = c["period"]["period"], c["period"]["first"], c["max_heap"]

    def applies(p, first):
        spend(len(values))
        return (p > 0 and first >= game.first and game.bounds[1] * (first + p) + game.bounds[0] <= last
                and all(values[n] == values[n + p] for n in range(first, last - p + 1)))
    require(applies(p, first), "the values do not repeat often enough [Q7]")
    require(first == 0 or not applies(p, first - 1), "the period begins earlier [Q7]")
    require(not any(values[first] == values[first + q] and applies(q, first) for q in range(1, p)),
            "there is a shorter period [Q7]")
    return "for all heaps", f", the values of heaps having the least period {p} from heap {first} on"

def check_quotient(c):
    order, pretending, listing = c["order"], c["pretending"], c.get("positions")
    require(order == len(c["cayley"]) and all(len(row) == len(c["generators"]) for row in c["cayley"]),
            "the Cayley graph is incomplete [Q1]")
    require(max(itertools.chain(pretending, c["p"], *c["cayley"]), default=0) < order,
            "an element is out of range [Q1]")
    require(ascending(c["p"]) and ascending(c["generators"]) and 0 not in c["p"],
            "P or the generators are not as they must be [Q1]")
    require(not listing or len(listing["positions"]) == len(pretending), "there is not one value for each position [Q1]")
    game = listed_game(listing) if listing else ruleset(c["ruleset"])
    value = {n: (m, ()) for n, m in enumerate(pretending, c["smallest"])}
    check_reduced(c["cayley"], set(c["p"]))
    p = set(c["p"])
    Outcomes(c, game, value, lambda m, x: m in p).check()
    least = {m: n for n, (m, _) in sorted(value.items(), reverse=True)}
    require(all(least.get(m) == n for n, m in zip(c["generators"], c["cayley"][0])),
            "a generator is not the smallest heap of its value [Q5]")
    heaps, period = check_values_period(c, game, {n: m for n, (m, _) in value.items()})
    if listing:
        heaps = f"and of all positions that play reaches, {len(pretending)} in all,"
    values = f"{len(p)} P-value" + "s" * (len(p) != 1)
    return f"the misère quotient of {game.name} {heaps} has order {order} and {values}{period}"

def check_infinite(c):
    game, wild, order, k = ruleset(c["ruleset"]), c["wild"], len(c["cayley"]), len(c["wild"])
    require(0 < k <= 8 and len(c["wall"]) == len(c["thresholds"]) == len(c["moduli"]) == k and min(c["moduli"]) > 0,
            "the wall is malformed [I1]")
    require(order and all(len(row) == len(c["generators"]) for row in c["cayley"]),
            "the Cayley graph is incomplete [Q1]")
    require(max(itertools.chain(c["pretending"], *c["cayley"], *c["sets"]), default=0) < order
            and all(map(ascending, c["sets"])),
            "an element is out of range [I1]")
    mixed = {heap: tuple(d) for heap, d in c.get("mixed", [])}
    heaps = range(c["smallest"], c["max_heap"] + 1)
    require(all(map(ascending, (wild, list(mixed), c["generators"]))) and all(n in heaps for n in [*wild, *mixed])
            and len(mixed) == len(c.get("mixed", [])) and not mixed.keys() & set(wild)
            and all(len(d) == k and any(d) for d in mixed.values()), "the wild or mixed heaps are malformed [I1]")
    cells = Cells(c["wall"], c["half_width"], c["thresholds"], c["moduli"])
    sets = {(*classes, level): set(c["sets"][s]) for classes, level, s in c["cells"] if s < len(c["sets"])}
    require(len(sets) == len(c["cells"]) and sets.keys() == set(map(cells.cell, cells.points())),
            "the cells are not the nonempty ones [I2]")
    units = {heap: tuple(int(i == j) for j in range(k)) for i, heap in enumerate(wild)}
    value = {n: (m, units.get(n) or mixed.get(n) or (0,) * k) for n, m in enumerate(c["pretending"], c["smallest"])}
    require(all(value[n][0] == 0 for n in wild), "a wild heap has a value in M [I3]")
    require(all(value.get(n) == (m, (0,) * k) for n, m in zip(c["generators"], c["cayley"][0])),
            "a generator is not the value of its heap [I3]")
    is_p = lambda m, x: m in sets[cells.cell(x)]
    require(not is_p(0, (0,) * k), "the identity is in P [I3]")

    def wall_matters(classes):
        signs = {(w > 0) - (w < 0) for w, n, t in zip(cells.wall, classes, cells.thresholds) if n >= t}
        return {1, -1} <= signs
    first = {}
    require(any(first.setdefault(cell[:-1], found) != found and wall_matters(cell) for cell, found in sets.items()),
            "the wall does not matter, so it does not follow that the quotient is infinite [I4]")
    outcomes = Outcomes(c, game, value, is_p, cells)
    require({h.heap for h in outcomes.heaps} >= set(wild), "a wild heap has no options [I3]")
    found = outcomes.check()
    for h in outcomes.heaps:
        if h.heap in mixed:
            check_covered(outcomes, h, cells, found)
    heaps, period = check_values_period(c, game, value)
    return (f"the misère quotient of {game.name} {heaps} is infinite: with wild heaps {', '.join(map(str, wild))} "
            f"and values of the other heaps in a monoid of order {order}{period}")

def check_covered(outcomes, h, cells, found):
    """A mixed heap of value (m, d) is open only where a sum of value m with d wild heaps is [I5]."""
    (m, d), at = h.value, {outcomes.wide.cell(x): i for i, x in enumerate(outcomes.points)}
    pairs = {(at[outcomes.wide.cell(x)], at[outcomes.wide.cell(plus(x, d))])
             for x in outcomes.wide.wider(0, abs(cells.form(d))).points()}
    moves = set().union(*(w.moves for w in outcomes.heaps if w.moves and any(a * b for a, b in zip(w.value[1], d))))
    for z, is_open in enumerate(outcomes.open_for(h)):
        allowed = 0
        for x, rows in found:
            allowed |= rows[z] if x == m else 0
        allowed &= ~outcomes.union(outcomes.times[z][m], moves)
        require(all(allowed >> y & 1 for x, y in pairs if is_open >> x & 1), "no sum stands for a mixed heap [I5]")

# --- Listed positions --------------------------------------------------------------------------------

def multiset(pairs):
    """Numbers with their copies, each once, ascending."""
    total = Counter()
    for part, copies in pairs:
        total[part] += copies
    return tuple(sorted((+total).items()))

class Listed:
    """A ruleset whose heaps are listed positions; their options are sums, pairs of a position and its copies."""
    first, bounds = 0, None

    def __init__(self, name, sums, label):
        self.name, self.sums, self.label = name, sums, label

    def options(self, n):
        for option in self.sums[n]:
            spend(sum(copies for _, copies in option))
            yield tuple(part for part, copies in option for _ in range(copies))

def listed_game(listing):
    """A ruleset whose heaps are the listed positions, after what they are said to be was checked [K]."""
    sums, numbers, games, values = [], {}, Games(), {}
    rulesets = [ruleset(name) for name in listing["rulesets"]]
    names = [entry["name"] for entry in listing["positions"]]
    require(names and len(set(names)) == len(names), "two positions have the same name [K1]")
    for n, entry in enumerate(listing["positions"]):
        require(all(part < n and copies for option in entry["options"] for part, copies in option),
                "an option is not made of earlier positions [K1]")
        sums.append({multiset(option) for option in entry["options"]})
        for origin in entry.get("origins", []):
            if origin == "game":
                require(all(len(option) == 1 and option[0][1] == 1 and option[0][0] in values for option in sums[n]),
                        "an option is not a game [K3]")
                options = {values[option[0][0]] for option in sums[n]}
                values[n] = games.of(options)
                require(games.options[values[n]] == options, "a game is not in canonical form [K3]")
                if not (entry["name"][:1] == "⟨" and entry["name"][-1:] == "⟩" and len(entry["name"]) > 13):
                    if entry["name"] != games.name(values[n]):
                        raise OutOfReach("a game has a name that is not read here")
                else:
                    require(games.prints[values[n]].hex().startswith(entry["name"][1:-1]),
                            "this is another game [K3]")
            else:
                fit(origin, {"position": {"ruleset": U64, "kind~": U32, "position": str}})
                r, at = origin["position"]["ruleset"], origin["position"]["position"]
                require(r < len(rulesets) and re.fullmatch(r"0|[1-9]\d*", at) and not origin["position"].get("kind"),
                        "there is no such position [K2]")
                require(int(at) >= rulesets[r].first and entry["name"] == f"{rulesets[r].name}({at})",
                        "a position has another name [K2]")
                numbers[r, int(at)] = n
    for (r, heap), n in numbers.items():
        options = set()
        if heap > 10 ** 6:
            raise OutOfReach("a heap is too large to list its options")
        for option in rulesets[r].options(heap):
            spend(1)
            require(all((r, part) in numbers for part in option), "an option is not listed [K2]")
            options.add(multiset((numbers[r, part], 1) for part in option))
        require(options == sums[n], "a position has other options [K2]")
    inner = {part for options in sums for option in options for part, _ in option}
    label = lambda n: names[n] if listing["positions"][n].get("origins") else f'"{names[n]}" as listed'
    roots = [label(n) for n in reversed(range(len(names))) if n not in inner]
    name = ", ".join(roots[:6]) + (f" and {len(roots) - 6} others" if len(roots) > 6 else "")
    return Listed(name, sums, label)

def check_outcome(c):
    """A set of P-positions: every move from one of them can be answered by a move to one of them."""
    game = listed_game(c["positions"])

    def canonical(pairs):
        """A sum as positions with their copies; those without options are left out."""
        require(all(part < len(game.sums) for part, _ in pairs), "a sum has a position that is not listed [O1]")
        return multiset((part, copies) for part, copies in pairs if game.sums[part])

    def options(position):
        for part, _ in position:
            for option in game.sums[part]:
                spend(1 + len(position))
                yield canonical([*((other, n - (other == part)) for other, n in position), *option])
    position, wins = canonical(c["position"]), {canonical(sum) for sum in c["p_positions"]}
    misere = c["play"] == "misere"
    require(misere or c["play"] == "normal", "play is normal or misere [O1]")
    for winning in wins:
        require(winning or not misere, "a position without moves is no P-position in misère play [O2]")
        for option in set(options(winning)):
            require(misere and not option or any(answer in wins for answer in options(option)),
                    "a move has no answer [O3]")
    write = lambda sum: " + ".join((f"{n}·" if n > 1 else "") + game.label(part) for part, n in sum) or "0"
    play = "misère" if misere else "normal"
    if position in wins:
        return f"the sum {write(position)} is a P-position in {play} play"
    if misere and not position:
        return f"the sum 0 is an N-position in {play} play"
    moves = sorted(option for option in set(options(position)) if option in wins)
    require(moves, "no move to a P-position is shown [O4]")
    return f"the sum {write(position)} is an N-position in {play} play, won by the move to {write(moves[0])}"

# --- The program -------------------------------------------------------------------------------------

HEADER = {"certificate": str, "version": U32, "statement?": str, "cost?": U64}
DAG, TABLES, SMALL = [[U32]], [{"game": U32, "partitions": [(U32, U32)]}], 2 ** 20
PERIOD = {"period": U64, "first": U64}
LISTING = {"rulesets": [str], "positions": [{"name": str, "origins~": [object], "options": [[(U64, U64)]]}]}
HEAPS = {"ruleset": str, "smallest": U64, "max_heap": U64, "generators": [U64], "cayley": DAG, "pretending": [U32],
         "period?": PERIOD}
KINDS = {
    "parts": (check_parts, {"games": DAG, "game": U32, "tables": TABLES}),
    "period": (check_period, {
        "ruleset": str, "theorem": str, "preperiod": U64, "period": U64, "saltus": U64, "values": [U32],
        "multiple~": U64, "power_of_two?": dict.fromkeys(POWER_OF_TWO, U64),
        "window?": {"mask": 2 ** 16 - 1, "alternating": bool, "last": U64}, "witnesses~": [[(U64, U64)]],
        "digest": str}),
    "quotient": (check_quotient, {**HEAPS, "order": U32, "p": [U32], "positions?": LISTING}),
    "infinite quotient": (check_infinite, {
        **HEAPS, "wild": [U64], "mixed~": [(U64, [SMALL])], "wall": [-SMALL], "half_width": SMALL,
        "thresholds": [SMALL], "moduli": [SMALL], "sets": DAG, "cells": [([U32], -U32, U32)]}),
    "nim values": (check_nim_values, {"ruleset": str, "first": U64, "values": [U64]}),
    "outcome": (check_outcome, {"play": str, "positions": LISTING, "position": [(U64, U64)],
                                "p_positions": [[(U64, U64)]]}),
    "composites": (check_composites, {"day": 5, "games": DAG, "tables": TABLES, "composites": [(U32, U32, U32)]}),
}

def without_duplicates(pairs):
    require(len(dict(pairs)) == len(pairs), "a field is given twice")
    return dict(pairs)

def integer(text):
    require(text != "-0", "-0 is not a number of a certificate")
    return int(text)

def check(text):
    """The sentence that a certificate proves."""
    try:
        c = json.loads(text.decode(), object_pairs_hook=without_duplicates, parse_int=integer)
        json.dumps(c, ensure_ascii=False).encode()  # A lone surrogate is no text.
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON: {error}")
    if not isinstance(c, dict) or not isinstance(c.get("certificate"), str):
        raise Unreadable("it does not say what it certifies")
    require(c["certificate"] in KINDS, "there is no such kind of certificate")
    checker, fields = KINDS[c["certificate"]]
    fit(c, {**HEADER, **fields})
    require(c["version"] in (1, 2), "it is of a version that is not known here")
    statement = checker(c)
    require(c.get("statement") in (None, statement),
            f"it states something else than it proves, which is: {statement}")
    return statement

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--lines", action="store_true", help="every line is a certificate")
    parser.add_argument("--steps", type=int, default=10 ** 8, metavar="N", help="about how long a check may take")
    arguments, codes = parser.parse_args(), [0]
    for path in arguments.files:
        try:
            with open(path, "rb") as file:
                texts = file.read().splitlines() if arguments.lines else [file.read()]
        except OSError as error:
            print(f"unreadable: {error}")
            codes.append(2)
            continue
        for text in texts:
            allow(arguments.steps)
            try:
                print("valid:", re.sub("[\x00-\x1f\x7f-\x9f]", "\ufffd", check(text)), flush=True)
            except Refused as problem:
                codes.append(1)
                print(f"not valid: {problem}")
            except Unreadable as problem:
                codes.append(2)
                print(f"unreadable: {problem}")
            except (OutOfReach, RecursionError, MemoryError) as problem:
                codes.append(3)
                print(f"out of reach: {problem}")
    return next(code for code in (2, 1, 3, 0) if code in codes)

if __name__ == "__main__":
    sys.exit(main())
