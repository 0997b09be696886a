"""Studies: the lab's report from games that are shared out among threads, processes or the machines of a cluster."""

import collections
import json
import math
import os
import queue
import tempfile
import threading
import time

from ._files import named
from ._native import Game, StudyError, StudyFile, StudyGames, run
from ._players import PLAYERS, Lost, Stopped, Work

# How often a chunk is given to somebody else before the study gives up.
ATTEMPTS = 5

# Where a precision is asked for, it is looked at after so many games, as the command does.
STEP = 200

# The most games of a level.
MOST = 1_000_000

# The most games of a chunk, and how many chunks each of those who play should have.
CHUNK = 200
CHUNKS = 8


class Report:
    """What a study says about a game.

    `levels` has the results by level (`"random"`, `"2"`), each as docs/lab.md describes them; `game`, `rules` (a hash),
    `position`, `seed` and `limit` say what was studied, and `run` how it went: all that may differ between two runs with the
    same seed. Reports are equal if all but `run` is.
    """

    def __init__(self, data, run):
        data = dict(data)
        levels = data.pop("levels", None)
        if levels is None:
            own = {key: data.pop(key) for key in list(data) if key not in _COMMON}
            levels = [own]
        for level in levels:
            level.pop("run", None)
        self.levels = {level["level"]: level for level in levels}
        self.run = run
        for key in _COMMON:
            setattr(self, key, data[key])

    def __getitem__(self, level):
        return self.levels[str(level)]

    def as_dict(self):
        """All of it but `run`, as values that JSON has."""
        return {key: getattr(self, key) for key in _COMMON} | {"levels": list(self.levels.values())}

    def __eq__(self, other):
        if not isinstance(other, Report):
            return NotImplemented
        return self.as_dict() == other.as_dict()

    __hash__ = None

    def __str__(self):
        lines = [f"{self.game}, seed {self.seed}"]
        for name, level in self.levels.items():
            who = "random turns" if name == "random" else f"level {name}"
            lines.append(f"{who}, {level['games']} games: {level['words']}")
            lines += [f"  {fault['words']}" for fault in level["faults"]]
        return "\n".join(lines)

    def __repr__(self):
        games = ", ".join(f"{name}: {level['games']}" for name, level in self.levels.items())
        return f"<Report of {self.game}, games {{{games}}}>"


_COMMON = ("game", "rules", "position", "seed", "limit")


def study(
    game="chess",
    games=400,
    *,
    levels=("random", 2, 4),
    seed=1,
    limit=1000,
    position=None,
    precision=None,
    keep=None,
    on="threads",
    workers=None,
    chunk=None,
    progress=None,
    html=None,
    csv=None,
    parquet=None,
):
    """Lets the computer play a game against itself, and says what the games say about it.

    `game` is a `Game`, a name, a path, or the text of rules. `games` are played at each of the `levels`: `"random"`, or from
    1 to 10. With a `precision` such as 0.02, games are played until the share of points is known so well. `keep` is the path
    of a file that keeps each chunk of games as soon as it is over: the same call goes on with it after a stop.

    `on` says who plays: `"threads"` of this process, `"processes"` of this machine, or `"ray"`, the machines of a cluster. The
    report is the same, however many `workers` play and however many games make a `chunk`.

    `progress` is called with how many games are over and how many there are. `html`, `csv` and `parquet` are paths of
    further reports.
    """
    if not isinstance(game, Game):
        text = os.fspath(game)
        game = Game.from_text(text) if "\n" in text else Game(text)
    if on not in PLAYERS:
        raise ValueError(f"on must be one of {', '.join(PLAYERS)}, not {on!r}")
    levels = _levels(levels)
    if not 1 <= games <= MOST:
        raise ValueError(f"games must be from 1 to {MOST}")
    if precision is not None and not 0.001 <= precision <= 0.5:
        raise ValueError("precision must be from 0.001 to 0.5")
    if not 1 <= limit <= 1_000_000:
        raise ValueError("limit must be from 1 to 1000000")
    for name, value in [("workers", workers), ("chunk", chunk)]:
        if value is not None and value < 1:
            raise ValueError(f"{name} must be 1 or more")
    start = None if position is None else str(position)
    own = StudyGames(game, seed, limit, start)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="fairyring-") as folder:
        path = os.fspath(keep) if keep is not None else os.path.join(folder, "study")
        file = StudyFile(path, own)
        counts = {"played": 0, "replaced": 0, "sent": 0, "received": 0}
        with PLAYERS[on](Work(game, own, seed, limit, start), workers) as players:
            shared = _Shared(players, file, chunk, progress, counts)
            shared.play(levels, games, precision)
        seconds = time.perf_counter() - begun
        asked = ["--seed", seed, "--limit", limit, "--keep", path, "--json"]
        asked += [word for level in levels for word in ("--level", level)]
        asked += ["--games", games] if precision is None else ["--precision", f"{100 * precision:.9g}%"]
        for option, value in [("--position", start), ("--html", html), ("--csv", csv), ("--parquet", parquet)]:
            asked += [] if value is None else [option, os.fspath(value)]
        data = _report(game, [str(word) for word in asked])
    counts |= {"on": on, "workers": players.number, "seconds": seconds}
    return Report(data, counts)


