//! A game as the solver sees it: keys of positions, and which keys follow on which.

use super::digits::{Packing, Unfit};
use super::symmetry::{Action, Symmetry};
use crate::compile::program::layout::{over_code, reason_of, winner_of};
use crate::ir::SideId;
use crate::play::legality::outcome::outcome;
use crate::play::legality::turns::decided_with_turns;
use crate::play::perft::counter::Perft;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::search::Value;
use crate::state::{Allowance, Position, Random, Recurrence, TooMuch};

/// How many random games show what there must be room for.
const GAMES: u64 = 64;

/// How long they are at most, in turns.
const LENGTH: usize = 200;

/// What is found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The game goes on.
    Open,
    /// The game is over: what that is worth for the side to move, and the number of the reason.
    Over(Value, usize),
}

/// Why a position cannot be gone on from.
#[derive(Clone, Debug)]
pub(super) enum Hindrance {
    /// A value needs more room.
    Unfit(Unfit),
    /// The rules notice the symmetry of that number.
    Uneven(usize),
    /// Its turns are more than can be worked out.
    TooMuch(TooMuch),
}

impl From<Unfit> for Hindrance {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

/// The keys of the positions that turns lead to, each once, and whether the same side moves again there.
#[derive(Debug, Default)]
pub(super) struct Followers {
    pub(super) keys: Vec<u64>,
    pub(super) again: Vec<bool>,
}

/// A game whose positions have keys.
pub(super) trait Space: Sync {
    /// Returns somebody who looks at positions, for one thread.
    fn worker(&self) -> Box<dyn Worker + '_>;
}

/// Looks at positions.
pub(super) trait Worker {
    /// Finds out what follows on a position; checks that the symmetries hold there if so wanted.
    fn expand(
        &mut self,
        key: &[u64],
        check: bool,
        into: &mut Followers,
    ) -> Result<Found, Hindrance>;
}

/// How positions get their keys: room for each part, and which positions have the same.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub(super) packing: Packing,
    pub(super) symmetries: Vec<Symmetry>,
}

/// A game for states of one size.
pub(super) struct Sized<'p, S: StateSize> {
    compiled: &'p Compiled<S>,
    scheme: &'p Scheme,
    actions: Vec<Action>,
    template: State<S>,
    /// Whether the record of the game may end it in a position that occurs for the first time.
    unforeseen: bool,
}

impl<'p, S: StateSize> Sized<'p, S> {
    pub(super) fn new(compiled: &'p Compiled<S>, scheme: &'p Scheme) -> Self {
        let layout = &compiled.program.layout;
        let action = |one: &Symmetry| Action::new(&compiled.game, layout, &scheme.packing, one);
        let empty = Position::empty(&compiled.game);
        Self {
            compiled,
            scheme,
            actions: scheme.symmetries.iter().map(action).collect(),
            template: compiled.state_of(&empty),
            unforeseen: compiled.program.search_key.ends_unforeseen,
        }
    }

    pub(super) fn looker(&self) -> Looker<'_, 'p, S> {
        Looker {
            space: self,
            counter: Perft::within(&self.compiled.program, &Allowance::UNLIMITED),
            values: Vec::new(),
            image: Vec::new(),
            best: vec![0; self.scheme.packing.words()],
            trial: vec![0; self.scheme.packing.words()],
        }
    }
}

impl<S: StateSize> Space for Sized<'_, S> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self.looker())
    }
}

/// Looks at positions of a game for states of one size.
pub(super) struct Looker<'s, 'p, S: StateSize> {
    space: &'s Sized<'p, S>,
    counter: Perft<'p, S>,
    values: Vec<i32>,
    image: Vec<i32>,
    best: Vec<u64>,
    trial: Vec<u64>,
}

impl<S: StateSize> Looker<'_, '_, S> {
    /// Returns the key of a state.
    pub(super) fn key(&mut self, state: &State<S>) -> Result<&[u64], Unfit> {
        let packing = &self.space.scheme.packing;
        packing.values(state, &mut self.values);
        packing.pack(&self.values, &mut self.best)?;
        for action in &self.space.actions {
            action.apply_from(packing.squares(), &self.values, &mut self.image);
            let places = (action.squares(), |code| action.code(code));
            packing.pack_image(&self.values, places, &self.image, &mut self.trial)?;
            if self.trial < self.best {
                std::mem::swap(&mut self.trial, &mut self.best);
            }
        }
        Ok(&self.best)
    }

    /// Returns the state of a key.
    pub(super) fn unpacked(&self, key: &[u64]) -> State<S> {
        let mut values = Vec::new();
        self.space.scheme.packing.unpack(key, &mut values);
        self.state(&values)
    }

