//! What the program says to a slip of the pen, on a sample; the figures of all are in `docs/errors/mutations.md`.

#[path = "../../tools/mutants/measure/mod.rs"]
#[allow(dead_code, reason = "the tool shows more than is tested")]
mod measure;

use measure::{Figures, GAMES, Verdict};

/// Each so-manieth mutant is looked at: a prime, so that all kinds of changes have their turn.
const EVERY: usize = 17;

#[test]
fn slips_are_told_on_their_line_and_mended() {
    let mut all = Vec::new();
    for name in GAMES {
        all.extend(measure::measure(name, EVERY, measure::SEED).expect("a game in order"));
    }
    let fell = all.iter().find(|one| one.verdict == Verdict::Panicked);
    assert!(fell.is_none(), "{fell:?}");
    let names = Figures::of_names(&all);
    assert!(names.rejected() >= 40, "a sample worth its name: {names:?}");
    assert!(names.on_line * 100 >= names.rejected() * 95, "the right line: {names:?}");
    assert!(names.restored * 100 >= names.rejected() * 85, "the right suggestion: {names:?}");
    let brackets = Figures::of_brackets(&all);
    assert!(brackets.rejected() >= 20, "a sample worth its name: {brackets:?}");
    assert!(brackets.on_line * 100 >= brackets.rejected() * 50, "the right line: {brackets:?}");
}
