//! Did-you-mean: the name the author probably meant, and lists of what would have been right.

use std::borrow::Borrow;
use std::fmt::Display;

/// The largest number of names that a message lists one by one.
pub const MAX_LISTED: usize = 6;

/// Names longer than this are only compared for equality, to keep the search cheap.
const MAX_COMPARED: usize = 64;

/// So many candidates of about the same length are compared letter by letter, which takes some microseconds each; later
/// ones are only compared for equality.
const MAX_MEASURED: usize = 1000;

/// Returns the candidate that is closest to a misspelt name, if one is close enough.
///
/// A candidate that differs only in case comes first. Otherwise the fewest slips count (letters
/// missing, added, changed or swapped with a neighbour, whatever their case), at most one in
/// three letters; of equally close candidates one of the same letters wins, then one that begins with
/// the same letter, then the earliest. Two names that share nothing are
/// never close, however short they are.
///
/// Give only candidates of the kind that is wanted, in the order in which they were declared.
///
/// ```
/// use fairyring::diag::suggest::closest;
///
/// assert_eq!(closest("leapr", ["rider", "leaper"]), Some("leaper"));
/// assert_eq!(closest("wall", ["rider", "leaper"]), None);
/// ```
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    let allowed = (length / 3).max(1);
    let first = wanted.chars().next();
    let letters = sorted(&wanted);
    let mut best: Option<((usize, bool, bool), &str)> = None;
    let mut measured = 0;
    for candidate in candidates {
        let other = candidate.to_lowercase();
        if other == wanted {
            return Some(candidate);
        }
        let other_length = other.chars().count();
        if length.max(other_length) > MAX_COMPARED || length.abs_diff(other_length) > allowed {
            continue;
        }
        measured += 1;
        if measured > MAX_MEASURED {
            continue;
        }
        let slips = strsim::damerau_levenshtein(&wanted, &other);
        let shares_letters = slips < length.max(other_length);
        let rank = (slips, sorted(&other) != letters, other.chars().next() != first);
        if slips <= allowed && shares_letters && best.is_none_or(|(fewest, _)| rank < fewest) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The letters of a name in order, to tell whether two names have the same.
fn sorted(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().take(MAX_COMPARED).collect();
    letters.sort_unstable();
    letters
}

/// Joins words as people list them: `a, b and c` with `and` as the link.
pub fn joined<T: Borrow<str>>(words: &[T], link: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.borrow().to_owned(),
        [rest @ .., last] => format!("{} {link} {}", rest.join(", "), last.borrow()),
    }
}

/// Returns how many there are of something: `1 file`, `3 files`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Writes names as people list them: `` `a`, `b` or `c` ``.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(&quoted(names), "or")
}

/// Writes all of some names as people list them: `` `a`, `b` and `c` ``.
pub fn all<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(&quoted(names), "and")
}

fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(|name| format!("`{name}`")).collect()
}

/// Lists all names if there are at most [`MAX_LISTED`] of them, and at least one.
pub fn short_list<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.into_iter().take(MAX_LISTED + 1).collect();
    (1..=MAX_LISTED).contains(&names.len()).then(|| list(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_comes_before_spelling() {
        assert_eq!(closest("pawn", ["Pawns", "PAWN"]), Some("PAWN"));
    }

    #[test]
    fn slips_of_the_finger_are_forgiven() {
        for slip in ["Kinght", "Knigt", "Knightt", "Kmight", "kinght"] {
            assert_eq!(closest(slip, ["King", "Knight"]), Some("Knight"), "{slip}");
        }
    }

    #[test]
    fn the_earliest_of_equals_wins() {
        assert_eq!(closest("cat", ["bat", "hat"]), Some("bat"));
        assert_eq!(closest("cat", ["bat", "car"]), Some("car"), "it begins alike");
        assert_eq!(closest("si", ["so", "is"]), Some("is"), "it has the same letters");
    }

    #[test]
    fn far_or_foreign_names_are_not_offered() {
        assert_eq!(closest("Queen", ["Rook", "Bishop"]), None);
        assert_eq!(closest("K", ["Q", "R"]), None, "one letter for another is no slip");
        assert_eq!(closest("", ["Q"]), None);
        assert_eq!(closest("Q", []), None);
    }

    #[test]
    fn very_long_names_are_only_matched_whole() {
        let long = "x".repeat(100_000);
        assert_eq!(closest(&long, [&*format!("{long}y")]), None);
        assert_eq!(closest(&long.to_uppercase(), [&*long]), Some(&*long));
    }

    #[test]
    fn letters_beyond_ascii_count_once() {
        assert_eq!(closest("Läufer", ["Laufer", "Turm"]), Some("Laufer"));
    }

    #[test]
    fn lists_read_well() {
        assert_eq!(list([]), "");
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(short_list(["a", "b"]), Some("`a` or `b`".to_owned()));
        assert!(short_list(["a"; 6]).is_some());
        assert_eq!(short_list(["a"; 7]), None);
        assert_eq!(short_list([]), None);
    }
}
