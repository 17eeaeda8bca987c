"""`python -m kingme` is the command `kingme`."""

from kingme.cli.main import main

if __name__ == "__main__":
    main()
