"""How far a long search has come."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

Report = Callable[[int, int, int], object]


class Display:
    """A line that is kept up to date: with tqdm where it is installed, else on standard error."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._begun = time.monotonic()
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(bar_format="{desc} [{elapsed}]", desc="quotients", leave=False)

    def __call__(self, heap: int, order: int, refuted: int) -> None:
        text = f"heap {heap}, order {order}"
        if refuted:
            text = f"heap {heap}, candidate of order {order}, {refuted} relations refuted"
        if self._bar is not None:
            self._bar.set_description_str(text)
        elif time.monotonic() - self._begun > 1:
            print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Takes the line away."""
        if self._bar is not None:
            self._bar.close()
        elif time.monotonic() - self._begun > 1:
            print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)


def reporter(progress: Union[bool, Report]) -> Optional[Report]:
    """The function to be told: none, a display, or the given one."""
    if progress is False:
        return None
    if progress is True:
        return Display()
    if not callable(progress):
        raise TypeError("`progress` is True, False or a function of heap, order and refuted relations")
    return progress
