"""Executes the notebooks of this folder and compares their texts with what is committed.

    python notebooks/execute.py            # compares
    python notebooks/execute.py --write    # writes the outputs into the files
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent


def texts(notebook: Any) -> list[str]:
    """What the cells print and show, as text."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stdout":
                found.append(output.text)
            elif "data" in output:
                found.append(output.data.get("text/plain", ""))
            elif output.output_type == "error":
                found.append(output.ename)
    return found


def execute(path: Path) -> Any:
    """The notebook with the outputs of a new execution. Raises if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    here = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=here).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def paths() -> list[Path]:
    """The notebooks, in the order of reading."""
    return sorted(FOLDER.glob("*.ipynb"))


def main() -> int:
    write = "--write" in sys.argv[1:]
    changed = 0
    for path in paths():
        before = texts(nbformat.read(path, as_version=4))
        notebook = execute(path)
        if write:
            nbformat.write(notebook, path)
        elif texts(notebook) != before:
            changed += 1
            for old, new in zip(before, texts(notebook)):
                if old != new:
                    print(f"{path.name}: committed\n{old}\nexecuted\n{new}")
        print(f"{path.name}: {'written' if write else 'executed'}")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
