//! Beginnings at which one side has other pieces than the other: games that say what pieces are worth.
//!
//! From the beginning of the game, pieces are taken off: some from both sides alike, so that games differ, and others from each
//! side so that what is missing nearly balances: a rook here, a knight and two pawns there. Nobody learns anything from a game
//! that is won before it begins, and much from one in which many things differ that together come to little. Each such beginning
//! is played twice, with the sides exchanged. What is missing is chosen by what pieces are taken to be worth before; the answer
//! comes from the results alone.

use super::games::Terms;
use crate::ir::{BySide, Game, PieceTypeId, SideId, SquareId, VariableValue};
use crate::notation::write_position;
use crate::session::Session;
use crate::state::{Position, Random};

/// What the numbers of beginnings come from, as against those of games and players.
const BEGINNINGS: u64 = 0x6f64_6473;

/// In which way beginnings are chosen: games of one number begin otherwise under another.
pub const DESIGN: u32 = 2;

/// How many beginnings are thought of before the best one is taken.
const THOUGHTS: usize = 64;

/// After so many beginnings that cannot be played, the usual one is.
const TRIALS: u64 = 40;

/// By how many of the most frequent piece the sides are meant to differ at most.
const SPREAD: i32 = 3;

/// By how many points they are at most.
const POINTS: i32 = 300;

/// How many pieces are missing at most on one side or the other, besides those missing on both.
const MISSING: usize = 8;

/// What a piece is taken to be worth before it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The kind of piece.
    pub kind: PieceTypeId,
    /// Its worth, in any unit of which a few hundred are a piece.
    pub points: i32,
}

/// What is missing of each kind: on both sides, and on the one or the other only.
#[derive(Clone, Debug, Default)]
struct Missing {
    both: Vec<usize>,
    one: Vec<usize>,
    other: Vec<usize>,
}

impl Missing {
    /// Returns how many points more one side has than the other.
    fn balance(&self, kinds: &[Guess]) -> i32 {
        let worth = |missing: &[usize]| -> i32 {
            let each = missing.iter().zip(kinds);
            each.map(|(count, guess)| guess.points * i32::try_from(*count).unwrap_or(0)).sum()
        };
        worth(&self.other) - worth(&self.one)
    }

    /// Returns how many things differ, where there were so many of each kind: numbers of pieces, and who still has two or more.
    fn differing(&self, counts: &[usize]) -> i32 {
        let each = counts.iter().zip(&self.both).zip(self.one.iter().zip(&self.other));
        let things = each.map(|((count, both), (one, other))| {
            let [one, other] = [one, other].map(|gone| count - both - gone);
            i32::from(one != other) + i32::from((one > 1) != (other > 1))
        });
        things.sum()
    }
}

/// Returns the kinds whose number can differ, with what they are taken to be worth: those of which each side has some on the
/// board, but for royal ones.
pub(super) fn kinds(game: &Game, start: &Position, guesses: &[Guess]) -> Vec<Guess> {
    let movable = guesses.iter().filter(|guess| {
        let royal = game.types.get(guess.kind).is_none_or(|kind| kind.royal);
        !royal && SideId::ALL.into_iter().all(|side| !squares(start, side, guess.kind).is_empty())
    });
    movable.copied().collect()
}

/// Returns the squares on which a side has pieces of a kind that bear nothing.
fn squares(position: &Position, side: SideId, kind: PieceTypeId) -> Vec<SquareId> {
    let of = position.squares_where(|piece| piece.owner == Some(side) && piece.kind == kind);
    let free = |square: &SquareId| position.tokens.iter().all(|token| token.at != Some(*square));
    of.iter().filter(free).collect()
}

/// Returns where the game of a number begins; nothing if no beginning was found that can be played.
pub(super) fn beginning(
    start: &Session,
    kinds: &[Guess],
    terms: Terms,
    number: u64,
) -> Option<Session> {
    let numbers = Random::stream(terms.seed ^ BEGINNINGS, number / 2).number();
    (0..TRIALS).find_map(|trial| {
        let mut random = Random::stream(numbers, trial);
        let missing = think(start.position(), kinds, &mut random);
        let one = if number.is_multiple_of(2) { SideId::FIRST } else { SideId::LAST };
        without(start, kinds, &missing, one, &mut random)
    })
}