    fn state(&self, values: &[i32]) -> State<S> {
        let mut state = self.space.template;
        self.space.scheme.packing.write(&self.space.compiled.program, values, &mut state);
        state
    }

    /// Finds out whether the game is over, as the code that a state keeps for it, and where the turns lead.
    pub(super) fn look(&mut self, state: &State<S>) -> Result<(u32, Vec<State<S>>), TooMuch> {
        let budget = self.counter.pool.budget.clone();
        budget.replace(0);
        let first = || self.space.unforeseen.then(|| Recurrence::times(1));
        let mut run = self.counter.pool.idle_in(state);
        let mut over = None;
        let mut states = Vec::new();
        if decided_with_turns(&mut run) {
            over = outcome(&mut run, first(), false);
        } else {
            states = self.counter.outcomes(&mut run);
            if states.is_empty() || self.space.unforeseen {
                let mut run = self.counter.pool.idle_in(state);
                over = outcome(&mut run, first(), !states.is_empty());
                self.counter.pool.recycle(run);
            }
        }
        self.counter.pool.recycle(run);
        budget.answer(())?;
        let reasons = self.space.compiled.program.reasons.len();
        let nothing = states.is_empty() && over.is_none();
        let over = over.or(nothing.then(|| over_code(reasons, None)));
        Ok(match over {
            Some(over) => (over, Vec::new()),
            None => (0, states),
        })
    }

    /// Checks that what follows on the image of a position is the image of what follows on it.
    pub(super) fn check(
        &mut self,
        values: &[i32],
        over: u32,
        states: &[State<S>],
    ) -> Result<(), Hindrance> {
        let packing = &self.space.scheme.packing;
        let (words, squares) = (packing.words(), packing.squares());
        let mut known: Vec<i32> = Vec::with_capacity(states.len() * values.len());
        for state in states {
            packing.values(state, &mut self.values);
            known.extend(&self.values);
        }
        let (mut image, mut key) = (Vec::new(), vec![0; words]);
        for (number, action) in self.space.actions.iter().enumerate() {
            action.apply(values, &mut image);
            let (other_over, others) =
                self.look(&self.state(&image)).map_err(Hindrance::TooMuch)?;
            let expected = action.over(i32::try_from(over).unwrap_or(0));
            if i32::try_from(other_over) != Ok(expected) || others.len() != states.len() {
                return Err(Hindrance::Uneven(number));
            }
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for known in known.chunks_exact(values.len()) {
                action.apply_from(squares, known, &mut image);
                let places = (action.squares(), |code| action.code(code));
                packing.pack_image(known, places, &image, &mut key)?;
                left.extend(&key);
            }
            for other in &others {
                packing.values(other, &mut self.values);
                packing.pack(&self.values, &mut key)?;
                right.extend(&key);
            }
            if sorted(&left, words) != sorted(&right, words) {
                return Err(Hindrance::Uneven(number));
            }
        }
        Ok(())
    }

    fn found(&self, over: u32, to_move: SideId) -> Found {
        let Some(reason) = reason_of(over) else { return Found::Open };
        let value = match winner_of(over) {
            None => Value::Draw,
            Some(winner) if winner == to_move => Value::Win,
            Some(_) => Value::Loss,
        };
        let reasons = self.space.compiled.program.reasons.len();
        Found::Over(value, reason.min(reasons))
    }
}

impl<S: StateSize> Worker for Looker<'_, '_, S> {
    fn expand(
        &mut self,
        key: &[u64],
        check: bool,
        into: &mut Followers,
    ) -> Result<Found, Hindrance> {
        into.keys.clear();
        into.again.clear();
        let mut values = std::mem::take(&mut self.image);
        self.space.scheme.packing.unpack(key, &mut values);
        let state = self.state(&values);
        let (over, states) = self.look(&state).map_err(Hindrance::TooMuch)?;
        if check {
            self.check(&values, over, &states)?;
        }
        self.image = values;
        let words = self.space.scheme.packing.words();
        let (mut keys, mut again) = (Vec::with_capacity(states.len() * words), Vec::new());
        for next in &states {
            keys.extend(self.key(next)?);
            again.push(next.to_move == state.to_move);
        }
        let mut all: Vec<(&[u64], bool)> = keys.chunks_exact(words).zip(again).collect();
        all.sort_unstable();
        all.dedup();
        for (key, again) in all {
            into.keys.extend(key);
            into.again.push(again);
        }
        Ok(self.found(over, state.to_move))
    }
}

