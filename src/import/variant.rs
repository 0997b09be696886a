//! A variant as it will be written: its settings, and what follows from them.

use std::collections::{BTreeMap, BTreeSet};

use super::area::{Area, Board};
use super::betza::{self, Ways};
use super::fen::Start;
use super::settings::{Coat, Settings};
use super::tables::{Kind, words};

/// A variant, ready to be written.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) settings: Settings,
    pub(super) board: Board,
    pub(super) start: Start,
    /// What every kind is called.
    pub(super) names: BTreeMap<Kind, String>,
    /// The kinds that can come to the board or into a hand as they are.
    pub(super) seen: BTreeSet<Kind>,
    /// What these kinds become by promotion of pieces, if they do.
    pub(super) turned: BTreeMap<Kind, Kind>,
    /// Kinds whose pieces are royal, whatever happens.
    pub(super) royal: BTreeSet<Kind>,
    /// Kinds whose last pieces are royal.
    pub(super) crowns: BTreeSet<Kind>,
    /// The kinds that make double steps.
    pub(super) steppers: BTreeSet<Kind>,
    /// Whether there can be captures en passant.
    pub(super) passing: bool,
    /// Whether anybody can castle.
    pub(super) swaps: bool,
}

impl Variant {
    pub(super) fn new(settings: Settings) -> Self {
        let board = settings.board();
        let start = Start::read(settings.text("start"));
        let mut variant = Self {
            settings,
            board,
            start,
            names: BTreeMap::new(),
            seen: BTreeSet::new(),
            turned: BTreeMap::new(),
            royal: BTreeSet::new(),
            crowns: BTreeSet::new(),
            steppers: BTreeSet::new(),
            passing: false,
            swaps: false,
        };
        variant.see();
        variant.baptise();
        variant.crown();
        variant.find_steppers();
        variant.swaps = variant.settings.flag("swap")
            && (variant.start.swaps() || variant.settings.flag("swap.dropped"));
        variant.board.rotated = variant.is_rotated();
        variant
    }

    /// Finds the kinds that there can ever be.
    fn see(&mut self) {
        let start = &self.start;
        let letters = start.placement.chars().chain(start.hand.chars());
        let mut seen: BTreeSet<Kind> =
            letters.filter_map(|letter| self.settings.kind(letter)).collect();
        let feet = [self.settings.kinds("foot.w"), self.settings.kinds("foot.b")];
        if feet.iter().flatten().any(|kind| seen.contains(kind)) {
            let into = [self.settings.kinds("into.w"), self.settings.kinds("into.b")];
            seen.extend(into.into_iter().flatten());
        }
        if self.settings.flag("free-drops") {
            seen.extend(self.settings.coats.keys());
        }
        seen.remove(&Kind::All);
        let pairs = self.settings.pairs("turned");
        self.turned = pairs.into_iter().filter(|(from, _)| seen.contains(from)).collect();
        self.seen = seen;
    }

    /// Gives every kind a name: its own, that of its letter in chess, or one made of its letter.
    fn baptise(&mut self) {
        let by_letter: BTreeMap<char, &str> = words("names")
            .lines()
            .filter_map(|line| Some((line.chars().next()?, line.get(2..)?)))
            .collect();
        let coats = self.settings.coats.clone();
        let main = self.main_foot();
        let has_foot = coats.keys().any(|kind| kind.is("foot") && self.seen.contains(kind));
        let has_royal = coats.keys().any(|kind| kind.is("royal"));
        let mut taken = BTreeSet::new();
        let order = |kind: &Kind| (!self.seen.contains(kind), kind.is("custom"), *kind);
        let mut kinds: Vec<Kind> = coats.keys().copied().collect();
        kinds.sort_by_key(order);
        for kind in kinds {
            let (Some(coat), Some(row)) = (coats.get(&kind), kind.row()) else { continue };
            let letter = by_letter.get(&coat.letter).copied();
            let promotes = !self.settings.kinds("into.w").is_empty();
            let is_main = !has_foot
                && Some(kind) == main
                && (kind.is("custom") || promotes)
                && self.seen.contains(&kind);
            let wished = if is_main {
                by_letter.get(&'p').copied().unwrap_or_default().to_owned()
            } else if kind.is("common") && coat.letter == 'k' && !has_royal {
                words("common-name").to_owned()
            } else if !row.name.is_empty() {
                row.name.to_owned()
            } else if let Some(name) = letter {
                name.to_owned()
            } else {
                words("custom-name")
                    .replace("<letter>", &coat.letter.to_ascii_uppercase().to_string())
            };
            let name = if taken.contains(&wished) {
                format!("{wished}-{}", coat.letter.to_ascii_uppercase())
            } else {
                wished
            };
            taken.insert(name.clone());
            self.names.insert(kind, name);
        }
    }

