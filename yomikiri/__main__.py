"""`python -m yomikiri` is the command `yomikiri`."""

from yomikiri.cli import main

if __name__ == "__main__":
    main()
