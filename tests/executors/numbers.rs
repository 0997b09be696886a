//! A number on each piece goes where the piece goes, in both executors alike.

use std::collections::BTreeSet;
use std::sync::Arc;

use fairyring::ir::Game;
use fairyring::play::Engine;
use fairyring::reference;
use fairyring::state::Position;

use super::FREE;
use super::compare::number_pieces;
use crate::variants::table;
use fairyring::state::Random;

/// Games whose pieces are moved in many ways: by castling, promotion, drops, tokens, swaps and events.
const GAMES: [&str; 7] = [
    "chess",
    "fellowship",
    "one-ring",
    "ruddigore",
    "magic-ring",
    "variants/crazyhouse",
    "variants/seirawan",
];

fn numbers(position: &Position) -> BTreeSet<i16> {
    position.pieces.iter().flatten().map(|piece| piece.number).collect()
}

fn play(game: &Game, engine: &Engine, mut position: Position, random: &mut Random) {
    let mut known = numbers(&position);
    known.insert(0);
    for _ in 0..60 {
        assert_eq!(engine.through(&position), position);
        if reference::decided(game, &position, FREE).unwrap().is_some() {
            return;
        }
        let legal = reference::legal_turns(game, &position, FREE).unwrap();
        let mut wanted: Vec<Position> = legal.iter().map(|turn| turn.position.clone()).collect();
        for (turn, after) in engine.legal_turns(&position, FREE).unwrap() {
            assert!(legal.iter().any(|legal| legal.turn == turn && legal.position == after));
        }
        let found = engine.outcomes(&position, FREE).unwrap();
        assert_eq!(found.len(), wanted.len());
        assert!(found.iter().all(|position| wanted.contains(position)));
        if wanted.is_empty() {
            return;
        }
        position = wanted.swap_remove(random.below(wanted.len()));
        assert!(numbers(&position).is_subset(&known), "no number comes from nowhere");
    }
}

#[test]
fn numbers_go_with_pieces() {
    for name in GAMES {
        let game = table::load(name, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = Arc::new(Game { numbered_pieces: true, ..(*game).clone() });
        let engine = Engine::new(&game).unwrap();
        let mut start = fairyring::notation::read_position(&game, &game.start.text).unwrap();
        number_pieces(&mut start);
        for seed in 0..2 {
            play(&game, &engine, start.clone(), &mut Random::new(seed));
        }
    }
}
