"""`python -m croupier` is the command `croupier`."""

import sys
from os.path import abspath, dirname

if __name__ == "__main__":
    if not sys.flags.safe_path and abspath(sys.path[0]) != dirname(dirname(abspath(__file__))):
        del sys.path[0]  # the current folder, which `-m` adds: no module of it runs
    from croupier.cli import main

    main()
