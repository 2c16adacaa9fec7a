"""Tables and pictures that notebooks show by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Sequence, Union

from ._exceptions import Stopped
from ._misere import Element, InfiniteQuotient, Limits, Quotient, Ruleset

if TYPE_CHECKING:
    import pandas

MOST_ROWS = 60
"""Longer tables are cut in notebooks."""
PATIENCE = 2.0
"""The seconds that the genera of a table may take."""


class Picture:
    """A picture, as SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, Path]) -> None:
        """Writes the picture into a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters of SVG>"


def _rows(header: Sequence[str], rows: Iterable[Sequence[object]], marked: bool = False) -> str:
    """An HTML table; cells of the first column are headings if `marked`."""
    lines = ["<table>", "<thead><tr>"]
    lines += [f"<th>{escape(cell)}</th>" for cell in header]
    lines.append("</tr></thead><tbody>")
    for row in rows:
        lines.append("<tr>")
        for column, cell in enumerate(row):
            kind = "th" if marked and column == 0 else "td"
            lines.append(f"<{kind}>{escape(str(cell))}</{kind}>")
        lines.append("</tr>")
    lines.append("</tbody></table>")
    return "".join(lines)


@dataclass(frozen=True)
class HeapTable:
    """Nim values, genera and misère outcomes of consecutive heaps.

    A genus that is not found within two seconds is "?".
    """

    ruleset: Ruleset
    heaps: list[int]
    nim_values: list[int]
    genera: list[str]
    outcomes: list[str]

    @classmethod
    def of(cls, ruleset: Ruleset, to: int) -> HeapTable:
        values = [int(value) for value in ruleset.nim_values(to)]
        # Genera need canonical forms, which may be large: those that are found soon.
        try:
            found = ruleset.genera(to, limits=Limits(timeout=PATIENCE))
        except Stopped as stopped:
            if isinstance(stopped, KeyboardInterrupt):
                raise
            found = stopped.known
        genera = [str(genus) for genus in found]
        genera += ["?"] * (len(values) - len(genera))
        losing = set(ruleset.p_heaps(to))
        heaps = list(range(ruleset.smallest, ruleset.smallest + len(values)))
        outcomes = ["P" if heap in losing else "N" for heap in heaps]
        return cls(ruleset, heaps, values, genera, outcomes)

    def rows(self) -> list[tuple[int, int, str, str]]:
        """The rows: heap, nim value, genus, outcome."""
        return list(zip(self.heaps, self.nim_values, self.genera, self.outcomes))

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a `pandas.DataFrame`, indexed by heaps."""
        import pandas

        columns = {
            "nim_value": self.nim_values,
            "genus": self.genera,
            "outcome": self.outcomes,
        }
        return pandas.DataFrame(columns, index=pandas.Index(self.heaps, name="heap"))

    def _repr_html_(self) -> str:
        rows = self.rows()
        header = ["heap", "nim value", "genus", "outcome"]
        text = _rows(header, rows[:MOST_ROWS], marked=True)
        if len(rows) > MOST_ROWS:
            text += f"<p>… {len(rows) - MOST_ROWS} more</p>"
        return text


class MultiplicationTable:
    """The multiplication table of a quotient; P-values are marked."""

    def __init__(self, quotient: Quotient, rows: list[list[int]]) -> None:
        self.quotient = quotient
        self.rows = rows
        self._names = [str(element) for element in quotient.elements]

    def __getitem__(self, pair: tuple[Element, Element]) -> Element:
        left, right = pair
        return left * right

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a `pandas.DataFrame` of words, indexed by words."""
        import pandas

        names = self._names
        cells = [[names[product] for product in row] for row in self.rows]
        return pandas.DataFrame(cells, index=names, columns=names)

    def to_numpy(self) -> Any:
        """The numbers of the products, as a NumPy array."""
        import numpy

        return numpy.array(self.rows, dtype="uint32")

    def _repr_html_(self) -> str:
        losing = {element.number for element in self.quotient.p_portion}
        shown = range(min(len(self.rows), MOST_ROWS))

        def cell(number: int, kind: str = "td") -> str:
            style = ' style="font-weight:bold"' if number in losing else ""
            return f"<{kind}{style}>{escape(self._names[number])}</{kind}>"

        lines = ["<table><thead><tr><th>·</th>"]
        lines += [cell(number, "th") for number in shown]
        lines.append("</tr></thead><tbody>")
        for left in shown:
            lines.append("<tr>" + cell(left, "th"))
            lines += [cell(self.rows[left][right]) for right in shown]
            lines.append("</tr>")
        lines.append("</tbody></table>")
        if len(self.rows) > MOST_ROWS:
            lines.append(f"<p>… {len(self.rows) - MOST_ROWS} more</p>")
        return "".join(lines)

    def __repr__(self) -> str:
        return f"<MultiplicationTable of {self.quotient!r}>"


def _list(items: Sequence[str], most: int = 40) -> str:
    text = ", ".join(items[:most])
    return text + (f", … {len(items) - most} more" if len(items) > most else "")


def quotient_html(quotient: Quotient) -> str:
    """A quotient in a notebook."""
    facts = quotient.to_dict()
    extent = "all heaps" if quotient.period else f"heaps up to {quotient.max_heap}"
    rows = [
        ("quotient of", f"{facts['ruleset']}, {extent}"),
        ("order", str(quotient.order)),
        ("P-values", f"{len(quotient.p_portion)}: {_list(facts['p_values'])}"),
        ("", "tame" if quotient.is_tame else "wild"),
        ("generators", _list([f"{g['name']} = {g['heap']}" for g in facts["generators"]])),
        ("relations", _list([f"{left} = {right}" for left, right in facts["relations"]])),
        ("values of heaps", _list(list(facts["pretending"]))),
    ]
    if quotient.period:
        rows.append(("period", f"{quotient.period}, from heap {quotient.period_from} on"))
    return _rows(["", ""], rows, marked=True)


def infinite_html(quotient: InfiniteQuotient) -> str:
    """An infinite quotient in a notebook."""
    rows = [
        ("quotient of", f"{quotient.ruleset.name}, heaps up to {quotient.max_heap}"),
        ("order", "infinite"),
        ("wild heaps", _list([str(heap) for heap in quotient.wild])),
        ("order of M", str(quotient.tame_order)),
        ("generators", _list([f"{letter} = {heap}" for letter, heap in quotient.generators.items()])),
    ]
    rows += [("P-positions", line) for line in quotient.p_portion[:20]]
    return _rows(["", ""], rows, marked=True)
