import os

from ._native import Game, PgnReader

def read_pgn(source: str | os.PathLike[str], game: Game | None = None) -> PgnReader: ...
