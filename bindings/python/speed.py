"""Measures turns a second of random games in batches, beside python-chess, pyffish and Pgx where they are installed.

python speed.py [SECONDS]    each is measured in turn, three times; the best counts, on one core, by its time
"""

import importlib.util
import os
import random
import subprocess
import sys
import time

import numpy as np

import fairyring

SIZE = 1024


def rate(play, seconds):
    """How many turns a second `play` makes: it makes some, and returns how many."""
    play()
    # The time of the processor, of all threads: others may be busy on the same core.
    turns, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        turns += play()
    return turns / (time.process_time() - begun)


def batch(name, observe, chosen_here=False):
    """Random games in a batch; the actions are chosen from the masks by numpy if `chosen_here`."""
    games = fairyring.Batch(fairyring.Game(name), SIZE, seed=1, limit=500, observe=observe)
    chance = np.random.default_rng(1)

    def play():
        before, ended = games.turns.copy(), 0
        for _ in range(8):
            if chosen_here:
                # One of the legal actions of each game, each as likely as the others.
                rows, columns = np.nonzero(games.legal_mask)
                ends = np.searchsorted(rows, np.arange(SIZE), side="right")
                begins = np.searchsorted(rows, np.arange(SIZE))
                actions = columns[begins + (chance.random(SIZE) * (ends - begins)).astype(np.int64)]
            else:
                actions = games.random_actions()
            games.step(actions)
            ended += sum(turns for _, _, turns, _, _ in games.ended)
        return int(games.turns.sum() - before.sum()) + ended

    return play


def python_chess():
    """Random games of python-chess, one after the other."""
    import chess

    chance = random.Random(1)

    def play():
        board, turns = chess.Board(), 0
        # What ends a game by itself here: five occurrences and seventy-five moves are known to whoever asks.
        while turns < 500 and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            turns += 1
        return turns

    return play


def pyffish():
    """Random games of pyffish, which has positions and turns as texts."""
    import pyffish

    chance = random.Random(1)

    def play():
        fen, turns = pyffish.start_fen("chess"), 0
        while turns < 500:
            legal = pyffish.legal_moves("chess", fen, [])
            if not legal:
                break
            fen = pyffish.get_fen("chess", fen, [chance.choice(legal)])
            turns += 1
        return turns

    return play


def pgx():
    """Random games of Pgx in batches, compiled for the processor; actions are chosen from the masks."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("chess")
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry, _):
        state, key = carry
        key, own, other = jax.random.split(key, 3)
        mask = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(own, mask, axis=-1)
        return (step(state, actions, jax.random.split(other, SIZE)), key), None

    turns = jax.jit(lambda carry: jax.lax.scan(turn, carry, None, length=8)[0])
    carry = [(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), SIZE)), jax.random.PRNGKey(2))]

    def play():
        carry[0] = jax.block_until_ready(turns(carry[0]))
        return 8 * SIZE

    return play


def candidates():
    """What can be measured here, by name."""
    found = {"chess, masks": lambda: batch("chess", False), "chess, masks and observations": lambda: batch("chess", True)}
    found["chess, masks, actions chosen by numpy"] = lambda: batch("chess", False, True)
    for name in ("fellowship", "ruddigore"):
        found[f"{name}, masks"] = lambda name=name: batch(name, False)
        found[f"{name}, masks and observations"] = lambda name=name: batch(name, True)
    for name, module, make in [("python-chess", "chess", python_chess), ("pyffish", "pyffish", pyffish), ("Pgx", "pgx", pgx)]:
        if importlib.util.find_spec(module):
            found[f"chess, {name}"] = make
        else:
            print(f"{name} is not here", file=sys.stderr)
    return found


def apart(name, seconds):
    """Measures in a process of its own, as other programs may crash; returns nothing if it does."""
    ran = subprocess.run([sys.executable, __file__, seconds, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if ran.returncode != 0:
        print(f"{name}: ended with {ran.returncode}, and is not counted", file=sys.stderr)
        return 0
    return float(ran.stdout)


def main(seconds="2", only=None):
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = candidates()
    if only is not None:
        print(rate(found[only](), float(seconds)))
        return
    best = dict.fromkeys(found, 0)
    for _ in range(3):
        for name in found:
            best[name] = max(best[name], apart(name, seconds))
    print("| random games | turns a second |\n|---|---:|")
    for name, turns in best.items():
        print(f"| {name} | {f'{turns:,.0f}' if turns else 'crashed'} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
