"""Quotients against play."""

from __future__ import annotations

import copy
import json
import pickle
import random
from itertools import combinations_with_replacement

import pytest

import misere
from misere import InfiniteQuotient, Quotient

from .definitions import HeapPlay, kayles
from .test_rulesets import own_kayles


@pytest.fixture(scope="module")
def solved() -> Quotient:
    found = misere.ruleset("kayles").quotient()
    assert isinstance(found, Quotient)
    return found


def test_outcomes_of_all_small_sums(solved: Quotient) -> None:
    play = HeapPlay(kayles)
    for size in range(4):
        for heaps in combinations_with_replacement(range(1, 8), size):
            assert solved.outcome(*heaps) == play.outcome(heaps) == solved(*heaps).outcome
            moves = {
                tuple(sorted([*without(heaps, heap), *(part for part in left if part)]))
                for heap, left in solved.winning_moves(*heaps)
            }
            assert moves == {
                after for after in play.after(heaps) if play.outcome(after) == "P"
            }


def without(heaps: tuple[int, ...], heap: int) -> list[int]:
    rest = list(heaps)
    rest.remove(heap)
    return rest


def test_the_monoid(solved: Quotient) -> None:
    elements = solved.elements
    assert len(elements) == len(solved) == solved.order == 40
    assert len(solved.p_portion) == 9 and all(x.is_p for x in solved.p_portion)
    one = solved.identity
    rng = random.Random(2)
    for _ in range(300):
        x, y, z = rng.choices(elements, k=3)
        assert x * y == y * x and (x * y) * z == x * (y * z) and x * one == x
        assert x**3 == x * x * x and x**0 == one
        assert solved(*x.heaps, *y.heaps) == x * y
        assert solved.table()[x, y] == x * y
    assert len({solved(n) for n in range(1000)}) == len(set(solved.pretending))
    assert one in solved and "x" not in solved
    # The presentation holds.
    letters = {letter: solved(heap) for letter, heap in solved.generators.items()}
    for left, right in solved.relations:
        values = []
        for word in (left, right):
            value = one
            for factor in word.split():
                if factor != "1":
                    letter, _, power = factor.partition("^")
                    value = value * letters[letter] ** int(power or 1)
            values.append(value)
        assert values[0] == values[1]
    # Elements that are different are told apart by a sum.
    for x in elements:
        for y in elements:
            differ = any((x * z).is_p != (y * z).is_p for z in elements)
            assert differ == (x != y)


def test_a_python_function_drives_a_quotient(solved: Quotient) -> None:
    own = own_kayles.quotient(to=40)
    assert isinstance(own, Quotient)
    built_in = misere.ruleset("kayles").quotient(to=40)
    assert isinstance(built_in, Quotient)
    assert own.order == built_in.order and own.period is None
    images = own.isomorphism(built_in)
    assert images is not None and all(x.is_p == y.is_p for x, y in images.items())
    assert all(images[x * y] == images[x] * images[y] for x in own for y in own)
    assert (own.isomorphism(solved) is None) == (own.order != solved.order)
    # With bounds on its moves, also the quotient of all heaps.
    all_heaps = own_kayles.quotient()
    assert isinstance(all_heaps, Quotient)
    assert (all_heaps.order, all_heaps.period) == (40, 12)
    assert misere.check(all_heaps.certificate(), ruleset=own_kayles).valid


def test_infinite_quotients() -> None:
    rules = misere.ruleset("0.3102")
    found = rules.quotient(to=12)
    assert isinstance(found, InfiniteQuotient)
    assert (found.order, found.is_infinite, found.wild) == (None, True, [7, 12])
    assert found.p_portion and found.tame_order >= 2 and found.growth() is not None

    def options(n: int) -> list[tuple[int, ...]]:
        return [tuple(option) for option in rules.options(n)]

    play = HeapPlay(options)
    rng = random.Random(4)
    for _ in range(40):
        heaps = tuple(sorted(rng.choices(range(13), k=rng.randrange(5))))
        assert found.outcome(*heaps) == play.outcome(heaps) == found(*heaps).outcome
    x, y = found(7, 7), found(12, 3)
    assert x * y == found(7, 7, 12, 3) and hash(x * y) == hash(found(3, 7, 7, 12))
    assert pickle.loads(pickle.dumps(found)) == found
    assert misere.check(found.certificate()).valid
    with pytest.raises(misere.OutOfReach):
        found(13)
    with pytest.raises(misere.Stopped) as caught:
        rules.quotient()
    assert caught.value.reason == "infinite"
    assert isinstance(caught.value.known, InfiniteQuotient)


