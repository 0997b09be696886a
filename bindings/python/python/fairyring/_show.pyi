import os

from ._native import Game

def show(game: Game | str | os.PathLike[str]) -> str: ...