/// Thinks of what could be missing: what nearly balances, by a little more or less each time, and of that where much differs.
fn think(position: &Position, kinds: &[Guess], random: &mut Random) -> Missing {
    let counts: Vec<usize> = kinds
        .iter()
        .map(|guess| {
            let sides = SideId::ALL.map(|side| squares(position, side, guess.kind).len());
            sides.into_iter().min().unwrap_or(0)
        })
        .collect();
    // What is worth much when all others are there may be worth less later, or more: so up to half of all are gone.
    let both = draw(&counts, random.below(counts.iter().sum::<usize>() / 2 + 1), random);
    let most = kinds.iter().zip(&counts).max_by_key(|(guess, count)| (*count, -guess.points));
    let spread = most.map_or(POINTS, |(guess, _)| (SPREAD * guess.points).clamp(1, POINTS));
    let wanted = between(spread, random);
    let thoughts = (0..THOUGHTS).map(|_| differences(&counts, both.clone(), random));
    // What is missing on both sides is no imbalance.
    let real = thoughts.filter(|missing| {
        missing.one != missing.other
            && missing.one.iter().chain(&missing.other).sum::<usize>() <= MISSING
    });
    let best = real.max_by_key(|missing| {
        let off = (missing.balance(kinds) - wanted).abs();
        spread / 2 * missing.differing(&counts) - off
    });
    best.unwrap_or_default()
}

/// Draws how many more of each kind one side lacks than the other: at most half of those that there are.
fn differences(counts: &[usize], both: Vec<usize>, random: &mut Random) -> Missing {
    let (mut one, mut other) = (vec![0; counts.len()], vec![0; counts.len()]);
    for (at, (count, gone)) in counts.iter().zip(&both).enumerate() {
        let most = count.div_ceil(2).min(count - gone);
        let drawn = between(i32::try_from(most).unwrap_or(0), random);
        let side = if drawn > 0 { &mut one } else { &mut other };
        side[at] = usize::try_from(drawn.unsigned_abs()).unwrap_or(0);
    }
    Missing { both, one, other }
}

/// Draws a number that is at most so far from 0, each as likely as every other.
fn between(most: i32, random: &mut Random) -> i32 {
    let wide = usize::try_from(2 * most + 1).unwrap_or(1);
    i32::try_from(random.below(wide)).unwrap_or(0) - most
}

/// Draws so many pieces, each kind as likely as every other of which there are some left.
fn draw(counts: &[usize], number: usize, random: &mut Random) -> Vec<usize> {
    let mut drawn = vec![0; counts.len()];
    for _ in 0..number {
        let left: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] > drawn[*at]).collect();
        if let Some(at) = random.pick(&left) {
            drawn[at] += 1;
        }
    }
    drawn
}

/// Takes pieces off the board; nothing if no game can begin there.
fn without(
    start: &Session,
    kinds: &[Guess],
    missing: &Missing,
    one: SideId,
    random: &mut Random,
) -> Option<Session> {
    let mut position = start.position().clone();
    for (at, guess) in kinds.iter().enumerate() {
        let gone = |of: &Vec<usize>| of.get(at).copied().unwrap_or(0);
        let counts = BySide::from_fn(|side| {
            gone(if side == one { &missing.one } else { &missing.other }) + gone(&missing.both)
        });
        let lots: Vec<u64> = (0..counts.iter().sum::<usize>()).map(|_| random.number()).collect();
        for (side, &count) in counts.enumerate() {
            for lot in lots.iter().take(count) {
                let there = squares(&position, side, guess.kind);
                let square = *there.get(Random::new(*lot).below(there.len()))?;
                take_off(&mut position, square);
            }
        }
    }
    let begun = start.elsewhere(&write_position(start.game(), &position)).ok()?;
    is_playable(&begun).then_some(begun)
}

/// Takes a piece off, and what the game remembers of its square.
fn take_off(position: &mut Position, square: SquareId) {
    position.pieces[square] = None;
    for sides in &mut position.variables {
        for side in SideId::ALL {
            if let VariableValue::Squares(squares) = &mut sides[side] {
                squares.remove(square);
            }
        }
    }
}

/// Tells whether a game can begin there: it is not over, there are turns, and nobody is in check.
fn is_playable(begun: &Session) -> bool {
    let quiet = |session: &Session| session.checked().is_ok_and(|checked| checked.is_empty());
    let mut turned = begun.position().clone();
    turned.to_move = turned.to_move.opponent();
    let turned = begun.elsewhere(&write_position(begun.game(), &turned));
    matches!(begun.result(), Ok(None))
        && begun.legal_turns().is_ok_and(|turns| !turns.is_empty())
        && quiet(begun)
        && turned.is_ok_and(|turned| quiet(&turned))
}
