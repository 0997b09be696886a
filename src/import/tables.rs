//! The tables of foreign words. They are data: see the files in `tables/`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A kind of piece there, as its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// `*`: every kind.
    All,
    /// The row of the table.
    Row(usize),
}

/// What the value of a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Flag,
    Number,
    File,
    Rank,
    Area,
    Kinds,
    Numbers,
    Pairs,
    /// One of these words, with commas between them.
    OneOf(&'static str),
    Word,
    Text,
}

/// How far a setting can be translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It is translated.
    Translated,
    /// It is translated in the forms that are usual.
    Partly,
    /// It has no meaning here.
    Needless,
    /// It is not translated.
    Impossible,
}

/// A setting that is known there.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    pub(super) kind: Type,
    pub(super) sets: Vec<&'static str>,
    pub(super) default: &'static str,
    /// How far it can be translated.
    pub class: Class,
    /// What to write here instead.
    pub advice: &'static str,
}

/// A kind of piece that is known there.
#[derive(Clone, Debug)]
pub struct KindRow {
    /// The setting that gives it a letter.
    pub key: &'static str,
    /// What it is called here.
    pub name: &'static str,
    /// Its moves, in the notation there.
    pub moves: &'static str,
    pub(super) role: &'static str,
    /// Its ways here, where they are not just those moves.
    pub(super) ways: &'static str,
}

/// Returns all settings, in the order in which they are applied.
pub fn keys() -> &'static [Key] {
    static KEYS: OnceLock<Vec<Key>> = OnceLock::new();
    KEYS.get_or_init(|| rows(include_str!("tables/keys.tsv")).filter_map(key).collect())
}

/// Returns all kinds of pieces.
pub fn kinds() -> &'static [KindRow] {
    static KINDS: OnceLock<Vec<KindRow>> = OnceLock::new();
    KINDS.get_or_init(|| rows(include_str!("tables/kinds.tsv")).filter_map(kind).collect())
}

/// The settings of the variants that are built in there.
pub(super) const BUILT_IN: &str = include_str!("tables/built-in.ini");

/// Returns the words of the rules language under a name, with `<places>` to fill in.
pub(super) fn words(name: &str) -> &'static str {
    static WORDS: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let text = include_str!("tables/words.txt");
        let parts = text.split("\n@").skip(1);
        parts
            .filter_map(|part| part.split_once('\n'))
            .map(|(name, text)| (name, text.trim_end()))
            .collect()
    });
    words.get(name).copied().unwrap_or_default()
}

/// Returns the row of the first kind with a role.
pub(super) fn role(role: &str) -> Option<Kind> {
    kinds().iter().position(|row| row.role == role).map(Kind::Row)
}

impl Key {
    /// Tells whether only built-in variants have the setting.
    pub(super) fn is_internal(&self) -> bool {
        self.name == INTERNAL
    }

    /// Tells whether it is about one kind only; a letter that stands for no piece changes nothing then.
    pub(super) fn is_single(&self) -> bool {
        self.sets.iter().any(|id| {
            id.starts_with("swap.leader") && id.matches('.').count() == 2 || *id == "must-drop.kind"
        })
    }
}

/// A setting that no configuration can give.
const INTERNAL: &str = "freeDrops";

impl KindRow {
    /// Tells whether its moves can be given after its letter.
    pub(super) fn takes_moves(&self) -> bool {
        self.role == "custom" || self.role == "royal"
    }
}

impl Kind {
    pub(super) fn row(self) -> Option<&'static KindRow> {
        match self {
            Self::All => None,
            Self::Row(row) => kinds().get(row),
        }
    }

    pub(super) fn is(self, role: &str) -> bool {
        self.row().is_some_and(|row| row.role == role)
    }
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

fn key(row: Vec<&'static str>) -> Option<Key> {
    let [name, kind, sets, default, class, advice] = row.try_into().ok()?;
    let kind = match kind {
        "flag" => Type::Flag,
        "number" => Type::Number,
        "file" => Type::File,
        "rank" => Type::Rank,
        "area" => Type::Area,
        "kinds" => Type::Kinds,
        "numbers" => Type::Numbers,
        "pairs" => Type::Pairs,
        "word" => Type::Word,
        words if words.contains(',') => Type::OneOf(words),
        _ => Type::Text,
    };
    let class = match class {
        "yes" => Class::Translated,
        "part" => Class::Partly,
        "none" => Class::Needless,
        _ => Class::Impossible,
    };
    Some(Key { name, kind, sets: sets.split(' ').collect(), default, class, advice })
}

fn kind(row: Vec<&'static str>) -> Option<KindRow> {
    let [key, name, moves, role, ways] = row.try_into().ok()?;
    Some(KindRow { key, name, moves, role, ways })
}
