//! Which legal turn a text of a record means.

use super::Why;
use crate::ir::Game;
use crate::notation::{self, Legal, Read, TurnError, turn_text};
use crate::state::{Position, Turn};

/// Returns the number of the legal turn that a text means: as people write it, or as turns are typed here; `by_squares` puts
/// the second first.
///
/// # Errors
/// If it means none of them, or may mean several.
pub fn meant(
    game: &Game,
    before: &Position,
    legal: &[Legal<'_>],
    text: &str,
    by_squares: bool,
) -> Result<usize, Why> {
    let typed = || {
        let turns: Vec<Turn> = legal.iter().map(|legal| legal.turn.clone()).collect();
        notation::find_turn(game, text, &turns)
    };
    if by_squares && let Ok(number) = typed() {
        return Ok(number);
    }
    let several = |numbers: &[usize]| {
        let texts = numbers.iter().filter_map(|number| legal.get(*number));
        Why::Ambiguous(texts.map(|legal| turn_text(game, legal.turn)).collect())
    };
    match notation::read(game, before, legal, text) {
        Read::One(number) => Ok(number),
        Read::Several(numbers) => Err(several(&numbers)),
        Read::Nothing => typed().map_err(|error| match error {
            TurnError::Ambiguous { candidates, .. } => Why::Ambiguous(candidates),
            _ => Why::Illegal,
        }),
    }
}
