//! What pieces, tokens, hands and having the move are worth, from how games end.
//!
//! The points of a game are taken to follow from a sum of what each side has, through a logistic curve. What is asked is how much
//! each thing adds. Two kinds of games answer: those with imbalances ([`Study::with_imbalances`]), and positions of ordinary ones.

use std::collections::BTreeSet;

use super::games::{Outline, Study, in_order};
use super::imbalances::Guess;
use super::regression::{Seen, fit, logistic};
use super::share::{NINETY_FIVE, Share};
use crate::ir::{Game, PieceTypeId, SideId, TokenId};
use crate::session::Session;
use crate::state::Position;

/// What was there in fewer games is not estimated.
const FEW: usize = 30;

/// Every so many turns a position of a game is looked at: an odd number, so that either side is to move.
const STRIDE: usize = 5;

/// The first position of a game that is looked at.
const FIRST: usize = 5;

/// The highest level of a token that counts as different from those above.
const LEVELS: i32 = 6;

/// The greatest value that rules can give.
const MOST: f64 = 10_000.0;

/// Something that a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// The side that begins has what the rules give to it, the first turn among it.
    Side,
    /// It is its turn.
    Move,
    /// A piece on the board.
    Piece(PieceTypeId),
    /// Two pieces of a kind or more, besides what each is worth.
    Pair(PieceTypeId),
    /// A piece in hand.
    Hand(PieceTypeId),
    /// One of its pieces bears a token, at a level if it has levels.
    Token(TokenId, Option<i32>),
}

/// What something is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// What it is.
    pub thing: Thing,
    /// In units of the piece that everything is measured by; nothing if that is not known to be worth anything.
    pub units: Option<Share>,
    /// In the points in which rules and the computer count; nothing if the games do not show that pieces are worth anything.
    pub points: Option<Share>,
    /// The share of a game's points that a side scores that has it, and else as much as the other.
    pub score: Share,
}

/// How values were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// From games with imbalances.
    Imbalances,
    /// From positions of ordinary games.
    Positions,
}

/// What things are worth among players of one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// How they were found.
    pub method: Method,
    /// From how many games.
    pub games: u64,
    /// The piece that everything is measured by: the most frequent one.
    pub unit: PieceTypeId,
    /// What each thing is worth.
    pub worths: Vec<Worth>,
}

impl Thing {
    /// Returns what people call it.
    pub fn text(self, game: &Game) -> String {
        let kind = |kind| game.types.get(kind).map_or("", |kind| kind.name.as_str());
        match self {
            Self::Side => "the side that begins".to_owned(),
            Self::Move => "having the move".to_owned(),
            Self::Piece(of) => kind(of).to_owned(),
            Self::Pair(of) => format!("two of {}, besides", kind(of)),
            Self::Hand(of) => format!("{} in hand", kind(of)),
            Self::Token(token, level) => {
                let name = game.tokens.get(token).map_or("", |token| token.name.as_str());
                let level = level.map_or_else(String::new, |level| {
                    let more = if level >= LEVELS { " or more" } else { "" };
                    format!(" at level {level}{more}")
                });
                format!("bearing {name}{level}")
            }
        }
    }

    /// Returns how much more of it the side that begins has, as `first` names it.
    fn in_position(self, position: &Position, first: SideId) -> f64 {
        let count = |kind: PieceTypeId, side: SideId| {
            let pieces = position.pieces.iter().flatten();
            pieces.filter(|piece| piece.kind == kind && piece.owner == Some(side)).count()
        };
        let of = |side: SideId| -> f64 {
            match self {
                Self::Side => f64::from(u8::from(side == first)),
                Self::Move => f64::from(u8::from(side == position.to_move)),
                Self::Piece(kind) => number(count(kind, side)),
                Self::Pair(kind) => f64::from(u8::from(count(kind, side) > 1)),
                Self::Hand(kind) => {
                    position.hands[side].get(kind).map_or(0.0, |count| f64::from(*count))
                }
                Self::Token(token, level) => {
                    f64::from(u8::from(bears(position, side, token, level)))
                }
            }
        };
        of(first) - of(first.opponent())
    }
}

