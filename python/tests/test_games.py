"""Games against the definitions."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Callable
from typing import Any, Literal

import pytest

import misere
from misere import G, Game

from .definitions import ZERO, Tree, add, birthday, born_by, nim, nim_value, outcome, simplest


def game(tree: Tree, universe: misere.Universe) -> Game:
    """The game of a tree, option by option."""
    return universe([game(option, universe) for option in tree])


def tree(g: Game) -> Tree:
    """The tree of a game, option by option."""
    return frozenset(tree(option) for option in g.options)


def random_tree(rng: random.Random, depth: int) -> Tree:
    if depth == 0:
        return ZERO
    return frozenset(random_tree(rng, rng.randrange(depth)) for _ in range(rng.randrange(4)))


def test_all_games_of_day_4() -> None:
    universe = misere.Universe()
    expected = born_by(4)
    assert {tree(g) for g in universe.born_by(4)} == expected
    for plain in expected:
        g = game(plain, universe)
        assert tree(g) == plain
        assert (g.outcome, g.birthday, g.nim_value) == (
            outcome(plain),
            birthday(plain),
            nim_value(plain),
        )


def test_sums_and_outcomes_of_random_games() -> None:
    rng = random.Random(7)
    universe = misere.Universe()
    for _ in range(150):
        a, b = random_tree(rng, 5), random_tree(rng, 4)
        g, h = game(a, universe), game(b, universe)
        assert tree(g) == simplest(a)
        assert tree(g + h) == simplest(add(a, b))
        assert g.outcome_with(h) == outcome(add(a, b)) == (g + h).outcome
        assert (g + h) - h == g
        assert (g.genus.nim_value, g.nim_value) == (nim_value(a), nim_value(a))
        assert (g + g.mate).outcome == "P"
        x = g.distinguisher(h)
        assert (x is None) == (g == h)
        if x is not None:
            assert g.outcome_with(x) != h.outcome_with(x)
        link = g.link(h)
        if link is not None:
            assert g.outcome_with(link) == h.outcome_with(link) == "P"


def test_misere_nim_values() -> None:
    def misere_value(g: Tree) -> int:
        if not g:
            return 1
        values = {misere_value(h) for h in g}
        return next(n for n in range(99) if n not in values)

    rng = random.Random(3)
    for _ in range(50):
        plain = random_tree(rng, 5)
        genus = game(plain, misere.default_universe()).genus
        expected = [misere_value(plain), misere_value(add(plain, nim(2)))]
        assert [genus.superscript(0), genus.superscript(1)] == expected


def test_parts_are_all_the_parts() -> None:
    universe = misere.Universe()
    games = universe.born_by(4)
    for text in ["2##", "4 + 2#", "(4+2)#", "2#3210", "32"]:
        g = universe(text)
        pairs = g.parts()
        assert all(x + y == g and x.parity == "even" for x, y in pairs)
        # Every even part that is born by day 4.
        expected = set()
        for x in games:
            try:
                g - x
            except misere.NoDifference:
                continue
            if x.parity == "even":
                expected.add(x)
        assert {x for x, _ in pairs if x.birthday <= 4} == expected
        for primes in g.prime_partitions():
            total = sum(primes, universe(0))
            assert total in (g, g.associate)
            assert all(prime.is_prime() for prime in primes)


def test_arithmetic() -> None:
    g, h = G("2#"), G("4")
    assert g + h == h + g == G("4 + 2#") == sum([g, h])
    assert 3 * g == g * 3 == g + g + g
    assert 0 * g == G(0) == G([]) == G("{}")
    assert G(5) == G("5") == G([0, 1, 2, 3, 4])
    assert G("1 + 1") == G(0) and G("2 + 2") != G(0)
    assert g != "2#" and g is not None
    with pytest.raises(misere.NoDifference, match="is not a part of"):
        g - h
    with pytest.raises(ArithmeticError):
        g - h
    untyped: Any = g
    for operation, other in [
        (operator.add, 1),
        (operator.mul, 1.5),
        (operator.mul, -1),
        (operator.mul, True),
        (operator.lt, h),
        (operator.sub, 2),
    ]:
        with pytest.raises((TypeError, ValueError)):
            operation(untyped, other)


def test_equal_games_are_one_in_a_set() -> None:
    other = misere.Universe()
    g, h = G("2## + 3"), other("3 + 2##")
    assert g == h and hash(g) == hash(h) and {g, h} == {g}
    assert g != other("2##")
    assert g.fingerprint == h.fingerprint
    assert {G(n): n for n in range(50)}[G(17)] == 17


def test_universes_do_not_mix() -> None:
    other = misere.Universe()
    g, h = G("2#"), other("2#")
    mixed: list[Callable[[], object]] = [
        lambda: g + h,
        lambda: g - h,
        lambda: g.link(h),
        lambda: g.distinguisher(h),
        lambda: g.outcome_with(h),
    ]
    for operation in mixed:
        with pytest.raises(misere.UniverseError):
            operation()
    assert g.to(other) + h == h + h
    assert g.to(other).universe == other != g.universe
    # A set of games of any universes is made in one.
    assert other([g, h, 0]) == other("{2#, 0}")


def test_a_game_keeps_its_universe_alive() -> None:
    g = misere.Universe()("2## + 4")
    assert g == G("2## + 4")
    assert len(g.universe) > 5


def test_texts() -> None:
    rng = random.Random(1)
    for _ in range(60):
        g = game(random_tree(rng, 5), misere.default_universe())
        assert eval(repr(g)) == g
        notations: list[Literal["conway", "sets", "tex", "paper"]]
        notations = ["conway", "sets", "tex", "paper"]
        for notation in notations:
            assert G(g.text(notation)) == g
    assert str(G("2 + 2")) == "32"
    assert G("2##").text("tex") == r"2_{\#\#}"
    large = misere.ruleset("kayles").game(60)
    assert repr(large).startswith("<misere.Game: birthday 60")
    with pytest.raises(misere.OutOfReach, match="max_length"):
        large.text()


def test_parse_errors_have_a_place() -> None:
    with pytest.raises(misere.ParseError) as caught:
        G("2 + ⟨#")
    assert (caught.value.position, caught.value.text) == (4, "2 + ⟨#")
    with pytest.raises(misere.ParseError) as caught:
        G("4 + kayls(5)")
    assert caught.value.position is not None and caught.value.hint is not None
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.position, str(again)) == (caught.value.position, str(caught.value))


@pytest.mark.parametrize("wrong", [None, 1.5, True, object(), [None], [[1]], {"a": []}])
def test_wrong_types(wrong: Any) -> None:
    with pytest.raises((TypeError, misere.ParseError)):
        G(wrong)


@pytest.mark.parametrize("wrong", [-1, 1 << 64])
def test_wrong_numbers(wrong: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        G(wrong)


def test_pickles_and_copies() -> None:
    universe = misere.Universe()
    for g in (G("2##"), universe("4 + 2#"), misere.ruleset("kayles").game(20)):
        assert pickle.loads(pickle.dumps(g)) == g
        assert copy.copy(g) is g and copy.deepcopy([g])[0] is g
    assert pickle.loads(pickle.dumps(misere.default_universe())) == misere.default_universe()
    with pytest.raises(TypeError):
        pickle.dumps(universe)


def test_depth_of_input_is_not_depth_of_stack() -> None:
    g = G("2" + "#" * 10_000)
    assert g.birthday == 10_002
    assert misere.Universe().from_dag(g.dag()) == g


def test_damaged_dags() -> None:
    for dag in ([], [[0]], [[], [5]], [[], [0], [0, 0, 7]]):
        with pytest.raises(misere.ParseError):
            misere.Universe().from_dag(dag)
