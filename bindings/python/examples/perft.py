"""Counts the ways to play a rules file: python perft.py GAME DEPTH, where GAME is a name or a path."""

import sys
import time

import fairyring


def main(name="chess", depth="3"):
    game = fairyring.Game(name)
    for turns in range(1, int(depth) + 1):
        begun = time.perf_counter()
        count = game.perft(turns)
        print(f"{turns} {count} ({time.perf_counter() - begun:.2f} s)")


if __name__ == "__main__":
    main(*sys.argv[1:])
