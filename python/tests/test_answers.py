"""The data classes have the fields of the JSON that the library describes."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from misere import Checked, Claim, Period, Structure

SCHEMA = Path(__file__).parents[2] / "docs" / "output.schema.json"


@pytest.mark.skipif(not SCHEMA.exists(), reason="the schema is in the repository")
@pytest.mark.parametrize(
    ("of", "name", "more"),
    [
        (Period, "period", {"certificate"}),
        (Structure, "structure", set()),
        (Checked, "check", set()),
        (Claim, "ClaimAnswer", set()),
    ],
)
def test_fields(of: Any, name: str, more: set[str]) -> None:
    described = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"][name]
    names = {"place" if field == "where" else field for field in described["properties"]}
    assert {field.name for field in fields(of)} == names | more
