"""`python -m blackearth` is the command `blackearth`."""

import sys

from blackearth.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
