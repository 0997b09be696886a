//! Tests of coverage.

use super::*;
use crate::bundled::Bundled;
use crate::diag::Sink;
use crate::source::SourceMap;

fn played(name: &str, games: usize) -> Coverage {
    let game = crate::pipeline::load(name, &Bundled, &[], &mut SourceMap::new(), &mut Sink::new());
    let game = Arc::new(game.unwrap());
    let mut coverage = Coverage::new(&game);
    let mut number = 12345_usize;
    for _ in 0..games {
        let mut pick = |count: usize| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % count
        };
        coverage.play(&game, None, &mut pick).unwrap();
    }
    coverage
}

#[test]
fn what_is_played_is_used() {
    let coverage = played("mono.rules", 20);
    assert_eq!(coverage.games, 20);
    assert!(coverage.turns > 40);
    let (used, all) = coverage.counts(PartKind::Piece);
    assert_eq!((used, all), (4, 4));
    let (moves, all) = coverage.counts(PartKind::Move);
    assert!(moves > 4 && moves <= all, "{moves} of {all}");
    let (endings, _) = coverage.counts(PartKind::Ending);
    assert!(endings > 0);
}

#[test]
fn what_cannot_be_is_never_used() {
    let coverage = played("mono.rules", 0);
    assert_eq!(coverage.unused().count(), coverage.uses.len());
    assert!(coverage.uses.values().all(|uses| *uses == 0));
}
