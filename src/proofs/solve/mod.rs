//! Whole games solved: everything that can be reached from some positions, and what each position is worth.
//!
//! Positions are told apart by all that later turns and ends depend on, the record of the game and its clocks left out.
//! They are found layer by layer and kept as sorted rows of packed keys; then values are carried back from the ends of the
//! game, ply by ply. What cannot be decided so goes on for ever if both sides want it to, and is drawn. A ply is a whole
//! turn, of however many steps, and the same side may have the next one too.

mod answers;
mod digits;
mod explore;
mod failure;
mod file;
mod keep;
mod material;
mod record;
mod retrograde;
mod space;
mod symmetry;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ir::Game;
use crate::ir::display;
use crate::notation;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::play::{Engine, each_size};
pub use crate::search::{Probe, Value, Verdict};
use crate::state::Position;
pub use answers::{Tables, Tally, by_frequency, most_positions};
use explore::{Explored, Key, explore};
pub use failure::{Again, Failure};
use keep::Keeper;
pub use keep::Store;
use material::Placings;
pub use material::{Material, Summary};
pub use record::{RecordRule, record_rules};
use space::{Equal, Hindrance, Scheme, Sized, scout};
pub(in crate::proofs) use symmetry::Symmetry;

/// How a game is solved.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether positions that the rules make equal are counted once.
    pub symmetric: bool,
    /// How many threads share the work.
    pub threads: usize,
    /// How many bytes of memory may be used.
    pub memory: u64,
}

/// How far a solution has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are found.
    Exploring,
    /// The ways between them are counted.
    Counting,
    /// The ways between them are noted.
    Linking,
    /// Values are carried back from positions decided in so many plies.
    Solving(u16),
}

/// Learns how far a solution has come: the stage, how much is done in it and how much left; `false` stops it.
pub type Watch<'w> = dyn FnMut(Stage, usize, usize) -> bool + 'w;

/// Tells somebody how far a solution has come.
struct Progress<'w> {
    watch: &'w mut Watch<'w>,
}

impl Progress<'_> {
    fn show(&mut self, stage: Stage, done: usize, left: usize) -> Result<(), Failure> {
        if (self.watch)(stage, done, left) { Ok(()) } else { Err(Failure::Stopped) }
    }
}

impl Settings {
    /// Tells whether so many bytes may be used.
    fn afford(&self, positions: usize, bytes: usize) -> Result<(), Failure> {
        let needed = bytes as u64;
        if needed <= self.memory {
            return Ok(());
        }
        Err(Failure::Memory { positions, needed, bound: self.memory })
    }
}

/// From which positions a game is solved.
#[derive(Clone, Copy, Debug)]
pub enum Roots<'r> {
    /// From one.
    Position(&'r Position),
    /// From all with some pieces.
    Material(&'r Material),
}

/// A game that is solved, from the positions that were asked for.
pub struct Solution {
    game: Arc<Game>,
    engine: Engine,
    scheme: Scheme,
    keys: Vec<u64>,
    notes: Vec<u16>,
    is_symmetric: bool,
    /// What the positions are worth from which it was solved, if they are all with some pieces.
    pub summary: Summary,
    /// How many layers of positions there are.
    pub layers: usize,
    /// How many positions are final, by the reason.
    pub final_by_reason: BTreeMap<String, u64>,
    /// How many ways lead from one position to another.
    pub edges: u64,
    /// How many bytes of a key tell positions apart.
    pub bytes_of_key: usize,
    /// How many pieces stand on the board at most.
    most_pieces: usize,
    /// How many positions the rules make equal at most, counting one of them: 1 where none are.
    pub symmetries: usize,
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").field("positions", &self.notes.len()).finish_non_exhaustive()
    }
}

/// Solves a game from some positions.
///
/// # Errors
/// If it does not fit, or something cannot be kept.
pub fn solve<'s, 'w>(
    engine: &Engine,
    game: &Arc<Game>,
    roots: Roots<'_>,
    settings: &Settings,
    store: Option<&'s mut (dyn Store + 's)>,
    watch: &'w mut Watch<'w>,
) -> Result<Solution, Failure> {
    let about = about(game, roots, settings);
    let progress = Progress { watch };
    let task = Task { engine, game, roots, settings, store, progress, about };
    each_size!(engine, compiled => task.solve(compiled))
}

/// Says what is solved: whatever is kept belongs to that alone.
fn about(game: &Game, roots: Roots<'_>, settings: &Settings) -> String {
    use sha2::{Digest, Sha256};
    let text = match roots {
        Roots::Position(position) => notation::write_position(game, position),
        Roots::Material(material) => material.describe(game),
    };
    let digest = Sha256::digest(text);
    let digest = u64::from_be_bytes(*digest.first_chunk().unwrap_or(&[0; 8]));
    let kind = if settings.symmetric { "once" } else { "each" };
    format!("{}\npositions from {digest:016x}\nequal positions {kind}", about_rules(game))
}

/// Says by which rules something is solved.
fn about_rules(game: &Game) -> String {
    format!("rules {}", display::hash(game))
}

/// From which states a game is solved.
enum From<'m, S: StateSize> {
    State(State<S>),
    Placings(Placings<'m, S>),
}

