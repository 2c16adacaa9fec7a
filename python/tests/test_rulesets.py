"""Rulesets against the definitions: built-in ones, and one's own."""

from __future__ import annotations

import gc
import pickle
import random
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy
import pytest

import misere
from misere import G

from .definitions import HeapPlay, heap_tree, kayles
from .test_games import game as game_of_tree


@misere.ruleset(bounds=(2, 2))
def own_kayles(n: int) -> list[tuple[int, ...]]:
    """knock down one pin of a row, or two neighbours"""
    return kayles(n)


class Squares(misere.Ruleset):
    """take a square number, at most k squared"""

    def __init__(self, k: int) -> None:
        self.k = k

    @property
    def name(self) -> str:
        return f"squares-{self.k}"

    def options(self, n: int, /) -> Iterator[int]:
        return (n - k * k for k in range(1, self.k + 1) if k * k <= n)


class Pairs(misere.Ruleset):
    """a move makes one of two numbers smaller"""

    arity = 2

    def options(self, position: tuple[int, int], /) -> Iterable[Any]:
        x, y = position
        return [(a, y) for a in range(x)] + [[(x, b)] for b in range(y)]


def test_kayles_by_definition() -> None:
    play, rules = HeapPlay(kayles), misere.ruleset("kayles")
    expected = [play.nim_value(n) for n in range(60)]
    assert rules.nim_values(59).tolist() == expected
    assert own_kayles.nim_values(59).tolist() == expected
    assert [rules.nim_value(n) for n in range(60)] == expected
    assert rules.p_heaps(9) == own_kayles.p_heaps(9) == [1, 4, 9]
    assert [n for n in range(12) if play.outcome((n,)) == "P"] == rules.p_heaps(11)
    for n in range(8):
        options = {tuple(part for part in option if part) for option in rules.options(n)}
        assert options == {tuple(sorted(option)) for option in kayles(n)}


def test_forms_by_definition() -> None:
    universe = misere.Universe()
    for rules in (misere.ruleset("kayles"), own_kayles):
        forms = rules.games(8, universe=universe)
        for n, form in enumerate(forms):
            assert form == game_of_tree(heap_tree(kayles, n), universe)
            assert rules.game(n) == form
            assert rules.genera(8)[n] == form.genus
            assert rules.misere_nim_values(8)[n] == form.genus.misere_nim_value


def test_values_are_arrays() -> None:
    values = misere.ruleset("kayles").nim_values(1000)
    assert isinstance(values, numpy.ndarray) and values.dtype == numpy.uint32
    assert len(values) == 1001 and values.flags.writeable
    assert misere.ruleset("cut{1,2}").nim_values(0).tolist() == []


def test_large_heaps() -> None:
    rules = misere.ruleset("kayles")
    assert rules.nim_value(10**30) == rules.nim_value(10**30 % 12 + 12 * 100)
    assert misere.ruleset("nim").nim_value(2**200) == 2**200


def test_periods() -> None:
    for rules in (misere.ruleset("kayles"), own_kayles):
        found = rules.period()
        assert (found.period, found.preperiod, found.proved) == (12, 71, True)
        assert found.certificate is not None
        values = rules.nim_values(500)
        assert (values[71:-12] == values[83:]).all() and values[70] != values[82]
    observed = Squares(2).period(to=200)
    assert (observed.period, observed.proved, observed.certificate) == (5, False, None)


def test_a_subclass() -> None:
    def options(n: int) -> list[tuple[int, ...]]:
        return [(n - k * k,) for k in range(1, 4) if k * k <= n]

    rules, play = Squares(3), HeapPlay(options)
    assert (rules.name, rules.rule) == ("squares-3", "take a square number, at most k squared")
    assert rules.nim_values(40).tolist() == [play.nim_value(n) for n in range(41)]
    for heaps in [(5, 6), (9, 10, 3), (13,)]:
        assert rules(*heaps).outcome() == play.outcome(heaps)


