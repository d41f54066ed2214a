"""Run all tests; run the few that fail again, one at a time, and print which of them passed only then.

Some tests kill real servers, play in a real browser or time real work, and another program may take the processor at
the wrong moment. CI gives such a test a second chance. It fails if more than three tests fail, or one fails twice; a
test that is named here needs mending all the same.
"""

import json
import subprocess
import sys
from pathlib import Path

MOST = 3
LAST = Path(".pytest_cache/v/cache/lastfailed")
FAILED = 1  # pytest ran to the end, and tests failed; any other code means that it could not


def main() -> int:
    """Return 0 only if every test passed, the first time or the second."""
    LAST.unlink(missing_ok=True)
    result = _pytest("-n", "auto")
    if result != FAILED:
        return result
    failed = list(json.loads(LAST.read_text()))
    if len(failed) > MOST:
        return result
    print("\nFailed, and run again one at a time:", *failed, sep="\n  ", flush=True)
    result = _pytest("-n", "0", *failed)
    if result == 0:
        print("\nPassed only the second time (mend them):", *failed, sep="\n  ")
    return result


def _pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode  # noqa: S603 (words of this file)


if __name__ == "__main__":
    sys.exit(main())
