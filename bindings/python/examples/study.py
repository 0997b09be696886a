"""Says whom a game favours: python study.py GAME GAMES threads|processes|ray FILE."""

import sys

import fairyring


def main(name="mono", games="100", on="threads", keep=None):
    def progress(over, of):
        print(f"\r{over} of {of} games", end="", file=sys.stderr)

    report = fairyring.study(name, int(games), on=on, keep=keep, progress=progress)
    print(file=sys.stderr)
    print(report)
    print(report.run)


if __name__ == "__main__":
    main(*sys.argv[1:])
