"""`python -m blackearth` is the command `blackearth`."""

from blackearth.cli.main import main

if __name__ == "__main__":
    main()
