//! What a variant's settings are, once those it builds on are known.

use std::collections::{BTreeMap, BTreeSet};

use super::Fault;
use super::area::{Area, Board, MOST_FILES, MOST_RANKS, file_of};
use super::doubts;
use super::ini::{Entry, Section};
use super::tables::{self, Key, Kind, Type};
use crate::diag::suggest::{self, closest};

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Flag(bool),
    Number(i32),
    Area(Area),
    Kinds(BTreeSet<Kind>),
    /// Kinds with a number each.
    Numbers(BTreeMap<Kind, i32>),
    /// What kinds become.
    Pairs(BTreeMap<Kind, Kind>),
    /// A word, or any other text.
    Text(String),
}

/// How a kind of piece appears in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coat {
    /// Its letter, small.
    pub(super) letter: char,
    /// Its moves, in the notation there.
    pub(super) moves: String,
    /// Where it may be, for each side.
    pub(super) region: [Option<Area>; 2],
}

/// The settings of a variant, and which of them a configuration gave.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) coats: BTreeMap<Kind, Coat>,
    /// Regions of kinds that may have no letter yet.
    regions: BTreeMap<(usize, usize), Area>,
    values: BTreeMap<&'static str, Value>,
    /// What the configuration says, in its own words.
    pub(super) given: Vec<Entry>,
    /// The bundled files that mean the same as built-in variants that this one builds on, and may carry a file.
    pub(super) carriers: Vec<String>,
    /// Settings that nobody knows.
    pub(super) unknown: Vec<Entry>,
    /// The kinds that others were promoted to and that the configuration gives a letter once more.
    pub(super) anew: Vec<(Kind, Entry)>,
}

/// All variants that can be built on, by name: those that are built in there, and those of a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    sections: BTreeMap<String, (Section, bool)>,
}

/// How often one variant may build on another.
const DEEPEST: usize = 64;

impl Shelf {
    /// Puts the built-in variants and those of a configuration on the shelf; of the latter, those that are new are left.
    pub(super) fn new(built_in: Vec<Section>, own: &mut Vec<Section>) -> (Self, Vec<Fault>) {
        let mut shelf = Self::default();
        for section in built_in {
            shelf.sections.insert(section.name.clone(), (section, true));
        }
        let mut faults = Vec::new();
        own.retain(|section| {
            let is_new = !shelf.sections.contains_key(&section.name);
            if is_new {
                shelf.sections.insert(section.name.clone(), (section.clone(), false));
            } else {
                let what = format!("`{}` is a variant that is built in there", section.name);
                faults.push(Fault::new(section.line, what));
            }
            is_new
        });
        (shelf, faults)
    }

    /// Adds the variants of another configuration, whose lines mean nothing in this one.
    pub(super) fn add(&mut self, sections: Vec<Section>) {
        for mut section in sections {
            section.line = 0;
            section.entries.iter_mut().for_each(|entry| entry.line = 0);
            self.sections.entry(section.name.clone()).or_insert((section, false));
        }
    }

    /// Returns the names of the variants that are built in.
    pub(super) fn built_in(&self) -> Vec<String> {
        let built_in = self.sections.values().filter(|(_, built_in)| *built_in);
        built_in.map(|(section, _)| section.name.clone()).collect()
    }

    /// Returns the section of a variant.
    pub(super) fn section(&self, name: &str) -> Option<&Section> {
        self.sections.get(name).map(|(section, _)| section)
    }

    /// Returns the shelf as it would be if a variant did not say something.
    pub(super) fn without(&self, name: &str, key: &str) -> Self {
        let mut shelf = self.clone();
        if let Some((section, _)) = shelf.sections.get_mut(name) {
            section.entries.retain(|entry| entry.key != key);
        }
        shelf
    }

    /// Says that there is no such variant, and what may have been meant.
    fn no_variant(&self, line: usize, name: String) -> Fault {
        let mut what = format!("no variant `{name}` is known");
        if let Some(close) = closest(&name, self.sections.keys().map(String::as_str)) {
            what = format!("{what}; did you mean `{close}`?");
        }
        Fault { unknown: Some(name), ..Fault::new(line, what) }
    }

