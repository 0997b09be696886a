"""Plays games between a random player and one that searches, and writes them as PGN: python versus.py GAME NUMBER FILE."""

import random
import sys

import fairyring


def play(game, searching, chance):
    """Plays a game; returns its last position."""
    position = game.start
    while not position.is_over() and len(position.turns) < 300:
        if position.side_to_move == searching:
            turn = position.search(nodes=2000).best
        else:
            turn = chance.choice(position.legal_turns())
        position = position.play(turn)
    return position


def main(name="mono", number="4", path="versus.pgn"):
    game, chance, score = fairyring.Game(name), random.Random(1), 0
    with open(path, "w", encoding="utf-8") as file:
        for count in range(int(number)):
            searching = count % len(game.sides)
            position = play(game, searching, chance)
            outcome = position.outcome()
            score += outcome.scores[searching] if outcome else 0.5
            names = ["random", "search"] if searching else ["search", "random"]
            print(position.pgn({"Round": count + 1, "White": names[0], "Black": names[1]}), file=file)
            print(f"game {count + 1}: {len(position.turns)} turns, {outcome or 'not over'}")
    print(f"the search scores {score:g} of {number}")


if __name__ == "__main__":
    main(*sys.argv[1:])
