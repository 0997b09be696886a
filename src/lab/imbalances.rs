//! Beginnings at which one side has other pieces than the other: games that say what pieces are worth.
//!
//! From the beginning of the game, pieces are taken off: some from both sides alike, so that games differ, and others from each
//! side so that what is missing nearly balances. Each such beginning is played twice, with the sides exchanged. What is
//! missing is chosen by what pieces are taken to be worth before; the answer comes from the results alone.

use super::games::Terms;
use crate::ir::{BySide, Game, PieceTypeId, SideId, SquareId, VariableValue};
use crate::notation::write_position;
use crate::session::Session;
use crate::state::{Position, Random};

/// What the numbers of beginnings come from, as against those of games and players.
const BEGINNINGS: u64 = 0x6f64_6473;

/// How many beginnings are thought of before the best one is taken.
const THOUGHTS: usize = 64;

/// After so many beginnings that cannot be played, the usual one is.
const TRIALS: u64 = 40;

/// By how many points the sides are meant to differ at most.
const SPREAD: i32 = 300;

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

/// Thinks of what could be missing.
fn think(position: &Position, kinds: &[Guess], random: &mut Random) -> Missing {
    let counts: Vec<usize> = kinds
        .iter()
        .map(|guess| {
            let sides = SideId::ALL.map(|side| squares(position, side, guess.kind).len());
            sides.into_iter().min().unwrap_or(0)
        })
        .collect();
    let worth = |missing: &[usize]| -> i32 {
        let each = missing.iter().zip(kinds);
        each.map(|(count, guess)| guess.points * i32::try_from(*count).unwrap_or(0)).sum()
    };
    let both = draw(&counts, random.below(4), random);
    let left: Vec<usize> = counts.iter().zip(&both).map(|(count, gone)| count - gone).collect();
    let wide = usize::try_from(2 * SPREAD + 1).unwrap_or(1);
    let wanted = i32::try_from(random.below(wide)).unwrap_or(0) - SPREAD;
    let thoughts = (0..THOUGHTS).map(|_| {
        let numbers = [random.below(3) + 1, random.below(6)];
        let [one, other] = numbers.map(|number| draw(&left, number, random));
        let off = (worth(&other) - worth(&one) - wanted).abs();
        (off, Missing { both: both.clone(), one, other })
    });
    // What is missing on both sides is no imbalance.
    let real = thoughts.filter(|(_, missing)| missing.one != missing.other);
    real.min_by_key(|(off, _)| *off).map(|(_, missing)| missing).unwrap_or_default()
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
