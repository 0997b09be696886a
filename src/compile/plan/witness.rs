//! Witnesses: positions for validation in which the conditions of a table entry hold, or just fail.
//!
//! All facts about moves and attacks come from move tables. So an entry of a table is picked, a piece is placed on its
//! origin, and the squares that it tests are emptied and occupied as required, or with one of them the other way round.
//! Random positions rarely reach such cases.

use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_tables::RayPair;
use crate::ir::{Id, SideId, SquareIndex};
use crate::state::{ClauseRef, Random};

/// What a position must have for an entry of a table to matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The mover.
    pub side: SideId,
    /// The origin of the move.
    pub from: SquareIndex,
    /// Its destination.
    pub to: SquareIndex,
    /// The type of the piece, by its number; none if any piece may have the power.
    pub kind: Option<usize>,
    /// The token that gives the power, by its number.
    pub token: Option<usize>,
    /// Squares that must be occupied.
    pub occupied: Vec<SquareIndex>,
    /// Squares that must be empty.
    pub empty: Vec<SquareIndex>,
}

/// How many entries are tried.
const TRIES: usize = 8;

/// Picks an entry of a table at random; `None` if there seem to be no tables.
pub(crate) fn witness<B: Bitboard>(program: &Program<B>, random: &mut Random) -> Option<Witness> {
    (0..TRIES).find_map(|_| try_entry(program, random))
}

fn try_entry<B: Bitboard>(program: &Program<B>, random: &mut Random) -> Option<Witness> {
    let side = SideId::from_index(random.below(2));
    let rules = program.rules(side);
    let way = rules.ways.get(random.below(rules.ways.len()))?;
    let table = rules.routes[way.walk].paths.as_ref()?;
    let origins: Vec<SquareIndex> = (way.from & program.all).members().collect();
    let from = random.pick(&origins)?;
    let destinations = &table.from[usize::from(from)];
    let reached: Vec<SquareIndex> = (destinations.reach & way.to & program.all).members().collect();
    let to = random.pick(&reached)?;
    let (kind, token) = match way.source {
        ClauseRef::Own(kind, _) => (Some(kind.index()), None),
        ClauseRef::Power(token, ..) => (None, Some(token.index())),
    };
    let mut witness =
        Witness { side, from, to, kind, token, occupied: Vec::new(), empty: Vec::new() };
    let ends: Vec<_> = destinations.ends.iter().filter(|end| end.to == to).collect();
    if let Some(end) = random.pick(&ends) {
        witness.occupied = end.value.members().collect();
        witness.empty = (end.mask & !end.value).members().collect();
    } else {
        let line = table.lines(destinations).iter().find(|line| line.all.has(to));
        let between = |line: &RayPair<B>| {
            let ray = if line.upper.has(to) { line.upper } else { line.lower };
            let is_nearer =
                |square: &SquareIndex| (*square < to) == line.upper.has(to) && *square != to;
            ray.members().filter(is_nearer).collect()
        };
        witness.empty = line.map(between).unwrap_or_default();
    }
    // Half of them miss by one square.
    if random.below(2) == 0 {
        let (from, into) = match random.below(2) {
            0 => (&mut witness.occupied, &mut witness.empty),
            _ => (&mut witness.empty, &mut witness.occupied),
        };
        if !from.is_empty() {
            into.push(from.swap_remove(random.below(from.len())));
        }
    }
    Some(witness)
}
