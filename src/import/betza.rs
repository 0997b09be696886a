//! Moves in the notation there: what a text means to that program, and how it is written here.
//!
//! Both write Betza's notation, but each knows a part of it. What that program does not know it passes over, so that a
//! letter too much changes nothing there and must not change anything here.

use super::area::Board;

/// A way of moving: one atom with what is before and behind it.
#[derive(Clone, Debug, Default)]
struct Atom {
    /// Small letters, as they stand.
    modifiers: Vec<char>,
    letter: char,
    /// A digit, or the letter again.
    range: Option<char>,
}

/// What a text means here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    /// The moves that can always be made.
    pub(super) plain: String,
    /// Moves from the squares of double steps.
    pub(super) initial: Vec<String>,
    /// What is written otherwise here, and what cannot be said.
    pub(super) odd: Vec<String>,
}

/// A single step, as the first side makes it, and what it may end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) dx: i8,
    pub(super) dy: i8,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    pub(super) initial: bool,
}

const DIRECTIONS: &str = "fblrvsh";

/// Reads a text into its atoms; letters that mean nothing there are returned beside them.
fn atoms(text: &str) -> (Vec<Atom>, Vec<char>) {
    let mut atoms = Vec::new();
    let mut unknown = Vec::new();
    let mut modifiers = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'm' | 'c' | 'e' | 'p' | 'g' | 'n' | 'i' | 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                modifiers.push(letter);
            }
            'W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'L' | 'C' | 'J' | 'Z' | 'G' | 'K' | 'R' | 'B'
            | 'Q' => {
                let range = letters.next_if(|next| next.is_ascii_digit() || *next == letter);
                atoms.push(Atom { modifiers: std::mem::take(&mut modifiers), letter, range });
            }
            _ if letter.is_whitespace() => {}
            _ => unknown.push(letter),
        }
    }
    (atoms, unknown)
}

/// Writes a text as it means the same here.
pub(super) fn ways(text: &str) -> Ways {
    let (atoms, unknown) = atoms(text);
    let mut ways = Ways::default();
    if !unknown.is_empty() {
        let letters: String = unknown.into_iter().collect();
        ways.odd.push(format!("in `{text}`, `{letters}` means nothing there and is left out"));
    }
    for atom in &atoms {
        if !atom.can_move() {
            ways.odd
                .push(format!("in `{text}`, `{}` never moves there and is left out", atom.shown()));
            continue;
        }
        let told = atom.told();
        if atom.has('i') { ways.initial.push(told) } else { ways.plain.push_str(&told) }
    }
    ways
}

/// Returns the ways by which a piece goes to an empty square at any time.
pub(super) fn quiet(text: &str) -> String {
    let (atoms, _) = atoms(text);
    let goes =
        |atom: &&Atom| atom.can_move() && !atom.has('i') && (atom.has('m') || !atom.has('c'));
    let told = atoms.iter().filter(goes).map(Atom::told);
    told.collect::<String>().replace(['m', 'c'], "")
}

/// Returns the same if all of them are leaps, of which there is at least one.
pub(super) fn quiet_leaps(text: &str) -> Option<String> {
    let (atoms, _) = atoms(text);
    let ways = quiet(text);
    let slides = |atom: &Atom| atom.can_move() && (atom.is_rider() || atom.hops());
    (!atoms.iter().any(slides) && !ways.is_empty()).then_some(ways)
}

/// Tells whether a piece slides or hops, and sets out in fewer than four directions: walls may close all of them.
pub(super) fn slides_narrowly(text: &str) -> bool {
    let slides = |atom: &Atom| atom.can_move() && (atom.is_rider() || atom.hops());
    let goes = |step: &&Step| step.quiet && !step.initial;
    atoms(text).0.iter().any(slides) && steps(text).iter().filter(goes).count() < 4
}

/// Returns the ways by which a piece captures en passant.
pub(super) fn passing(text: &str) -> String {
    let (atoms, _) = atoms(text);
    let told = atoms.iter().filter(|atom| atom.has('e')).map(Atom::told);
    told.collect::<String>().replace(['m', 'c'], "")
}

/// Returns the ways by which a piece captures, as seen from the captured piece; nothing if the way back is another one.
pub(super) fn captures_back(text: &str) -> Option<String> {
    let (atoms, _) = atoms(text);
    let captures =
        |atom: &&Atom| atom.can_move() && !atom.has('i') && (atom.has('c') || !atom.has('m'));
    let mut ways = String::new();
    for atom in atoms.iter().filter(captures) {
        // A lame leap bends, and a grasshopper lands behind its hurdle.
        let bends = atom.has('n') && "NZ".contains(atom.letter) && !atom.is_rider();
        if bends || atom.has('g') {
            return None;
        }
        ways.extend(atom.told().chars().filter(|letter| *letter != 'c'));
    }
    Some(ways)
}

impl Atom {
    fn has(&self, modifier: char) -> bool {
        self.modifiers.contains(&modifier)
    }

    fn is_rider(&self) -> bool {
        "RBQ".contains(self.letter) || self.range.is_some()
    }

    fn hops(&self) -> bool {
        self.has('p') || self.has('g')
    }