/// Tells whether a piece of a side bears a token, at that level if one is given.
fn bears(position: &Position, side: SideId, token: TokenId, level: Option<i32>) -> bool {
    position.tokens.get(token).is_some_and(|state| {
        let bearer = state.at.and_then(|at| position.piece(at));
        bearer.is_some_and(|piece| piece.owner == Some(side))
            && level.is_none_or(|level| level == state.level.min(LEVELS))
    })
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

impl Values {
    /// Finds them from games with imbalances; nothing if these are too few. The order of the games does not matter.
    pub fn of_imbalances(study: &Study, guesses: &[Guess], games: &[Outline]) -> Option<Self> {
        let start = study.start();
        let first = start.side_to_move();
        let begun: Vec<(Session, &Outline)> = in_order(games)
            .into_iter()
            .filter_map(|game| Some((start.elsewhere(game.start.as_deref()?).ok()?, game)))
            .collect();
        let seen = |things: &[Thing]| -> Vec<Seen> {
            let one = |(session, game): &(Session, &Outline)| Seen {
                there: things
                    .iter()
                    .map(|thing| thing.in_position(session.position(), first))
                    .collect(),
                points: points(game, first),
                group: game.number / 2,
            };
            begun.iter().map(one).collect()
        };
        let kinds = super::imbalances::kinds(start.game(), start.position(), guesses);
        let pieces: Vec<Thing> = kinds.iter().map(|guess| Thing::Piece(guess.kind)).collect();
        let mut things = vec![Thing::Side];
        things.extend(&pieces);
        let mut values = Self::of(Method::Imbalances, (start, guesses), &things, &seen)?;
        // What two of a kind are worth more is asked apart: else each value would be that of a piece that stands alone.
        let is_pair = |kind| SideId::ALL.into_iter().all(|side| pair(start, kind, side));
        let pairs =
            kinds.iter().filter(|guess| is_pair(guess.kind)).map(|guess| Thing::Pair(guess.kind));
        let pairs: Vec<Thing> = pairs.collect();
        if !pairs.is_empty() {
            things.extend(&pairs);
            let mut more = Self::of(Method::Imbalances, (start, guesses), &things, &seen)?;
            more.worths.retain(|worth| pairs.contains(&worth.thing));
            // What they are measured by has to be known by itself as well.
            if values.worth(Thing::Piece(values.unit)).is_none_or(|unit| unit.units.is_none()) {
                more.worths.iter_mut().for_each(|worth| worth.units = None);
            }
            values.worths.extend(more.worths);
        }
        Some(values)
    }

    /// Finds them from positions of ordinary games; nothing if these are too few. The order of the games does not matter.
    pub fn of_positions(study: &Study, guesses: &[Guess], games: &[Outline]) -> Option<Self> {
        let start = study.start();
        let (game, first) = (start.game(), start.side_to_move());
        let mut positions = Vec::new();
        for outline in in_order(games) {
            let Some(played) = study.again(outline) else { continue };
            let all = played.positions();
            let quiet = (FIRST..all.len()).step_by(STRIDE).filter(|at| is_quiet(all, *at));
            positions.extend(quiet.map(|at| (all[at].clone(), outline)));
        }
        let royal = |kind: PieceTypeId| game.types.get(kind).is_none_or(|kind| kind.royal);
        let mut things = vec![Thing::Side, Thing::Move];
        for kind in game.types.ids().filter(|kind| !royal(*kind)) {
            things.extend([Thing::Piece(kind), Thing::Hand(kind)]);
        }
        for token in game.tokens.ids() {
            let has_levels = game.tokens.get(token).is_some_and(|token| token.has_levels);
            let levels = (0..=LEVELS).map(|level| Thing::Token(token, Some(level)));
            if has_levels { things.extend(levels) } else { things.push(Thing::Token(token, None)) }
        }
        let differs = |thing: Thing| {
            let there =
                positions.iter().filter(|(position, _)| thing.in_position(position, first) != 0.0);
            there.map(|(_, game)| game.number).collect::<BTreeSet<_>>().len() >= FEW
        };
        things.retain(|thing| differs(*thing));
        let seen = |things: &[Thing]| -> Vec<Seen> {
            let one = |(position, game): &(Position, &Outline)| Seen {
                there: things.iter().map(|thing| thing.in_position(position, first)).collect(),
                points: points(game, first),
                group: game.number,
            };
            positions.iter().map(one).collect()
        };
        Self::of(Method::Positions, (start, guesses), &things, &seen)
    }

    /// Returns what is said of a thing.
    pub fn worth(&self, thing: Thing) -> Option<&Worth> {
        self.worths.iter().find(|worth| worth.thing == thing)
    }

    /// Fits.
    fn of(
        method: Method,
        (start, guesses): (&Session, &[Guess]),
        things: &[Thing],
        seen: &dyn Fn(&[Thing]) -> Vec<Seen>,
    ) -> Option<Self> {
        let seen = seen(things);
        let groups: BTreeSet<u64> = seen.iter().map(|seen| seen.group).collect();
        let unit = unit(start, guesses)?;
        if groups.len() < FEW {
            return None;
        }
        let fit = fit(&seen)?;
        let one = |of: Thing| -> Vec<f64> {
            things.iter().map(|thing| f64::from(u8::from(*thing == of))).collect()
        };
        let (by, army) = (one(Thing::Piece(unit)), army(start, guesses, things));
        let worths = things.iter().enumerate().map(|(at, thing)| {
            let (found, error) = (fit.found[at], fit.error(at));
            let itself = one(*thing);
            Worth {
                thing: *thing,
                units: fit.quotient(&itself, &by),
                points: army.as_ref().and_then(|army| fit.quotient(&itself, army)),
                score: Share {
                    low: logistic(found - NINETY_FIVE * error),
                    found: logistic(found),
                    high: logistic(found + NINETY_FIVE * error),
                },
            }
        });
        let games = if method == Method::Imbalances { seen.len() } else { groups.len() };
        let games = u64::try_from(games).unwrap_or(u64::MAX);
        Some(Self { method, games, unit, worths: worths.collect() })
    }

    /// Returns lines for the rules file that give pieces these values; the comment says how well each is known.
    pub fn lines(&self, game: &Game) -> Vec<String> {
        let unit = game.types.get(self.unit).map_or("", |unit| unit.name.as_str());
        let lines = self.worths.iter().filter_map(|worth| {
            let Share { low, found, high } = worth.points?;
            let value = found.clamp(0.0, MOST).round();
            let in_units = worth.units.map_or_else(String::new, |units| {
                format!(" = {:.2} {unit}s ({:.2} to {:.2})", units.found, units.low, units.high)
            });
            match worth.thing {
                Thing::Piece(kind) => {
                    let name = &game.types.get(kind)?.name;
                    Some(format!(
                        "extend {name} {{ value {value:.0} }}    # {low:.0} to {high:.0}{in_units}"
                    ))
                }
                Thing::Token(token, None) => {
                    let name = &game.tokens.get(token)?.name;
                    Some(format!(
                        "# in token {name}: value {value:.0}    # {low:.0} to {high:.0}{in_units}"
                    ))
                }
                _ => None,
            }
        });
        lines.collect()
    }
}

/// Tells whether a side has exactly two of a kind on the board.
fn pair(start: &Session, kind: PieceTypeId, side: SideId) -> bool {
    let pieces = start.position().pieces.iter().flatten();
    pieces.filter(|piece| piece.kind == kind && piece.owner == Some(side)).count() == 2
}

fn points(game: &Outline, side: SideId) -> f64 {
    game.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

/// Tells whether as many pieces are there as one turn before and two turns after: nothing is being exchanged.
fn is_quiet(positions: &[Position], at: usize) -> bool {
    let pieces =
        |at: usize| positions.get(at).map(|position| position.pieces.iter().flatten().count());
    let here = pieces(at);
    at > 0 && [at - 1, at + 1, at + 2].into_iter().all(|near| pieces(near) == here)
}

/// Returns the kind of which there are most on the board, and the least valuable of those.
fn unit(start: &Session, guesses: &[Guess]) -> Option<PieceTypeId> {
    let (game, position) = (start.game(), start.position());
    let count = |kind: PieceTypeId| {
        position.pieces.iter().flatten().filter(|piece| piece.kind == kind).count()
    };
    let kinds =
        guesses.iter().filter(|guess| game.types.get(guess.kind).is_some_and(|kind| !kind.royal));
    let best = kinds.max_by_key(|guess| (count(guess.kind), std::cmp::Reverse(guess.points)))?;
    Some(best.kind)
}

/// Returns how much of each thing a point is: the points are such that all that is there at the beginning is together worth what it
/// was taken to be. Nothing if it was taken to be worth nothing.
fn army(start: &Session, guesses: &[Guess], things: &[Thing]) -> Option<Vec<f64>> {
    let mut counts = vec![0.0; things.len()];
    let mut known = 0.0;
    for piece in start.position().pieces.iter().flatten() {
        let at = things.iter().position(|thing| *thing == Thing::Piece(piece.kind));
        let guess = guesses.iter().find(|guess| guess.kind == piece.kind);
        if let (Some(at), Some(guess)) = (at, guess) {
            known += f64::from(guess.points);
            counts[at] += 1.0;
        }
    }
    for (thing, count) in things.iter().zip(&mut counts) {
        if let Thing::Pair(kind) = *thing {
            let pairs = SideId::ALL.into_iter().filter(|side| pair(start, kind, *side));
            *count = number(pairs.count());
        }
    }
    (known > 0.0).then(|| counts.iter().map(|count| count / known).collect())
}
