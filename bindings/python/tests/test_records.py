"""Notation and PGN."""

import pickle

import pytest

import fairyring
from fairyring import Game

# The opera game, Paris 1858.
MORPHY = """[Event "Paris"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""


def test_turns_are_written_and_read_as_people_do():
    position = Game("chess").start
    written = position.legal_turns("san")
    assert "Nf3" in written and len(written) == 20
    assert position.write("g1f3") == "Nf3" and position.write("e2e4") == "e4"
    assert position.play("Nf3").turns == ["g1f3"]
    mate = Game("chess").position("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert mate.write("f7g7") == "Qg7#"
    shogi = Game("shogi").start
    assert len(shogi.legal_turns("hodges")) == len(set(shogi.legal_turns("own"))) == 30
    for wrong in [lambda: position.write("g1f3", "morse"), lambda: position.legal_turns("morse")]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(fairyring.TurnError):
        position.write("e2e5")


def test_a_game_of_pgn_is_played_and_written():
    [game] = fairyring.read_pgn(MORPHY)
    assert game.error is None and game.result == "1-0" and game.tags["White"] == "Morphy"
    position = game.position
    assert str(position.outcome()) == "White wins (checkmate)" and len(game.turns) == 33
    text = position.pgn({"White": "Morphy", "Black": "the Duke"})
    assert '[White "Morphy"]' in text and '[Result "1-0"]' in text and "17. Rd8# 1-0" in text
    # Another program's words for the same game.
    assert "12. O-O-O Rd8" in text
    [again] = fairyring.read_pgn(text)
    assert again.turns == game.turns and again.position == position


def test_python_chess_reads_what_is_written():
    chess = pytest.importorskip("chess")
    import io

    import chess.pgn

    _, position = Game("chess").start.random_game(limit=80, seed=5)
    read = chess.pgn.read_game(io.StringIO(position.pgn()))
    assert not read.errors and [move.uci() for move in read.mainline_moves()] == position.turns


def test_files_say_which_game_it_is(tmp_path):
    written = []
    for name, options in [("crazyhouse", None), ("chess", {"chess960": True}), ("fellowship", None)]:
        _, position = Game(name, options).start.random_game(limit=30, seed=2)
        written.append((position, position.pgn({"Event": "test"})))
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(text for _, text in written))
    read = list(fairyring.read_pgn(path))
    assert [game.error for game in read] == [None] * 3
    for game, (position, _) in zip(read, written, strict=True):
        assert game.game == position.game and game.turns == position.turns and game.position == position
    # A game of a text is told.
    own = Game.from_text('rules 2\ngame "Own" from chess\nextend Queen { moves N }\n')
    position = own.start.play("d1e3")
    [game] = fairyring.read_pgn(position.pgn(), game=own)
    assert game.turns == ["d1e3"] and game.position == position


def test_what_is_wrong_with_a_game_is_said_and_the_next_is_read():
    text = MORPHY + "\n1. e4 e5 2. Ke3 *\n\n[Variant \"Noughts\"]\n\n1. a1 *\n\n1. d4 d5 1/2-1/2\n"
    fine, illegal, unknown, last = fairyring.read_pgn(text)
    assert fine.error is None and last.turns == ["d2d4", "d7d5"]
    assert illegal.turns == ["e2e4", "e7e5"] and "turn 3, `Ke3`" in illegal.error
    assert unknown.game is None and "`Noughts` is not known" in unknown.error and unknown.position is None
    with pytest.raises(OSError):
        fairyring.read_pgn("no/such/file.pgn")
    with pytest.raises(fairyring.RecordError):
        list(fairyring.read_pgn("1. e4 \x00\x00\x00 e5 *\n"))


def test_positions_come_along_with_their_games():
    position = Game("chess").start.play("e2e4").play("e7e5")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.turns == position.turns and again.game == position.game
