"""Answers that are plain data. The fields are those of the JSON that the program writes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Optional, TypeVar

T = TypeVar("T", bound="Answer")


class Answer:
    """Made of the fields of an answer of the library; what an answer leaves out is None."""

    @classmethod
    def of(cls: type[T], answer: dict[str, Any]) -> T:
        known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        named = {"place" if name == "where" else name: value for name, value in answer.items()}
        return cls(**{name: value for name, value in named.items() if name in known})


@dataclass(frozen=True)
class Period(Answer):
    """The period of the nim values of a ruleset."""

    ruleset: str
    kind: str
    """"periodic", "arithmetic-periodic", "sapp", "ruler" or "unknown"."""
    proved: bool
    first: int
    """The smallest heap."""
    period: Optional[int] = None
    saltus: Optional[int] = None
    """What a value gains in a period."""
    preperiod: Optional[int] = None
    """The number of values before the pattern."""
    theorem: Optional[str] = None
    last_exception: Optional[int] = None
    """The last heap that does not follow the pattern."""
    pattern: Optional[str] = None
    observed_to: Optional[int] = None
    published: Optional[dict[str, Any]] = None
    stopped: Optional[str] = None
    certificate: Optional[dict[str, Any]] = None
    """For `misere.check`; None if nothing is proved."""


@dataclass(frozen=True)
class Structure(Answer):
    """Idempotents, archimedean components, kernel and groups of a quotient."""

    units: list[str]
    components: list[dict[str, Any]]
    kernel_identity: str
    kernel_order: int
    nim_group_order: int
    kernel_is_nim_group: bool
    plays_as_normal: bool


@dataclass(frozen=True)
class Checked(Answer):
    """What a valid certificate is about."""

    valid: bool
    kind: Optional[str] = None
    """"parts", "period", "quotient", "nim_values", "outcome" or "composites"."""
    theorem: Optional[str] = None
    ruleset: Optional[str] = None
    reason: Optional[str] = None
    statement: Optional[str] = None
    """What it proves, in words."""


@dataclass(frozen=True)
class Claim(Answer):
    """A claim of a paper, and what its test found if it was tested."""

    id: str
    paper: str
    place: str
    """Where it stands in the paper."""
    statement: str
    method: str
    needs: list[str]
    detail: list[str]
    status: Optional[str] = None
    """"holds", "corrected", "refuted", "open", …; None if it was not tested."""
    evidence: Optional[str] = None
    range: Optional[str] = None
    derivation: Optional[str] = None
    fault: Optional[list[str]] = None
    noticed: Optional[bool] = None
    working: Optional[list[str]] = None
    seconds: Optional[float] = None
