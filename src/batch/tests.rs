use super::*;
use crate::state::PlayoutEnd;
use std::collections::HashMap;

fn settings(size: usize, threads: usize) -> Settings {
    Settings { size, threads, seed: 11, limit: 300, ..Settings::default() }
}

/// Plays random games until those below a number have ended; returns for each how many turns it had, and its end.
fn ends(game: &Game, settings: &Settings, games: u64) -> HashMap<u64, (u32, End)> {
    let mut batch = Batch::new(game, &[], settings).unwrap();
    let mut ends = HashMap::new();
    while (0..games).any(|number| !ends.contains_key(&number)) {
        let actions = batch.random_actions().unwrap();
        batch.step(&actions).unwrap();
        ends.extend(batch.ended().map(|(_, number, turns, end)| (number, (turns, end.clone()))));
    }
    ends.retain(|number, _| *number < games);
    ends
}

#[test]
fn the_same_games_are_played_whatever_the_size_and_the_threads() {
    for name in ["mono", "ruddigore", "fellowship", "amazons", "checkers"] {
        let game = Game::bundled(name).unwrap();
        let alone = ends(&game, &settings(1, 1), 12);
        assert_eq!(alone.len(), 12, "{name}");
        assert_eq!(alone, ends(&game, &settings(5, 1), 12), "{name}");
        assert_eq!(alone, ends(&game, &settings(7, 3), 12), "{name}");
    }
}

/// Also where turns have several steps, are chosen among whole turns, or have to be compared with each other.
#[test]
fn random_turns_are_those_of_playouts() {
    for name in ["chess", "ruddigore", "fellowship", "magic-ring", "checkers", "duck", "mono"] {
        let game = Game::bundled(name).unwrap();
        let own = Settings { limit: 120, ..settings(6, 2) };
        let mut batch = Batch::new(&game, &[], &own).unwrap();
        let mut ends = HashMap::new();
        while (0..20).any(|number| !ends.contains_key(&number)) {
            let actions = batch.random_turns().unwrap();
            batch.step(&actions).unwrap();
            let ended = batch.ended();
            ends.extend(ended.map(|(_, number, turns, end)| (number, (turns, end.clone()))));
        }
        for number in 0..20 {
            let played = game.playout(&game.start(), own.limit, (own.seed, number));
            let end = match played.end {
                PlayoutEnd::Over(result) => End::Over(result),
                PlayoutEnd::Stuck => End::Stuck,
                PlayoutEnd::Limit => End::Limit,
                PlayoutEnd::TooMuch(limit) => End::TooMuch(limit),
            };
            assert_eq!(ends[&number], (played.turns, end), "{name}, game {number}");
        }
    }
}

/// Each step that is offered leads to a legal turn, and each legal turn is offered: sequences of steps are as many as turns.
#[test]
fn sequences_of_actions_are_the_legal_turns() {
    for name in
        ["chess", "magic-ring", "one-ring", "crazyhouse", "duck", "talvola-arimaa", "checkers"]
    {
        let game = Game::bundled(name).unwrap();
        let wanted = game.start().legal_turns().unwrap().len();
        if wanted > 2000 {
            continue;
        }
        let mut found = 0;
        let mut open: Vec<Vec<u32>> = vec![Vec::new()];
        while let Some(path) = open.pop() {
            let mut batch = Batch::new(&game, &[], &settings(1, 1)).unwrap();
            for &action in &path {
                batch.step(&[action]).unwrap();
            }
            let report = batch.reports().next().unwrap();
            if !path.is_empty() && report.between[0] {
                found += 1;
                continue;
            }
            let legal = batch.legal().next().unwrap();
            assert!(!legal.is_empty(), "{name}: {path:?} leads nowhere");
            open.extend(legal.iter().map(|&action| [&path[..], &[action]].concat()));
        }
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let game = Game::bundled("chess").unwrap();
    let mut batch = Batch::new(&game, &[], &settings(2, 2)).unwrap();
    let legal = batch.legal().next().unwrap()[0];
    let refused = Refused::Illegal { place: 1, action: 0, over: false };
    assert_eq!(batch.step(&[legal, 0]), Err(refused));
    assert_eq!(batch.step(&[legal]), Err(Refused::Length { given: 1, games: 2 }));
    assert_eq!(batch.position(0).unwrap(), game.start());
    batch.step(&[legal, NO_ACTION]).unwrap();
    assert_ne!(batch.position(0).unwrap(), game.start());
    assert_eq!(batch.position(1).unwrap(), game.start());
    assert!(batch.position(2).is_err());
    for wrong in [settings(0, 1), settings(1, 0), settings(MOST_SEATS + 1, 1)] {
        assert!(matches!(Batch::new(&game, &[], &wrong), Err(Refused::Settings(_))));
    }
    let other = Game::bundled("mono").unwrap().start();
    assert_eq!(Batch::new(&game, &[other], &settings(1, 1)).unwrap_err(), Refused::OtherGame(0));
}

#[test]
fn planes_and_counters_show_the_position() {
    let game = Game::bundled("crazyhouse").unwrap();
    let start = game.position("4k3/8/8/8/8/8/8/4K2R[QQn] b - - 0 1").unwrap();
    let batch = Batch::new(&game, &[start], &settings(1, 1)).unwrap();
    let (form, report) = (batch.form(), batch.reports().next().unwrap());
    let plane = |name: &str| {
        let number = form.planes().iter().position(|plane| plane == name).unwrap();
        &report.planes[number * 64..(number + 1) * 64]
    };
    let squares = |name: &str| {
        let set = plane(name).iter().enumerate().filter(|(_, set)| **set == 1);
        set.map(|(square, _)| square).collect::<Vec<_>>()
    };
    assert_eq!(squares("White King"), [4]);
    assert_eq!(squares("White Rook"), [7]);
    assert_eq!(squares("Black King"), [60]);
    assert!(squares("Black Queen").is_empty());
    let counter = |name: &str| {
        let number = form.counters().iter().position(|counter| counter == name).unwrap();
        report.counters[number]
    };
    assert_eq!(counter("White Queen in hand"), 2);
    assert_eq!(counter("Black Knight in hand"), 1);
    assert_eq!(counter("side to move"), 1);
}

#[test]
fn actions_have_names_and_no_two_the_same() {
    let game = Game::bundled("crazyhouse").unwrap();
    let space = ActionSpace::of(game.rules());
    let names: std::collections::HashSet<_> = (0..u32::try_from(space.len()).unwrap())
        .map(|number| space.describe(game.rules(), number).unwrap())
        .collect();
    assert_eq!(names.len(), space.len());
    assert!(names.contains("move e2 e4") && names.contains("drop White Pawn e4"));
    assert_eq!(space.describe(game.rules(), u32::try_from(space.len()).unwrap()), None);
}
