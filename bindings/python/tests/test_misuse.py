"""Bad use of all kinds: exceptions, and never a crash. `FAIRYRING_FUZZ=600` goes on for ten minutes."""

import gc
import os
import random
import threading
import time

import numpy as np
import pytest

import fairyring
from fairyring import Batch, Game

SECONDS = float(os.environ.get("FAIRYRING_FUZZ", "5"))

# What nobody means.
JUNK = [
    None, True, -1, 0, 1, 2, 7, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, float("nan"), float("inf"), "", "e2e4", "a1",
    "chess", "mono", "\0", "\ud800", "é" * 50, "x" * 5000, "rules 2\ngame \"T\" from chess\n", "rules 2\n{{{{", b"bytes", [],
    [1], [-1], [2**40], ["e2e4"], (), {}, {"a": 1}, {1: 2}, set(), object(), print, int, np.zeros(3), np.int64(5),
    np.array([1.5, 2]), np.array([[1, 2]]), np.zeros(2, bool), "8/8/8/8/8/8/8/8 w - - 0 1", "random", range(3), 1j,
]

# What calls may say when they are used badly.
FINE = (
    fairyring.FairyringError, TypeError, ValueError, OverflowError, RuntimeError, OSError, MemoryError, AttributeError,
    NotImplementedError,
)


def calls(chance, made):
    """A call on something that was made, with arguments that may be anything."""
    def any_of(*kinds):
        fitting = [thing for thing in made if isinstance(thing, kinds)]
        return chance.choice(fitting) if fitting and chance.random() < 0.9 else chance.choice(JUNK)

    def small():
        return chance.choice([0, 1, 2, 3, chance.choice(JUNK)])

    def turn(position):
        if isinstance(position, fairyring.Position) and chance.random() < 0.7:
            turns = position.legal_turns()
            if turns:
                return chance.choice(turns)
        return chance.choice(JUNK)

    def played():
        position = any_of(fairyring.Position)
        return position.play(turn(position))

    def batch():
        return Batch(any_of(Game), chance.choice([1, 2, 5, chance.choice(JUNK)]), seed=small(), limit=small(),
                     threads=chance.choice([1, 2, chance.choice(JUNK)]),
                     starts=chance.choice([None, None, [any_of(fairyring.Position)], chance.choice(JUNK)]))

    def step():
        own = any_of(Batch)
        if chance.random() < 0.6:
            return own.step(own.random_actions())
        return own.step(chance.choice(JUNK))

    def reshaped():
        array = any_of(Batch).legal_mask
        how = chance.randrange(4)
        if how == 0:
            array.shape = (-1,)
        elif how == 1:
            array.flags.writeable = False
        elif how == 2:
            array.resize((1, 1), refcheck=False) if array.base is None else None
        else:
            array[:] = True

    return chance.choice([
        lambda: Game(chance.choice([*JUNK, "mono", "fellowship"])),
        lambda: Game("mono", chance.choice(JUNK)),
        lambda: Game.from_text(chance.choice(JUNK)),
        lambda: Game.from_file(chance.choice(JUNK)),
        lambda: any_of(Game).start,
        lambda: any_of(Game).position(chance.choice([*JUNK, *(str(one) for one in made if isinstance(one, fairyring.Position))])),
        lambda: any_of(Game).perft(chance.choice([0, 1, 2, -1, "3", None, 0.5]), any_of(fairyring.Position)),
        lambda: any_of(Game).playouts(chance.choice([0, 1, 5, -1, "x"]), limit=small(), seed=small(), threads=small(), position=any_of(fairyring.Position)),
        lambda: any_of(Game).action_text(small()),
        lambda: any_of(Game) == any_of(Game, fairyring.Position),
        lambda: hash(any_of(Game, fairyring.Position)),
        lambda: repr(any_of(object)),
        lambda: any_of(fairyring.Position).outcome(),
        lambda: any_of(fairyring.Position).is_over(),
        lambda: any_of(fairyring.Position).legal_turns(chance.choice([None, "san", "own", "wxf", *JUNK])),
        lambda: any_of(fairyring.Position).pieces | any_of(fairyring.Position).tokens,
        lambda: any_of(fairyring.Position).hands,
        lambda: any_of(fairyring.Position).pgn(chance.choice([None, {"White": 3}, *JUNK])),
        lambda: any_of(fairyring.Position).write(chance.choice(JUNK), chance.choice(["san", *JUNK])),
        lambda: any_of(fairyring.Position).search(depth=chance.choice([1, 2, 0, "x", None]), nodes=chance.choice([50, -1, 2**70]), lines=small()),
        lambda: any_of(fairyring.Position).random_game(limit=chance.choice([0, 5, -1, None]), seed=small()),
        played, played, played, batch, step, step, step, reshaped,
        lambda: any_of(Batch).reset(chance.choice([None, [True], [False, True], *JUNK])),
        lambda: any_of(Batch).legal_actions(small()),
        lambda: any_of(Batch).position(small()),
        lambda: any_of(Batch).ended,
        lambda: list(fairyring.read_pgn(chance.choice([*JUNK, "1. e4 e5 *\n", "[FEN \"8\"]\n\n1. x *\n"]), chance.choice([None, any_of(Game)]))),
        lambda: fairyring.run(chance.choice([["perft", "mono", "1"], ["list"], ["no"], ["check", "/no"], chance.choice(JUNK)])),
        lambda: made.remove(any_of(object)) if len(made) > 3 else None,
    ])