def test_limits_keep_what_is_known() -> None:
    rules = misere.ruleset("kayles")
    with pytest.raises(misere.Stopped) as caught:
        rules.quotient(limits=misere.Limits(max_games=20))
    known = caught.value.known
    assert caught.value.reason == "games" and isinstance(known, Quotient) and known.order <= 20
    expected = rules.quotient(to=known.max_heap)
    assert known == expected
    # And go on from it.
    resumed = rules.quotient(resume=caught.value)
    assert resumed == rules.quotient()
    with pytest.raises(misere.InvalidCertificate):
        misere.ruleset("0.07").quotient(resume=known)
    with pytest.raises(misere.InvalidCertificate):
        rules.quotient(resume="{}")


def test_progress() -> None:
    told: list[tuple[int, int, int]] = []
    rules = misere.ruleset("0.007")
    with pytest.raises(misere.Stopped):
        rules.quotient(
            to=200,
            progress=lambda *at: told.append(at),
            limits=misere.Limits(timeout=1),
        )
    assert told and all(len(at) == 3 for at in told)

    class Enough(Exception):
        pass

    def stop(heap: int, order: int, refuted: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        rules.quotient(to=200, progress=stop)
    misere.ruleset("kayles").quotient(progress=True)
    with pytest.raises(TypeError):
        misere.ruleset("kayles").quotient(progress=5)  # type: ignore[arg-type]


def test_pickles_and_copies(solved: Quotient) -> None:
    partial = misere.ruleset("kayles").quotient(to=15)
    assert isinstance(partial, Quotient)
    for quotient in (solved, partial):
        again = pickle.loads(pickle.dumps(quotient))
        assert again == quotient and hash(again) == hash(quotient)
        assert again.period == quotient.period
        assert copy.copy(quotient) is quotient and copy.deepcopy(quotient) is quotient
        assert pickle.loads(pickle.dumps(quotient.elements[3])) == quotient.elements[3]
    assert partial != solved
    with pytest.raises(ValueError, match="two quotients"):
        solved.identity * partial.identity
    with pytest.raises(misere.OutOfReach, match="too large"):
        partial(16)


def test_certificates(solved: Quotient) -> None:
    certificate = solved.certificate()
    assert misere.check(certificate) == misere.check(json.dumps(certificate))
    for forged in (
        dict(certificate, p=certificate["p"][1:]),
        dict(certificate, pretending=[0] * len(certificate["pretending"])),
        dict(certificate, order=7),
        dict(certificate, ruleset="0.07"),
        dict(certificate, certificate="love"),
        {},
    ):
        with pytest.raises(misere.InvalidCertificate):
            misere.check(forged)
    period = misere.ruleset("kayles").period().certificate
    assert period is not None and misere.check(period).kind == "period"
    parts = misere.G("2##").certificate()
    assert misere.check(parts).kind == "parts"
    with pytest.raises(misere.InvalidCertificate):
        misere.check(dict(parts, version=9))
    with pytest.raises(misere.InvalidCertificate):
        misere.check("nonsense")
    with pytest.raises(TypeError):
        misere.check(object())  # type: ignore[arg-type]


def test_no_quotient() -> None:
    with pytest.raises(ValueError, match="no period theorem"):
        misere.ruleset(lambda n: [n - 1] if n else [], name="one").quotient()
    with pytest.raises(misere.OutOfReach):
        misere.ruleset("josephus").quotient(to=5)
    with pytest.raises(misere.OutOfReach, match="for ever"):
        misere.ruleset("table{a: b; b: a}").quotient(to=1)