def test_several_coordinates() -> None:
    rules = Pairs()
    assert [rules.nim_value((x, y)) for x in range(5) for y in range(5)] == [
        x ^ y for x in range(5) for y in range(5)
    ]
    assert rules.game((3, 2)) == G("3 + 2")
    assert rules((3, 2), (1, 0)).outcome() == (G("3 + 2") + G(1)).outcome
    with pytest.raises(misere.OutOfReach, match="coordinates"):
        rules.nim_values(5)
    with pytest.raises(ValueError, match="tuple of 2"):
        rules.nim_value(3)


def test_formulas_and_tables() -> None:
    formula = misere.ruleset("n -> n-1, [n//2, n//2] if n % 2 == 0 and n > 0")
    assert formula.nim_values(7).tolist() == [0, 1, 2, 0, 1, 0, 1, 0]
    table = misere.ruleset("table{a: b, c+c, .; b: c; c:}")
    assert sorted(table.options("a")) == [(), ("b",), ("c", "c")]
    assert table("a").outcome() == table.game("a").outcome
    with pytest.raises(misere.ParseError):
        table.nim_value("z")


def test_graphs() -> None:
    networkx = pytest.importorskip("networkx")
    rng = random.Random(5)
    for _ in range(20):
        graph = networkx.DiGraph()
        nodes = [("node", n) for n in range(12)]
        graph.add_nodes_from(nodes)
        graph.add_edges_from(
            (nodes[a], nodes[b]) for a in range(12) for b in range(a) if rng.random() < 0.3
        )
        rules = misere.ruleset(graph, name="random")
        values: dict[object, int] = {}
        forms: dict[object, misere.Game] = {}
        for node in nodes:
            options = list(graph.successors(node))
            there = {values[option] for option in options}
            values[node] = next(n for n in range(99) if n not in there)
            forms[node] = G([forms[option] for option in options])
            assert {option for (option,) in rules.options(node)} == set(options)
            assert rules.nim_value(node) == values[node]
            assert rules.game(node) == forms[node]
        pair = rules(nodes[11], nodes[10])
        assert pair.outcome() == forms[nodes[11]].outcome_with(forms[nodes[10]])
        assert pickle.loads(pickle.dumps(rules)).nim_value(nodes[11]) == values[nodes[11]]
    loop = networkx.DiGraph([(1, 2), (2, 3), (3, 1)])
    with pytest.raises(misere.RulesetError, match="1 → 2 → 3 → 1"):
        misere.ruleset(loop)
    with pytest.raises(ValueError, match="no node 9"):
        misere.ruleset(networkx.DiGraph([(1, 2)])).game(9)


def test_pickles() -> None:
    for rules in (misere.ruleset("kayles"), own_kayles, Squares(3), Pairs()):
        again = pickle.loads(pickle.dumps(rules))
        assert (again.name, again.rule, again.arity) == (rules.name, rules.rule, rules.arity)
    assert pickle.loads(pickle.dumps(own_kayles)) is own_kayles
    assert pickle.loads(pickle.dumps(Squares(3))).nim_value(9) == Squares(3).nim_value(9)
    assert misere.ruleset("kayles") == misere.ruleset("0.77") != misere.ruleset("0.07")
    assert hash(misere.ruleset("kayles")) == hash(misere.ruleset("0.77"))


def test_rulesets_are_collected() -> None:
    class Own(misere.Ruleset):
        def options(self, n: int, /) -> list[int]:
            return list(range(n))

    rules = Own()
    rules.kept = [rules.quotient(to=3), rules(3)]  # type: ignore[attr-defined]
    gone = weakref.ref(rules)
    del rules
    gc.collect()
    assert gone() is None


