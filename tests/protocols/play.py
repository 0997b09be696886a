"""Plays games through UCI with the engine module of python-chess (pip install chess), which judges every move.

    python3 tests/protocols/play.py target/release/fairyring
"""

import sys

import chess
import chess.engine
import chess.variant

# Games that both know by the same rules, by our names and theirs.
GAMES = {
    "chess": "chess",
    "crazyhouse": "crazyhouse",
    "atomic": "atomic",
    "antichess": "antichess",
    "kingofthehill": "kingofthehill",
    "3check": "3check",
    "racingkings": "racingkings",
    "horde": "horde",
}


def play(command, ours, theirs):
    board = chess.variant.find_variant(theirs)()
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 60:
            played = engine.play(board, chess.engine.Limit(nodes=200), info=chess.engine.INFO_ALL, game=ours)
            assert played.move in board.legal_moves, (ours, board.fen(), played.move)
            board.push(played.move)
    return board


def analyse(command):
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        lines = engine.analyse(board, chess.engine.Limit(depth=3), multipv=2)
        assert lines[0]["pv"][0] == chess.Move.from_uci("a1a8"), lines
        with engine.analysis(board) as analysis:
            analysis.get()
            analysis.stop()
        engine.ping()


def main():
    command = [sys.argv[1], "uci"]
    for ours, theirs in GAMES.items():
        board = play(command, ours, theirs)
        print(f"{ours}: {board.ply()} turns, {board.result(claim_draw=True)}")
    analyse(command)
    print("all games are over")


main()