    /// Returns the settings of a variant.
    pub(super) fn settings(&self, name: &str) -> Result<Settings, Vec<Fault>> {
        let mut chain = Vec::new();
        let mut next = Some(name.to_owned());
        while let Some(name) = next.take() {
            let child = chain.last().map_or(0, |(section, _): &&(Section, bool)| section.line);
            let Some(found) = self.sections.get(&name) else {
                return Err(vec![self.no_variant(child, name)]);
            };
            if chain.len() == DEEPEST {
                return Err(vec![Fault::new(child, format!("`{name}` builds on itself"))]);
            }
            next.clone_from(&found.0.parent);
            chain.push(found);
        }
        let mut settings = Settings::new();
        let mut faults = Vec::new();
        for (section, built_in) in chain.into_iter().rev() {
            // What is built in is one variant each, however many it was made of.
            if !built_in {
                settings.settle_steps();
            }
            settings.apply(section, *built_in, &mut faults);
        }
        settings.conclude();
        if faults.is_empty() {
            return Ok(settings);
        }
        faults.extend(doubts::misspelt(&settings));
        faults.sort_by_key(|fault| fault.line);
        Err(faults)
    }
}

impl Settings {
    /// Returns what holds where nothing is said.
    fn new() -> Self {
        let mut settings = Self::default();
        let names = ["foot", "", "coloured", "tower", "", "royal"];
        for (letter, role) in "pnbrqk".chars().zip(names) {
            if let Some(kind) = tables::role(role).filter(|_| !role.is_empty()) {
                settings
                    .coats
                    .insert(kind, Coat { letter, moves: String::new(), region: [None; 2] });
            }
        }
        for key in tables::keys() {
            if let Some(value) = settings.read(key.kind, key.default) {
                settings.values.extend(key.sets.iter().map(|id| (*id, value.clone())));
            }
        }
        settings.coats.clear();
        for id in ["into.w", "into.b"] {
            settings.values.insert(id, Value::Kinds(BTreeSet::new()));
        }
        settings
    }

    fn apply(&mut self, section: &Section, built_in: bool, faults: &mut Vec<Fault>) {
        self.name.clone_from(&section.name);
        if built_in {
            let file = section.entry("carries").and_then(|_| section.entry("bundled"));
            self.carriers.extend(file.map(|entry| entry.value.clone()));
        }
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for key in tables::keys().iter().take(2) {
            known.insert(key.name);
            self.set(key, section, faults);
        }
        for (row, kind) in tables::kinds().iter().enumerate() {
            known.insert(kind.key);
            if let Some(entry) = section.entry(kind.key) {
                self.dress(Kind::Row(row), entry, faults);
            }
        }
        self.set_regions(section, faults);
        for key in tables::keys().iter().skip(2) {
            known.insert(key.name);
            self.set(key, section, faults);
        }
        if built_in {
            // What is built in is meant so.
            self.anew.clear();
        } else {
            self.given.extend(section.entries.iter().cloned());
            let unknown = |entry: &&Entry| {
                !known.contains(entry.key.as_str()) && !entry.key.starts_with(REGION)
            };
            self.unknown.extend(section.entries.iter().filter(unknown).cloned());
        }
    }

    /// Gives a kind of piece its letter and its moves, or takes it out of the game.
    fn dress(&mut self, kind: Kind, entry: &Entry, faults: &mut Vec<Fault>) {
        let Some(row) = kind.row() else { return };
        let mut letters = entry.value.chars();
        let letter = match letters.next() {
            Some('-') => return self.undress(kind),
            Some(letter) if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase(),
            _ => {
                let needs = format!("`{}` needs a letter or `-`", entry.key);
                return faults.push(Fault::new(entry.line, needs));
            }
        };
        let rest = letters.as_str().trim();
        let takes_moves = row.takes_moves();
        if takes_moves && !rest.is_empty() && !rest.starts_with(':') {
            faults.push(Fault::new(entry.line, "write the letter, a colon and the moves"));
        }
        let moves = rest.strip_prefix(':').filter(|_| takes_moves).unwrap_or(row.moves);
        let same_letter = self.coats.iter().filter(|(_, coat)| coat.letter == letter);
        let others: Vec<Kind> = same_letter.map(|(kind, _)| *kind).collect();
        if self.is_promoted_to(kind) {
            self.anew.push((kind, entry.clone()));
        }
        for other in others {
            self.undress(other);
        }
        if row.role == "custom" && moves.contains('e') {
            for kinds in self.kinds_of(["passing.w", "passing.b"]) {
                kinds.insert(kind);
            }
        }
        let coat = Coat { letter, moves: moves.trim().to_owned(), region: [None; 2] };
        self.coats.insert(kind, coat);
    }

