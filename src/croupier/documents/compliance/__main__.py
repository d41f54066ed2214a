"""Writes docs/fidelity.md."""

from pathlib import Path

from croupier.documents.compliance.fidelity import page

if __name__ == "__main__":
    Path("docs/fidelity.md").write_text(page(), encoding="utf-8")