def _levels(levels):
    """The levels as texts, the weakest first."""
    if isinstance(levels, (str, int)):
        levels = [levels]
    read = set()
    for level in levels:
        if level != "random":
            number = int(level)
            if not 1 <= number <= 10:
                raise ValueError(f"a level is 'random' or a number from 1 to 10, not {level!r}")
            level = number
        read.add(level)
    if not read:
        raise ValueError("a study has one level or more")
    return [str(level) for level in sorted(read, key=lambda level: 0 if level == "random" else level)]


def _report(game, asked):
    """The report of the command, which finds all games in the file."""
    options = [word for name, value in game.options.items() for word in ("--set", f"{name}={value}")]
    with named(game) as name:
        code, out, err = run(["study", name, *options, *asked])
    if code:
        raise StudyError(err.strip() or out.strip())
    return json.loads(out)


class _Shared:
    """Games that are shared out in chunks."""

    def __init__(self, players, file, chunk, progress, counts):
        self.players, self.file, self.chunk = players, file, chunk
        self.progress, self.counts = progress, counts
        self.waiting, self.told = collections.deque(), queue.SimpleQueue()

    def play(self, levels, games, precision):
        """Plays so many games at each level, or until enough is known."""
        if precision is None:
            self.finish([(level, self.file.left(level, games)) for level in levels])
            return
        for level in levels:
            target = STEP
            while True:
                self.finish([(level, self.file.left(level, target))])
                if self.file.half_width(level, target) <= precision or target >= MOST:
                    break
                target = min(target + STEP, MOST)

    def finish(self, left):
        """Plays games by their numbers, and keeps them chunk by chunk."""
        total = sum(len(numbers) for _, numbers in left)
        even = math.ceil(total / (self.players.number * CHUNKS))
        size = self.chunk or max(1, min(CHUNK, even))
        for level, numbers in left:
            for first in range(0, len(numbers), size):
                self.waiting.append((level, numbers[first : first + size]))
        threads = min(self.players.number, len(self.waiting))
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(threads)]
        for thread in threads:
            thread.start()
        try:
            over = 0
            while over < total:
                # A signal is seen between two looks.
                try:
                    told = self.told.get(timeout=0.1)
                except queue.Empty:
                    continue
                if isinstance(told, BaseException):
                    raise told
                over += told
                self.counts["played"] += told
                if self.progress is not None:
                    self.progress(over, total)
        finally:
            self.waiting.clear()
            if over < total:
                self.players.stop()
            for thread in threads:
                thread.join()

    def work(self):
        """Plays chunks until there are no more; in a thread for each of those who play."""
        try:
            with self.players.player() as player:
                while True:
                    try:
                        level, numbers = self.waiting.popleft()
                    except IndexError:
                        return
                    lines = self.lines(player, level, numbers)
                    self.file.add(level, numbers, lines)
                    self.told.put(len(numbers))
        except Stopped:
            pass
        except BaseException as error:
            self.told.put(error)

    def lines(self, player, level, numbers):
        """The games of a chunk: if somebody is lost who plays it, somebody else plays it again."""
        for _ in range(ATTEMPTS):
            try:
                return player.play(level, numbers, self.counts)
            except Lost:
                self.counts["replaced"] += 1
        span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
        raise StudyError(f"whoever played the games {span} of level {level} has ended {ATTEMPTS} times")