    /// Tells whether others are promoted to a kind.
    pub(super) fn is_promoted_to(&self, kind: Kind) -> bool {
        ["into.w", "into.b"].iter().any(|id| self.kinds(id).contains(&kind))
    }

    fn undress(&mut self, kind: Kind) {
        self.coats.remove(&kind);
        for kinds in self.kinds_of(["into.w", "into.b"]) {
            kinds.remove(&kind);
        }
    }

    /// Returns the values of settings that are kinds.
    fn kinds_of(&mut self, ids: [&str; 2]) -> impl Iterator<Item = &mut BTreeSet<Kind>> {
        self.values.iter_mut().filter_map(move |(id, value)| match value {
            Value::Kinds(kinds) if ids.contains(id) => Some(kinds),
            _ => None,
        })
    }

    fn set_regions(&mut self, section: &Section, faults: &mut Vec<Fault>) {
        for entry in &section.entries {
            let Some(rest) = entry.key.strip_prefix(REGION) else { continue };
            let (side, name) = match (rest.strip_prefix("White"), rest.strip_prefix("Black")) {
                (Some(name), _) => (0, name),
                (_, Some(name)) => (1, name),
                _ => continue,
            };
            let same = |row: &tables::KindRow| row.key.eq_ignore_ascii_case(name);
            let row = tables::kinds().iter().position(same);
            match (row, Area::parse(&entry.value)) {
                (Some(row), Some(area)) => _ = self.regions.insert((row, side), area),
                (None, _) => {
                    faults.push(Fault::new(
                        entry.line,
                        format!("no kind of piece is called `{name}`"),
                    ));
                }
                _ => faults.push(bad(entry)),
            }
        }
    }

    fn set(&mut self, key: &'static Key, section: &Section, faults: &mut Vec<Fault>) {
        let Some(entry) = section.entry(key.name) else { return };
        match self.read(key.kind, &entry.value) {
            Some(value) if self.is_too_large(key.sets[0], &value) => {
                let what =
                    format!("boards there have at most {MOST_FILES} files and {MOST_RANKS} ranks");
                faults.push(Fault::new(entry.line, what));
            }
            Some(Value::Kinds(kinds)) if kinds.is_empty() && key.is_single() => {}
            Some(value) => {
                for id in &key.sets {
                    let value = self.merged(id, value.clone());
                    self.values.insert(id, value);
                }
                self.old(key.sets[0], &value);
            }
            None => {
                let mut fault = bad(entry);
                match key.kind {
                    Type::Flag => fault.what.push_str("; write `true` or `false`"),
                    Type::OneOf(words) => {
                        fault.what.extend(["; write ", &suggest::list(words.split(','))]);
                    }
                    Type::Number | Type::Rank => fault.what.push_str("; write a whole number"),
                    _ => {}
                }
                faults.push(fault);
            }
        }
    }

    /// Lists of kinds with something each go on with what the parent says of other kinds.
    fn merged(&self, id: &str, value: Value) -> Value {
        match (self.values.get(id), value) {
            (Some(Value::Pairs(old)), Value::Pairs(new)) => {
                Value::Pairs(old.iter().map(|(kind, into)| (*kind, *into)).chain(new).collect())
            }
            (Some(Value::Numbers(old)), Value::Numbers(new)) => {
                Value::Numbers(old.iter().map(|(kind, most)| (*kind, *most)).chain(new).collect())
            }
            (_, value) => value,
        }
    }

