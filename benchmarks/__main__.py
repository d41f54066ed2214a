"""`python -m benchmarks [NAME…] [--json]` runs the named benchmarks, or all of them; `--help` lists them."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from benchmarks.run import UnknownBenchmark, bench, names, summary


def _parser() -> ArgumentParser:
    width = max(map(len, names()))
    known = "\n".join(f"  {name:{width}}  {summary(name)}" for name in names())
    parser = ArgumentParser(
        prog="benchmarks",
        description="Run benchmarks, all or those named, and show each figure beside its target.",
        epilog=f"benchmarks:\n{known}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones; all if left out")
    parser.add_argument("--json", action="store_true", help="print one array of figures")
    return parser


if __name__ == "__main__":
    asked = _parser().parse_args()
    try:
        bench(asked.names, json=asked.json)
    except UnknownBenchmark as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        sys.exit(2)