def test_wrong_options() -> None:
    def check(options: Any, error: type[Exception], match: str, **stated: Any) -> None:
        rules = misere.ruleset(options, name="wrong", **stated)
        with pytest.raises(error, match=match):
            rules.nim_values(5)
        with pytest.raises(error, match=match):
            rules.game(4)
        with pytest.raises(error, match=match):
            rules.quotient(to=4)
        with pytest.raises(error, match=match):
            rules(4).outcome()

    check(lambda n: n, TypeError, "returned int")
    check(lambda n: None, TypeError, "returned NoneType")
    check(lambda n: "abc", TypeError, "returned str")
    check(lambda n: [n], misere.RulesetError, "not smaller")
    check(lambda n: [n + 1], misere.RulesetError, "not smaller")
    check(lambda n: [(n - 1, "x")] if n else [], misere.RulesetError, "not a text")
    check(lambda n: [-1], misere.RulesetError, "from 0 on")
    check(lambda n: [1.5], misere.RulesetError, "not float")
    check(lambda n: [None], misere.RulesetError, "not NoneType")
    check(lambda n: [1 << 70], misere.RulesetError, "too large")
    check(lambda n: [0], misere.RulesetError, "smallest heap", smallest=1)
    check(lambda n: 1 // 0, ZeroDivisionError, "division")


class Strange(Exception):
    """Raised below."""


def test_exceptions_are_passed_on() -> None:
    def options(n: int) -> Iterator[int]:
        if n == 3:
            raise Strange("three")
        yield from range(n)

    rules = misere.ruleset(options)
    works: tuple[Callable[[], object], ...] = (
        lambda: rules.nim_values(9),
        lambda: rules.nim_value(9),
        lambda: rules.genera(9),
        lambda: rules.p_heaps(9),
        lambda: rules.game(9),
        lambda: rules.games(9),
        lambda: rules.period(),
        lambda: rules.quotient(to=9),
        lambda: rules(9).moves(),
        lambda: rules(9).outcome("normal"),
        lambda: rules.plot(9),
    )
    for work in works:
        with pytest.raises(Strange, match="three") as caught:
            work()
        assert any(frame.name == "options" for frame in caught.traceback)
        notes = getattr(caught.value, "__notes__", ["options(3)"])
        assert "options(3)" in notes[0]
    # And nothing of it stays.
    assert rules.nim_values(2).tolist() == [0, 1, 2]


def test_recursion_is_an_exception() -> None:
    def endless(n: int) -> list[int]:
        return endless(n)

    with pytest.raises(RecursionError):
        misere.ruleset(endless).nim_value(3)
    rules: misere.Ruleset

    def inward(n: int) -> list[int]:
        return [rules.nim_value(n + 1)]

    rules = misere.ruleset(inward)
    with pytest.raises(RecursionError):
        rules.nim_value(3)
    with pytest.raises(RecursionError):
        rules.quotient(to=3)


def test_options_may_use_the_package() -> None:
    nim = misere.ruleset("nim")
    rules = misere.ruleset(lambda n: [k for k in range(n) if nim.nim_value(k) % 2 == 0], name="even")
    play = HeapPlay(lambda n: [(k,) for k in range(n) if k % 2 == 0])
    assert rules.nim_values(5).tolist() == [play.nim_value(n) for n in range(6)]
    # But not the universe that is computing at the time.
    busy = misere.ruleset(lambda n: [G(n - 1).birthday] if n else [], name="busy")
    with pytest.raises(misere.UniverseError, match="in use"):
        busy.game(3)
    elsewhere = misere.Universe()
    fine = misere.ruleset(lambda n: [elsewhere(n - 1).birthday] if n else [], name="fine")
    assert fine.game(3) == G("0##" + "#")


def test_a_ruleset_without_options() -> None:
    class Nothing(misere.Ruleset):
        pass

    with pytest.raises(NotImplementedError, match="options"):
        Nothing().nim_value(3)
    for wrong in [(), ("kayles", 1), (5,), (None,)]:
        with pytest.raises(TypeError):
            misere.Ruleset(*wrong)
    with pytest.raises(misere.ParseError, match="perhaps"):
        misere.ruleset("kayels")
    with pytest.raises(TypeError):
        misere.ruleset(5)  # type: ignore[call-overload]


def test_rulesets_of_one_name_do_not_mix() -> None:
    one = misere.ruleset(lambda n: list(range(n)), name="same")
    two = misere.ruleset(lambda n: [n - 1] if n else [], name="same")
    with pytest.raises(ValueError, match="two different rulesets"):
        (one(3) + two(3)).outcome()
    assert (one(3) + one(3)).outcome() == "P"
