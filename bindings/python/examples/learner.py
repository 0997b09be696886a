"""Learns a small game by playing against itself: a table of what positions are worth, and no more.

python learner.py tictactoe
"""

import random
import sys
import time

import fairyring

def learn(game, games=20_000, seed=1, step=0.2, explore=0.1):
    """Learns how much positions are worth to the side that has just moved: from 0, lost, to 1, won."""
    worth, chance, known = {}, random.Random(seed), {}

    def after(position):
        """The turns of a position, each with what it leads to; `None` and the scores if the game is over."""
        key = position.text
        if key not in known:
            outcome = position.outcome()
            turns = [] if outcome else [position.play(turn) for turn in position.legal_turns()]
            scores = outcome.scores if outcome else [0.5] * len(game.sides)
            known[key] = (turns, None if turns else scores)
        return known[key]

    def value(position, side):
        _, scores = after(position)
        return scores[side] if scores else worth.get(position.text, 0.5)

    for _ in range(games):
        position, path = game.start, []
        while True:
            turns, scores = after(position)
            if scores:
                break
            side = position.side_to_move
            if chance.random() < explore:
                position = chance.choice(turns)
            else:
                position = max(turns, key=lambda turn: value(turn, side))
            path.append((position.text, side))
        for key, side in path:
            worth[key] = worth.get(key, 0.5) + step * (scores[side] - worth.get(key, 0.5))

    def best(position):
        side = position.side_to_move
        return max(after(position)[0], key=lambda turn: value(turn, side))

    return best


def test(game, best, games=200, seed=2):
    """The share of points of what was learned against a random player."""
    chance, points = random.Random(seed), 0
    for number in range(games):
        position, side = game.start, number % len(game.sides)
        while not position.is_over():
            if position.side_to_move == side:
                position = best(position)
            else:
                position = position.play(chance.choice(position.legal_turns()))
        outcome = position.outcome()
        points += outcome.scores[side] if outcome else 0.5
    return points / games


def main(*names):
    for name in names or ("tictactoe", "hexapawn"):
        game, begun = fairyring.Game(name), time.perf_counter()
        share = test(game, learn(game))
        print(f"{name}: {100 * share:.0f} % against a random player, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
