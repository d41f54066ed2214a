"""`python -m benchmarks [NAME…] [--json]`."""

import sys

from benchmarks.run import UnknownBenchmark, bench

if __name__ == "__main__":
    words = sys.argv[1:]
    try:
        bench([word for word in words if word != "--json"], json="--json" in words)
    except UnknownBenchmark as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        sys.exit(2)
