//! Studies of games whose shares are known exactly.

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Compared, Comparison, Difference, Guess, Measure, Outline, Report, Results, Share, Strength,
    Study, Terms, Thing, Values, Version, told,
};
use crate::bundled::{self, Bundled};
use crate::diag::Sink;
use crate::ir::{BySide, SideId};
use crate::pipeline;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Random;

fn session(name: &str) -> Session {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let name = bundled::find_game(name).unwrap_or(name);
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink).unwrap();
    Session::new(Arc::new(game)).unwrap()
}

/// The share of the points that the first side gets between random players, from all that can happen. The record does not
/// matter in the games asked about, so that positions stand for themselves.
fn exactly(session: &Session, known: &mut HashMap<String, f64>) -> f64 {
    let text = session.position_text();
    if let Some(share) = known.get(&text) {
        return *share;
    }
    let share = if let Some(result) = session.result().unwrap() {
        match result.winner() {
            Some(side) if side == SideId::FIRST => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    } else {
        let legal = session.legal().unwrap();
        let count = u32::try_from(legal.len()).unwrap();
        let shares = legal.into_iter().map(|legal| {
            let mut next = session.clone();
            next.play_legal(legal);
            exactly(&next, known)
        });
        shares.sum::<f64>() / f64::from(count)
    };
    known.insert(text, share);
    share
}

fn study(session: &Session, seed: u64, games: u64) -> Results {
    let terms = Terms { strength: Strength::Random, seed, limit: 1000 };
    let study = Study::new(session, terms).unwrap();
    let mut worker = study.worker();
    let games: Vec<Outline> = (0..games).map(|number| worker.play(number)).collect();
    Report::of(SideId::FIRST, &games).results
}

#[test]
fn the_true_share_lies_in_the_interval() {
    let share = |name| exactly(&session(name), &mut HashMap::new());
    let (first, second) = (share("tictactoe"), share("hexapawn"));
    // Between random players the first one wins 737 of 1260 games of tic-tac-toe and draws 8 of 63, as is widely published.
    assert!((first - 817.0 / 1260.0).abs() < 1e-12, "{first}");
    assert!(second > 0.1 && second < 0.9, "{second}");
    for (name, truth) in [("tictactoe", first), ("hexapawn", second)] {
        let session = session(name);
        let holds = (0..100).filter(|seed| {
            let share = study(&session, *seed, 200).share(SideId::FIRST);
            share.low <= truth && truth <= share.high
        });
        let held = holds.count();
        assert!(held >= 90, "{name}: {truth} lies in {held} intervals of 100");
    }
}

#[test]
fn intervals_are_narrow_enough_and_never_points() {
    let half = |won, lost, drawn| {
        let mut results = Results { won: BySide::same(0), drawn };
        results.won[SideId::FIRST] = won;
        results.won[SideId::LAST] = lost;
        results.share(SideId::FIRST)
    };
    // Wilson's interval for 60 of 100, as tables have it.
    let share = half(60, 40, 0);
    assert!((share.low - 0.5020).abs() < 1e-4 && (share.high - 0.6906).abs() < 1e-4, "{share:?}");
    for (won, lost, drawn) in [(50, 0, 0), (0, 50, 0), (0, 0, 50)] {
        let share = half(won, lost, drawn);
        assert!(share.half_width() > 0.01 && share.half_width() < 0.1, "{share:?}");
        assert!(share.low <= share.found && share.found <= share.high, "{share:?}");
    }
    // Draws vary less than wins and losses.
    assert!(half(10, 10, 80).half_width() < half(50, 50, 0).half_width());
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    let session = session("hexapawn");
    let terms = Terms { strength: Strength::Level(3), seed: 9, limit: 1000 };
    let study = Study::new(&session, terms).unwrap();
    let mut worker = study.worker();
    let forwards: Vec<_> = (0..12).map(|number| worker.play(number)).collect();
    let mut other = study.worker();
    let mut backwards: Vec<_> = (0..12).rev().map(|number| other.play(number)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let firsts: std::collections::BTreeSet<_> = forwards.iter().map(|game| &game.first).collect();
    assert!(firsts.len() > 1, "openings differ");
}

#[test]
fn games_are_played_again_turn_by_turn() {
    for strength in [Strength::Random, Strength::Level(2)] {
        let session = session("hexapawn");
        let study = Study::new(&session, Terms { strength, seed: 4, limit: 1000 }).unwrap();
        let mut worker = study.worker();
        for number in 0..30 {
            let game = worker.play(number);
            let again = study.again(&game).unwrap();
            assert_eq!(again.history().len(), usize::try_from(game.turns).unwrap());
            let result = again.result().unwrap().unwrap();
            assert_eq!(
                (result.winner(), Some(result.reason.as_str())),
                match &game.ended {
                    super::Ended::Rule(reason) => (game.winner, Some(reason.as_str())),
                    _ => (None, None),
                }
            );
            let first = crate::notation::turn_text(again.game(), &again.history()[0]);
            assert_eq!(game.first, Some(first));
        }
    }
}

fn random_games(session: &Session, seed: u64, count: u64) -> Vec<Outline> {
    let study =
        Study::new(session, Terms { strength: Strength::Random, seed, limit: 1000 }).unwrap();
    let mut worker = study.worker();
    (0..count).map(|number| worker.play(number)).collect()
}

#[test]
fn the_true_difference_lies_in_the_interval() {
    let (one, other) = (session("tictactoe"), session("hexapawn"));
    let share = |session| exactly(session, &mut HashMap::new());
    let truth = share(&other) - share(&one);
    let holds = (0..100).filter(|seed| {
        let (one, other) = (random_games(&one, *seed, 150), random_games(&other, *seed, 150));
        let compared =
            Comparison::of(SideId::FIRST, &[(Strength::Random, vec![&one[..], &other[..]])]);
        let interval = compared[0].versions[1].difference(Measure::Points).unwrap().interval;
        interval.low <= truth && truth <= interval.high
    });
    let held = holds.count();
    assert!(held >= 90, "{truth} lies in {held} intervals of 100");
}

#[test]
fn many_comparisons_find_no_more_by_chance_than_one() {
    let session = session("tictactoe");
    let found = (0..60).filter(|round| {
        let games: Vec<_> =
            (0..6).map(|version| random_games(&session, 1000 * round + version, 100)).collect();
        let versions = games.iter().map(Vec::as_slice).collect();
        let compared = Comparison::of(SideId::FIRST, &[(Strength::Random, versions)]);
        compared[0].versions.iter().flat_map(|one| &one.differences).any(Difference::is_significant)
    });
    let found = found.count();
    // With 15 comparisons at 5 % each, about half of the rounds would find something.
    assert!(found <= 9, "differences were found in {found} of 60 rounds where there are none");
}

#[test]
fn a_real_difference_is_found_and_the_same_game_differs_in_nothing() {
    let (one, other) = (session("tictactoe"), session("hexapawn"));
    let (one, other) = (random_games(&one, 1, 400), random_games(&other, 1, 400));
    let compared =
        Comparison::of(SideId::FIRST, &[(Strength::Random, vec![&one[..], &one[..], &other[..]])]);
    let [_, same, differs] = &compared[0].versions[..] else { panic!("three versions") };
    for difference in &same.differences {
        assert!(!difference.is_significant() && difference.interval.found == 0.0, "{difference:?}");
        assert!((difference.correlation - 1.0).abs() < 1e-9, "{difference:?}");
    }
    // Hexapawn has no draws, and tic-tac-toe has 12.7 %.
    let decisive = differs.difference(Measure::Decisive).unwrap();
    assert!(decisive.is_significant() && decisive.interval.low > 0.05, "{decisive:?}");
    let backwards: Vec<Outline> = other.iter().rev().cloned().collect();
    let again = Comparison::of(
        SideId::FIRST,
        &[(Strength::Random, vec![&one[..], &one[..], &backwards[..]])],
    );
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(close(again[0].versions[2].turns.found, differs.turns.found));
}

#[test]
fn games_of_one_number_begin_alike_where_the_rules_allow() {
    let (one, other) = (session("chess"), session("fellowship"));
    let terms = Terms { strength: Strength::Level(1), seed: 3, limit: 6 };
    let lines = |session: &Session| -> Vec<Vec<String>> {
        let study = Study::new(session, terms).unwrap();
        let mut worker = study.worker();
        (0..30).map(|number| worker.play(number).line).collect()
    };
    let (one, other) = (lines(&one), lines(&other));
    let alike = one.iter().zip(&other).filter(|(one, other)| one[..4] == other[..4]).count();
    assert!(alike >= 27, "{alike} of 30 openings are the same");
    let firsts: std::collections::BTreeSet<_> = one.iter().map(|line| &line[0]).collect();
    assert!(firsts.len() > 8, "openings differ: {firsts:?}");
}

/// What the pieces of chess are taken to be worth.
fn guesses(session: &Session) -> Vec<Guess> {
    let worth = [("Pawn", 100), ("Knight", 300), ("Bishop", 300), ("Rook", 500), ("Queen", 900)];
    let types = &session.game().types;
    let guess = |(name, points)| {
        let kind = types.ids().find(|kind| types[*kind].name == name).unwrap();
        Guess { kind, points }
    };
    worth.into_iter().map(guess).collect()
}

/// How many pieces of each kind a side begins a game with.
fn army(session: &Session, guesses: &[Guess], outline: &Outline, side: SideId) -> Vec<i32> {
    let begun = session.elsewhere(outline.start.as_ref().unwrap()).unwrap();
    let count = |guess: &Guess| {
        let pieces = begun.position().pieces.iter().flatten();
        let of = pieces.filter(|piece| piece.kind == guess.kind && piece.owner == Some(side));
        i32::try_from(of.count()).unwrap()
    };
    guesses.iter().map(count).collect()
}

#[test]
fn imbalances_come_in_pairs_and_are_the_same_again() {
    let session = session("chess");
    let guesses = guesses(&session);
    let terms = Terms { strength: Strength::Random, seed: 5, limit: 60 };
    let study = Study::with_imbalances(&session, terms, &guesses).unwrap();
    let (mut worker, mut other) = (study.worker(), study.worker());
    let army = |outline: &Outline, side: SideId| army(&session, &guesses, outline, side);
    for pair in 0..40 {
        let (one, two) = (worker.play(2 * pair), worker.play(2 * pair + 1));
        assert_eq!(one, other.play(2 * pair));
        let [first, last] = SideId::ALL;
        assert_eq!(army(&one, first), army(&two, last));
        assert_eq!(army(&one, last), army(&two, first));
        assert_ne!(army(&one, first), army(&one, last), "{:?}", one.start);
        let line: Outline = Outline::from_json(&one.to_json(Strength::Random)).unwrap().1;
        assert_eq!(line, one);
        assert_eq!(study.again(&one).unwrap().history().len(), usize::try_from(one.turns).unwrap());
    }
}

/// A question about how many more of each kind one side has, and of how many kinds it alone has two.
type Is<'a> = &'a dyn Fn(&(Vec<i32>, usize)) -> bool;

#[test]
fn imbalances_nearly_balance_and_much_differs() {
    let session = session("chess");
    let guesses = guesses(&session);
    let terms = Terms { strength: Strength::Random, seed: 5, limit: 0 };
    let study = Study::with_imbalances(&session, terms, &guesses).unwrap();
    let mut worker = study.worker();
    let differences = (0..100).map(|pair| {
        let begun = worker.play(2 * pair);
        let [one, other] = SideId::ALL.map(|side| army(&session, &guesses, &begun, side));
        let differ = one.iter().zip(&other).map(|(one, other)| one - other).collect::<Vec<_>>();
        let pairs = (1..4).filter(|at| (one[*at] > 1) != (other[*at] > 1)).count();
        (differ, pairs)
    });
    let differences: Vec<_> = differences.collect();
    let often = |is: Is| differences.iter().filter(|one| is(one)).count();
    let balance = |differ: &[i32]| -> i32 {
        differ.iter().zip(&guesses).map(|(count, guess)| count * guess.points).sum()
    };
    assert!(often(&|(differ, _)| balance(differ).abs() <= 300) >= 90, "about two pawns");
    assert!(often(&|(differ, _)| balance(differ) > 0) >= 30, "either side may have more");
    assert!(often(&|(differ, _)| balance(differ) < 0) >= 30, "either side may have more");
    assert!(often(&|(differ, _)| differ[4] != 0) >= 30, "rare pieces are missing often enough");
    assert!(often(&|(differ, _)| differ[0].abs() >= 2) >= 50, "and more pawns than one");
    assert!(often(&|(_, pairs)| *pairs > 0) >= 60, "one has two of a kind, and the other not");
    assert!(often(&|(differ, _)| differ.iter().all(|count| count.abs() <= 4)) == 100);
}

/// Players who win as often as what they have is worth. What they take pieces to be worth themselves is not what is guessed.
#[test]
fn known_values_lie_in_their_intervals() {
    let session = session("chess");
    let guesses = guesses(&session);
    let worth = [1.0, 3.5, 3.6, 4.6, 10.5];
    let (mut held, mut all, mut width) = (0, 0, 0.0);
    for seed in 0..25 {
        let terms = Terms { strength: Strength::Random, seed, limit: 0 };
        let study = Study::with_imbalances(&session, terms, &guesses).unwrap();
        let mut worker = study.worker();
        let games: Vec<Outline> = (0..600)
            .map(|number| {
                let mut game = worker.play(number);
                let [one, other] = SideId::ALL.map(|side| army(&session, &guesses, &game, side));
                let more = one.iter().zip(&other).zip(worth);
                let sum: f64 =
                    more.map(|((one, other), worth)| f64::from(one - other) * worth).sum();
                let likely = 1.0 / (1.0 + (-0.4 * sum - 0.2).exp());
                let drawn = Random::stream(1000 + seed, number).below(1_000_000);
                let wins = f64::from(u32::try_from(drawn).unwrap()) < 1e6 * likely;
                game.winner = Some(if wins { SideId::FIRST } else { SideId::LAST });
                game
            })
            .collect();
        let values = Values::of_imbalances(&study, &guesses, &games).unwrap();
        for (guess, truth) in guesses.iter().zip(worth).skip(1) {
            let units = values.worth(Thing::Piece(guess.kind)).unwrap().units.unwrap();
            held += usize::from(units.low <= truth && truth <= units.high);
            all += 1;
            width += (units.high - units.low) / truth;
        }
    }
    assert!(10 * held >= 9 * all, "{held} of {all} intervals hold what is true");
    // So many games tell each value to a quarter of itself.
    let half = width / 2.0 / f64::from(u32::try_from(all).unwrap());
    assert!(half < 0.25, "{half}");
}

/// What a comparison would be in which the side that begins scores so much.
fn scoring(points: f64, pairs: u64, chance: f64) -> Compared {
    let about = |found: f64| Share { low: found - 0.03, found, high: found + 0.03 };
    let difference = |measure, found| Difference {
        measure,
        pairs,
        interval: about(found),
        chance,
        correlation: 0.0,
    };
    Compared {
        points: about(points),
        decisive: about(0.9),
        turns: Share { low: 40.0, found: 41.0, high: 42.0 },
        differences: vec![difference(Measure::Points, points - 0.62)],
    }
}

#[test]
fn a_comparison_says_what_to_try_next() {
    let version = |number| Version {
        name: format!("rank={number}"),
        number: Some(("rank".to_owned(), number)),
    };
    let versions = [version(2), version(6), version(7)];
    let compared = |chance| {
        let mut versions = vec![scoring(0.62, 900, 1.0), scoring(0.44, 900, chance)];
        versions[0].differences.clear();
        versions.push(scoring(0.40, 900, chance));
        [Comparison { strength: Strength::Level(4), versions }]
    };
    let sure = told("White", &versions, &compared(0.001));
    assert!(
        sure.found[0]
            .contains("\"rank=6\" against \"rank=2\": White scores 18.0 points of a hundred less"),
        "{sure:?}"
    );
    assert!(sure.found.iter().any(|words| words.contains("most evenly in \"rank=6\"")), "{sure:?}");
    // From 62 % at 2 to 44 % at 6, one half lies two thirds of the way.
    assert!(sure.next.iter().any(|words| words.contains("try rank=5")), "{sure:?}");
    let unsure = told("White", &versions, &compared(0.4));
    assert!(unsure.found[0].starts_with("No difference"), "{unsure:?}");
}
