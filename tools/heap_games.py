"""Heap games, their nim values, and the theorems that prove periods: a part of check_certificate.py.

Written from docs/certificates.md and the definitions of the games, for Python 3.9 and later; needs nothing
but the standard library and shares nothing with the program whose certificates it checks. [V], [T1] and so on
are conditions of the specification.
"""
import hashlib
import itertools
import math
import re
from collections import namedtuple

class Refused(Exception): "The certificate proves nothing."
class Unreadable(Exception): "The text is no certificate."
class OutOfReach(Exception): "The ruleset is not known here, or the check is too long."

steps_left = 0

def allow(steps):
    """Lets the next check take so many steps."""
    global steps_left
    steps_left = steps

def spend(steps):
    allow(steps_left - steps)
    if steps_left < 0:
        raise OutOfReach("the check takes more steps than --steps allows")

def require(condition, problem):
    if not condition:
        raise Refused(problem)

def ascending(items):
    return all(a < b for a, b in zip(items, items[1:]))

U64 = 2 ** 64 - 1

# --- Rulesets ----------------------------------------------------------------------------------------

class Game:
    """Heaps from the first on. kinds(n) are pairs (total, parts): a move may leave that total in so many heaps.
    With bounds (k, s) a move takes at most k and leaves at most s heaps, in the same way at all heaps."""
    def __init__(self, name, first, kinds, bounds=None, digits=None, period=0, largest=None, all_but=None, cuts=None):
        self.name, self.first, self.kinds, self.bounds, self.digits = name, first, kinds, bounds, digits
        self.period, self.largest, self.all_but, self.cuts = period, largest, all_but, cuts

    def options(self, n):
        return (option for total, parts in self.kinds(n) for option in self.divisions(total, parts))

    def divisions(self, total, parts, least=1):
        """The ways to divide a total into heaps that do not decrease; in Grundy's game, that differ."""
        if parts <= 1:
            yield (total,) * parts
        else:
            for first in range(least, total // parts + 1):
                for others in self.divisions(total - first, parts - 1, first):
                    if self.name != "grundy" or first != others[0]:
                        yield (first,) + others

def code(name):
    """Bit j of the digit d_i: take i, if what is left makes j heaps. Digits in brackets repeat."""
    d0, listed, repeated = re.fullmatch(r"(.)\.(\w*)(?:\[(\w+)\])?", name).groups("")
    period = len(repeated)
    shorter = any(repeated == repeated[:n] * (period // n) for n in range(1, period))
    all_but = repeated == "3" and d0 == "0" and set(listed) <= set("03")
    require(not period or listed[-1:] != repeated[-1] and repeated != "0" and not shorter and not all_but,
            "the code is not in normal form")
    digits = [int(digit, 16) for digit in d0 + (listed if period or listed != "0" else "") + repeated]
    digit = lambda i: digits[i if i < len(digits) else len(digits) - period + (i - len(digits)) % period]

    def kinds(n):
        for taken in range(n + 1 if period else min(n + 1, len(digits))):
            for parts in range(4):
                if digit(taken) >> parts & 1 and (n - taken >= parts if parts else n == taken):
                    yield n - taken, parts
    bounds = None if period else (len(digits) - 1, max(1, max(digits).bit_length() - 1))
    return Game(name, 0, kinds, bounds, digits=digits, period=period)

def subtraction(name):
    """Take one of the numbers, or any but these, and leave at least the sink."""
    pattern = r"(subtraction|nim|all-but)(?:\{([\d,]*);?(?:sink=(\d+))?\})?"
    family, listed, sink = re.fullmatch(pattern, name).groups("0")
    numbers = [int(n) for n in listed.split(",") if n and family != "nim"]
    sink, all_but, largest = int(sink), family != "subtraction", max(numbers, default=0)
    require(ascending([0] + numbers) and largest <= U64 and sink <= 2 ** 62 and name != "all-but{}",
            "a number is wrong")

    def kinds(n):
        takings = set(range(1, n - sink + 1)).difference(numbers) if all_but else numbers
        return ((n - taken, 1) for taken in takings if taken <= n - sink)
    return Game(name, sink, kinds, None if all_but else (largest, 1), largest=largest, all_but=all_but)

class Cuts:
    """Numbers, and all even or odd numbers from some number on; rules are the firsts of these by parity."""
    def __init__(self, listed):
        items = [(rule, int(n)) for rule, n in re.findall(r"(even|odd|all)?(?:>=)?(\d+)", listed)]
        self.numbers = [n for rule, n in items if not rule]
        self.rules = {parity: n + (n + parity) % 2 for rule, n in items for parity in (0, 1)
                      if rule in ("all", ("even", "odd")[parity])}
        firsts, is_all = list(self.rules.values()), "all" in listed
        require(ascending(self.numbers) and all(m + 2 < self.rules.get(m % 2, m + 3) for m in self.numbers)
                and (is_all or all((rule, n) in items for n, rule in zip(firsts, [r for r, _ in items if r]))
                     and (len(firsts) < 2 or abs(firsts[0] - firsts[1]) > 1))
                and 0 < min(firsts + self.numbers) and max(firsts + self.numbers) < 2 ** 63, "a cut number is wrong")
        self.largest = None if firsts else max(self.numbers)

    def __contains__(self, n):
        return n in self.numbers or 0 < self.rules.get(n % 2, 0) <= n

    def up_to(self, most):
        return [n for n in range(1, min(most, self.largest or most) + 1) if n in self]

    def least(self, parity):
        """The least member with this parity, other than 1."""
        rule = [max(self.rules[parity], 3 if parity else 2)] if parity in self.rules else []
        return min([n for n in self.numbers if n % 2 == parity and n > 1] + rule, default=None)

def cut(name):
    """Divide a heap into d+1 heaps, d in the cut set."""
    cuts = Cuts(name[4:-1])
    return Game(name, 1, lambda n: spend(n) or [(n, d + 1) for d in cuts.up_to(n - 1)],
                cuts.largest and (0, cuts.largest + 1), cuts=cuts)

def splitting(name):
    """Divide a heap into two different ones (Grundy's game), or any heap but 2 (Couples Are Forever)."""
    return Game(name, int(name != "grundy"), lambda n: [(n, 2)] if n > 2 else [])

ARITHMETIC = {  # The first heap, and the heaps that a heap n can be moved to.
    "maliquot": (1, lambda n: [k for k in range(1, n) if n % k == 0]),
    "saliquot": (0, lambda n: [n - k for k in range(1, n + 1) if n % k == 0]),
    "saliquant": (0, lambda n: [n - k for k in range(1, n) if n % k]),
    "totative": (1, lambda n: [k for k in range(1, n) if math.gcd(k, n) == 1]),
}

def arithmetic(name):
    return Game(name, ARITHMETIC[name][0], lambda n: [(heap, 1) for heap in ARITHMETIC[name][1](n)])

def ruleset(name):
    """The ruleset with this name, which must be in normal form."""
    number, numbers = r"[1-9]\d*", r"([1-9]\d*,)*[1-9]\d*"
    rules = rf"((even>={number},)?odd>={number}|(even|all)>={number})"
    for make, pattern in (
            (code, r"[048C]\.(0|[\dA-F]*[1-9A-F])|[048C]\.[\dA-F]*\[[\dA-F]+\]"),
            (splitting, "grundy|couples-are-forever"),
            (subtraction, rf"nim|(subtraction|all-but)\{{({numbers})?(;sink={number})?\}}"),
            (cut, rf"cut\{{({numbers}|{rules}|{numbers},{rules})\}}"), (arithmetic, "|".join(ARITHMETIC))):
        if re.fullmatch(pattern, name, re.ASCII):
            return make(name)
    raise OutOfReach("this ruleset is not known here, or its name is not in normal form")

# --- Nim values --------------------------------------------------------------------------------------

class Values:
    """Nim values by definition: the least number that no option has."""
    def __init__(self, game):
        self.game, self.known, self.met = game, [], {}

    def of(self, heap):
        return self.known[heap - self.game.first]

    def divided(self, total, parts):
        """The values of a total divided into heaps in all ways."""
        if parts <= 1 or self.game.name == "grundy":
            spend(1 if parts <= 1 else total)
            return {nim_sum(map(self.of, option)) for option in self.game.divisions(total, parts)}
        if (total, parts) not in self.met:
            last = total // 2 if parts == 2 else total - parts + 1
            spend(1 + last * parts)
            self.met[total, parts] = {self.of(h) ^ rest for h in range(1, last + 1) for rest in (
                (self.of(total - h),) if parts == 2 else self.divided(total - h, parts - 1))}
        return self.met[total, parts]

    def first(self, count):
        for n in range(self.game.first + len(self.known), self.game.first + count):
            spend(1)
            met = set().union(*(self.divided(total, parts) for total, parts in self.game.kinds(n)))
            self.known.append(next(value for value in itertools.count() if value not in met))
        return self.known[:count]

def nim_sum(values):
    total = 0
    for value in values:
        total ^= value
    return total

def check_nim_values(c):
    game, values = ruleset(c["ruleset"]), c["values"]
    require(values and c["first"] == game.first, "it does not begin with the smallest heap [N1]")
    require(Values(game).first(len(values)) == values, "a value is wrong [N2]")
    digest = hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()
    last = game.first + len(values) - 1
    return (f"the nim values of {game.name} for the heaps {game.first} to {last} are as listed, with largest "
            f"value {max(values)}, last value {values[-1]} and SHA-256 {digest}")

# --- Periods of nim values ---------------------------------------------------------------------------

Claim = namedtuple("Claim", "game theorem pre p s values times c")

def claimed(claim, place):
    """The value at a place, which is counted from 0."""
    rounds, within = divmod(max(0, place - claim.pre), claim.p)
    return claim.values[min(place, claim.pre + within)] + rounds * claim.s

def compare(claim, count):
    """Requires the first values to be those of the pattern."""
    values = Values(claim.game)
    require(values.first(count) == [claimed(claim, place) for place in range(count)], "a value is wrong [V]")
    return values.of

def check_period(c):
    claim = Claim(ruleset(c["ruleset"]), c["theorem"], c["preperiod"], c["period"], c["saltus"], c["values"],
                  c.get("multiple", 1), c)
    game, theorem, pre, p, s, values, times, _ = claim
    require(c["digest"] == period_digest(c), "the digest is wrong [D]")
    require(theorem in THEOREMS and p > 0 and s <= 2 ** 32 and 1 <= times <= 2 ** 16, "a number is out of range")
    prove, takes_multiple = THEOREMS[theorem]
    require(times == 1 or takes_multiple, "this theorem takes the period itself")
    for field, name in (("window", "rare-window"), ("power_of_two", "power-of-two"), ("witnesses", "ap-test")):
        require(theorem == name or not c.get(field), f"{field} belongs to another theorem")
    if values or theorem != "rare-window":
        require(len(values) == pre + p, "there is not one value for each place")
        spend(p * sum(p % d == 0 for d in range(1, p)))
        require(all(any(claimed(claim, n + d) * p != claimed(claim, n) * p + s * d for n in range(pre, pre + p))
                    for d in range(1, p) if p % d == 0), "the period is not the least [L]")
        require(pre == 0 or values[pre - 1] + s != claimed(claim, pre - 1 + p),
                "the preperiod is not the least [L]")
    prove(claim)
    return (f"the nim values of {game.name} have the least period {p}{f', the saltus {s}' if s else ''} and the least "
            f"preperiod {pre}, from heap {game.first + pre} on, by the theorem {theorem}")

def period_digest(c):
    test, window = c.get("power_of_two"), c.get("window")
    pieces = [c[key] for key in ("certificate", "version", "ruleset", "theorem", "preperiod", "period", "saltus")]
    pieces += [c.get("multiple", 1)] + ([test[key] for key in POWER_OF_TWO] if test else [])
    pieces += ["RareWindow {{ mask: {}, alternating: {}, last: {} }}".format(
        window["mask"], str(window["alternating"]).lower(), window["last"])] if window else []
    pieces += [list(map(tuple, witness)) for witness in c.get("witnesses", [])]
    texts = [str(piece).encode() for piece in pieces]
    return hashlib.sha256(b"".join([len(text).to_bytes(8, "little") + text for text in texts]
                                   + [value.to_bytes(4, "little") for value in c["values"]])).hexdigest()

def by_repetition(claim):
    """Enough repeated values [T1]: the bounds of moves decide, or how many numbers may not be taken."""
    game, theorem, pre, p, s = claim[:5]
    left, is_code = game.bounds[1] if game.bounds else 0, game.digits is not None
    codes = {"quaternary": 1, "guy-smith": 2, "hexadecimal": 3}
    require(s == 0 or theorem == "all-but", "this theorem allows no saltus")
    if game.bounds and (theorem == "take-and-break" or is_code and codes.get(theorem) == left
                        or game.all_but is False and theorem == "subtraction"):
        return compare(claim, left * (game.first + max(1, pre) + p) + game.bounds[0] - game.first)
    if game.all_but and theorem == "all-but":
        return compare(claim, pre + p + 2 * game.largest + 1)
    require(game.period and game.digits[0] == 0 and theorem in ("all-but", "repeating-code"),
            "the theorem does not apply")
    any_number = all(digit & 3 == 3 for digit in game.digits[1:])
    require(any_number or max(game.digits) < 4, "the theorem is about digits that do not divide")
    irregular = 0 if any_number else len(game.digits) - 1 - game.period
    is_all_but = any_number or game.period == 1 and game.digits[-1] == 3
    require((theorem == "all-but") == is_all_but, "the theorem does not apply")
    both = p * game.period // math.gcd(p, game.period)
    count = pre + p + irregular if is_all_but else max(pre + both, irregular) + both
    return compare(claim, count + irregular + 1)

def by_ap_test(claim):
    """AP1, AP2 and AP3 for a multiple of the period [T2]."""
    cuts, theorem, p, s = claim.game.cuts, claim.theorem, claim.p * claim.times, claim.s * claim.times
    require(cuts and claim.pre == 0 and s & (s - 1) == 0 < s, "the AP-test is about cut games, without preperiod")
    value = compare(claim, 4 * p)
    require({value(n) for n in range(1, p + 1)} == set(range(s)), "AP2 fails")
    even_pair = cuts.largest if cuts.largest and cuts.largest % 2 == 0 and cuts.numbers == [1, cuts.largest] else 0
    even_pair = even_pair if even_pair > 2 else 0
    if theorem == "ap-test-proposition-13":
        require(all((cuts.least(parity) or 3 * p) <= 2 * p + 1 for parity in (0, 1)),
                "Proposition 13 does not apply")
    elif theorem == "ap-test-proposition-14":
        ones = {x % 2 for x in range(1, p // 2 + 1) if value(x) == 1}
        require(0 < even_pair <= p and len(ones) == 2, "Proposition 14 does not apply")
    elif theorem == "ap-test-corollary-15":
        require(0 < even_pair <= (p - 3) // 4, "Corollary 15 does not apply")
    else:
        wanted = [(n, g) for n in range(3 * p + 1, 4 * p + 1) for g in range(s)]
        witnesses = claim.c.get("witnesses", [])
        require(len(witnesses) == len(wanted), "AP3: there is not one witness for each value")
        for (n, g), witness in zip(wanted, witnesses):
            parts = sum(copies for _, copies in witness)
            require(ascending([size for size, _ in witness][::-1]) and all(0 < size <= 4 * p and k for size, k in witness)
                    and sum(size * copies for size, copies in witness) == n and parts > 2 and parts - 1 in cuts
                    and nim_sum(value(size) for size, copies in witness if copies % 2) == g,
                    "AP3: a witness is wrong")

def by_statement(claim):
    """Theorems that state all values of a cut game [T3]; x and y are the least even and odd members but 1."""
    cuts, (x, y), given = claim.game.cuts, (0, 0), len(claim.values)
    require(cuts and claim.pre == 0, "the theorem is about cut games, without preperiod")
    one, x, y = 1 in cuts, cuts.least(0), cuts.least(1)
    c = min((x or 0) // 2, given + 1)
    stairs = [0, 1] * c + [2, 3] * c + [1, 4] + [5, 4] * (c - 1) + [3, 2] * c + [4, 5] * c + [6, 7] * c
    even_only, both = one and c > 1 and y is None, one and c > 1 and y is not None
    applies, values, saltus = {
        "dailly-proposition-4": (not one, [0] * min(given + 1, x or U64, y or U64), 1),
        "dailly-proposition-5": (one and x is None, [0, 1], 0),
        "dailly-proposition-6": (one and x == 2 and y == 3, [0], 1),
        "dailly-proposition-7": (both and y == 3 and cuts.largest and len(cuts.numbers) == 3, [0, 1] * c, 2),
        "ellis-theorem-3": (even_only and cuts.largest == x, stairs, 8),
        "ellis-theorem-19": (even_only and cuts.largest != x, stairs, 8),
        "odd-below-twice": (both and y < 2 * x, [0, 1] * c, 2),
        "odd-past-thrice": (both and y > 3 * x, stairs, 8),
    }[claim.theorem]
    require(applies and (values, saltus) == (claim.values, claim.s), "the theorem does not state these values")

def joined(sums, parts, end):
    """For each total below the end: what a sum and one more part have together, as pairs (sum of Q, nim sum of R)."""
    found = {}
    for (t, old), (h, new) in itertools.product(sums.items(), parts.items()):
        if t + h < end:
            spend(len(old) * len(new))
            found.setdefault(t + h, set()).update((q + q2, x ^ x2) for q, x in old for q2, x2 in new)
    return found

def by_power_of_two(claim):
    """Conditions (E) and (I) [T4], by the letters of the specification; split[h] is (Q(h), R(h))."""
    game, (n0, p, s, start, b, known) = claim.game, (claim.c["power_of_two"][key] for key in POWER_OF_TWO)
    require(p == claim.p * claim.times and s == claim.s * claim.times and s & (s - 1) == 0 < s,
            "s is no power of two")
    require(max(n0, start, b, known) < 2 ** 20 and (game.bounds and (game.cuts or game.digits)),
            "the theorem does not apply")
    if game.bounds[1] > 10 ** 4:
        raise OutOfReach("the moves are of too many kinds")
    moves = [(0, d + 1) for d in game.cuts.up_to(game.cuts.largest)] if game.cuts else [
        (i, j) for i, digit in enumerate(game.digits) for j in range(4) if digit >> j & 1]
    k, r = max((i for i, _ in moves), default=0), max((j for _, j in moves), default=0)
    require(n0 == max(1, game.first + claim.pre) and known == max(start, n0 + p, k + r * (n0 - 1) + 1),
            "a number is wrong")
    spend(r * r * (n0 + p) + r * (start + 2 * p))
    compare(claim, known - game.first)
    large, end = k + r * (n0 + p) + p, start + 2 * p
    split = [divmod(claimed(claim, max(0, h - game.first)), s) for h in range(max(large, end) + 1)]
    small, sums = {h: {split[h]} for h in range(1, n0 + p)}, {0: {(0, 0)}}
    for parts in range(1, r + 1):
        for taken, n in itertools.product({i for i, j in moves if j == parts}, range(large - p, large)):
            for t, (q, x) in ((t, pair) for t, pairs in sums.items() for pair in pairs):
                spend(1)
                q1, x1 = split[n - taken - t]
                excess = q + q1 - split[n][0]
                require(x ^ x1 != split[n][1] or excess < 0 or excess % 2, "condition (E) fails")
        sums = joined(sums, small, large)
    none = {h: {split[h]} for h in range(1, end) if split[h][0] == 0}
    low = [{0: {(0, 0)}}]
    for _ in range(r - 1):
        low.append(joined(low[-1], none, end))
    pair = {t: {(0, split[h][1] ^ split[t - h][1]) for h in range(n0, t // 2 + 1) if split[h][0] == split[t - h][0]}
            for t in range(end)}
    beside = {j: joined(low[j - 3], pair, end) for _, j in moves if j > 2}

    def reached(n):
        flat, rising, straight = set(), set(), set()
        for total, j in ((n - i, j) for i, j in moves if j and i <= n):
            flat |= {x for _, x in pair[total]} if j == 2 else set()
            for h, (q, x) in enumerate(split[1:total + 1], 1):
                spend(1)
                more = {q * s + (x ^ y) for _, y in beside[j].get(total - h, ())} if j > 2 else set()
                flat |= more
                if h >= n0:
                    rising |= more
                    straight |= {q * s + (x ^ y) for _, y in low[j - 1].get(total - h, ())}
        return flat, rising, straight
    windows = [reached(n) for n in range(start, end)]
    for n, (flat, rising, straight), (flat2, rising2, _) in zip(range(start, start + p), windows, windows[p:]):
        a = next(a for a in itertools.count(b) if a not in rising or a + s not in rising2)
        require(flat & flat2 >= set(range(b)) and a >= b + s and rising2 >= set(range(b, a + s))
                and straight >= set(range(a, split[n][0] * s + split[n][1])), "condition (I) fails")

def by_rare_window(claim):
    """Conditions (1) to (3) [T5], by the letters of the specification."""
    game, p, pre, window = claim.game, claim.p, claim.pre, claim.c.get("window")
    require(window and game.bounds and game.digits and max(game.digits) < 8 and claim.s == 0,
            "the theorem does not apply")
    dividing, last = [i for i, digit in enumerate(game.digits) if digit & 4], window["last"]
    parity = (dividing + [0])[0]
    require(not window["alternating"] or p % 2 == 0 and len({i % 2 for i in dividing}) < 2,
            "the parity of heaps is of no use")
    n = max(1, pre) + last + game.bounds[0]
    is_rare = lambda m, v: (bin(v & window["mask"]).count("1") + (m + parity) * window["alternating"]) % 2 == 0
    single, value, rare = [i for i, digit in enumerate(game.digits) if digit & 2], [], []
    for m in range(n + p):
        # An option of a common value has exactly one rare part, or is a single heap.
        spend(1 + len(rare) * len(dividing))
        near = {value[a] ^ value[m - i - a] for a in rare for i in dividing if i + a < m}
        near.update([value[m - i] for i in single if i < m] + [0] * (m < len(game.digits) and game.digits[m] & 1))
        common = next((v for v in range(2 ** 16) if v not in near and (m == 0 or not is_rare(m, v))), None)
        require(common is not None, "no value is common")
        wanted = {v for v in range(common) if v not in near}
        for a in range(1, (last if m >= n else m // 2) + 1):
            if not wanted:
                break
            spend(len(dividing))
            wanted.difference_update(value[a] ^ value[m - i - a] for i in dividing if i + a < m)
        require(m < n or not wanted, "(3): a rare value needs a large part")
        value.append(min(wanted, default=common))
        if m and is_rare(m, value[m]):
            require(m <= last, "(1): a heap is rare")
            rare.append(m)
    require(not claim.values or value[:pre + p] == claim.values, "a value is wrong [V]")
    require(value[pre:n] == value[pre + p:n + p], "(2): the window does not stand again")
    require(pre == 0 or value[pre - 1] != value[pre - 1 + p], "the preperiod is not the least [L]")
    require(not any(p % d == 0 and value[pre:n] == value[pre + d:n + d] for d in range(1, p)),
            "the period is not the least [L]")

THEOREMS = {label: (prove, takes_multiple) for labels, prove, takes_multiple in (
    ("subtraction all-but repeating-code quaternary guy-smith hexadecimal take-and-break", by_repetition, False),
    ("ap-test ap-test-proposition-13 ap-test-proposition-14 ap-test-corollary-15", by_ap_test, True),
    ("dailly-proposition-4 dailly-proposition-5 dailly-proposition-6 dailly-proposition-7", by_statement, False),
    ("ellis-theorem-3 ellis-theorem-19 odd-below-twice odd-past-thrice", by_statement, False),
    ("power-of-two", by_power_of_two, True), ("rare-window", by_rare_window, False)) for label in labels.split()}
POWER_OF_TWO = ("start", "period", "saltus", "from", "flat", "known")
