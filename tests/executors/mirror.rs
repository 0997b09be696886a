//! Where both sides have the same rules, the mirrored position has the mirrored turns.

use std::collections::BTreeSet;

use fairyring::ir::{BySide, Game, Id, SideId, SquareId, SquareSet, VariableValue};
use fairyring::notation;
use fairyring::play::Engine;
use fairyring::reference;
use fairyring::state::{Choice, Piece, Position, TokenState, Turn};

use super::FREE;
use crate::variants::table;
use fairyring::state::Random;

/// Games whose rules are the same for both sides: boards of several shapes, hands, marks, long turns, far effects.
const GAMES: &[&str] = &[
    "chess",
    "mono",
    "ruddigore",
    "variants/ataxx",
    "variants/atomic",
    "variants/capablanca",
    "variants/chu-shogi",
    "variants/congo",
    "variants/crazyhouse",
    "variants/flipello",
    "variants/grand",
    "variants/janggi",
    "variants/makruk",
    "variants/minishogi",
    "variants/seirawan",
    "variants/shogi",
    "variants/spartan",
    "variants/talvola-arimaa",
    "variants/talvola-cylinder_chess",
    "variants/xiangqi",
];

/// How many turns of a position at most before the game is left.
const MOST: usize = 4_000;

/// Returns the side on the other end of the board.
fn other(side: SideId) -> SideId {
    side.opponent()
}

/// A game with its squares as the second side sees them.
struct Mirror<'g> {
    game: &'g Game,
    squares: Vec<SquareId>,
}

impl<'g> Mirror<'g> {
    fn of(game: &'g Game) -> Option<Self> {
        let squares = game.board.squares.ids().map(|square| game.board.view(square, SideId::LAST));
        Some(Self { game, squares: squares.collect::<Option<_>>()? })
    }

    fn square(&self, square: SquareId) -> SquareId {
        self.squares[square.index()]
    }

    fn value(&self, value: VariableValue) -> VariableValue {
        match value {
            VariableValue::Number(number) => VariableValue::Number(number),
            VariableValue::Squares(squares) => {
                let mirrored: SquareSet =
                    squares.iter().map(|square| self.square(square)).collect();
                VariableValue::Squares(mirrored)
            }
        }
    }

    /// Returns the position in which the sides have changed places. The number of the turn is left out: the side that
    /// counts is another one.
    fn position(&self, position: &Position) -> Position {
        let mut mirrored = Position::empty(self.game);
        for (square, piece) in position.pieces.enumerate() {
            mirrored.pieces[self.square(square)] =
                piece.map(|piece| Piece { owner: piece.owner.map(other), ..piece });
        }
        mirrored.hands = BySide::from_fn(|side| position.hands[other(side)].clone());
        for (token, state) in position.tokens.enumerate() {
            let at = state.at.map(|square| self.square(square));
            mirrored.tokens[token] = TokenState { at, ..*state };
        }
        for (variable, values) in position.variables.enumerate() {
            mirrored.variables[variable] = BySide::from_fn(|side| self.value(values[other(side)]));
        }
        mirrored.to_move = other(position.to_move);
        mirrored
    }

    /// Returns what is seen of a choice by the other side.
    fn choice(&self, choice: &Choice) -> Choice {
        match choice {
            Choice::Move(made) => {
                let mut made = made.clone();
                made.from = self.square(made.from);
                made.to = self.square(made.to);
                made.via = made.via.iter().map(|&square| self.square(square)).collect();
                made.takes = made.takes.iter().map(|&square| self.square(square)).collect();
                Choice::Move(made)
            }
            Choice::Drop { hand, kind, to } => {
                Choice::Drop { hand: other(*hand), kind: *kind, to: self.square(*to) }
            }
            Choice::Square(square) => Choice::Square(self.square(*square)),
            Choice::Hand(side, kind) => Choice::Hand(other(*side), *kind),
            plain => plain.clone(),
        }
    }

    /// Returns the text of a turn as the other side would play it.
    fn turn(&self, turn: &Turn) -> String {
        let mut mirrored = turn.clone();
        for step in &mut mirrored.steps {
            step.choice = self.choice(&step.choice);
        }
        notation::turn_text(self.game, &mirrored)
    }
}

/// Plays a game at random and looks at every position from the other side; returns how many there were.
fn play(game: &Game, engine: &Engine, seed: u64, plies: usize) -> Result<usize, String> {
    let mirror = Mirror::of(game).ok_or("the board is not the same for both sides")?;
    let mut random = Random::new(seed);
    let mut position =
        notation::read_position(game, &game.start.text).map_err(|error| error.to_string())?;
    for ply in 0..plies {
        if reference::decided(game, &position, FREE).unwrap().is_some() {
            return Ok(ply);
        }
        let legal = engine.legal_turns(&position, FREE).unwrap();
        let turns: BTreeSet<String> = legal.iter().map(|(turn, _)| mirror.turn(turn)).collect();
        let mut seen = mirror.position(&position);
        seen.turn_number = position.turn_number;
        let from_there = engine.legal_turns(&seen, FREE).unwrap();
        let found: BTreeSet<String> =
            from_there.iter().map(|(turn, _)| notation::turn_text(game, turn)).collect();
        if turns != found || legal.len() != from_there.len() {
            return Err(format!(
                "{} has other turns when mirrored, {}: {:?}",
                notation::write_position(game, &position),
                notation::write_position(game, &seen),
                turns.symmetric_difference(&found).collect::<Vec<_>>()
            ));
        }
        if legal.is_empty() || legal.len() > MOST {
            return Ok(ply + 1);
        }
        let chosen = random.below(legal.len());
        position = legal.into_iter().nth(chosen).map(|(_, next)| next).unwrap_or(position);
    }
    Ok(plies)
}

#[test]
fn mirrored_positions_have_mirrored_turns() {
    let seeds =
        std::env::var("FAIRYRING_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let mut wrong = Vec::new();
    for name in GAMES {
        let game = table::load(name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        let engine = Engine::new(&game).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut positions = 0;
        for seed in 0..seeds {
            match play(&game, &engine, seed, 60) {
                Ok(count) => positions += count,
                Err(what) => wrong.push(format!("{name}: {what}")),
            }
        }
        assert!(!wrong.is_empty() || positions > 20, "{name}: hardly anything was played");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