    /// Returns the kind that promoted pieces are again when they are captured.
    pub(super) fn main_foot(&self) -> Option<Kind> {
        self.settings.kinds("foot.main.w").into_iter().next()
    }

    /// Finds out what is royal: for good, or only as the last of its kind.
    fn crown(&mut self) {
        self.royal = self.seen.iter().copied().filter(|kind| kind.is("royal")).collect();
        if !self.settings.flag("extinct.royal") {
            return;
        }
        let kinds: BTreeSet<Kind> = self
            .settings
            .kinds("extinct.kinds")
            .into_iter()
            .filter(|kind| *kind != Kind::All)
            .collect();
        let most =
            usize::try_from(self.settings.number("extinct.count")).unwrap_or(0).saturating_add(1);
        let into = [self.settings.kinds("into.w"), self.settings.kinds("into.b")];
        let grows = |kind: &Kind| {
            into.iter().any(|set| set.contains(kind))
                && (self.settings.kinds("foot.w").iter().any(|foot| self.seen.contains(foot)))
        };
        let many = |capital: bool| {
            let of_kind = |kind: &&Kind| self.count(**kind, capital) > 0;
            kinds.iter().filter(of_kind).map(|kind| self.count(*kind, capital)).sum::<usize>()
        };
        let is_fixed = !kinds.iter().any(grows)
            && many(true).max(many(false)) <= most
            && (most == 1 || kinds.len() == 1);
        if is_fixed {
            self.royal.extend(kinds);
        } else {
            self.crowns = kinds;
        }
    }

    /// Returns the kinds that are royal whatever is said of others.
    pub(super) fn royal_for_good(&self) -> impl Iterator<Item = Kind> {
        self.seen.iter().copied().filter(|kind| kind.is("royal"))
    }

    /// Counts the pieces of a kind at the start.
    pub(super) fn count(&self, kind: Kind, capital: bool) -> usize {
        let Some(coat) = self.settings.coats.get(&kind) else { return 0 };
        let letter = if capital { coat.letter.to_ascii_uppercase() } else { coat.letter };
        let letters = self.start.placement.chars().chain(self.start.hand.chars());
        letters.filter(|other| *other == letter).count()
    }

    fn find_steppers(&mut self) {
        let regions = self.settings.areas("step");
        if regions.iter().all(|region| region.is_empty()) {
            return;
        }
        let steps = |kind: &Kind| {
            let coat = self.settings.coats.get(kind);
            kind.is("foot")
                || coat
                    .is_some_and(|coat| betza::steps(&coat.moves).iter().any(|step| step.initial))
        };
        self.steppers = self.seen.iter().copied().filter(steps).collect();
        let areas = self.settings.areas("passing.area");
        let takers = [self.settings.kinds("passing.w"), self.settings.kinds("passing.b")];
        let takes = |kind: &Kind| {
            self.seen.contains(kind)
                && self.settings.coats.get(kind).is_some_and(|coat| only_captures(coat, *kind))
        };
        self.passing = !self.steppers.is_empty()
            && areas
                .iter()
                .zip(&takers)
                .any(|(area, takers)| !area.is_empty() && takers.iter().any(takes));
    }

    /// Tells whether the other side should see the board turned round: for pieces that know left from right, and for
    /// regions that lie so.
    fn is_rotated(&self) -> bool {
        if self.swaps {
            return false;
        }
        let coats = self.settings.coats.iter().filter(|(kind, _)| {
            self.seen.contains(kind) || self.turned.values().any(|into| into == *kind)
        });
        if coats.clone().any(|(_, coat)| !betza::is_even(&coat.moves)) {
            return true;
        }
        let ids = ["zone", "goal", "drop", "step", "walling"];
        let pairs = ids.map(|id| self.settings.areas(id));
        let regions = coats.filter_map(|(_, coat)| Some([coat.region[0]?, coat.region[1]?]));
        let odd = |rotated: bool| {
            let board = Board { rotated, ..self.board };
            let says = |pair: &[Area; 2]| board.words(pair[0], pair[1]).is_none();
            pairs.iter().copied().chain(regions.clone()).filter(says).count()
        };
        odd(true) < odd(false)
    }

    pub(super) fn coat(&self, kind: Kind) -> Option<&Coat> {
        self.settings.coats.get(&kind)
    }