struct Task<'t, 's, 'w> {
    engine: &'t Engine,
    game: &'t Arc<Game>,
    roots: Roots<'t>,
    settings: &'t Settings,
    store: Option<&'s mut (dyn Store + 's)>,
    progress: Progress<'w>,
    about: String,
}

impl Task<'_, '_, '_> {
    fn solve<S: StateSize>(mut self, compiled: &Compiled<S>) -> Result<Solution, Failure> {
        let program = &compiled.program;
        if program.forbids_repeats {
            return Err(Failure::Repeats);
        }
        let state = |position| compiled.state_of(position);
        let (from, equal) = match self.roots {
            Roots::Position(position) => (
                From::State(state(position)),
                if self.settings.symmetric { Equal::Once } else { Equal::Each },
            ),
            Roots::Material(material) => {
                let placings = Placings::new(compiled, material).map_err(Failure::TooMuch)?;
                (From::Placings(placings), Equal::Images)
            }
        };
        let some = match &from {
            From::State(state) => vec![*state],
            From::Placings(placings) => placings.some(compiled),
        };
        let (mut keeper, kept) = Keeper::open(self.store.take(), self.about.clone())?;
        let mut scheme = scout(compiled, &some, equal).map_err(Failure::TooMuch)?;
        let mut is_new = !kept.is_some_and(|text| scheme.read(compiled, &text));
        loop {
            keeper.begin(&scheme.to_text(compiled), is_new)?;
            match self.attempt(compiled, &scheme, &from, &mut keeper) {
                Err(Failure::Again(Again(Hindrance::Unfit(unfit)))) => scheme.packing.widen(unfit),
                Err(Failure::Again(Again(Hindrance::Uneven(number)))) => {
                    scheme.symmetries.remove(number);
                    scheme.settle();
                }
                ended => return ended,
            }
            is_new = true;
        }
    }

    fn attempt<S: StateSize>(
        &mut self,
        compiled: &Compiled<S>,
        scheme: &Scheme,
        from: &From<'_, S>,
        keeper: &mut Keeper<'_>,
    ) -> Result<Solution, Failure> {
        let space = Sized::new(compiled, scheme);
        let roots = match from {
            From::State(state) => {
                let mut looker = space.looker();
                let key = looker.key(state).map_err(Hindrance::Unfit)?;
                vec![(key.to_vec(), 1)]
            }
            From::Placings(placings) => {
                self.settings.afford(0, placings.bytes(scheme))?;
                placings.keys(compiled, scheme, self.settings.threads)?
            }
        };
        let keys: Vec<&[u64]> = roots.iter().map(|(key, _)| key.as_slice()).collect();
        let words = scheme.packing.words();
        let (keys, notes, ends, layers) = match words {
            1 => self.run::<1>(&space, &keys, keeper),
            2 => self.run::<2>(&space, &keys, keeper),
            3 => self.run::<3>(&space, &keys, keeper),
            4 => self.run::<4>(&space, &keys, keeper),
            8 => self.run::<8>(&space, &keys, keeper),
            16 => self.run::<16>(&space, &keys, keeper),
            64 => self.run::<64>(&space, &keys, keeper),
            _ => Err(Failure::Wide),
        }?;
        let program = &compiled.program;
        let reason = |number: usize| program.reasons.get(number).cloned();
        let by_reason = ends.reasons.iter().map(|(&number, &count)| {
            (reason(number).unwrap_or_else(|| answers::NO_TURN.to_owned()), count)
        });
        let mut final_by_reason: BTreeMap<String, u64> = BTreeMap::new();
        for (reason, count) in by_reason {
            *final_by_reason.entry(reason).or_default() += count;
        }
        let mut solution = Solution {
            game: Arc::clone(self.game),
            engine: self.engine.clone(),
            scheme: scheme.clone(),
            most_pieces: scheme.packing.most_pieces(&keys),
            keys,
            notes,
            is_symmetric: self.settings.symmetric,
            layers,
            final_by_reason,
            edges: ends.edges,
            bytes_of_key: 8 * words,
            symmetries: 1 + scheme.symmetries.len(),
            summary: Summary::default(),
        };
        if let From::Placings(_) = from {
            solution.summary = solution.summarize(&roots);
        }
        Ok(solution)
    }

    fn run<const W: usize>(
        &mut self,
        space: &dyn space::Space,
        roots: &[&[u64]],
        keeper: &mut Keeper<'_>,
    ) -> Result<(Vec<u64>, Vec<u16>, retrograde::Ends, usize), Failure> {
        let key = |key: &&[u64]| {
            let mut words: Key<W> = [0; W];
            words.copy_from_slice(key);
            words
        };
        let roots = roots.iter().map(key).collect();
        let (settings, progress) = (self.settings, &mut self.progress);
        let Explored { keys, layers } = explore(space, roots, settings, keeper, progress)?;
        let (notes, ends) = match keeper.values()? {
            Some(notes) if notes.len() == keys.len() => {
                (notes, retrograde::ends(space, &keys, settings, progress)?)
            }
            _ => {
                let (notes, ends) = retrograde::values(space, &keys, settings, progress)?;
                keeper.save_values(&notes)?;
                (notes, ends)
            }
        };
        Ok((keys.into_flattened(), notes, ends, layers))
    }
}
