//! How turns are written for people: texts only. No rule asks for them, and the hash of the rules does not tell them.

use super::ids::PieceTypeId;

/// What a game says about how its turns are written. Where it says nothing, texts are derived from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// The letters of piece types that are not their symbols; an empty one is left out of moves.
    pub pieces: Vec<(PieceTypeId, String)>,
    /// The signs that stand for whole moves, by the names of ways of moving.
    pub moves: Vec<(String, String)>,
    /// What stands for labels, with `{chosen}` and `{move}` where they need it.
    pub labels: Vec<(String, String)>,
    /// The signs behind a turn that ends the game, by the names of endings.
    pub endings: Vec<(String, String)>,
    /// What stands behind the piece in a capture, with `{to}` and `{victim}`.
    pub capture: Option<String>,
    /// What stands behind the piece that changes places with another, with `{to}` and `{victim}`.
    pub swap: Option<String>,
    /// The sign behind a turn that gives check.
    pub check: Option<String>,
    /// The sign behind a turn that gives mate.
    pub mate: Option<String>,
    /// What a turn without any part is written as.
    pub pass: Option<String>,
    /// The names of the files, from the first one on; none if squares are called by their names.
    pub files: Vec<String>,
    /// The names of the ranks, from the first one on.
    pub ranks: Vec<String>,
    /// How the game's people write, where it is none of the above.
    pub tradition: Tradition,
}

/// A way of writing that several games share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tradition {
    /// Letters, files from the left, and least disambiguation.
    #[default]
    San,
    /// Files from the right, ranks as letters from the top.
    Hodges,
    /// The file as its owner counts it, the direction, and how far or where to.
    Wxf,
}

impl Tradition {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("san", Self::San), ("hodges", Self::Hodges), ("wxf", Self::Wxf)];
}

impl Writing {
    /// Returns the letter of a piece type, if it has one of its own.
    pub fn piece(&self, kind: PieceTypeId) -> Option<&str> {
        let found = self.pieces.iter().find(|(other, _)| *other == kind);
        found.map(|(_, letter)| letter.as_str())
    }

    /// Returns the sign that stands for a way of moving.
    pub fn way(&self, name: &str) -> Option<&str> {
        find(&self.moves, name)
    }

    /// Returns the sign of an ending.
    pub fn ending(&self, name: &str) -> Option<&str> {
        find(&self.endings, name)
    }

    /// Returns what stands for a label: that of the whole label, or else that of what stands before its colon, with the rest
    /// of the label.
    pub fn label<'a>(&'a self, label: &'a str) -> Option<(&'a str, &'a str)> {
        if let Some(sign) = find(&self.labels, label) {
            return Some((sign, ""));
        }
        let (first, _) = label.split_once(':')?;
        find(&self.labels, first).map(|sign| (sign, &label[first.len()..]))
    }
}

fn find<'a>(texts: &'a [(String, String)], name: &str) -> Option<&'a str> {
    texts.iter().find(|(other, _)| other == name).map(|(_, text)| text.as_str())
}