    /// Returns how a kind moves, in the notation here.
    pub(super) fn ways(&self, kind: Kind) -> Ways {
        self.coat(kind).map(|coat| betza::ways(&coat.moves)).unwrap_or_default()
    }

    pub(super) fn name(&self, kind: Kind) -> String {
        self.names.get(&kind).cloned().unwrap_or_default()
    }

    /// Returns the name of what a kind becomes.
    pub(super) fn turned_name(&self, from: Kind) -> String {
        words("turned-name").replace("<name>", &self.name(from).to_lowercase())
    }

    /// Writes a set of kinds, each with what is one of it by promotion.
    pub(super) fn set(&self, kinds: &BTreeSet<Kind>) -> String {
        if kinds.contains(&Kind::All) {
            return "piece".to_owned();
        }
        join(&self.set_names(kinds))
    }

    /// Returns the names of kinds and of what is one of them by promotion.
    pub(super) fn set_names(&self, kinds: &BTreeSet<Kind>) -> Vec<String> {
        let mut names = Vec::new();
        for kind in kinds {
            if self.seen.contains(kind) {
                names.push(self.name(*kind));
            }
            let turned = self.turned.iter().filter(|(_, into)| *into == kind);
            names.extend(turned.map(|(from, _)| self.turned_name(*from)));
        }
        names
    }

    /// Writes a set of kinds as they are, such as the choice of a promotion.
    pub(super) fn plain_set(&self, kinds: &BTreeSet<Kind>) -> String {
        let kinds = kinds.iter().filter(|kind| **kind != Kind::All);
        join(&kinds.map(|kind| self.name(*kind)).collect::<Vec<_>>())
    }

    /// Tells whether there can be pieces in hand.
    pub(super) fn has_hand(&self) -> bool {
        let settings = &self.settings;
        (settings.flag("drops") && !settings.flag("free-drops"))
            || settings.flag("keep")
            || !self.start.hand.is_empty()
    }

    /// Tells whether a kind can be in hand.
    pub(super) fn in_hand(&self, kind: Kind) -> bool {
        let Some(coat) = self.coat(kind) else { return false };
        let given = self.start.hand.to_ascii_lowercase().contains(coat.letter);
        self.settings.flag("drops")
            && (given || self.settings.flag("keep") && self.seen.contains(&kind))
    }

    /// Tells which sides can have a kind in hand.
    pub(super) fn drops_for(&self, kind: Kind) -> [bool; 2] {
        let Some(coat) = self.coat(kind).filter(|_| self.in_hand(kind)) else { return [false; 2] };
        let has = |letter: char| self.settings.flag("keep") || self.start.hand.contains(letter);
        [has(coat.letter.to_ascii_uppercase()), has(coat.letter)]
    }

    /// Returns the squares where a kind could never move, as each side sees them.
    pub(super) fn stranded(&self, kind: Kind) -> Area {
        let Some(coat) = self.coat(kind) else { return Area::NONE };
        let squares = betza::stranded(&coat.moves, self.board);
        squares.into_iter().map(|(file, rank)| Area::square(file, rank)).collect()
    }

    /// Tells whether the kind is the one that all modules about such pieces mean.
    pub(super) fn is_called_like(&self, kind: Kind, letter: &str) -> bool {
        let names = words("names").lines();
        let wanted = names.filter_map(|line| line.split_once(' ')).find(|(of, _)| *of == letter);
        wanted.is_some_and(|(_, name)| self.name(kind) == name)
    }

    /// Tells whether some pieces may begin with a leap of their own.
    pub(super) fn leaps(&self) -> bool {
        let settings = &self.settings;
        settings.flag("cambodian") && settings.flag("gating") && self.start.swaps()
    }

    /// Returns the kind that has a name.
    pub(super) fn called(&self, name: &str) -> Option<Kind> {
        self.names.iter().find(|(_, other)| *other == name).map(|(kind, _)| *kind)
    }
}

/// Joins names; nothing at all is `none`.
fn join(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(" or ") }
}

/// Tells whether a piece captures where it cannot go otherwise, as captures en passant need.
fn only_captures(coat: &Coat, kind: Kind) -> bool {
    if kind.is("foot") {
        return true;
    }
    let steps = betza::steps(&coat.moves);
    let goes = |step: &betza::Step| {
        steps.iter().any(|other| other.quiet && (other.dx, other.dy) == (step.dx, step.dy))
    };
    steps.iter().any(|step| step.captures && !goes(step))
}
