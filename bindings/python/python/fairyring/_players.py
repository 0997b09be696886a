"""Who plays the games of a study: threads of this process, processes of this machine, or the machines of a cluster."""

import os
import pickle
import subprocess
import sys
import threading

from ._native import StudyError, __version__
from ._worker import played, unpacked


class Lost(Exception):
    """Whoever played a chunk is gone; somebody else can play it."""


class Stopped(Exception):
    """The study was stopped."""


class Work:
    """What is played, as it is sent to others: the rules with all files that they are made of."""

    def __init__(self, game, games, seed, limit, position):
        self.games = games
        self.recipe = pickle.dumps((game, seed, limit, position, game.hash))


class _Players:
    """`number` of those who play at a time; `stop` lets all of them stop."""

    def __init__(self, work, number):
        self.work, self.stopped = work, threading.Event()
        self.number = number or self.usual()

    def usual(self):
        """How many play if nothing is said."""
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def stop(self):
        self.stopped.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class Threads(_Players):
    """Threads of this process: the library plays without the lock of Python."""

    def stop(self):
        super().stop()
        self.work.games.stop()

    def player(self):
        return self

    def play(self, level, numbers, _):
        try:
            return self.work.games.play(level, numbers)
        except RuntimeError:
            if self.stopped.is_set():
                raise Stopped from None
            raise


class Processes(_Players):
    """Processes of this machine: one that dies is replaced, and what it was playing is played again."""

    def __init__(self, work, number):
        super().__init__(work, number)
        self.running, self.lock = set(), threading.Lock()

    def stop(self):
        super().stop()
        with self.lock:
            for process in self.running:
                process.kill()

    def player(self):
        return _Process(self)


class _Process:
    """A process that plays, and the ones that take its place."""

    def __init__(self, players):
        self.players, self.process = players, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def begin(self):
        # The process finds the library where this one has found it; it needs nothing of the main program.
        code = f"import sys; sys.path[:] = {sys.path!r}; from fairyring._worker import serve; serve()"
        with self.players.lock:
            if self.players.stopped.is_set():
                raise Stopped
            self.process = subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            self.players.running.add(self.process)

    def end(self):
        process, self.process = self.process, None
        if process is None:
            return
        with self.players.lock:
            self.players.running.discard(process)
        process.kill()
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        process.wait()

    def play(self, level, numbers, counts):
        if self.process is None:
            self.begin()
        order = pickle.dumps((__version__, self.players.work.recipe, level, numbers))
        try:
            self.process.stdin.write(order)
            self.process.stdin.flush()
            answer = pickle.load(self.process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self.end()
            if self.players.stopped.is_set():
                raise Stopped from None
            raise Lost from None
        if isinstance(answer, str):
            raise StudyError(answer)
        counts["sent"] += len(order)
        counts["received"] += len(answer)
        return unpacked(answer)


class Ray(_Players):
    """The machines of a Ray cluster. A chunk is a task for one core; one whose machine is gone is given to another."""

    def __init__(self, work, number):
        try:
            import ray
        except ImportError as error:
            raise ImportError("studies on a cluster need Ray: pip install 'fairyring[ray]'") from error
        self.ray = ray
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        super().__init__(work, number)
        self.task = ray.remote(played).options(max_retries=0, num_cpus=1, name="fairyring study")
        # The rules are sent to each machine once.
        self.recipe = ray.put(work.recipe)

    def usual(self):
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def player(self):
        return _Tasks(self)


class _Tasks:
    """A task at a time."""

    def __init__(self, players):
        self.players = players

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def play(self, level, numbers, counts):
        ray, players = self.players.ray, self.players
        task = players.task.remote(__version__, players.recipe, level, numbers)
        while not ray.wait([task], timeout=0.2)[0]:
            if players.stopped.is_set():
                ray.cancel(task, force=True)
                raise Stopped
        try:
            answer = ray.get(task)
        except ray.exceptions.RayTaskError as error:
            raise StudyError(str(error.cause)) from error
        except ray.exceptions.RayError as error:
            if players.stopped.is_set():
                raise Stopped from None
            raise Lost from error
        if isinstance(answer, str):
            raise StudyError(answer)
        counts["sent"] += 8 * len(numbers)
        counts["received"] += len(answer)
        return unpacked(answer)


PLAYERS = {"threads": Threads, "processes": Processes, "ray": Ray}
