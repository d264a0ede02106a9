"""``python -m evalstore`` is ``evalstore``."""

from evalstore.cli import main

if __name__ == "__main__":
    main()
