"""What pickles are made of again. The names here are in the pickles: they stay."""

from __future__ import annotations

from typing import Optional, Union

from ._misere import (
    Element,
    Game,
    InfiniteQuotient,
    Quotient,
    Ruleset,
    Sum,
    default_universe,
)


def game(dag: list[list[int]]) -> Game:
    """A game of the default universe."""
    return default_universe().from_dag(dag)


def quotient(ruleset: Ruleset, search: str, all_heaps: bool, to: Optional[int]) -> Quotient:
    """A quotient, which is verified again."""
    if not all_heaps and to is None:
        raise ValueError("a quotient of no heaps")
    found = ruleset.quotient(to=None if all_heaps else to, resume=search)
    assert isinstance(found, Quotient)
    return found


def infinite(last_finite: Quotient, to: Optional[int]) -> InfiniteQuotient:
    """An infinite quotient, which is found and verified again."""
    found = last_finite.ruleset.quotient(to=to, resume=last_finite)
    assert isinstance(found, InfiniteQuotient)
    return found


def element(of: Quotient, number: int) -> Element:
    """An element of a quotient."""
    return of.elements[number]


def sum_of(terms: list[tuple[int, Optional[Ruleset], Union[Game, object]]]) -> Sum:
    """A sum of games and heaps."""
    total = Sum()
    for copies, ruleset, piece in terms:
        one = Sum(piece) if ruleset is None else ruleset(piece)  # type: ignore[arg-type]
        # Doubling, since there may be very many copies.
        while copies:
            if copies & 1:
                total = total + one
            copies >>= 1
            if copies:
                one = one + one
    return total
