"""Plays games between a random player and one that searches: python versus.py GAME NUMBER."""

import random
import sys

import fairyring


def play(game, searching, chance):
    """Plays a game; returns what the side that searches has scored, and the turns."""
    position = game.start
    while not position.is_over():
        if position.side_to_move == searching:
            turn = position.search(nodes=2000).best
        else:
            turn = chance.choice(position.legal_turns())
        position = position.play(turn)
        if len(position.turns) >= 300:
            break
    outcome = position.outcome()
    return (outcome.scores[searching] if outcome else 0.5), position.turns


def main(name="mono", number="4"):
    game, chance, score = fairyring.Game(name), random.Random(1), 0
    for count in range(int(number)):
        points, turns = play(game, count % len(game.sides), chance)
        score += points
        print(f"{points:g}: {' '.join(turns)}")
    print(f"the search scores {score:g} of {number}")


if __name__ == "__main__":
    main(*sys.argv[1:])
