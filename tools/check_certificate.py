#!/usr/bin/env python3
"""Checks certificates as docs/certificates.md describes them, and prints what they prove.

    check_certificate.py [--lines] [--steps N] FILE...

With --lines every line is a certificate. The exit code is 0 if all are valid, 1 if one proves nothing, 2 if one cannot
be read or a verdict not be written, 3 if a check was not finished, because something is not known here or it takes more
than N steps (10^8 unless set) or all memory; and 4 if this program is at fault: then there is no verdict. It knows all
kinds; codes, repeating codes, subtraction, all-but, nim, finite cut sets, grundy and couples-are-forever; the theorems
[T1] and the AP-test with witnesses [T2]; no mixed heaps. It needs Python 3.9 alone, was written from the specification
alone, and shares nothing with the program that it checks. [Q4] and so on are conditions of the specification.
"""
import argparse, functools, hashlib, itertools, json, math, operator, os, pathlib, re, sys, traceback
from collections import Counter, namedtuple

class Refused(Exception): "The certificate proves nothing."
class Unreadable(Exception): "The text is no certificate."
class OutOfReach(Exception): "The check was not finished."
U16, U32, U64, steps_left = 2 ** 16 - 1, 2 ** 32 - 1, 2 ** 64 - 1, 0
def spend(steps, all_left=None):
    """Takes steps off those that are left, or off all_left; whatever loops or allocates comes here first."""
    global steps_left
    steps_left = (steps_left if all_left is None else all_left) - steps
    if steps_left < 0:
        raise OutOfReach("the check takes more steps than --steps allows")
def require(condition, problem):
    """Refuses the certificate unless the condition holds."""
    if not condition:
        raise Refused(problem)
def ascending(items):
    """Whether each item is larger than the one before."""
    return all(map(operator.lt, items, items[1:]))

