"""Games and positions."""

import csv
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import fairyring
from fairyring import Game

HERE = pathlib.Path(__file__).parent
CASES = HERE.parents[2] / "tests" / "cases"
WRONG = 'rules 2\ngame "Test" from chess\nextend Quen { moves N }\n'


def table(name):
    """Rows of a table in tests/cases."""
    with open(CASES / name, encoding="utf-8") as file:
        lines = (line for line in file if not line.startswith("#"))
        return list(csv.reader(lines, delimiter="\t"))


def counts():
    """Rows of the tables of counts, for each of thirty games the deepest that is quick."""
    # Where the other program plays other rules, for reasons that are known.
    differ = {tuple(row[:3]) for row in table("disagreements.tsv")}
    rows = {}
    for game, position, depth, nodes, _, *option in table("perft.tsv"):
        if ":" in game or any(option) or (game, position, depth) in differ:
            continue
        if rows.get(game, (0,))[0] < int(nodes) <= 300_000:
            rows[game] = (int(nodes), game, position, int(depth))
    return sorted(rows.values(), key=lambda row: row[1])[::7][:30]


@pytest.mark.parametrize("nodes, game, position, depth", counts(), ids=lambda part: str(part)[:20])
def test_counts_are_those_of_independent_programs(nodes, game, position, depth):
    assert Game(game).position(position).perft(depth) == nodes


def test_a_game_is_played_and_ends():
    position = Game("chess").start
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert not position.is_over() and position.outcome() is None
        position = position.play(turn)
    outcome = position.outcome()
    assert str(outcome) == "Black wins (checkmate)"
    assert (outcome.winner, outcome.winner_name, outcome.reason) == (1, "Black", "checkmate")
    assert outcome.scores == [0, 1]
    assert position.is_over() and position.legal_turns() == []
    assert position.turns == ["f2f3", "e7e5", "g2g4", "d8h4"]
    with pytest.raises(fairyring.TurnError):
        position.play("e1f2")
    with pytest.raises(fairyring.TurnError):
        position.search(depth=1)


def test_repetition_is_known_to_positions():
    position = Game("chess").start
    for _ in range(2):
        for turn in ["g1f3", "g8f6", "f3g1", "f6g8"]:
            assert not position.is_over()
            position = position.play(turn)
    assert position.occurrences == 3 and position.outcome().winner is None


def test_pieces_hands_and_tokens():
    position = Game("crazyhouse").position("4k3/8/8/8/8/8/8/4K2R[QQn] w - - 0 1")
    assert position.pieces == {"e1": ("King", 0), "h1": ("Rook", 0), "e8": ("King", 1)}
    assert position.hands == [{"Queen": 2}, {"Knight": 1}]
    assert Game("fellowship").start.tokens == {"Ring": (None, 0)}


def test_rules_with_mistakes_say_where():
    with pytest.raises(fairyring.RulesError) as caught:
        Game.from_text(WRONG)
    error = caught.value
    assert (error.code, error.line, error.column) == ("E0101", 3, 8)
    assert error.diagnostics[0]["suggestions"][0]["replacement"] == "Queen"
    with pytest.raises(fairyring.RulesError, match="did you mean `ruddigore`"):
        Game("rudigore")
    with pytest.raises(fairyring.RulesError):
        Game("/no/such/file.rules")
    with pytest.raises(fairyring.RulesError):
        Game("chess", {"no-such-option": 1})


def test_checks_have_diagnostics_and_tests():
    checked = fairyring.check(WRONG)
    assert not checked.fine and [found.code for found in checked.errors] == ["E0101"]
    assert str(checked.errors[0]).startswith("game.rules:3:8: error[E0101]")
    fine = fairyring.check(
        'rules 2\ngame "Test" from chess\nextend Queen { moves N }\n'
        'test "it jumps" { play g2g3 a7a5 d1e3 }\n'
    )
    assert fine.fine and [test["passed"] for test in fine.tests] == [True]


def test_a_file_and_what_is_beside_it(tmp_path):
    (tmp_path / "jumps.rules").write_text('rules 2\nmodule "Jumps"\nextend Queen { moves N }\n')
    path = tmp_path / "mine.rules"
    path.write_text('rules 2\ngame "Mine" from chess\nuse jumps\n')
    game = Game.from_file(str(path))
    assert game.title == "Mine" and game == Game(str(path)) and game != Game("chess")
    assert "Mine" in fairyring.show(game)
    assert fairyring.check(str(path)).errors == []


def test_options_are_part_of_a_game():
    plain, other = Game("chess"), Game("chess", {"chess960": True})
    assert plain != other and other.options["chess960"] == "on"
    assert pickle.loads(pickle.dumps(other)) == other
    text = Game.from_text('rules 2\ngame "T" from chess\nextend Queen { moves N }\n')
    assert pickle.loads(pickle.dumps(text)) == text


def test_random_games_are_those_of_the_program():
    for name in ["mono", "fellowship", "ruddigore"]:
        played = Game(name).playouts(300, seed=5, limit=400, threads=2)
        assert played == Game(name).playouts(300, seed=5, limit=400)
        code, out, _ = fairyring.run(
            ["playouts", name, "--games", "300", "--seed", "5", "--limit", "400", "--json"]
        )
        report = json.loads(out)
        assert code == 0 and report["plies"] == sum(turns for turns, _, _ in played)
        for end in report["results"]:
            if end["end"] == "over":
                winner = None if end["winner"] == "Draw" else end["winner"]
                wanted = (winner, end["reason"])
                same = [out for _, _, out in played if out and (out.winner_name, out.reason) == wanted]
                assert len(same) == end["games"]


