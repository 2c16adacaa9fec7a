"""Impartial games, to win and above all to lose.

A game is the set of its options. In misère play the player who makes the last move loses, and the
values of games form a large commutative monoid, in which this package computes exactly.

>>> from misere import G
>>> G("2 + 2") == G(0)
False
>>> G("1 + 1") == G(0)
True
>>> g = G("2##")
>>> g.outcome, g.birthday, str(g.genus), g.is_prime()
('N', 4, '1^13', False)
>>> [[str(prime) for prime in partition] for partition in g.prime_partitions()]
[['2', '2[#-2]', '2[##-2]0']]

Rulesets say what the options of heaps are: `misere.ruleset("kayles")`, a formula, a graph, or a Python
function.

>>> import misere
>>> kayles = misere.ruleset("kayles")
>>> kayles.nim_values(11).tolist()
[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
>>> q = kayles.quotient()
>>> q.order, q.outcome(1000, 999)
(40, 'N')

Long work stops at limits (`set_limits`, `limits=`) with `Stopped`, and at Ctrl-C with
`Interrupted`; both keep what is known.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any, Optional

from ._answers import Checked, Claim, Period, Structure
from ._exceptions import (
    Error,
    Interrupted,
    InvalidCertificate,
    NoDifference,
    OutOfReach,
    ParseError,
    RulesetError,
    Stopped,
    UniverseError,
)
from ._misere import (
    Element,
    Game,
    Genus,
    InfiniteQuotient,
    InfiniteValue,
    Limits,
    Move,
    Quotient,
    Ruleset,
    Sum,
    Universe,
    check,
    claims,
    count,
    count_digits,
    count_formula,
    count_mod,
    default_universe,
    get_limits,
    rulesets,
    set_limits,
    verify,
)
from ._rulesets import FunctionRuleset, GraphRuleset, ruleset
from ._tables import HeapTable, MultiplicationTable, Picture

try:
    __version__ = version("misere")
except PackageNotFoundError:  # The sources, not installed.
    __version__ = "0"

__all__ = [
    "Checked",
    "Claim",
    "Element",
    "Error",
    "FunctionRuleset",
    "G",
    "Game",
    "Genus",
    "GraphRuleset",
    "HeapTable",
    "InfiniteQuotient",
    "InfiniteValue",
    "Interrupted",
    "InvalidCertificate",
    "Limits",
    "Move",
    "MultiplicationTable",
    "NoDifference",
    "OutOfReach",
    "ParseError",
    "Period",
    "Picture",
    "Quotient",
    "Ruleset",
    "RulesetError",
    "Stopped",
    "Structure",
    "Sum",
    "Universe",
    "UniverseError",
    "check",
    "claims",
    "count",
    "count_digits",
    "count_formula",
    "count_mod",
    "default_universe",
    "get_limits",
    "ruleset",
    "rulesets",
    "set_limits",
    "verify",
]


def G(value: Any, /, *, universe: Optional[Universe] = None, limits: Optional[Limits] = None) -> Game:
    """Returns a game: of an expression, a number (a nim heap), a game, or an iterable of options.

    >>> from misere import G
    >>> G("4 + 2#") == G("2#") + G(4)
    True
    >>> G([0, 1, "2#"]) == G("{0, 1, 2#}")
    True
    """
    return (universe or default_universe())(value, limits=limits)
