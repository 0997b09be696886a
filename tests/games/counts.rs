//! Perft: counts of whole turns that other programs found.

use fairyring::session::Session;

use super::{deep, load, options, rows};

/// How many turns one row may count, so that the default run stays short.
fn most() -> u64 {
    if deep() { 5_000_000 } else { 20_000 }
}

/// From the start position of each bundled game.
#[test]
fn from_the_start() {
    let mut wrong = Vec::new();
    for row in rows(include_str!("../cases/five-games.tsv")) {
        let [game, with, depth, nodes] = row.as_slice() else { panic!("{row:?}") };
        if nodes.parse::<u64>().expect("a count") > most() {
            continue;
        }
        let session = Session::new(load(game, &options(with))).expect("a session");
        compare(&session, depth, nodes, game, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// After some turns from the start, which must be legal.
#[test]
fn after_some_turns() {
    let mut wrong = Vec::new();
    for row in rows(include_str!("../cases/five-games-lines.tsv")) {
        let [game, with, turns, _, depth, nodes] = row.as_slice() else { panic!("{row:?}") };
        let mut session = Session::new(load(game, &options(with))).expect("a session");
        match turns.split(' ').try_for_each(|turn| {
            session.play_text(turn).map_err(|error| format!("{game} {turns}: {turn}: {error}"))
        }) {
            Ok(()) => compare(&session, depth, nodes, &format!("{game} {turns}"), &mut wrong),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Positions that chess programmers share, with the counts they agree on:
/// <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn well_known_chess_positions() {
    let known: [(&str, &[u64]); 6] = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[20, 400, 8_902, 197_281, 4_865_609],
        ),
        // Position 2, "Kiwipete".
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862, 4_085_603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            &[6, 264, 9_467, 422_333],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            &[44, 1_486, 62_379, 2_103_487],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890, 3_894_594],
        ),
    ];
    let chess = load("chess", &[]);
    let mut wrong = Vec::new();
    for (text, counts) in known {
        let session = Session::from_position(chess.clone(), text).expect("a position");
        for (depth, nodes) in (1..).zip(counts).filter(|(_, nodes)| **nodes <= most()) {
            compare(&session, &depth.to_string(), &nodes.to_string(), text, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compare(session: &Session, depth: &str, nodes: &str, what: &str, wrong: &mut Vec<String>) {
    let found = session.perft(depth.parse().expect("a depth")).unwrap();
    if found.to_string() != nodes {
        wrong.push(format!("{what}: {found} at depth {depth}, not {nodes}"));
    }
}