/// Returns the keys of so many words that stand in a row, in order.
fn sorted(keys: &[u64], words: usize) -> Vec<&[u64]> {
    let mut keys: Vec<&[u64]> = keys.chunks_exact(words).collect();
    keys.sort_unstable();
    keys
}

/// Makes room for what random games from these positions show, and finds the symmetries that hold in all of them.
pub(super) fn scout<S: StateSize>(
    compiled: &Compiled<S>,
    roots: &[State<S>],
    symmetric: Equal,
) -> Result<Scheme, TooMuch> {
    let mut scheme = Scheme::plain(compiled);
    let seen = seen(compiled, &scheme, roots)?;
    if symmetric != Equal::Each {
        let mut candidates = Symmetry::candidates(&compiled.game);
        candidates.retain(|one| symmetric == Equal::Once || !one.swaps());
        scheme.symmetries = candidates;
    }
    let mut number = 0;
    while let Err(hindrance) = fit(compiled, &scheme, &seen, &mut number) {
        match hindrance {
            Hindrance::Unfit(unfit) => scheme.packing.widen(unfit),
            Hindrance::Uneven(uneven) => drop(scheme.symmetries.remove(uneven)),
            Hindrance::TooMuch(limit) => return Err(limit),
        }
    }
    scheme.settle();
    Ok(scheme)
}

/// Returns the states of some random games.
pub(super) fn seen<S: StateSize>(
    compiled: &Compiled<S>,
    scheme: &Scheme,
    roots: &[State<S>],
) -> Result<Vec<State<S>>, TooMuch> {
    let space = Sized::new(compiled, scheme);
    let mut looker = space.looker();
    let mut seen = Vec::new();
    for game in 0..GAMES {
        let mut random = Random::stream(1, game);
        let Some(root) = roots.get(random.below(roots.len().max(1))) else { break };
        let mut state = *root;
        for _ in 0..LENGTH {
            seen.push(state);
            let (_, states) = looker.look(&state)?;
            let Some(next) = states.get(random.below(states.len().max(1))) else { break };
            state = *next;
        }
    }
    Ok(seen)
}

/// Goes through states from one of them on, whether there is room for each and its images, and whether the symmetries hold
/// in it; `number` is then where that is not so.
fn fit<S: StateSize>(
    compiled: &Compiled<S>,
    scheme: &Scheme,
    states: &[State<S>],
    number: &mut usize,
) -> Result<(), Hindrance> {
    let space = Sized::new(compiled, scheme);
    let mut looker = space.looker();
    let mut values = Vec::new();
    while let Some(state) = states.get(*number) {
        looker.key(state)?;
        scheme.packing.values(state, &mut values);
        let (over, next) = looker.look(state).map_err(Hindrance::TooMuch)?;
        looker.check(&values, over, &next)?;
        *number += 1;
    }
    Ok(())
}

/// Which positions are taken for equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equal {
    /// None.
    Each,
    /// Images of each other, with the same side to move.
    Images,
    /// Images of each other, also with the sides exchanged.
    Once,
}

impl Scheme {
    /// Makes one with room for the least of everything, in which no positions are equal.
    pub(super) fn plain<S: StateSize>(compiled: &Compiled<S>) -> Self {
        let packing = Packing::new::<S>(&compiled.program);
        Self { packing, symmetries: Vec::new() }
    }

    /// Describes it for a file.
    pub(super) fn to_text<S: StateSize>(&self, compiled: &Compiled<S>) -> String {
        let all = Symmetry::candidates(&compiled.game);
        let number = |one: &Symmetry| all.iter().position(|other| other == one).unwrap_or(0);
        let used: Vec<String> = self.symmetries.iter().map(|one| number(one).to_string()).collect();
        format!("{}\n{}", self.packing.to_text(), used.join(","))
    }

    /// Takes the place of this one from such a description; `false` if it is of something else.
    pub(super) fn read<S: StateSize>(&mut self, compiled: &Compiled<S>, text: &str) -> bool {
        let Some((packing, used)) = text.split_once('\n') else { return false };
        let all = Symmetry::candidates(&compiled.game);
        let numbers = used.split(',').filter(|number| !number.is_empty());
        let named = numbers.map(|number| all.get(number.parse::<usize>().ok()?).cloned());
        let Some(symmetries) = named.collect::<Option<Vec<_>>>() else { return false };
        if !self.packing.read(packing) {
            return false;
        }
        self.symmetries = symmetries;
        true
    }

    /// Leaves out symmetries without which the others do not make a whole.
    pub(super) fn settle(&mut self) {
        if !Symmetry::are_closed(&self.symmetries) {
            self.symmetries.clear();
        }
    }
}
