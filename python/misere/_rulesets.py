"""Rulesets of one's own: a function, or a graph."""

from __future__ import annotations

import inspect
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, Optional, Union, overload

from ._exceptions import RulesetError
from ._misere import Ruleset

if TYPE_CHECKING:
    import networkx

Options = Callable[[Any], Iterable[Any]]


class FunctionRuleset(Ruleset):
    """A ruleset whose options a function lists."""

    def __init__(
        self,
        options: Options,
        name: str,
        rule: str,
        smallest: int,
        largest: Optional[int],
        arity: int,
        bounds: Optional[tuple[int, ...]],
    ) -> None:
        self._function = options
        self._name = name
        self._rule = rule
        self._smallest = smallest
        self._largest = largest
        self._arity = arity
        self._bounds = bounds
        self.__doc__ = options.__doc__
        # For pickling by name.
        self.__module__ = getattr(options, "__module__", "__main__")
        self.__qualname__ = getattr(options, "__qualname__", name)

    def options(self, position: Any, /) -> Iterable[Any]:
        """The options, as the function lists them."""
        return self._function(position)

    @property
    def name(self) -> str:
        """The name."""
        return self._name

    @property
    def rule(self) -> str:
        """What a move is, in one line."""
        return self._rule

    @property
    def smallest(self) -> int:
        """The smallest heap."""
        return self._smallest

    @property
    def largest(self) -> Optional[int]:
        """The largest heap, or None."""
        return self._largest

    @property
    def arity(self) -> int:
        """The number of coordinates of a position."""
        return self._arity

    @property
    def bounds(self) -> Optional[tuple[int, ...]]:
        """What is stated about the moves."""
        return self._bounds

    def __reduce__(self) -> Any:
        # A function that was decorated is found under its name, and is this ruleset then.
        found: Any = sys.modules.get(self.__module__)
        for part in self.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is self:
            return self.__qualname__
        fields = (self._name, self._rule, self._smallest, self._largest, self._arity, self._bounds)
        return (FunctionRuleset, (self._function, *fields))


class GraphRuleset(Ruleset):
    """A ruleset whose positions are the nodes of a graph; a move goes along an edge."""

    def __init__(self, graph: networkx.DiGraph[Any], name: str) -> None:
        self.nodes: list[Hashable] = []
        self._edges = {node: list(graph.successors(node)) for node in graph.nodes}
        self._given_name = name
        numbers: dict[Hashable, int] = {}
        # Options before the positions that have them, without recursion.
        path: dict[Hashable, None] = {}
        for start in self._edges:
            if start in numbers:
                continue
            stack = [(start, iter(self._edges[start]))]
            path[start] = None
            while stack:
                node, rest = stack[-1]
                for option in rest:
                    if option in path:
                        cycle = list(path)
                        cycle = [*cycle[cycle.index(option) :], option]
                        play = " → ".join(str(node) for node in cycle)
                        raise RulesetError(f"play may go on for ever: {play}")
                    if option not in numbers:
                        path[option] = None
                        stack.append((option, iter(self._edges[option])))
                        break
                else:
                    stack.pop()
                    del path[node]
                    numbers[node] = len(self.nodes)
                    self.nodes.append(node)
        if not self.nodes:
            raise RulesetError("a graph without nodes has no positions")
        options = [[numbers[option] for option in self._edges[node]] for node in self.nodes]
        self._list_positions(name, self.nodes, options)

    def __reduce__(self) -> Any:
        return (_graph_of_edges, (self._edges, self._given_name))


def _graph_of_edges(edges: dict[Hashable, list[Hashable]], name: str) -> GraphRuleset:
    return GraphRuleset(_Edges(edges), name)  # type: ignore[arg-type]


class _Edges:
    """As much of a graph as is needed, so that networkx is not."""

    def __init__(self, edges: dict[Hashable, list[Hashable]]) -> None:
        self.nodes = edges
        self.successors = edges.__getitem__


@overload
def ruleset(game: Union[str, Ruleset, networkx.DiGraph[Any]], *, name: Optional[str] = None) -> Ruleset: ...


@overload
def ruleset(
    game: Options,
    *,
    name: Optional[str] = None,
    rule: Optional[str] = None,
    smallest: int = 0,
    largest: Optional[int] = None,
    arity: int = 1,
    bounds: Optional[tuple[int, ...]] = None,
) -> Ruleset: ...


@overload
def ruleset(
    *,
    name: Optional[str] = None,
    rule: Optional[str] = None,
    smallest: int = 0,
    largest: Optional[int] = None,
    arity: int = 1,
    bounds: Optional[tuple[int, ...]] = None,
) -> Callable[[Options], Ruleset]: ...


def ruleset(
    game: Any = None,
    *,
    name: Optional[str] = None,
    rule: Optional[str] = None,
    smallest: int = 0,
    largest: Optional[int] = None,
    arity: int = 1,
    bounds: Optional[tuple[int, ...]] = None,
) -> Any:
    """Returns a ruleset: of a name, a formula or a table; of a function; or of a graph.

    As a decorator it makes a ruleset of a function that lists options:

    >>> import misere
    >>> @misere.ruleset
    ... def halves(n):
    ...     "take one counter, or divide an even heap into two equal ones"
    ...     if n > 0:
    ...         yield n - 1
    ...         if n % 2 == 0:
    ...             yield n // 2, n // 2
    >>> halves.nim_values(7).tolist()
    [0, 1, 2, 0, 1, 0, 1, 0]
    >>> misere.ruleset("n -> n-1, [n//2, n//2] if n % 2 == 0 and n > 0").nim_values(7).tolist()
    [0, 1, 2, 0, 1, 0, 1, 0]

    A position is a number, and with `arity` a tuple of so many. An option is a position, or for
    positions side by side a list of them (where positions are numbers, a tuple as well). `bounds`
    states that from every heap, with exceptions up to the third number if there is one, a move takes at
    most so many counters and leaves at most so many heaps, whatever the size: then
    periods and quotients of all heaps are proved, on your word.
    """
    if game is None:

        def decorate(options: Options) -> Ruleset:
            return _of_function(options, name, rule, smallest, largest, arity, bounds)

        return decorate
    if isinstance(game, Ruleset):
        return game
    if isinstance(game, str):
        return Ruleset(game)
    if hasattr(game, "successors") and hasattr(game, "nodes"):
        return GraphRuleset(game, name or getattr(game, "name", "") or "graph")
    if callable(game):
        return _of_function(game, name, rule, smallest, largest, arity, bounds)
    kind = type(game).__name__
    raise TypeError(f"a ruleset is made of a text, a function or a directed graph, not of {kind}")


def _of_function(
    options: Options,
    name: Optional[str],
    rule: Optional[str],
    smallest: int,
    largest: Optional[int],
    arity: int,
    bounds: Optional[tuple[int, ...]],
) -> Ruleset:
    if name is None:
        name = str(getattr(options, "__name__", "own")).strip("<>").replace("_", "-")
    if rule is None:
        doc = inspect.getdoc(options) if isinstance(options, FunctionType) else None
        rule = (doc or "the moves that a function lists").splitlines()[0]
    return FunctionRuleset(options, name, rule, smallest, largest, arity, bounds)
