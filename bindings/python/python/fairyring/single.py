"""An environment of gymnasium: one side is played by the agent, all others by somebody else.

>>> import gymnasium
>>> import fairyring.single                           # registers all bundled games
>>> env = gymnasium.make("fairyring/chess-v0")
>>> observation, info = env.reset(seed=1)
>>> action = env.unwrapped.legal_actions()[0]           # or info["action_mask"]
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

import gymnasium
import numpy as np
from gymnasium import spaces

from ._native import Batch, Game


def observation_space(game):
    """The space of what is seen of a game's positions."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (len(game.planes), len(game.squares)), np.uint8),
            "counters": spaces.Box(-(2**31), 2**31 - 1, (len(game.counters),), np.int32),
            "action_mask": spaces.Box(0, 1, (game.action_count,), np.int8),
        }
    )


def observation(batch, acting=True):
    """What is seen of the first game of a batch."""
    mask = batch.legal_mask[0] if acting else np.zeros_like(batch.legal_mask[0])
    return {
        "planes": batch.observations[0].copy(),
        "counters": batch.counters[0].copy(),
        "action_mask": mask.astype(np.int8),
    }


class FairyringEnv(gymnasium.Env):
    """A game against an opponent.

    `game` is a `Game`, a name, or a path. `side` is the number of the side that the agent plays, or None for another one in
    each game. `opponent` chooses for the others: it gets the batch (of one game) and a random generator of numpy, and
    returns an action; by default it plays at random. An illegal action loses the game, or raises an exception
    with `illegal="raise"`, or is replaced by a random one with `illegal="random"`.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, game="chess", side=0, opponent=None, limit=1000, illegal="lose", render_mode=None
    ):
        if illegal not in ("lose", "raise", "random"):
            raise ValueError(f"illegal must be 'lose', 'raise' or 'random', not {illegal!r}")
        self.game = game if isinstance(game, Game) else Game(game)
        sides = len(self.game.sides)
        if side is not None and side not in range(sides):
            raise ValueError(f"the sides of this game are 0 to {sides - 1}")
        self.wanted_side = side
        self.side = side or 0
        self.opponent = opponent or _random_opponent
        self.illegal = illegal
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = observation_space(self.game)
        self._batch = None
        self._over = True

    def reset(self, *, seed=None, options=None):
        """Begins a game; `options={"position": text}` begins in another position."""
        super().reset(seed=seed)
        start = (options or {}).get("position")
        own = int(self.np_random.integers(2**62))
        self._batch = Batch(
            self.game,
            1,
            seed=own,
            limit=self.limit,
            auto_reset=False,
            starts=None if start is None else [start],
        )
        if self.wanted_side is None:
            self.side = int(self.np_random.integers(len(self.game.sides)))
        self._over = False
        self._others_play()
        # Where the others end the game before the agent has played, another one begins.
        if self._over and start is None:
            return self.reset(options=options)
        return observation(self._batch), self._info()

    def step(self, action):
        """Makes a step of the agent's turn, and lets the others play until it is the agent's turn again."""
        if self._batch is None or self._over:
            raise RuntimeError("the game is over or has not begun: call reset")
        action = int(action)
        if action < 0 or action >= self.game.action_count or not self._batch.legal_mask[0, action]:
            if self.illegal == "raise":
                self._batch.step([action])
            if self.illegal == "lose":
                self._over = True
                info = self._info() | {"illegal": True}
                return observation(self._batch, acting=False), -1.0, True, False, info
            action = int(self.np_random.choice(self.legal_actions()))
        reward, terminated, truncated = self._play(action)
        if not self._over:
            reward, terminated, truncated = self._others_play()
        return observation(self._batch), reward, terminated, truncated, self._info()

    def _play(self, action):
        self._batch.step([action])
        terminated, truncated = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        self._over = terminated or truncated
        return float(self._batch.rewards[0, self.side]), terminated, truncated

    def _others_play(self):
        result = (0.0, False, False)
        while not self._over and self._batch.side_to_move[0] != self.side:
            result = self._play(int(self.opponent(self._batch, self.np_random)))
        return result

    def legal_actions(self):
        """The legal actions, as numbers."""
        return self._batch.legal_actions(0)

    def position(self):
        """The position now."""
        return self._batch.position(0)

    def render(self):
        """The text of the position."""
        return str(self.position()) if self._batch is not None else ""

    def _info(self):
        return {"action_mask": self._batch.legal_mask[0].astype(np.int8), "side": self.side}


def _random_opponent(batch, random):
    return random.choice(batch.legal_actions(0))


def register(game=None, name=None):
    """Registers `fairyring/NAME-v0` for a `Game` or the path of a file, and returns that; without one, for each bundled game."""
    if game is not None:
        game = game if isinstance(game, Game) else Game(game)
        own = f"fairyring/{name or game.title.lower().replace(' ', '-')}-v0"
        gymnasium.register(own, entry_point="fairyring.single:FairyringEnv", kwargs={"game": game})
        return own
    for name, _ in Game.list():
        own = f"fairyring/{name}-v0"
        if own not in gymnasium.registry:
            gymnasium.register(own, entry_point="fairyring.single:FairyringEnv", kwargs={"game": name})
    return None


register()
