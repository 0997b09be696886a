//! What of the rules some games used.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::games::{Outline, Study};
use crate::author::coverage::{Coverage, Part, PartKind};
use crate::ir::{Game, PieceTypeId, SideId, TokenId};
use crate::session::Session;
use crate::state::{Choice, ClauseRef, Position, Turn};

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// How often in all.
    pub times: u64,
    /// In how many games.
    pub games: u64,
    /// The number of the first of them.
    pub example: Option<u64>,
}

/// What became of a kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceUses {
    /// The games in which one was there.
    pub there: Uses,
    /// Turns in which one moved or came from a hand.
    pub moved: Uses,
    /// Turns in which one was taken.
    pub taken: Uses,
}

/// What some games used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// How many games were looked at.
    pub games: u64,
    /// How many turns they had in all.
    pub turns: u64,
    /// The parts of the rules, in their order.
    pub parts: IndexMap<Part, Uses>,
    /// The kinds of pieces.
    pub pieces: BTreeMap<PieceTypeId, PieceUses>,
    /// Turns in which a token's power was used.
    pub tokens: BTreeMap<TokenId, Uses>,
    /// The longest of the games.
    pub longest: Option<(u32, u64)>,
}

impl Uses {
    fn add(&mut self, times: u64, number: u64) {
        if times > 0 {
            self.times += times;
            self.games += 1;
            self.example = Some(self.example.map_or(number, |example| example.min(number)));
        }
    }

    fn join(&mut self, other: Self) {
        self.times += other.times;
        self.games += other.games;
        self.example = match (self.example, other.example) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
    }
}

impl Usage {
    /// Looks at one game, which is played again for it; nothing if that cannot be done.
    pub fn of_game(study: &Study, outline: &Outline) -> Option<Self> {
        let played = study.again(outline)?;
        let game = played.game();
        let mut coverage = Coverage::new(game);
        coverage.follow(&played).ok()?;
        let number = outline.number;
        let parts = coverage.uses.into_iter().map(|(part, times)| {
            let mut uses = Uses::default();
            uses.add(times, number);
            (part, uses)
        });
        let mut usage = Self {
            games: 1,
            turns: u64::from(outline.turns),
            parts: parts.collect(),
            longest: Some((outline.turns, number)),
            ..Self::default()
        };
        usage.count_pieces(game, &played, number);
        Some(usage)
    }

    /// Adds what other games used; the order does not matter.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.games += other.games;
        self.turns += other.turns;
        for (part, uses) in other.parts {
            self.parts.entry(part).or_default().join(uses);
        }
        for (kind, uses) in other.pieces {
            let known = self.pieces.entry(kind).or_default();
            known.there.join(uses.there);
            known.moved.join(uses.moved);
            known.taken.join(uses.taken);
        }
        for (token, uses) in other.tokens {
            self.tokens.entry(token).or_default().join(uses);
        }
        // Of the longest games, the first.
        self.longest = [self.longest, other.longest]
            .into_iter()
            .flatten()
            .max_by_key(|(turns, number)| (*turns, std::cmp::Reverse(*number)));
        self
    }

    /// Returns the parts of the rules that no game used.
    pub fn unused(&self) -> impl Iterator<Item = &Part> {
        let unused = self.parts.iter().filter(|(_, uses)| uses.times == 0);
        // What a piece or a statement is for is better seen in its moves, events and endings.
        unused.map(|(part, _)| part).filter(|part| part.kind != PartKind::Statement)
    }

    fn count_pieces(&mut self, game: &Game, played: &Session, number: u64) {
        let mut there = BTreeSet::new();
        let mut moved: BTreeMap<PieceTypeId, u64> = BTreeMap::new();
        let mut taken: BTreeMap<PieceTypeId, u64> = BTreeMap::new();
        let mut powers: BTreeMap<TokenId, u64> =
            game.tokens.ids().map(|token| (token, 0)).collect();
        let positions = played.positions();
        for position in positions {
            there.extend(position.pieces.iter().flatten().map(|piece| piece.kind));
            for (_, hand) in position.hands.enumerate() {
                let held = game.types.ids().filter(|kind| hand.get(*kind).is_some_and(|n| *n > 0));
                there.extend(held);
            }
        }
        for (turn, pair) in played.history().iter().zip(positions.windows(2)) {
            turn_uses(turn, &pair[0], &mut moved, &mut powers);
            for (kind, lost) in lost(game, &pair[0], &pair[1]) {
                *taken.entry(kind).or_default() += lost;
            }
        }
        for kind in there {
            let uses = self.pieces.entry(kind).or_default();
            uses.there.add(1, number);
            uses.moved.add(moved.get(&kind).copied().unwrap_or(0), number);
            uses.taken.add(taken.get(&kind).copied().unwrap_or(0), number);
        }
        for (token, times) in powers {
            self.tokens.entry(token).or_default().add(times, number);
        }
    }
}

/// Counts the pieces that move in a turn, and the powers by which they do.
fn turn_uses(
    turn: &Turn,
    before: &Position,
    moved: &mut BTreeMap<PieceTypeId, u64>,
    powers: &mut BTreeMap<TokenId, u64>,
) {
    for step in &turn.steps {
        match &step.choice {
            Choice::Move(made) => {
                let piece = before.pieces.get(made.from).and_then(Option::as_ref);
                let kind = match (made.clause, piece) {
                    (ClauseRef::Own(kind, _), _) => Some(kind),
                    (ClauseRef::Power(..), piece) => piece.map(|piece| piece.kind),
                };
                if let Some(kind) = kind {
                    *moved.entry(kind).or_default() += 1;
                }
                if let ClauseRef::Power(token, ..) = made.clause {
                    *powers.entry(token).or_default() += 1;
                }
            }
            Choice::Drop { kind, .. } => *moved.entry(*kind).or_default() += 1,
            _ => {}
        }
    }
}

/// Returns how many pieces of each kind the side that was not to move has lost from the board.
fn lost(game: &Game, before: &Position, after: &Position) -> Vec<(PieceTypeId, u64)> {
    let count = |position: &Position, side: SideId, kind: PieceTypeId| {
        let pieces = position.pieces.iter().flatten();
        pieces.filter(|piece| piece.owner == Some(side) && piece.kind == kind).count()
    };
    let on_board = |position: &Position| position.pieces.iter().flatten().count();
    if on_board(before) == on_board(after) {
        return Vec::new();
    }
    let others = SideId::ALL.into_iter().filter(|side| *side != before.to_move);
    let mut all = Vec::new();
    for side in others {
        for kind in game.types.ids() {
            let lost = count(before, side, kind).saturating_sub(count(after, side, kind));
            all.push((kind, u64::try_from(lost).unwrap_or(u64::MAX)));
        }
    }
    all.retain(|(_, lost)| *lost > 0);
    all
}
