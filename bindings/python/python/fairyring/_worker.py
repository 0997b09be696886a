"""Plays chunks of studies for other processes and machines."""

import functools
import os
import pickle
import sys
import zlib

from ._native import FairyringError, StudyGames, __version__


@functools.lru_cache(maxsize=4)
def _games(recipe):
    """The games of a study, from what was sent; they stay for the next chunk."""
    game, seed, limit, position, rules = pickle.loads(recipe)
    if game.hash != rules:
        raise FairyringError("the rules mean something else here: all machines need the same version of fairyring")
    return StudyGames(game, seed, limit, position)


def played(version, recipe, level, numbers):
    """Plays the games of some numbers: lines of JSON, packed, or a text that says what is wrong."""
    if version != __version__:
        return f"fairyring is {version} where the study was begun, and {__version__} where its games are played"
    try:
        lines = _games(recipe).play(level, numbers)
    except FairyringError as error:
        return str(error)
    return zlib.compress("\n".join(lines).encode())


def unpacked(answer):
    """The lines of some games."""
    return zlib.decompress(answer).decode().split("\n")


def serve():
    """Answers orders on the standard input until there are no more."""
    # What anybody prints is no answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    orders = sys.stdin.buffer
    while True:
        try:
            order = pickle.load(orders)
        except EOFError:
            return
        pickle.dump(played(*order), answers)
        try:
            answers.flush()
        except BrokenPipeError:
            os._exit(1)
