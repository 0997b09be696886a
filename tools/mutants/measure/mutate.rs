//! The single-token changes of a file.

use super::tokens::{Kind, Token, tokens};
use fairyring::state::Random;

/// What is done to a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is left out.
    Delete,
    /// It is there twice.
    Duplicate,
    /// It changes places with the next.
    Swap,
    /// One letter is another.
    Substitute,
    /// One letter is missing.
    Omit,
    /// One letter is too many.
    Insert,
    /// Two letters change places.
    Transpose,
}

impl Change {
    /// The changes that are slips in a word.
    const SLIPS: [Self; 4] = [Self::Substitute, Self::Omit, Self::Insert, Self::Transpose];

    /// Tells whether this is a slip in a word.
    pub fn is_slip(self) -> bool {
        Self::SLIPS.contains(&self)
    }
}

/// A file with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The whole text.
    pub text: String,
    /// What was done.
    pub change: Change,
    /// The token before.
    pub before: String,
    /// The token after; empty if it is not there any more.
    pub after: String,
    /// What the token is.
    pub kind: Kind,
    /// The first and the last line that are changed, from 1.
    pub lines: (usize, usize),
}

impl Mutant {
    /// Tells whether a bracket was left out or written twice.
    pub fn is_bracket(&self) -> bool {
        let is_change = matches!(self.change, Change::Delete | Change::Duplicate);
        is_change && ["{", "}", "(", ")"].contains(&self.before.as_str())
    }
}

/// Makes all mutants of a text; the same seed gives the same.
pub fn mutants(text: &str, seed: u64) -> Vec<Mutant> {
    let mut random = Random::new(seed);
    let found = tokens(text);
    let mut all = Vec::new();
    for (at, token) in found.iter().enumerate() {
        let maker = Maker { text, token };
        all.extend(maker.deleted());
        all.extend(maker.duplicated());
        all.extend(found.get(at + 1).and_then(|next| maker.swapped(next)));
        all.extend(maker.slips(&mut random));
    }
    all
}

struct Maker<'t> {
    text: &'t str,
    token: &'t Token,
}

impl Maker<'_> {
    fn word(&self) -> &str {
        self.text.get(self.token.range.clone()).unwrap_or("")
    }

    /// The file with another text in the token's place.
    fn with(&self, change: Change, after: &str) -> Option<Mutant> {
        let range = &self.token.range;
        let text =
            format!("{}{after}{}", self.text.get(..range.start)?, self.text.get(range.end..)?);
        Some(Mutant {
            text,
            change,
            before: self.word().to_owned(),
            after: after.to_owned(),
            kind: self.token.kind,
            lines: (self.token.line, self.token.line),
        })
    }

    fn deleted(&self) -> Option<Mutant> {
        self.with(Change::Delete, "")
    }

    fn duplicated(&self) -> Option<Mutant> {
        let word = self.word();
        self.with(Change::Duplicate, &format!("{word} {word}"))
    }

    fn swapped(&self, next: &Token) -> Option<Mutant> {
        let other = self.text.get(next.range.clone())?;
        let between = self.text.get(self.token.range.end..next.range.start)?;
        let word = self.word();
        if other == word || between.contains('#') {
            return None;
        }
        let whole = Token { range: self.token.range.start..next.range.end, ..self.token.clone() };
        let maker = Maker { text: self.text, token: &whole };
        // Two words that touch a sign are kept apart from it, so that they stay what they are.
        let gap = if between.is_empty() { " " } else { between };
        let swapped = maker.with(Change::Swap, &format!("{other}{gap}{word}"))?;
        Some(Mutant { lines: (self.token.line, next.line), ..swapped })
    }

    /// One slip of each kind in a name, one in all in other words and texts, none in prose and signs.
    fn slips(&self, random: &mut Random) -> Vec<Mutant> {
        let changes = match self.token.kind {
            Kind::Name => Change::SLIPS.to_vec(),
            Kind::Betza => vec![Change::Substitute, Change::Omit, Change::Insert],
            Kind::Word | Kind::Turn | Kind::Text => vec![pick(random, &Change::SLIPS)],
            Kind::Prose | Kind::Sign => Vec::new(),
        };
        changes
            .into_iter()
            .filter_map(|change| self.with(change, &slip(self.word(), change, random)?))
            .collect()
    }
}

/// Misspells a word, or a text inside its quotes; nothing if it is too short for that.
fn slip(word: &str, change: Change, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let (first, last) = match letters.first() {
        Some('"') => (1, letters.len() - 1),
        _ => (0, letters.len()),
    };
    if first >= last {
        return None;
    }
    let at = first + random.below(last - first);
    match change {
        Change::Substitute => letters[at] = like(random, letters[at]),
        Change::Insert => letters.insert(at + 1, like(random, letters[at])),
        Change::Omit if last - first > 1 => {
            letters.remove(at);
        }
        Change::Transpose if last - first > 1 => {
            let at = at.min(last - 2);
            letters.swap(at, at + 1);
        }
        _ => return None,
    }
    let misspelt: String = letters.into_iter().collect();
    (misspelt != word).then_some(misspelt)
}

/// Returns one of several.
fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())]
}

/// Returns another letter or digit of the same sort.
fn like(random: &mut Random, letter: char) -> char {
    let sort = match letter {
        'A'..='Z' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        '0'..='9' => "0123456789",
        _ => "abcdefghijklmnopqrstuvwxyz",
    };
    let others: Vec<char> = sort.chars().filter(|other| *other != letter).collect();
    pick(random, &others)
}