# --- Rulesets: heaps from the first on; moves(n) are pairs (total, parts): what a move leaves, in how many heaps. The
# other fields: bounds (k, s) of moves; the digits of a code, and how many of them repeat; the largest number that may
# not be taken; the cut set; of listed positions the options, as sums, and what sentences call them.
Game = namedtuple("Game", "name first moves bounds digits repeat all_but cuts sums label", defaults=(None,) * 7)
def code(name, d0, listed, repeated):
    """Codes: bit j of the digit d_i lets take i, if what is left can make j heaps; repeating codes."""
    period, shorter = len(repeated), (repeated[:n] * (len(repeated) // n) for n in range(1, len(repeated)))
    is_all_but = repeated == "3" and d0 == "0" and set(listed) <= {"0", "3"}
    require(repeated not in shorter and listed[-1:] != repeated[-1] and repeated != "0" and not is_all_but if repeated
            else listed == "0" or listed[-1:] not in ("", "0"), "the code is not in normal form")
    digits = [int(digit, 16) for digit in d0 + ("" if listed == "0" and not repeated else listed) + repeated]
    bounds = None if period else (len(digits) - 1, max(1, max(digits).bit_length() - 1))
    all_digits = lambda: itertools.chain(digits, itertools.cycle(digits[len(digits) - period:]))
    return Game(name, 0, lambda n: ((n - i, j) for i, digit in zip(range(n + 1), all_digits()) for j in range(4)
                                    if digit >> j & 1 and (j <= n - i if j else n == i)), bounds, digits, period)
def subtraction(name, listed, sink):
    """Take one of the numbers, or any but these, and leave at least the sink."""
    numbers, least, is_all_but = [int(n) for n in listed.split(",") if n], int(sink or 0), name[0] != "s"
    largest = max(numbers, default=0)
    require(ascending(numbers) and largest <= U64 and least <= 2 ** 62, "a number is wrong")
    takings = lambda most: set(range(1, most + 1)).difference(numbers) if is_all_but else numbers
    return Game(name, least, lambda n: ((n - i, 1) for i in takings(n - least) if i <= n - least),
                None if is_all_but else (largest, 1), all_but=largest if is_all_but else None)
def cut(name, listed):
    """Divide a heap into d + 1 heaps, d in the cut set; a list of numbers here."""
    cuts = [int(n) for n in listed.split(",")]
    require(ascending(cuts) and cuts[-1] < 2 ** 63, "the cut numbers do not ascend, or are too large")
    return Game(name, 1, lambda n: ((n, d + 1) for d in cuts if d < n), (0, cuts[-1] + 1), cuts=cuts)
def division(name):
    """Divide a heap into two that differ, in Grundy's game, or any heap of at least 3, in Couples Are Forever."""
    return Game(name, int(name != "grundy"), lambda n: [(n, 2)] if n > 2 else [])
NUMBER, NUMBERS = r"[1-9]\d{0,19}", r"[1-9]\d{0,19}(?:,[1-9]\d{0,19})*"
FAMILIES = ((r"([048C])\.([\dA-F]*)(?:\[([\dA-F]+)\])?", code), (rf"cut\{{({NUMBERS})\}}", cut),
            (rf"(?:subtraction|all-but)\{{({NUMBERS})(?:;sink=({NUMBER}))?\}}|nim|subtraction\{{\}}", subtraction),
            ("grundy|couples-are-forever", division))
MISSPELT = r"\w\.[\dA-F]*(\[[\dA-F]*])?|(subtraction|all-but|nim|grundy|couples-[a-z-]*)(\{.*)?|cut\{[\d,]*}|kayles"
def ruleset(name):
    """The ruleset with this name, which is refused in another spelling than the normal form."""
    for found, family in ((re.fullmatch(pattern, name, re.ASCII), family) for pattern, family in FAMILIES):
        if found:
            return family(name, *found.groups(""))
    require(not re.fullmatch(MISSPELT, name, re.ASCII | re.I | re.S), "the ruleset has another name")
    raise OutOfReach("this ruleset is not known here")
class Options:
    """The values of the options of heaps, where the value of an option is the product of the values of its heaps."""
    def __init__(self, game, value, times=operator.xor, one=0):
        """The values of smaller heaps are looked up in `value`; those of divided totals are kept, equal ones once."""
        self.game, self.value, self.times, self.one, self.known, self.same = game, value, times, one, {}, {}
    def of(self, n):
        """The values of the options of the heap n; for a listed position, of the sums that are its options."""
        found = set()
        for option in self.game.sums[n] if self.game.sums else ():
            spend(sum(copies for _, copies in option))
            factors = (self.value[part] for part, copies in option for _ in range(copies))
            found.add(functools.reduce(self.times, factors, self.one))
        for total, parts in () if self.game.sums else self.game.moves(n):
            found |= self.divided(total, parts)
        return found
    def divided(self, total, parts):
        """The values of a total that is divided into so many heaps, in all ways: its least heap and the others."""
        spend(1)
        if parts < 2:
            return {self.value[total] if parts else self.one}
        if (total, parts) not in self.known:
            last, of, found = (total - (self.game.name == "grundy")) // parts, self.value.__getitem__, set()
            spend(last // 4)
            if parts == 2:
                found.update(map(self.times, map(of, range(1, last + 1)), map(of, range(total - 1, 0, -1))))
            for least in range(1, last + 1) if parts > 2 else ():
                others = self.divided(total - least, parts - 1)
                spend(len(others))
                found.update(map(self.times, itertools.repeat(of(least)), others))
            self.known[total, parts] = self.same.setdefault(frozenset(found), found)
        return self.known[total, parts]

# --- Nim values and their periods --------------------------------------------------------------------
def require_values(game, count, expected, problem):
    """Requires the first nim values, by their definition, to be expected(place); returns them by heap."""
    value = {}
    options = Options(game, value)
    for place in range(count):
        spend(40)
        met = options.of(game.first + place)
        value[game.first + place] = next(v for v in itertools.count() if v not in met)
        require(value[game.first + place] == expected(place), problem)
    return value
def check_nim_values(c):
    """Nim values that are listed [N1], [N2]."""
    values, first, game = c["values"], c["first"], ruleset(c["ruleset"])
    require(values and first == game.first, "it does not begin with the smallest heap [N1]")
    require_values(game, len(values), values.__getitem__, "a value is wrong [N2]")
    digest = hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()
    return (f"the nim values of {game.name} for the heaps {first} to {first + len(values) - 1} are as listed, with "
            f"largest value {max(values)}, last value {values[-1]} and SHA-256 {digest}")
class Claim(namedtuple("Claim", "theorem pre p s values multiple c")):
    """What a certificate says of a period."""
    def at(self, place):
        """The value at a place, which is counted from 0, by the pattern."""
        rounds, within = divmod(max(0, place - self.pre), self.p)
        return self.values[min(place, self.pre + within)] + rounds * self.s
def check_period(c):
    """The least period of nim values [D], [L], by one of the theorems; those with fields of their own are not known."""
    claim = Claim(c["theorem"], c["preperiod"], c["period"], c["saltus"], c["values"], c.get("multiple", 1), c)
    theorem, pre, p, s, values, multiple, _ = claim
    require(p > 0 and s <= 2 ** 32 and 1 <= multiple <= 2 ** 16, "a number is out of range")
    require(theorem in {**THEOREMS, **NOT_KNOWN} and (multiple == 1 or theorem[:7] in ("ap-test", "power-o"))
            and (theorem == "ap-test" or not c.get("witnesses")), "there is no such theorem with such fields")
    if values or theorem != "rare-window":
        require(len(values) == pre + p, "there is not one value for each place")
        for d in (d for d in range(1, p) if p % d == 0):
            spend(p)
            require(any(claim.at(n + d) * p != claim.at(n) * p + s * d for n in range(pre, pre + p)), "a divisor [L]")
        require(pre == 0 or values[pre - 1] + s != claim.at(pre - 1 + p), "the preperiod is not the least [L]")
    require((c.get("power_of_two") is not None) == (theorem == "power-of-two")
            and (c.get("window") is not None) == (theorem == "rare-window"), "a field belongs to another theorem")
    if theorem in NOT_KNOWN:
        raise OutOfReach("the theorem is not known here")
    pieces = [c[key] for key in "certificate version ruleset theorem preperiod period saltus".split()]
    pieces += [multiple, *(list(map(tuple, witness)) for witness in c.get("witnesses", []))]
    texts = [len(text).to_bytes(8, "little") + text for text in (str(piece).encode() for piece in pieces)]
    texts += [value.to_bytes(4, "little") for value in values]
    require(c["digest"] == hashlib.sha256(b"".join(texts)).hexdigest(), "the digest is wrong [D]")
    game = ruleset(c["ruleset"])
    THEOREMS[theorem](game, claim)
    return (f"the nim values of {game.name} have the least period {p}{f', the saltus {s}' if s else ''} and the least "
            f"preperiod {pre}, from heap {game.first + pre} on, by the theorem {theorem}")
def by_repetition(game, claim):
    """Enough repeated values [T1]: the bounds of moves decide, or how many numbers may not be taken."""
    theorem, pre, p, s, *_ = claim
    k, left = game.bounds or (0, 0)
    family = ["", "quaternary", "guy-smith", "hexadecimal"][left] if game.digits else game.name.split("{")[0]
    any_number = game.repeat and all(digit & 3 == 3 for digit in game.digits[1:])
    m = 0 if any_number else len(game.digits) - 1 - game.repeat if game.repeat else game.all_but or 0
    all_but = any_number or game.repeat == 1 and max(game.digits) == game.digits[-1] == 3 or game.all_but is not None
    if game.bounds and theorem in ("take-and-break", family) and s == 0:
        count = left * (game.first + max(1, pre) + p) + k - game.first
    elif theorem == "all-but" and all_but and (not game.repeat or game.digits[0] == 0):
        count = pre + p + 2 * m + 1
    else:
        require(theorem == "repeating-code" and s == 0 and game.repeat and not all_but and game.digits[0] == 0
                and max(game.digits) < 4, "the theorem does not apply [T1]")
        both = math.lcm(p, game.repeat)
        count = max(pre + both, m) + both + m + 1
    require_values(game, count, claim.at, "a value is wrong [V]")
def by_ap_test(game, claim):
    """AP1, AP2 and AP3 for a multiple of the period [T2]."""
    cuts, p, s, witnesses = game.cuts, claim.p * claim.multiple, claim.s * claim.multiple, claim.c.get("witnesses", [])
    require(cuts and claim.pre == 0 and s & (s - 1) == 0 < s, "AP1 fails [T2]")
    require(len(witnesses) == p * s, "AP3: there is not one witness for each value [T2]")
    value = require_values(game, 4 * p, claim.at, "a value is wrong [V]")
    require({value[n] for n in range(1, p + 1)} == set(range(s)), "AP2 fails [T2]")
    for place, witness in enumerate(witnesses):
        parts, sizes = sum(copies for _, copies in witness), [size for size, _ in witness]
        require(ascending(sizes[::-1]) and all(0 < size <= 4 * p and copies for size, copies in witness)
                and sum(size * copies for size, copies in witness) == 3 * p + 1 + place // s and parts - 1 in cuts
                and parts > 2 and functools.reduce(operator.xor, [value[n] for n, copies in witness if copies % 2], 0)
                == place % s, "AP3: a witness is wrong [T2]")
THEOREMS = dict.fromkeys(("subtraction", "all-but", "repeating-code", "quaternary", "guy-smith", "hexadecimal",
                          "take-and-break"), by_repetition) | {"ap-test": by_ap_test}
NOT_KNOWN = dict.fromkeys("ap-test-proposition-13 ap-test-proposition-14 ap-test-corollary-15 power-of-two rare-window "
                          "dailly-proposition-4 dailly-proposition-5 dailly-proposition-6 dailly-proposition-7 "
                          "ellis-theorem-3 ellis-theorem-19 odd-below-twice odd-past-thrice".split())

# --- Quotients, finite and infinite ------------------------------------------------------------------
def multiplication(cayley):
    """The table of a commutative monoid whose elements are products of generators [Q2]."""
    order, waiting, times = len(cayley), [0], {0: range(len(cayley))}
    spend(order * (order + len(cayley[0])))
    for a, b in itertools.combinations(set(zip(*cayley)), 2):
        spend(order)
        require(all(map(operator.eq, map(a.__getitem__, b), map(b.__getitem__, a))), "generators do not commute [Q2]")
    for x in waiting:
        for g, y in enumerate(cayley[x]):
            if y not in times:
                times[y] = [cayley[z][g] for z in times[x]]
                waiting.append(y)
    require(len(times) == order, "an element is no product of generators [Q2]")
    return [times[x] for x in range(order)]
def check_reduced(cayley, p):
    """Any two elements are distinguished by P after some product [Q3]."""
    parts, count = [x in p for x in range(len(cayley))], 0
    while len(set(parts)) > count:
        spend(len(cayley) * (1 + len(cayley[0])))
        count, numbers = len(set(parts)), {}
        keys = [(parts[x], *map(parts.__getitem__, row)) for x, row in enumerate(cayley)]
        parts = [numbers.setdefault(key, len(numbers)) for key in keys]
    require(count == len(cayley), "two elements are not distinguished [Q3]")
def plus(d, e, times=1):
    """The vector d and so many times e."""
    return tuple([a + times * b for a, b in zip(d, e)])
class Cells(namedtuple("Cells", "wall half thresholds moduli", defaults=([], 0, [], []))):
    """The cells of N^k by a linear form, and one point of each nonempty one; for k = 0 there is one cell."""
    def form(self, x):
        """The linear form L."""
        return sum(map(operator.mul, self.wall, x))
    def cell(self, x):
        """The classes of the coordinates and the level."""
        classes = [n if n < t else t + (n - t) % m for n, t, m in zip(x, self.thresholds, self.moduli)]
        return (*classes, max(-self.half, min(self.half, self.form(x))))
    def points(self):
        """From the least point of each combination of classes, steps of free coordinates near the wall."""
        found = {}
        spend(math.prod(map(operator.add, self.thresholds, self.moduli)))
        for least in itertools.product(*map(range, map(operator.add, self.thresholds, self.moduli))):
            free = [i for i, t in enumerate(self.thresholds) if least[i] >= t and self.wall[i]]
            most = max(abs(self.form(least)), self.half) + max([abs(self.wall[i] * self.moduli[i]) for i in free] + [0])
            queue, seen = [least], {self.form(least)}
            for x in queue:
                spend(8)
                found.setdefault(self.cell(x), x)
                for y in (x[:i] + (x[i] + self.moduli[i],) + x[i + 1:] for i in free):
                    if abs(self.form(y)) <= most and self.form(y) not in seen:
                        seen.add(self.form(y))
                        queue.append(y)
        return list(found.values())
Heap = namedtuple("Heap", "value options moves")  # Moves are the options less the wild heap that is moved.
def check_outcomes(times, heaps, zero, cells, in_p):
    """P holds the outcomes [Q6]; bits of numbers are points x of N^k, one of each cell, `spread` for all z in turn."""
    deltas = {zero}.union(d for h in heaps for _, d in (h.value, *h.options, *h.moves))
    half, rows, elements = cells.half + max(abs(cells.form(d)) for d in deltas), {}, range(len(times))
    points = cells._replace(half=half, thresholds=[t + 1 for t in cells.thresholds]).points()
    spend(len(deltas) * len(times) * (len(points) + len(times)))
    for d in deltas:
        at = [(1 << i, in_p[cells.cell(y)]) for i, y in enumerate(plus(x, d) for x in points) if min(y, default=0) >= 0]
        rows[d] = [sum(bit for bit, found in at if m in found) for m in elements]
    spread = functools.lru_cache(None)(lambda v: sum(rows[v[1]][times[z][v[0]]] << z * len(points) for z in elements))
    won_by = lambda values: functools.reduce(operator.or_, map(spread, values), 0)
    split = lambda bits: [bits >> z * len(points) & (1 << len(points)) - 1 for z in elements]
    opening = lambda h: split(~won_by([h.value, *h.options]))
    for h in heaps:
        spend(len(times) + len(h.options))
        require(not won_by(h.options) & spread(h.value), "a sum and an option of it are both in P [Q6] (a)")
    won, known = split(won_by({move for h in heaps for move in h.moves})), [[] for _ in times]
    met = [(0, opening(Heap((0, zero), (), ())))]
    require(not met[0][1][0] & ~won[0] & ~(1 << points.index(zero)), "no wild heap has a winning move [Q6] (b)")
    tame = [(x, u) for x, u in {(h.value[0], tuple(opening(h))) for h in heaps if h.value[1] == zero} if any(u)]
    for (x, open_sum), (y, open_heap) in ((one, h) for one in met for h in tame):
        spend(len(times))
        both, larger = [open_sum[a] & open_heap[b] for a, b in zip(times[y], times[x])], known[times[x][y]]
        if any(both) and not any(all(not a & ~b for a, b in zip(both, other)) for other in larger):
            require(not both[0] & ~won[times[x][y]], "an N-position has no winning move [Q6] (b)")
            larger.append(both)
            met.append((times[x][y], both))
def check_period_of_values(c, game, values):
    """The period theorem: the words that say which heaps the certificate is about [Q7]."""
    if c.get("period") is None:
        return f"for the heaps to {c['max_heap']}", ""
    p, first, f, n = c["period"]["period"], c["period"]["first"], c["period"]["first"] - game.first, len(values)
    repeats = lambda q, f: values[f:n - q] == values[f + q:]
    require(p > 0 <= f and game.bounds and game.bounds[1] * (first + p) + game.bounds[0] <= c["max_heap"]
            and repeats(p, f), "the values do not repeat often enough [Q7]")
    spend(p * n // 100)
    require(not any(repeats(q, f) for q in range(1, p)) and not (f and repeats(p, f - 1)), "it is not least [Q7]")
    return "for all heaps", f", the values of heaps having the least period {p} from heap {first} on"
def check_quotient(c):
    """A misère quotient [Q1] to [Q7], [I1] to [I5]; in a finite one there are no wild heaps, and there is one cell."""
    wild, cayley, pretending, generators = c.get("wild", []), c["cayley"], c["pretending"], c["generators"]
    listing, order, infinite, zero = c.get("positions"), len(cayley), "wild" in c, (0,) * len(wild)
    sets, first, last = c.get("sets", [c.get("p")]), c["smallest"], c["max_heap"]
    require(pretending and last - first == len(pretending) - 1, "there is not one value for each heap [Q1]")
    require(order == c.get("order", order) > 0 and all(len(row) == len(generators) for row in cayley)
            and max(itertools.chain(pretending, *cayley, *sets), default=0) < order, "an element is out of range [Q1]")
    require(all(map(ascending, [*sets, generators, wild])), "a list does not ascend [Q1]")
    require(all(first <= n <= last for n in generators + wild) and not set(generators) & set(wild)
            and not any(pretending[heap - first] for heap in wild), "a generator or wild heap is no such heap [I1]")
    least = {m: n for n, m in reversed(list(enumerate(pretending, first)))}
    require(all(pretending[n - first] == m and (infinite or least[m] == n) for n, m in zip(generators, cayley[0])),
            "a generator is not the smallest heap of its value [Q5], or has not its value [I3]")
    value = {n: (m, tuple(int(n == heap) for heap in wild)) for n, m in enumerate(pretending, first)}
    cells = Cells(*(c[key] for key in ("wall", "half_width", "thresholds", "moduli") if infinite))
    in_p = check_cells(c, cells) if infinite else {(0,): set(c["p"])}
    require(0 not in in_p[cells.cell(zero)], "the identity is in P [Q1]")
    times = multiplication(cayley)
    require(not listing or len(listing["positions"]) == len(pretending), "not all positions have values [Q1]")
    if not infinite:
        check_reduced(cayley, in_p[0,])
    if c.get("mixed"):
        raise OutOfReach("mixed heaps are not known here")
    game = listed_game(listing) if listing else ruleset(c["ruleset"])
    require(first == game.first, "it does not begin with the smallest heap [Q1]")
    heaps, options = set(), Options(game, value, lambda v, w: (times[v[0]][w[0]], plus(v[1], w[1])), (0, zero))
    if not infinite:  # This is faster with numbers.
        options = Options(game, dict(enumerate(pretending, first)), lambda x, y: times[x][y])
    for n in value:
        values = frozenset(options.of(n) if infinite else ((m, zero) for m in options.of(n)))
        require(values or value[n] == (0, zero), "a heap without options does not have the value 1 [Q4]")
        heaps.add(Heap(value[n], values, frozenset((m, plus(d, value[n][1], -1)) for m, d in values if n in wild)))
    check_outcomes(times, [h for h in heaps if h.options], zero, cells, in_p)
    what, period = check_period_of_values(c, game, list(value.values()))
    if infinite:
        return (f"the misère quotient of {game.name} {what} is infinite: with wild heaps {', '.join(map(str, wild))} "
                f"and values of the other heaps in a monoid of order {order}{period}")
    what = f"and of all positions that play reaches, {len(pretending)} in all," if listing else what
    count = f"{len(c['p'])} P-value" + "s" * (len(c["p"]) != 1)
    return f"the misère quotient of {game.name} {what} has order {order} and {count}{period}"
def check_cells(c, cells):
    """The sets of the cells of an infinite quotient [I1], [I2]; it is infinite because the wall matters [I4]."""
    k, first, matters = len(c["wild"]), {}, False
    require(0 < k <= 8 and all(len(c[key]) == k for key in ("wall", "thresholds", "moduli")) and min(c["moduli"]) > 0
            and math.prod(map(operator.add, c["thresholds"], c["moduli"])) <= len(c["cells"]), "cells are missing [I2]")
    sets = {(*classes, level): set(c["sets"][s]) for classes, level, s in c["cells"] if s < len(c["sets"])}
    require(len(sets) == len(c["cells"]) and sets.keys() == set(map(cells.cell, cells.points())),
            "the cells are not the nonempty ones [I2]")
    for (*classes, _), found in sets.items():
        signs = {w > 0 for w, n, t in zip(cells.wall, classes, cells.thresholds) if n >= t and w}
        matters |= len(signs) == 2 and first.setdefault(tuple(classes), found) != found
    require(matters, "the wall does not matter, so it does not follow that the quotient is infinite [I4]")
    return sets

# --- Listed positions and outcomes -------------------------------------------------------------------
class Listed(dict):
    """The positions that heaps of a ruleset are."""
    def __missing__(self, heap):
        """A heap that is no position, though an option has it."""
        raise Refused("an option is not listed [K2]")
def multiset(*lists):
    """Numbers with their copies, from lists of such pairs, each number once, ascending."""
    total = Counter()
    for part, copies in itertools.chain(*lists):
        total[part] += copies
    return tuple(sorted((+total).items()))
def listed_game(listing):
    """A ruleset whose heaps are the listed positions, after what they are said to be was checked [K1] to [K3]."""
    entries, games = listing["positions"], {}
    names = [entry["name"] for entry in entries]
    require(names and len(set(names)) == len(names), "two positions have the same name [K1]")
    require(all(part < n and copies for n, entry in enumerate(entries) for option in entry["options"]
                for part, copies in option), "an option is not made of earlier positions [K1]")
    require(all(re.fullmatch("[ !#-~⟨⟩]{1,1000}", name) for name in names),
            "a name does not consist of 1 to 1000 printable ASCII characters and angles, or has a quote [K1]")
    sums = [{multiset(option) for option in entry["options"]} for entry in entries]
    rulesets = [(ruleset(name), Listed()) for name in listing["rulesets"]]
    for n, origin in ((n, origin) for n, entry in enumerate(entries) for origin in entry.get("origins", [])):
        if origin == "game":
            games[n] = listed_as_game(games, sums[n], names[n])
            continue
        fit(origin, {"position": {"ruleset": U64, "kind~": U32, "position": str}})
        r, text = origin["position"]["ruleset"], origin["position"]["position"]
        require(r < len(rulesets) and re.fullmatch("0|" + NUMBER, text, re.ASCII) and not origin["position"].get("kind")
                and int(text) >= rulesets[r][0].first and names[n] == f"{rulesets[r][0].name}({text})",
                "there is no such position, or it has another name [K2]")
        rulesets[r][1][int(text)] = ((n, 1),)
    for rules, heaps in rulesets:
        options = Options(rules, heaps, multiset, ())
        for heap, ((n, _),) in heaps.items():
            require(options.of(heap) == sums[n], "a position has other options [K2]")
    inner = {part for options in sums for option in options for part, _ in option}
    label = [entry["name"] if entry.get("origins") else f'"{entry["name"]}" as listed' for entry in entries]
    roots = [label[n] for n in reversed(range(len(entries))) if n not in inner]
    name = ", ".join(roots[:6]) + (f" and {len(roots) - 6} others" if len(roots) > 6 else "")
    return Game(name, 0, None, sums=sums, label=label)
def listed_as_game(games, sums, name):
    """The game that a position is said to be, by its options and its name [K3]."""
    require(all(len(option) == 1 and option[0][1] == 1 and option[0][0] in games for option in sums),
            "an option is not a game [K3]")
    g = frozenset(games[option[0][0]] for option in sums)
    require(simplest(g) == g, "a game is not in canonical form [K3]")
    if not re.fullmatch("⟨[0-9a-f]{12,64}⟩", name) and name != plain_name(g):
        raise OutOfReach("a game has a name that is not read here")
    require(name[0] != "⟨" or facts(g)[2].hex().startswith(name[1:-1]), "this is another game [K3]")
    return g
def check_outcome(c):
    """A set of P-positions: every move from one of them can be answered by a move to one of them [O1] to [O4]."""
    game, misere = listed_game(c["positions"]), c["play"] == "misere"
    require(misere or c["play"] == "normal", "play is normal or misere [O1]")
    require(all(part < len(game.sums) for sum in [c["position"], *c["p_positions"]] for part, _ in sum),
            "a sum has a position that is not listed [O1]")
    canonical = lambda pairs: multiset((part, copies) for part, copies in pairs if game.sums[part])
    def options(position):
        """The options of a sum."""
        for part, option in ((part, option) for part, _ in position for option in game.sums[part]):
            spend(4 + len(position) + len(option))
            yield canonical([*((other, n - (other == part)) for other, n in position), *option])
    position, wins = canonical(c["position"]), set(map(canonical, c["p_positions"]))
    require(not misere or () not in wins, "a position without moves is no P-position in misère play [O2]")
    for option in {option for winning in wins for option in options(winning)}:
        require(misere and not option or any(answer in wins for answer in options(option)), "a move has no answer [O3]")
    write = lambda sum: " + ".join((f"{n}·" if n > 1 else "") + game.label[part] for part, n in sum) or "0"
    move = min((option for option in options(position) if option in wins), default=None)
    require(position in wins or move is not None or misere and not position, "no move to a P-position is shown [O4]")
    end = f", won by the move to {write(move)}" if position and position not in wins else ""
    outcome, play = "a P" if position in wins else "an N", "misère" if misere else "normal"
    return f"the sum {write(position)} is {outcome}-position in {play} play{end}"

# --- Games: canonical forms are frozen sets of canonical forms; parts and composite games ------------
ZERO, ONE = frozenset(), frozenset([frozenset()])
@functools.lru_cache(None)
def facts(g):
    """The birthday of a game, whether it is a P-position, and its fingerprint."""
    days, p, prints = zip(*map(facts, g)) if g else ((-1,), (True,), ())
    return 1 + max(days), not any(p), hashlib.sha256(b"".join(sorted(prints))).digest()
@functools.lru_cache(None)
def simplest(options):
    """The canonical form of a set of canonical games: G, if the set simplifies to G, or else itself."""
    spend(sum(map(len, options)) * len(options))
    simpler = (g for g in {g for option in options for g in option} if g <= options
               and all(g in option for option in options - g) and (g or any(facts(option)[1] for option in options)))
    return next(simpler, options)
@functools.lru_cache(None)
def add(g, h):
    """G + H is what the set of all G' + H and G + H' simplifies to."""
    spend(4 + len(g) + len(h))
    return simplest(frozenset([add(o, h) for o in g] + [add(g, o) for o in h]))
def even(g):
    """The even associate: G itself if it is an option of G + 1, else G + 1."""
    return g if g in add(g, ONE) else add(g, ONE)
@functools.lru_cache(None)
def plain_name(g):
    """Nim heaps as 3 or *12, a single option as G#, others in braces; past 60 letters digits of the fingerprint."""
    names = [plain_name(o) for o in sorted(g, key=lambda o: (facts(o)[0], len(o), plain_name(o)))]
    nim = [str(n) if n < 10 else f"*{n}" for n in range(len(g) + 1)]
    name = nim[-1] if set(names) == set(nim[:-1]) else names[0] + "#" if len(g) == 1 else "{" + ",".join(names) + "}"
    return f"⟨{facts(g)[2].hex()[:12]}⟩" if len(name) > 60 or "⟨" in name else name
def read_tables(c):
    """A list of games [G], and the even parts of some of them, each with its counterpart, both ways [P1], [P2]."""
    games, keys, known = [], [], {}
    for place, options in enumerate(c["games"]):
        require(ascending([*options, place]), "a list of games is malformed [G]")
        games.append(frozenset(games[o] for o in options))
        require(simplest(games[-1]) == games[-1], "a game is not in canonical form [G]")
        keys.append((facts(games[-1])[0], len(options), options))
    require(ascending(keys), "games are not in structural order [G]")
    for table in c["tables"]:
        require(max([table["game"], *itertools.chain(*table["partitions"])]) < len(games), "a game is not listed [P1]")
        g, parts = games[table["game"]], {}
        require(g not in known and g == even(g), "a table is of an odd game, or is given twice [P1]")
        for x, y in ((games[x], games[y]) for x, y in table["partitions"]):
            require(x == even(x) and y == even(y) and x not in parts, "a part is odd, or is given twice [P1]")
            require(add(x, y) == g, "a pair does not add up [P2]")
            parts.update({x: y, y: x})
        require(ZERO in parts, "the part 0 is missing [P1]")
        require_all_parts(known, g, parts)
        known[g] = parts
    return games, known
def minus(known, g, x):
    """G - X by the table of the even associate of G; none if X is no part."""
    y = known[even(g)].get(even(x))
    return add(y, ONE) if y is not None and (g == even(g)) != (x == even(x)) else y
def require_all_parts(known, g, parts):
    """No part of an even game is missing [P3]: X runs through the parts of one option."""
    if not g or g & {ZERO, ONE}:
        return
    require(all(even(o) in known for o in g), "the table of an option does not come before [P3]")
    for x in known[even(min(g, key=lambda o: facts(o)[2]))].keys() - parts.keys():
        spend(4 + len(g) + len(x))
        without, unlisted = [o for o in g if minus(known, o, x) is None], [o for o in x if even(o) not in parts]
        require(without or unlisted, "a part is missing [P3]")
        pairs = [(without[0], o) for o in x] if without else [(o, unlisted[0]) for o in g]
        others = (minus(known, option, o) for option, o in pairs)
        require(all(y is None or add(x, y) != g for y in others), "a part is missing [P3]")
def check_parts(c):
    """The number of even parts of a game [P1] to [P4]."""
    games, known = read_tables(c)
    require(c["game"] < len(games) and even(games[c["game"]]) in known, "there is no table of the game [P4]")
    count = len(known[even(games[c["game"]])])
    what = ("s: it is prime" if count == 2 else "s: it is composite") if count > 1 else ": it is a unit"
    return f"the game {plain_name(games[c['game']])} has exactly {count} even part{what}"
def check_composites(c):
    """Each listed game is a sum of two others, and all candidates that are not listed are prime [C1] to [C3]."""
    sets = lambda items: (frozenset(some) for n in range(len(items) + 1) for some in itertools.combinations(items, n))
    games, known = read_tables(c)
    day, rows, born = c["day"], c["composites"], {ZERO}
    require(ascending([row[0] for row in rows]) and max([-1, *itertools.chain(*rows)]) < len(games), "disorder [C2]")
    for _ in range(day - 1):
        born = set(map(simplest, sets(born)))
    born -= {ZERO, ONE}
    require(known.keys() >= set(map(even, born)), "a table is missing [C1]")
    composite = {games[row[0]] for row in rows}
    for g, x, y in ((games[g], games[x], games[y]) for g, x, y in rows):
        require(all(game and game == even(game) for game in (g, x, y)) and add(x, y) == g and facts(g)[0] <= day,
                "a game is not the sum that is shown, or is born later [C2]")
    for x in {x for g in born for x in known[even(g)] if x}:
        having = [g for g in born if x in known[even(g)]]
        spend(2 ** len(having))
        sums = (add(x, y) for g in born - set(having) for o in x for y in [minus(known, g, o)] if y is not None)
        for g in itertools.chain(sums, map(simplest, sets(having))):
            if g == even(g) and g and not g & {ZERO, ONE} and facts(g)[0] <= day and g not in composite:
                require_all_parts(known, g, {ZERO: g, g: ZERO})
    odd, count = sum(facts(g)[0] < day for g in composite), len(composite)
    return f"the number of composite games born by day {day} is {count + odd}: {count} even and {odd} odd"

# --- The shapes of certificates, and the program -----------------------------------------------------
def fit(value, shape):
    """Requires a shape: [of all], (of each), {of fields; "a?" may be left out or null, "a~" out}, a bound, a type."""
    if isinstance(shape, (list, tuple)):
        require(type(value) is list and (type(shape) is list or len(value) == len(shape)), "a list is expected")
        for item, part in zip(value, itertools.cycle(shape)):
            fit(item, part)
    elif isinstance(shape, dict):
        require(type(value) is dict and all(key in value or key[-1] in "?~" for key in shape), "a field is missing")
        for key, item in value.items():
            name = next((name for name in (key, key + "?", key + "~") if name in shape), "")
            require(name, "there is an unknown field")
            if item is not None or name[-1] != "?":
                fit(item, shape[name])
    elif type(shape) is int:
        require(type(value) is int and min(shape, 0) <= value <= abs(shape), "a number is out of range")
    else:
        require(shape is object or type(value) is shape, "a field has another type")
DAG, TABLES, SMALL, SUM = [[U32]], [{"game": U32, "partitions": [(U32, U32)]}], 2 ** 20, [(U64, U64)]
LISTING = {"rulesets": [str], "positions": [{"name": str, "origins~": [object], "options": [SUM]}]}
HEAPS = {"ruleset": str, "smallest": U64, "max_heap": U64, "generators": [U64], "cayley": DAG, "pretending": [U32],
         "period?": {"period": U64, "first": U64}}
KINDS = {
    "parts": (check_parts, {"games": DAG, "game": U32, "tables": TABLES}),
    "composites": (check_composites, {"day": 5, "games": DAG, "tables": TABLES, "composites": [(U32, U32, U32)]}),
    "period": (check_period, {
        "ruleset": str, "theorem": str, "preperiod": U64, "period": U64, "saltus": U64, "values": [U32], "digest": str,
        "multiple~": U64, "witnesses~": [SUM], "window?": {"mask": U16, "alternating": bool, "last": U64},
        "power_of_two?": dict.fromkeys("start period saltus from flat known".split(), U64)}),
    "nim values": (check_nim_values, {"ruleset": str, "first": U64, "values": [U64]}),
    "quotient": (check_quotient, {**HEAPS, "order": U32, "p": [U32], "positions?": LISTING}),
    "infinite quotient": (check_quotient, {
        **HEAPS, "wild": [U64], "mixed~": [(U64, [SMALL])], "wall": [-SMALL], "half_width": SMALL, "sets": DAG,
        "thresholds": [SMALL], "moduli": [SMALL], "cells": [([U32], -U32, U32)]}),
    "outcome": (check_outcome, {"play": str, "positions": LISTING, "position": SUM, "p_positions": [SUM]})}
def check(text):
    """The sentence that a certificate proves."""
    unique = lambda pairs: require(len(dict(pairs)) == len(pairs), "a field is given twice") or dict(pairs)
    exact = lambda digits: 0.0 if digits == "-0" else int(digits[:40])  # What is cut off is too large for any field.
    try:
        c = json.loads(text.decode(), object_pairs_hook=unique, parse_int=exact)
        json.dumps(c, ensure_ascii=False).encode()  # A lone surrogate is no text.
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON: {error}")
    if not isinstance(c, dict) or not isinstance(c.get("certificate"), str):
        raise Unreadable("it does not say what it certifies")
    require(c["certificate"] in KINDS and c.get("version") in (1, 2), "the kind or version is not known")
    fit(c, {"certificate": str, "version": U32, "statement?": str, "cost?": U64, **KINDS[c["certificate"]][1]})
    statement = KINDS[c["certificate"]][0](c)
    require(c.get("statement") in (None, statement), f"it states something else than it proves, which is: {statement}")
    return statement
VERDICTS = ((Refused, "not valid", 1), ((Unreadable, OSError), "unreadable", 2),
            ((OutOfReach, RecursionError, MemoryError), "out of reach", 3), (Exception, "no verdict, by a fault", 4))
def verdict(work):
    """What a piece of work returns, and 0, or else what is said of its failure, and the exit code."""
    try:
        return work(), 0
    except Exception as problem:
        word, code = next((word, code) for types, word, code in VERDICTS if isinstance(problem, types))
        if code == 4:
            traceback.print_exc()
        return f"{word}: {repr(problem) if code == 4 else problem}", code
def main():
    """Prints the verdicts, with escapes for whatever is in no sentence, and returns the gravest exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--lines", action="store_true", help="every line is a certificate")
    parser.add_argument("--steps", type=int, default=10 ** 8, metavar="N", help="about how long a check may take")
    arguments, codes = parser.parse_args(), set()
    sys.setrecursionlimit(4000)
    for path in arguments.files:
        content, code = verdict(lambda: pathlib.Path(path).read_bytes())
        texts = [] if code else content.splitlines() if arguments.lines else [content]
        lines = (verdict(lambda: spend(0, arguments.steps) or f"valid: {check(text)}") for text in texts)
        for line, code in itertools.chain([(content, code)] if code else [], lines):
            codes.add(code)
            try:
                sys.stdout.reconfigure(errors="backslashreplace")
                print(re.sub("[^ -~è·⟨⟩]", lambda found: ascii(found[0])[1:-1], line), flush=True)
            except (OSError, AttributeError):
                os._exit(2)  # Nothing can be written.
    return next((code for code in (4, 2, 1, 3) if code in codes), 0)

if __name__ == "__main__":
    sys.exit(main())
