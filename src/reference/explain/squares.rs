//! Why a square is in a set or is not.

use super::super::bound::Subject;
use super::super::run::Run;
use crate::ir::Squares;

/// Returns the part of a set that decides whether a square is in there, and whether the square is in
/// that part.
///
/// For a square that is in `A except B` that is `A`; for one that is not, `A`, or `B` if it is in both.
pub(super) fn narrowed<'g>(
    run: &mut Run<'g>,
    set: &'g Squares,
    subject: Subject,
) -> (&'g Squares, bool) {
    let inside = run.holds(set, subject);
    let part = match set {
        Squares::Intersection(parts) if !inside => {
            parts.iter().find(|part| !run.holds(part, subject))
        }
        Squares::Union(parts) if inside => parts.iter().find(|part| run.holds(part, subject)),
        Squares::Union(parts) | Squares::Intersection(parts) if parts.len() == 1 => parts.first(),
        Squares::Except(from, without) if !inside => {
            Some(if run.holds(from, subject) { &**without } else { &**from })
        }
        _ => None,
    };
    match part {
        Some(part) => narrowed(run, part, subject),
        None => (set, inside),
    }
}
