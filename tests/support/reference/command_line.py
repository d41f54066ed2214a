"""Croupier's command line as a process that answers many commands, so that two versions can be compared quickly.

It is run with any version of Croupier on its path: it imports nothing but the command line, and nothing of the tests.
A question is a line of JSON, `{"words": […], "input": "…"}`; the answer is one too, `{"status", "output", "errors"}`.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import croupier
from croupier.cli import main


def answer(words: list[str], text: str) -> dict[str, object]:
    """Run one command as a shell would, with this text on its standard input."""
    output, errors, status = io.StringIO(), io.StringIO(), 0
    sys.argv, sys.stdin = ["croupier", *words], io.StringIO(text)
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return {"status": status, "output": output.getvalue(), "errors": errors.getvalue()}


if __name__ == "__main__":
    questions, answers = sys.stdin, sys.stdout
    print(croupier.__file__, file=answers, flush=True)
    for line in questions:
        question = json.loads(line)
        print(json.dumps(answer(question["words"], question["input"])), file=answers, flush=True)