def test_a_search_finds_the_mate_and_is_the_same_again():
    position = Game("chess").position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    thought = position.search(depth=3)
    assert thought.best == "a1a8" and thought.lines[0].win == 1
    begun = time.monotonic()
    Game("chess").start.search(movetime=0.2)
    assert time.monotonic() - begun < 5
    assert len(Game("chess").start.search(depth=2, lines=3).lines) == 3
    for wrong in [{"depth": 0}, {"level": 11}, {"movetime": -1}, {"lines": 0}, {"movetime": float("nan")}]:
        with pytest.raises(ValueError):
            position.search(**wrong)


def test_wrong_arguments_are_exceptions():
    chess, mono = Game("chess"), Game("mono")
    with pytest.raises(fairyring.PositionError):
        chess.position("nonsense")
    with pytest.raises(fairyring.PositionError):
        chess.perft(2, mono.start)
    with pytest.raises(fairyring.TurnError) as caught:
        chess.start.play("e2e5")
    assert caught.value.kind == "illegal"
    for call in [
        lambda: chess.perft(-1),
        lambda: chess.perft("3"),
        lambda: chess.start.play(7),
        lambda: chess.playouts(3, threads=0),
        lambda: chess.action_text(10**6),
        lambda: Game(3),
    ]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call()


def test_a_signal_stops_a_long_call():
    code = (
        "import fairyring, signal\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.3)\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "try:\n    fairyring.Game('chess').CALL\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    for call in ["perft(9)", "start.search(depth=60)", "playouts(10**7)"]:
        begun = time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-c", code.replace("CALL", call)], capture_output=True, timeout=60
        )
        assert ran.stdout == b"stopped\n", ran.stderr
        assert time.monotonic() - begun < 30


def test_other_threads_run_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    ticking = threading.Thread(target=tick)
    ticking.start()
    Game("chess").perft(6)
    done.set()
    ticking.join()
    assert len(ticks) > 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_can_play_and_refuses_batches_that_are_not_its_own():
    batch = fairyring.Batch(Game("mono"), 2)
    child = os.fork()
    if child == 0:
        try:
            batch.step(batch.random_actions())
        except RuntimeError:
            os._exit(0 if Game("mono").perft(1) == 4 else 2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def ran(*arguments, timeout=120):
    """What a program prints; it has to end well."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0 and done.stdout, done.stderr
    return done.stdout


@pytest.mark.parametrize("page", ["bindings/python/README.md", "docs/python.md"])
def test_programs_of_the_documents_run(page, tmp_path):
    text = (HERE.parents[2] / page).read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    first = [line for line in blocks[0].splitlines() if line.strip()]
    assert len(blocks) >= 2 and (len(first) <= 5 or page.startswith("docs"))
    for number, block in enumerate(blocks):
        (tmp_path / f"{number}.py").write_text(block, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, f"{number}.py"], capture_output=True, text=True, timeout=120, cwd=tmp_path
        )
        assert done.returncode == 0, block + done.stderr


def test_examples_run(tmp_path):
    examples = HERE.parent / "examples"
    assert "checkmate" in ran(examples / "first.py")
    rules = tmp_path / "mine.rules"
    rules.write_text('rules 2\ngame "Mine" from chess\nextend Queen { moves N }\n')
    # 20 turns of chess, and two of the queen.
    assert ran(examples / "perft.py", rules, "1").startswith("1 22 ")
    played = tmp_path / "played.pgn"
    score = ran(examples / "versus.py", "mono", "2", played)
    games = list(fairyring.read_pgn(played))
    assert len(games) == 2 and not any(game.error for game in games), games
    points = {"1-0": 1, "0-1": 0}
    by_hand = [points.get(game.result, 0.5) for game in games]
    assert score.endswith(f"the search scores {by_hand[0] + 1 - by_hand[1]:g} of 2\n")


def test_the_learner_learns_two_games_in_a_minute():
    begun = time.monotonic()
    told = ran(HERE.parent / "examples" / "learner.py")
    assert time.monotonic() - begun < 60
    shares = {line.split(":")[0]: int(line.split(": ")[1].split(" ")[0]) for line in told.splitlines()}
    assert set(shares) == {"tictactoe", "hexapawn"} and min(shares.values()) > 85, told


def test_the_command_is_that_of_the_program():
    command = pathlib.Path(sys.executable).parent / "fairyring"
    done = subprocess.run([command, "perft", "mono", "2"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == fairyring.run(["perft", "mono", "2"])[1]
    assert subprocess.run([command, "perft"], capture_output=True, timeout=60).returncode == 2
    # Commands that ask people do so.
    played = subprocess.run(
        [command, "play", "mono"], input="quit\n", capture_output=True, text=True, timeout=60
    )
    assert played.returncode == 0 and "Mono" in played.stdout


def test_the_types_are_those_of_the_package():
    pytest.importorskip("mypy")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy.stubtest", "fairyring", "--mypy-config-file", HERE / "mypy.ini"),
            *("--allowlist", HERE / "stubtest.txt", "--ignore-unused-allowlist"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_good_programs_and_finds_mistakes(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import fairyring\n"
        "game: fairyring.Game = fairyring.Game('chess')\n"
        "names: list[str] = game.squares + game.start.legal_turns('san')\n"
        "share: float = fairyring.study(game, 10)['random']['share']['White']['found']\n"
        "for read in fairyring.read_pgn('x.pgn'):\n    turns: list[str] = read.turns\n"
        "outcome = game.start.outcome()\n"
    )
    check = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", program]
    done = subprocess.run(check, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    program.write_text(
        "import fairyring\n"
        "fairyring.Game('chess').start.outcome().text\n"
        "fairyring.Game('chess').start.play(3)\n"
        "fairyring.study('chess', on='mars')\n"
    )
    done = subprocess.run(check, capture_output=True, text=True, timeout=300)
    assert done.stdout.count(": error:") == 3, done.stdout