    /// Tells whether a number is larger than any board there.
    #[expect(clippy::unused_self, reason = "it is asked of the settings")]
    fn is_too_large(&self, id: &str, value: &Value) -> bool {
        let most = match id {
            "files" => MOST_FILES,
            "ranks" => MOST_RANKS,
            _ => return false,
        };
        matches!(value, Value::Number(number) if !(1..=i32::from(most)).contains(number))
    }

    /// What settings of old versions mean.
    fn old(&mut self, id: &str, value: &Value) {
        let ranks = self.board().ranks;
        let zone = |from: i32, to: i32| -> [Area; 2] {
            let numbers = 0..i32::from(ranks);
            let own = numbers
                .filter(|rank| (from - 1..to).contains(rank))
                .filter_map(|rank| u8::try_from(rank).ok());
            let own: Vec<u8> = own.collect();
            [
                own.iter().map(|&rank| Area::rank(rank)).collect(),
                own.iter().map(|&rank| Area::rank(ranks - 1 - rank)).collect(),
            ]
        };
        match (id, value) {
            ("zone.old", Value::Number(rank)) => {
                self.set_areas(["zone.w", "zone.b"], zone(*rank, i32::from(ranks)));
            }
            ("step.old", Value::Number(rank)) => {
                self.set_areas(["step.w", "step.b"], zone(2, *rank));
            }
            ("step.old.min", Value::Number(least)) => {
                let rank = if let Some(Value::Number(rank)) = self.values.get("step.old") {
                    *rank
                } else {
                    2
                };
                self.set_areas(["step.w", "step.b"], zone(*least, rank));
            }
            ("enclosing.old", Value::Flag(true)) => {
                self.values.insert("enclosing", Value::Text("top".to_owned()));
            }
            _ => {}
        }
    }

    /// Where nothing is walled, placing a wall in place of a move is to pass; only that what is in hand may come in there as well.
    fn unlike_walls(&mut self) {
        let gates = self.flag("gating.seirawan");
        if self.flag("walling.or") && self.text("walling") == "none" && !gates {
            for id in ["pass.w", "pass.b"] {
                self.values.insert(id, Value::Flag(true));
            }
            self.values.insert("walling.or", Value::Flag(false));
        }
    }

    fn set_areas(&mut self, ids: [&'static str; 2], areas: [Area; 2]) {
        for (id, area) in ids.into_iter().zip(areas) {
            self.values.insert(id, Value::Area(area));
        }
    }

    fn read(&self, kind: Type, text: &str) -> Option<Value> {
        Some(match kind {
            Type::Flag => Value::Flag(text.parse().ok()?),
            Type::Number | Type::Rank if text == "-" => return None,
            Type::Number | Type::Rank => {
                Value::Number(text.parse().ok().filter(|number| *number >= 0)?)
            }
            Type::File => Value::Number(match text.parse::<u8>() {
                Ok(number) => i32::from(number),
                Err(_) => i32::from(file_of(text)?) + 1,
            }),
            Type::Area if text == "all" => Value::Area(Area::ALL),
            Type::Area => Value::Area(Area::parse(text)?),
            Type::Kinds => Value::Kinds(self.kinds_in(text)),
            // Fairy-Stockfish reads a list up to the first letter that stands for no piece.
            Type::Numbers => Value::Numbers(
                pairs(text)?
                    .into_iter()
                    .map_while(|(letter, number)| Some((self.kind(letter)?, number)))
                    .map(|(kind, number)| Some((kind, number.parse().ok()?)))
                    .collect::<Option<_>>()?,
            ),
            Type::Pairs => Value::Pairs(
                pairs(text)?
                    .into_iter()
                    .map_while(|(letter, into)| {
                        let into = into.chars().next()?;
                        let kind = self.kind(letter)?;
                        if into == '-' {
                            Some((kind, None))
                        } else {
                            Some((kind, Some(self.kind(into)?)))
                        }
                    })
                    .filter_map(|(kind, into)| Some((kind, into?)))
                    .collect(),
            ),
            Type::OneOf(words) if words.split(',').all(|word| word != text) => return None,
            Type::OneOf(_) | Type::Word | Type::Text => Value::Text(text.to_owned()),
        })
    }

    /// Reads letters of kinds, as Fairy-Stockfish does: up to the first letter that stands for no piece.
    fn kinds_in(&self, text: &str) -> BTreeSet<Kind> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        letters
            .take_while(|letter| *letter != '-')
            .map_while(|letter| if letter == '*' { Some(Kind::All) } else { self.kind(letter) })
            .collect()
    }

