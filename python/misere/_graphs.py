"""Games, positions and quotients as graphs of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._misere import Game, Quotient, Ruleset

if TYPE_CHECKING:
    import networkx

MOST_POSITIONS = 1_000_000
"""A graph of more positions is refused."""


def of_game(game: Game) -> networkx.DiGraph[Game]:
    """The followers of a game; an edge leads from a game to each of its options."""
    import networkx

    graph: networkx.DiGraph[Game] = networkx.DiGraph()
    followers = game.followers()
    for follower in followers:
        graph.add_node(follower, outcome=follower.outcome, birthday=follower.birthday)
    for follower, options in zip(followers, game.dag()):
        graph.add_edges_from((follower, followers[option]) for option in options)
    return graph


def of_position(ruleset: Ruleset, position: Any) -> networkx.DiGraph[tuple[Any, ...]]:
    """The sums that play from a position leads to, each a sorted tuple."""
    import networkx

    graph: networkx.DiGraph[tuple[Any, ...]] = networkx.DiGraph()
    start = (position,)
    graph.add_node(start)
    waiting = [start]
    while waiting:
        sum_ = waiting.pop()
        for place, heap in enumerate(sum_):
            rest = sum_[:place] + sum_[place + 1 :]
            for option in ruleset(heap).moves(all=True):
                left = [piece for copies, _, piece in option.left.terms for _ in range(copies)]
                after = tuple(sorted([*rest, *left], key=repr))
                if after not in graph:
                    if len(graph) >= MOST_POSITIONS:
                        raise MemoryError(f"more than {MOST_POSITIONS} positions")
                    waiting.append(after)
                graph.add_edge(sum_, after)
    return graph


def of_quotient(quotient: Quotient) -> networkx.MultiDiGraph[Any]:
    """The Cayley graph: an edge from x to x·g for each generator g."""
    import networkx

    graph: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    for element in quotient:
        graph.add_node(element, outcome=element.outcome)
    generators = [(letter, quotient(heap)) for letter, heap in quotient.generators.items()]
    for element in quotient:
        for letter, generator in generators:
            graph.add_edge(element, element * generator, key=letter)
    return graph
