"""What may go wrong."""

from __future__ import annotations

from typing import Any, Optional


class Error(Exception):
    """Any error of this package."""

    __module__ = "misere"


class ParseError(Error, ValueError):
    """A text is no expression or no ruleset, or a part of it has no value.

    >>> import misere
    >>> try:
    ...     misere.G("4 + x#")
    ... except misere.ParseError as error:
    ...     print(error.message, error.position)
    ...     print(error)
    nothing is called `x` 4
    nothing is called `x`
      4 + x#
          ^
      hint: games are written with digits, #, braces and brackets, as in 2#3210
    """

    __module__ = "misere"

    message: str
    """What is wrong, in one line."""
    text: Optional[str]
    """What was read."""
    position: Optional[int]
    """The place in the text where it is wrong, in characters from 0."""
    end: Optional[int]
    """The end of that place."""
    hint: Optional[str]
    """What would be right, in one line."""

    def __init__(
        self,
        message: str,
        text: Optional[str] = None,
        position: Optional[int] = None,
        end: Optional[int] = None,
        hint: Optional[str] = None,
    ) -> None:
        super().__init__(message, text, position, end, hint)
        self.message = message
        self.text = text
        self.position = position
        self.end = end
        self.hint = hint

    def __str__(self) -> str:
        lines = [self.message]
        if self.text is not None and self.position is not None and len(self.text) < 100:
            carets = "^" * max(1, (self.end or 0) - self.position)
            visible = "".join(c if c.isprintable() else " " for c in self.text)
            lines += ["  " + visible, "  " + " " * self.position + carets]
        if self.hint is not None:
            lines.append("  hint: " + self.hint)
        return "\n".join(lines)


class NoDifference(Error, ArithmeticError):
    """There is no difference G - H: H is not a part of G."""

    __module__ = "misere"


class UniverseError(Error, ValueError):
    """Games of two universes meet, or a universe is used while it computes."""

    __module__ = "misere"


class OutOfReach(Error):
    """The library has no method for this, or it has no answer."""

    __module__ = "misere"


class RulesetError(Error, ValueError):
    """The options of a ruleset break the rules of rulesets."""

    __module__ = "misere"


class InvalidCertificate(Error, ValueError):
    """A certificate proves nothing."""

    __module__ = "misere"


class Stopped(Error):
    """A limit was reached. What was computed before is kept.

    >>> import misere
    >>> kayles = misere.Ruleset("kayles")
    >>> try:
    ...     kayles.quotient(limits=misere.Limits(max_games=20))
    ... except misere.Stopped as stopped:
    ...     print(stopped.reason, stopped.known.order, stopped.known.max_heap)
    games 12 8
    """

    __module__ = "misere"

    reason: str
    """One word: "time", "memory", "games", "cancelled", "infinite", "capacity"."""
    known: Any
    """What is proved or computed so far: a quotient, an array, …; or None."""

    def __init__(self, message: str, reason: str = "cancelled", known: Any = None) -> None:
        super().__init__(message, reason, known)
        self.message = message
        self.reason = reason
        self.known = known

    def __str__(self) -> str:
        return self.message


class Interrupted(Stopped, KeyboardInterrupt):
    """Ctrl-C, or "interrupt" in a notebook. What was computed before is kept.

    It is a `KeyboardInterrupt` as well, so that it is noticed where that is.
    """

    __module__ = "misere"