    /// Returns the kind with a letter.
    pub(super) fn kind(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_lowercase();
        self.coats.iter().find(|(_, coat)| coat.letter == letter).map(|(kind, _)| *kind)
    }

    /// Where there are no double steps, there are no squares for them, and the other way round. This holds for every variant on
    /// its own: who builds on one without them has to say from where there are some, not only that there are.
    fn settle_steps(&mut self) {
        let areas = ["step.w", "step.b"];
        if !self.flag("step") {
            self.set_areas(areas, [Area::NONE; 2]);
        } else if areas.iter().all(|id| self.area(id).is_empty()) {
            self.values.insert("step", Value::Flag(false));
        }
    }

    /// Brings settings into line that follow from others.
    fn conclude(&mut self) {
        self.settle_steps();
        for id in ["goal.kind.w", "goal.kind.b"] {
            if self.kinds(id).is_empty() {
                self.values.insert(id, Value::Kinds(BTreeSet::from([Kind::All])));
            }
        }
        self.unlike_walls();
        for (kind, coat) in &mut self.coats {
            if let Kind::Row(row) = kind {
                coat.region = [0, 1].map(|side| self.regions.get(&(*row, side)).copied());
            }
        }
    }

    pub(super) fn board(&self) -> Board {
        let size = |id, most| u8::try_from(self.number(id)).unwrap_or(most).clamp(1, most);
        let (files, ranks) = (size("files", MOST_FILES), size("ranks", MOST_RANKS));
        Board { files, ranks, rotated: false }
    }

    pub(super) fn flag(&self, id: &str) -> bool {
        self.values.get(id) == Some(&Value::Flag(true))
    }

    pub(super) fn number(&self, id: &str) -> i32 {
        if let Some(Value::Number(number)) = self.values.get(id) { *number } else { 0 }
    }

    pub(super) fn text(&self, id: &str) -> &str {
        if let Some(Value::Text(text)) = self.values.get(id) { text } else { "" }
    }

    pub(super) fn area(&self, id: &str) -> Area {
        if let Some(Value::Area(area)) = self.values.get(id) { *area } else { Area::NONE }
    }

    /// Returns the areas of both sides.
    pub(super) fn areas(&self, id: &str) -> [Area; 2] {
        let all = self.board().all();
        ["w", "b"].map(|side| self.area(&format!("{id}.{side}")).and(all))
    }

    pub(super) fn kinds(&self, id: &str) -> BTreeSet<Kind> {
        if let Some(Value::Kinds(kinds)) = self.values.get(id) {
            kinds.clone()
        } else {
            BTreeSet::new()
        }
    }

    pub(super) fn pairs(&self, id: &str) -> BTreeMap<Kind, Kind> {
        if let Some(Value::Pairs(pairs)) = self.values.get(id) {
            pairs.clone()
        } else {
            BTreeMap::new()
        }
    }

    pub(super) fn numbers(&self, id: &str) -> BTreeMap<Kind, i32> {
        if let Some(Value::Numbers(numbers)) = self.values.get(id) {
            numbers.clone()
        } else {
            BTreeMap::new()
        }
    }

    /// Tells whether settings are as in another variant.
    pub(super) fn same(&self, other: &Self, ids: &[&str]) -> bool {
        ids.iter().all(|id| self.values.get(id) == other.values.get(id))
    }
}

/// How the settings begin that say where a kind of piece may be.
pub(super) const REGION: &str = "mobilityRegion";

fn bad(entry: &Entry) -> Fault {
    Fault::new(entry.line, format!("`{}` cannot be `{}`", entry.key, entry.value))
}

/// Splits `q:1 r:2` into letters and what follows them.
fn pairs(text: &str) -> Option<Vec<(char, &str)>> {
    text.split_whitespace()
        .take_while(|word| *word != "-")
        .map(|word| {
            let (letter, rest) = word.split_once(':')?;
            Some((letter.chars().next()?, rest))
        })
        .collect()
}
