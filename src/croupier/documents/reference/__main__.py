"""Writes the reference pages and their pictures into docs/."""

from pathlib import Path

from croupier.documents.reference.pages import write

if __name__ == "__main__":
    write(Path("docs"))
