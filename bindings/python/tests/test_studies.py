"""Studies: the same report, whoever plays the games."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import fairyring
from fairyring import Game

OWN = 'rules 2\ngame "Little" from mono\n'


def by_the_program(name, *arguments):
    """The report of the command, without what differs from run to run."""
    code, out, err = fairyring.run(["study", name, "--json", *arguments])
    assert code == 0, err
    return json.loads(out)


def test_a_study_is_that_of_the_program():
    report = fairyring.study("mono", 60, levels=["random", 1], seed=5)
    told = by_the_program("mono", "--games", "60", "--level", "random", "--level", "1", "--seed", "5")
    for level in told["levels"]:
        del level["run"]
        assert report[level["level"]] == level
    assert (report.game, report.rules, report.seed) == (told["game"], told["rules"], 5)
    assert report["random"]["games"] == 60 and "random turns, 60 games" in str(report)


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_the_split_does_not_matter(on):
    plain = fairyring.study("mono", 12, levels=["random", 1], seed=3, workers=1, chunk=12)
    for workers, chunk in [(2, 1), (3, 5)]:
        split = fairyring.study(
            "mono", 12, levels=["random", 1], seed=3, on=on, workers=workers, chunk=chunk
        )
        assert split == plain
    assert plain != fairyring.study("mono", 12, levels=["random", 1], seed=4)


def test_a_text_and_a_file_with_what_is_beside_it_are_sent_to_processes(tmp_path):
    (tmp_path / "jumps.rules").write_text('rules 2\nmodule "Jumps"\nextend Queen { moves N }\n')
    path = tmp_path / "mine.rules"
    path.write_text('rules 2\ngame "Mine" from chess\nuse jumps\n')
    for game in [path, Game.from_text(OWN), OWN]:
        asked = dict(games=4, levels="random", limit=60)
        assert fairyring.study(game, **asked, on="processes", workers=2) == fairyring.study(game, **asked)


def test_a_table_is_written_as_csv_and_as_parquet(tmp_path):
    read_table = pytest.importorskip("pyarrow.parquet").read_table
    tables = dict(csv=tmp_path / "table.csv", parquet=tmp_path / "table.parquet")
    fairyring.study("mono", 40, levels=["random", 1], seed=5, **tables)
    with open(tables["csv"], newline="") as lines:
        told = list(csv.DictReader(lines))
    rows = read_table(tables["parquet"]).to_pylist()
    assert len(rows) == len(told) > 20
    for row, line in zip(rows, told):
        assert row.pop("version") is None
        for name, value in row.items():
            text = line[name]
            assert value == (text if isinstance(value, str) else float(text) if text else None), line


def test_a_precision_is_reached_as_by_the_program():
    report = fairyring.study("mono", precision=0.03, levels="random", seed=2)
    told = by_the_program("mono", "--precision", "3%", "--level", "random", "--seed", "2")
    assert report["random"]["results"] == told["results"] and told["games"] > 200
    wide = report["random"]["share"][report["random"]["first_side"]]
    assert (wide["high"] - wide["low"]) / 2 <= 0.03


def test_games_are_kept_and_gone_on_with(tmp_path):
    kept = tmp_path / "kept.study"
    first = fairyring.study("mono", 30, levels="random", keep=kept)
    more = fairyring.study("mono", 50, levels="random", keep=kept)
    assert (first.run["played"], more.run["played"]) == (30, 20)
    assert more == fairyring.study("mono", 50, levels="random")
    # The command takes the same file up.
    told = by_the_program("mono", "--games", "50", "--level", "random", "--keep", str(kept))
    assert told["run"]["played_now"] == 0
    before = kept.read_bytes()
    with pytest.raises(fairyring.StudyError, match="of another study"):
        fairyring.study("mono", 50, levels="random", seed=7, keep=kept)
    assert kept.read_bytes() == before


def test_finished_chunks_outlive_a_killed_study(tmp_path):
    kept = tmp_path / "kept.study"
    code = (
        "import fairyring, sys\n"
        "fairyring.study('mono', 2000, levels=2, seed=9, keep=sys.argv[1], on='processes', workers=2, chunk=2,\n"
        "    progress=lambda over, of: print(over, flush=True))\n"
    )
    running = subprocess.Popen([sys.executable, "-c", code, kept], stdout=subprocess.PIPE, text=True)
    while int(running.stdout.readline()) < 10:
        pass
    running.kill()
    running.wait()
    running.stdout.close()
    report = fairyring.study("mono", 40, levels=2, seed=9, keep=kept)
    assert report.run["played"] <= 30
    assert report == fairyring.study("mono", 40, levels=2, seed=9)


def test_a_process_that_dies_is_replaced(monkeypatch):
    from fairyring import _players

    begun = []
    plain = subprocess.Popen

    def remembered(*arguments, **settings):
        process = plain(*arguments, **settings)
        begun.append(process)
        return process

    monkeypatch.setattr(_players.subprocess, "Popen", remembered)
    killed = []

    def progress(over, _):
        if over >= 4 and not killed:
            killed.append(begun[0])
            begun[0].kill()

    asked = dict(games=60, levels=2, seed=2, chunk=2)
    report = fairyring.study("mono", **asked, on="processes", workers=2, progress=progress)
    assert killed and report.run["replaced"] == 1 and len(begun) == 3
    assert report == fairyring.study("mono", **asked)
    assert all(process.poll() is not None for process in begun), "no process is left behind"


def test_chunks_that_end_whoever_plays_them_end_the_study(monkeypatch):
    from fairyring import _players

    def gone(*_):
        raise _players.Lost

    monkeypatch.setattr(_players._Process, "play", gone)
    with pytest.raises(fairyring.StudyError, match="has ended 5 times"):
        fairyring.study("mono", 4, levels="random", on="processes", workers=1)


def test_other_versions_and_other_rules_are_refused():
    from fairyring._worker import played
    import pickle

    recipe = pickle.dumps((Game("mono"), 1, 100, None, Game("mono").hash))
    assert isinstance(played(fairyring.__version__, recipe, "random", [0]), bytes)
    assert "0.0.0 where the study was begun" in played("0.0.0", recipe, "random", [0])
    other = pickle.dumps((Game("mono"), 1, 100, None, Game("chess").hash))
    assert "same version" in played(fairyring.__version__, other, "random", [0])


def test_a_signal_stops_a_study():
    code = (
        "import fairyring, signal\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 1)\n"
        "try:\n    fairyring.study('chess', 100000, levels=3, on='ON', workers=2)\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    for on in ["threads", "processes"]:
        begun = time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-c", code.replace("ON", on)], capture_output=True, timeout=60
        )
        assert ran.stdout == b"stopped\n", ran.stderr
        assert time.monotonic() - begun < 40


def test_wrong_arguments_of_studies_are_exceptions(tmp_path):
    for wrong in [
        {"games": 0},
        {"games": 10**7},
        {"levels": 11},
        {"levels": "strong"},
        {"levels": []},
        {"precision": 2},
        {"limit": 0},
        {"on": "mars"},
        {"workers": 0},
        {"chunk": 0},
        {"seed": -1},
        {"keep": tmp_path},
        {"position": "nonsense"},
    ]:
        with pytest.raises((ValueError, OverflowError, fairyring.FairyringError)):
            fairyring.study("mono", **({"games": 2, "levels": "random"} | wrong))
    with pytest.raises(fairyring.RulesError):
        fairyring.study("no such game")


@pytest.mark.skipif("FAIRYRING_RAY" not in os.environ, reason="bindings/python/test.sh --ray runs it")
def test_on_ray_a_worker_is_killed_and_the_report_is_the_same():
    import psutil
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    killed = []

    def progress(over, _):
        if over < 10 or killed:
            return
        # One of the two processes that play, by the name that Ray gives to them.
        for process in psutil.Process().children(recursive=True):
            if "fairyring study" in " ".join(process.cmdline()):
                os.kill(process.pid, signal.SIGKILL)
                killed.append(process.pid)
                return

    try:
        asked = dict(games=100, levels=["random", 2], seed=8, chunk=3)
        report = fairyring.study("mono", **asked, on="ray", workers=2, progress=progress)
        own = fairyring.study(OWN, 20, levels="random", on="ray")
    finally:
        ray.shutdown()
    assert killed and report.run["replaced"] >= 1 and report.run["played"] == 200
    assert report == fairyring.study("mono", **asked)
    assert report == fairyring.study("mono", **asked | {"chunk": 7}, on="processes", workers=2)
    assert own == fairyring.study(OWN, 20, levels="random")
    print(f"\nkilled {killed}, replaced {report.run['replaced']}, {report.run['received'] / 200:.0f} bytes a game")


@pytest.mark.skipif("FAIRYRING_RAY" not in os.environ, reason="bindings/python/test.sh --ray runs it")
def test_on_ray_a_machine_goes_and_another_one_comes():
    import ray
    from ray.cluster_utils import Cluster

    # Machines of one core each, as far as Ray knows; the first only leads.
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    machines = [cluster.add_node(num_cpus=1) for _ in range(2)]
    gone = []

    def progress(over, _):
        if over >= 20 and not gone:
            gone.append(over)
            cluster.remove_node(machines[0], allow_graceful=False)
            cluster.add_node(num_cpus=1)

    try:
        ray.init(address=cluster.address, log_to_driver=False)
        asked = dict(games=150, levels=["random", 2], seed=8)
        report = fairyring.study("mono", **asked, on="ray", chunk=4, progress=progress)
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert gone and report.run["workers"] == 2
    assert report == fairyring.study("mono", **asked)
