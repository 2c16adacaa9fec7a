"""No ruleset that the Python checker knows has mixed heaps in its infinite quotient, so one is made here.

    mixed_heaps.py TOOLS CERTIFICATE

The certificate is that of 0.3122 to heap 7, with the wild heaps 5 and 7.
"""
import json
import sys

sys.path.insert(0, sys.argv[1])
import check_certificate
import heap_games

code = heap_games.ruleset("0.3122")


class WithSum:
    """0.3122 with a heap 8, which has the options of 5 + 1."""

    name, first, bounds = "0.3122", 0, None

    def options(self, n):
        if n < 8:
            return code.options(n)
        return [(*option, 1) for option in code.options(5)] + [(5, *option) for option in code.options(1)]


def verdict(value, part):
    """What the checker says if heap 8 has the value of the heap `value`, and this part in N^2."""
    with open(sys.argv[2], encoding="utf-8") as file:
        certificate = json.load(file)
    certificate.pop("statement", None)
    certificate["max_heap"] = 8
    certificate["pretending"].append(certificate["pretending"][value])
    if any(part):
        certificate["mixed"] = [[8, part]]
    heap_games.allow(10 ** 7)
    try:
        return check_certificate.check(json.dumps(certificate).encode())
    except heap_games.Refused:
        return None


check_certificate.ruleset = lambda name: WithSum()
assert verdict(1, [1, 0]).startswith("the misère quotient of 0.3122 for the heaps to 8 is infinite")
for heap, part in ((1, [0, 0]), (1, [0, 1]), (1, [2, 0]), (1, [1, 1]), (0, [1, 0]), (2, [1, 0])):
    assert verdict(heap, part) is None, (heap, part)
