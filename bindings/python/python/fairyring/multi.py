"""An environment of PettingZoo (AEC): each side of a game is an agent.

>>> from fairyring import multi
>>> env = multi.env("ruddigore")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

import functools

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Batch, Game
from .single import observation, observation_space


def env(game="chess", limit=1000, render_mode=None, starts=None):
    """Makes the environment for a `Game`, a name or a path. An illegal action loses the game."""
    made = raw_env(game, limit=limit, render_mode=render_mode, starts=starts)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """The environment without wrappers: an illegal action raises an exception."""

    metadata = {"render_modes": ["ansi"], "name": "fairyring_v0", "is_parallelizable": False}

    def __init__(self, game="chess", limit=1000, render_mode=None, starts=None):
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.limit = limit
        self.render_mode = render_mode
        self.starts = starts
        self.possible_agents = list(self.game.sides)
        self.agents = []
        self._batch = None
        self._seed = 0

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent):
        """The space of what an agent sees."""
        return observation_space(self.game)

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent):
        """The space of an agent's actions."""
        return spaces.Discrete(self.game.action_count)

    def reset(self, seed=None, options=None):
        """Begins a game."""
        self._seed = self._seed + 1 if seed is None else seed
        self._batch = Batch(
            self.game,
            1,
            seed=self._seed % 2**63,
            limit=self.limit,
            auto_reset=False,
            starts=self.starts,
        )
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self):
        return self.possible_agents[int(self._batch.side_to_move[0])]

    def observe(self, agent):
        """What an agent sees; it has no legal actions while another one is to move."""
        over = any(self.terminations.values()) or any(self.truncations.values())
        return observation(self._batch, acting=not over and agent == self._mover())

    def step(self, action):
        """Makes a step of the turn of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._batch.step([int(action)])
        for number, other in enumerate(self.possible_agents):
            self.rewards[other] = float(self._batch.rewards[0, number])
        if self._batch.terminated[0]:
            self.terminations = {other: True for other in self.agents}
        elif self._batch.truncated[0]:
            self.truncations = {other: True for other in self.agents}
        self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def render(self):
        """The text of the position."""
        return str(self._batch.position(0)) if self._batch is not None else ""

    def close(self):
        """Lets the game go."""
        self._batch = None
