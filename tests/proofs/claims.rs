//! What the search claims of forced ends, verified by trying every turn, in games whose rules are unusual.
//!
//! Positions come from random games, most of them from near the end. Where the search claims that a side wins in so many
//! turns, that side does so whatever the other does; and a win by a single turn is claimed at depth 1. With
//! `FAIRYRING_DEEP=1` every bundled game is looked at, each in more positions.

use fairyring::bundled;
use fairyring::ir::SideId;
use fairyring::search::{Limits, NoControl, Score, Searcher};
use fairyring::state::Position;

use super::plain::{By, Path, Rules};
use crate::games::deep;

/// Small games, and games whose endings, turns or goals are unlike those of chess.
const UNUSUAL: [&str; 46] = [
    "fellowship",
    "one-ring",
    "ruddigore",
    "mono",
    "magic-ring",
    "almost",
    "anti-losalamos",
    "antichess",
    "ataxx",
    "breakthrough5",
    "breakthrough6",
    "cannon",
    "capturethequeen",
    "cfour-misere",
    "chameleon",
    "cheskers",
    "clobber",
    "codrus",
    "congo",
    "cornerrook",
    "dobutsu",
    "dragonfly",
    "elimination",
    "extinction",
    "flipello6",
    "gardner",
    "gorogoro",
    "hexapawn",
    "isolation",
    "joust",
    "judkins",
    "kamisado",
    "kinglet",
    "knights-halma",
    "kono",
    "losers",
    "micro",
    "mu-torere",
    "nim",
    "nineholes",
    "racingkings",
    "three-musketeers",
    "tictactoe",
    "twenty-one",
    "talvola-kings_valley",
    "sjaak-micro",
];

/// The longest random game.
const LONGEST: usize = 160;

/// How many of the last positions of a game are looked at.
const LATE: usize = 8;

/// The longest forced end that is verified, in turns of both sides.
const LONG: u32 = 4;

/// How many positions may be tried to verify a claim; a claim that would take more is left out.
const TRIED: u32 = 20_000;

/// How many nodes a search may take.
const NODES: u64 = 20_000;

/// What was looked at in a game.
#[derive(Default)]
struct Found {
    verified: u32,
    left_out: u32,
    wrong: Vec<String>,
}

/// Tells whether a side forces its win within so many turns of both sides; nothing if that takes too long to find out.
fn forces(
    rules: &Rules,
    path: &mut Path,
    side: SideId,
    left: u32,
    budget: &mut u32,
) -> Option<bool> {
    *budget = budget.checked_sub(1)?;
    if let Some(result) = rules.result(By::Compiled, path) {
        return Some(result.winner() == Some(side));
    }
    let Some(left) = left.checked_sub(1) else { return Some(false) };
    let is_own = path.last().to_move == side;
    for (_, next) in rules.legal(By::Compiled, path.last()) {
        path.push(next);
        let forced = forces(rules, path, side, left, budget);
        path.pop();
        if forced? == is_own {
            return Some(is_own);
        }
    }
    Some(!is_own)
}

/// Compares what the search claims of the last position of a record with what is so.
fn verify(rules: &Rules, searcher: &mut Searcher, record: &[Position], found: &mut Found) {
    let now = record.last().expect("a position");
    let mut path = Path::of(record);
    let mut check = |depth: u32, found: &mut Found| {
        searcher.forget();
        let limits = Limits { depth: Some(depth), nodes: Some(NODES), ..Limits::default() };
        let score = searcher.think(record, &limits, &NoControl, &mut |_| {}).score();
        let (side, turns) = match score {
            Some(Score::Win(turns)) => (now.to_move, turns),
            Some(Score::Loss(turns)) => (now.to_move.opponent(), turns),
            _ => return score,
        };
        if turns <= LONG {
            match forces(rules, &mut path, side, turns, &mut { TRIED }) {
                Some(true) => found.verified += 1,
                Some(false) => found
                    .wrong
                    .push(format!("depth {depth} claims {score:?}: {}", rules.text(record))),
                None => found.left_out += 1,
            }
        }
        score
    };
    let at_once = check(1, found);
    check(4, found);
    if forces(rules, &mut Path::of(record), now.to_move, 1, &mut { TRIED }) == Some(true)
        && at_once != Some(Score::Win(1))
    {
        found.wrong.push(format!("a win in 1 is {at_once:?} at depth 1: {}", rules.text(record)));
    }
}

/// Looks at the ends of some random games.
fn look_at(name: &str, games: u64) -> Found {
    let rules = Rules::load(name);
    let mut searcher = Searcher::new(&rules.engine, 1 << 20);
    let mut found = Found::default();
    for seed in 0..games {
        let record = rules.play(seed, None, LONGEST);
        for length in record.len().saturating_sub(LATE).max(1)..=record.len() {
            let begun = &record[..length];
            if !rules.is_over(begun) {
                verify(&rules, &mut searcher, begun, &mut found);
            }
        }
    }
    found
}

#[test]
fn claims_of_forced_ends_are_true() {
    let names: Vec<&str> = if deep() { bundled::all_games().collect() } else { UNUSUAL.to_vec() };
    let games = if deep() { 12 } else { 3 };
    let (mut verified, mut left_out, mut wrong) = (0, 0, Vec::new());
    for name in names {
        let found = look_at(name, games);
        eprintln!(
            "{name}: {} verified, {} left out, {} wrong",
            found.verified,
            found.left_out,
            found.wrong.len()
        );
        verified += found.verified;
        left_out += found.left_out;
        wrong.extend(found.wrong.into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(verified > 500, "only {verified} claims were verified, {left_out} left out");
}