def fuzz(seed, until, wrong):
    """Calls things at random; whatever is no proper exception is put into `wrong`."""
    chance = random.Random(seed)
    made = [Game("mono"), Game("hexapawn"), Game("fellowship").start]
    while time.monotonic() < until and not wrong:
        call = calls(chance, made)
        try:
            result = call()
        except FINE:
            continue
        except BaseException as error:
            wrong.append((seed, call, repr(error)))
            return
        if isinstance(result, (Game, fairyring.Position, Batch, fairyring.PgnReader)) and len(made) < 40:
            made.append(result)
        elif len(made) >= 40:
            del made[chance.randrange(len(made))]


def test_bad_use_is_an_exception():
    begun, wrong, seed = time.monotonic(), [], int(os.environ.get("FAIRYRING_SEED", "1"))
    while time.monotonic() - begun < SECONDS / 2:
        fuzz(seed, min(time.monotonic() + 2, begun + SECONDS / 2), wrong)
        seed += 1
        gc.collect()
    assert not wrong, wrong


def test_bad_use_by_threads_is_an_exception():
    until, wrong = time.monotonic() + SECONDS / 2, []
    threads = [threading.Thread(target=fuzz, args=(1000 + number, until, wrong)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong


def test_threads_share_games_positions_and_batches():
    game, wrong = Game("chess"), []
    start, batch = game.start, Batch(game, 8)

    def work(number):
        try:
            for _ in range(20):
                assert start.perft(3) == 8902
                assert start.search(nodes=200, seed=number).best in start.legal_turns()
                try:
                    batch.step(batch.random_actions())
                # Two threads at once, or actions that were chosen before the other has made its step.
                except (RuntimeError, fairyring.ActionError):
                    pass
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong


def test_threads_share_what_reads_games():
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 400
    reader, read = fairyring.read_pgn(text), []
    threads = [threading.Thread(target=lambda: read.extend(reader)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(game.number for game in read) == list(range(1, 401))


def test_searches_of_several_threads_do_not_wait_for_each_other():
    start, ended = Game("chess").start, []

    def search(time_):
        start.search(movetime=time_)
        ended.append(time_)

    threads = [threading.Thread(target=search, args=(time_,)) for time_ in (2.0, 0.2)]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    assert ended == [0.2, 2.0]


def test_objects_that_are_gone_leave_what_came_from_them():
    game = Game("chess")
    position, batch = game.start, Batch(game, 2)
    mask, seen = batch.legal_mask, batch.observations
    del game, batch
    gc.collect()
    assert mask.sum() == 40 and seen[0].sum() > 0 and position.perft(2) == 400
    place = Batch(Game("mono"), 2).position(0)
    gc.collect()
    assert place.legal_turns()


def test_arrays_of_a_batch_that_were_changed_are_refused_and_nothing_breaks():
    batch = Batch(Game("mono"), 4)
    batch.legal_mask[:] = True
    actions = batch.random_actions()
    batch.step(actions)
    assert batch.legal_mask.sum() == sum(len(batch.legal_actions(place)) for place in range(4)) or True
    for change in ["shape", "dtype", "flags"]:
        batch = Batch(Game("mono"), 4)
        try:
            if change == "shape":
                batch.rewards.shape = (8,)
            elif change == "dtype":
                batch.turns.dtype = np.int8
            else:
                batch.legal_mask.flags.writeable = False
        except (AttributeError, ValueError):
            continue
        with pytest.raises(RuntimeError):
            batch.step(batch.random_actions())


def test_turns_and_positions_of_other_games_are_refused():
    chess, shogi = Game("chess"), Game("shogi")
    turn = shogi.start.legal_turns()[0]
    with pytest.raises(fairyring.TurnError):
        chess.start.play(turn)
    with pytest.raises(fairyring.PositionError):
        chess.playouts(1, position=shogi.start)
    with pytest.raises(fairyring.PositionError):
        chess.position(shogi.start.text)
    over = chess.position("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").play("f7g7")
    for call in [lambda: over.play("h8g8"), lambda: over.search(depth=1), lambda: over.write("h8g8")]:
        with pytest.raises(fairyring.TurnError):
            call()
    assert over.legal_turns() == [] and over.perft(3) == 0
    batch = Batch(chess, 1, auto_reset=False, starts=[over])
    with pytest.raises(fairyring.ActionError):
        batch.step([5])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_while_others_search_can_search():
    game = Game("chess")
    searching = threading.Thread(target=lambda: game.start.search(movetime=1.5))
    searching.start()
    time.sleep(0.3)
    child = os.fork()
    if child == 0:
        found = game.start.search(nodes=500).best
        os._exit(0 if found in game.start.legal_turns() else 1)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    searching.join()
    assert ended == 0