    /// That program knows only some kinds of hoppers, riders and lame leapers.
    fn can_move(&self) -> bool {
        if self.hops() || self.is_rider() && self.letter != 'N' {
            return "WFRBQK".contains(self.letter);
        }
        !self.has('n') || self.is_rider() || "NAZD".contains(self.letter)
    }

    fn shown(&self) -> String {
        self.modifiers.iter().chain([&self.letter]).chain(&self.range).collect()
    }

    /// The atom in the notation here.
    fn told(&self) -> String {
        let keeps = |letter: &&char| {
            **letter != 'i'
                && **letter != 'e'
                && !(**letter == 'n' && self.is_rider())
                && !(**letter == 'p' && self.has('g'))
        };
        let modifiers: String = self.modifiers.iter().filter(keeps).collect();
        let range: String = self.range.iter().collect();
        let parts: &[char] = match self.letter {
            'K' if self.splits() => &['W', 'F'],
            'Q' if self.splits() => &['R', 'B'],
            _ => &[self.letter],
        };
        let half = |letter: &char| format!("{modifiers}{letter}{range}");
        parts.iter().map(half).collect::<Vec<_>>().concat()
    }

    /// Tells whether directions are paired, which is written for each half on its own.
    fn splits(&self) -> bool {
        self.directions().iter().any(|pair| pair.0 != pair.1) || self.has('h')
    }

    /// Directions as they are paired there, each as two letters.
    fn directions(&self) -> Vec<(char, char)> {
        let (up, across) = ("fbvh", "rlsh");
        let letters: Vec<char> =
            self.modifiers.iter().copied().filter(|letter| DIRECTIONS.contains(*letter)).collect();
        let mut pairs = Vec::new();
        let mut at = 0;
        // Letters pair only where nothing stands between them, which no sensible text makes a difference of.
        while at < letters.len() {
            let first = letters[at];
            if let Some(&second) = letters.get(at + 1) {
                let joined = first == second
                    || up.contains(first) && across.contains(second)
                    || across.contains(first) && up.contains(second);
                if joined {
                    pairs.push((first, second));
                    at += 2;
                    continue;
                }
            }
            pairs.push((first, first));
            at += 1;
        }
        pairs
    }

    fn steps(&self) -> Vec<Step> {
        let shapes: &[(i8, i8)] = match self.letter {
            'W' | 'R' => &[(1, 0)],
            'F' | 'B' => &[(1, 1)],
            'D' => &[(2, 0)],
            'N' => &[(2, 1)],
            'A' => &[(2, 2)],
            'H' => &[(3, 0)],
            'L' | 'C' => &[(3, 1)],
            'J' | 'Z' => &[(3, 2)],
            'G' => &[(3, 3)],
            _ => &[(1, 0), (1, 1)],
        };
        let (quiet, captures) = (self.has('m') || !self.has('c'), self.has('c') || !self.has('m'));
        let mut steps: Vec<Step> = Vec::new();
        for &(far, near) in shapes {
            let mut pairs = self.directions();
            if shapes.len() == 1 && near == 0 {
                pairs = pairs.iter().flat_map(|&(a, b)| [(a, a), (b, b)]).collect();
            }
            for (dx, dy, names) in leaps(far, near) {
                let wanted = |pair: &(char, char)| {
                    names.split(' ').any(|name| name.chars().eq([pair.0, pair.1]))
                };
                let step = Step { dx, dy, quiet, captures, initial: self.has('i') };
                if (pairs.is_empty() || pairs.iter().any(wanted)) && !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        steps
    }
}

/// The eight leaps of a shape, each with the pairs of directions that mean it.
fn leaps(far: i8, near: i8) -> [(i8, i8, &'static str); 8] {
    [
        (near, far, "ff vv rf rv fh rh hr"),
        (-near, -far, "bb vv lb lv bh lh hr"),
        (far, -near, "rr ss br bs bh rh hr"),
        (-far, near, "ll ss fl fs fh lh hr"),
        (far, near, "rr ss fr fs fh rh hl"),
        (-far, -near, "ll ss bl bs bh lh hl"),
        (near, -far, "bb vv rb rv bh rh hl"),
        (-near, far, "ff vv lf lv fh lh hl"),
    ]
}

/// Returns the steps that a text consists of; of a rider the first step.
pub(super) fn steps(text: &str) -> Vec<Step> {
    atoms(text).0.iter().filter(|atom| atom.can_move()).flat_map(Atom::steps).collect()
}

/// Tells whether a piece moves to the left as it moves to the right.
pub(super) fn is_even(text: &str) -> bool {
    let steps = steps(text);
    steps.iter().all(|step| steps.contains(&Step { dx: -step.dx, ..*step }))
}

/// Returns the squares from which a piece could never move, however empty the board is.
pub(super) fn stranded(text: &str, board: Board) -> Vec<(u8, u8)> {
    let steps = steps(text);
    let quiet: Vec<&Step> = steps.iter().filter(|step| step.quiet && !step.initial).collect();
    let inside =
        |from: u8, by: i8, size: u8| from.checked_add_signed(by).is_some_and(|to| to < size);
    let stuck = |file: u8, rank: u8| {
        !quiet
            .iter()
            .any(|step| inside(file, step.dx, board.files) && inside(rank, step.dy, board.ranks))
    };
    let squares = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    squares.filter(|&(file, rank)| stuck(file, rank)).collect()
}
