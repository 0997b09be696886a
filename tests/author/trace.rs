//! A turn is told step by step, and what is told adds up to the turn.

use fairyring::author::trace::{Trace, Untraced, trace};
use fairyring::notation;

use super::Loaded;

/// Follows a turn of a bundled game.
fn follow(game: &str, position: &str, after: &str, turn: &str) -> (Loaded, Trace) {
    let loaded = Loaded::bundled(game, &[]);
    let session = loaded.session(position, after);
    let told = trace(&session, &loaded.sources, turn);
    let told = told.unwrap_or_else(|answer| panic!("{turn}: {answer:?}"));
    (loaded, told)
}

/// Tells whether an entry about that rule says that, with that change.
#[track_caller]
fn expect(told: &Trace, rule: &str, says: &str, change: &str) {
    let found = told.entries.iter().any(|entry| {
        entry.rule.as_ref().is_some_and(|found| found.name == rule)
            && entry.text.contains(says)
            && (change.is_empty() || entry.changes.iter().any(|found| found == change))
    });
    assert!(found, "{rule} | {says} | {change}\n{:#?}", told.entries);
}

#[test]
fn a_double_step_is_told_with_all_it_sets_off() {
    let (_, told) = follow("chess", "-", "-", "e2e4");
    expect(&told, "piece Pawn, double-step", "`e2e4`", "e4: empty → White Pawn");
    expect(&told, "event double-stepped", "fires", "");
    expect(&told, "event double-stepped", "set en-passant", "en-passant: none → e3");
    expect(&told, "event promotion", "does not fire", "");
    expect(&told, "event clock-pawn-move", "set clock to 0", "clock: 1 → 0");
    expect(&told, "forbid check", "allows it", "");
    assert_eq!(
        told.position.as_deref(),
        Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    );
    assert_eq!((told.refused, told.standing), (None, None));
}

#[test]
fn a_turn_of_several_steps_is_told_step_by_step() {
    let (_, told) = follow("fellowship", "-", "e2e4 d7d5 e4d5 d8d5", "bestow:h2,g1f3");
    expect(&told, "turn", "`own is White and bestowal is due` holds", "");
    expect(&told, "turn", "set bestowal to done", "bestowal: due → done");
    expect(&told, "turn", "`bestow:h2` is chosen", "");
    expect(&told, "turn", "give Ring to bearer", "Ring: nowhere → h2");
    expect(&told, "piece Knight", "`g1f3`", "f3: empty → White Knight");
}

#[test]
fn a_capture_is_told_with_what_events_do() {
    let position = "3rk3/8/8/8/8/8/8/3NK3 b - - 7 1 Ring:d1 bestowal:done";
    let (_, told) = follow("fellowship", position, "-", "d8d1");
    assert!(told.entries.iter().any(|entry| entry.kind == "capture"));
    expect(&told, "event ring-captured", "give Ring to captor", "Ring: nowhere → d1");
    expect(&told, "event ring-captured", "place type of victim", "d8: empty → Black Knight");
}

#[test]
fn a_forbidden_turn_is_told_to_its_end() {
    let (loaded, told) = follow("chess", "k7/8/8/8/r7/7K/8/R7 w - - 0 1", "-", "h3h4");
    expect(&told, "forbid check", "forbids the turn", "");
    let refused = told.refused.expect("the turn is not legal");
    assert!(loaded.line(refused.rule.span).starts_with("forbid check:"));
}

#[test]
fn a_turn_that_ends_the_game_tells_why() {
    let (_, told) = follow("chess", "-", "f2f3 e7e5 g2g4", "d8h4");
    let standing = told.standing.expect("the game is over");
    assert_eq!(standing.rule.name, "ending checkmate");
    let position = "8/P7/7k/8/8/8/8/4K3 w - - 0 1 Ring:a7 bestowal:done";
    let (_, told) = follow("fellowship", position, "a7a8q h6g6", "destroy:a8");
    let standing = told.standing.clone().expect("the game is over");
    assert_eq!(standing.rule.name, "turn");
    expect(&told, "turn", "White wins", "the game is over: White wins, the Ring is destroyed");
}

#[test]
fn what_is_no_turn_is_explained_instead() {
    let loaded = Loaded::bundled("chess", &[]);
    let session = loaded.session("-", "-");
    let untraced = trace(&session, &loaded.sources, "e2e5").expect_err("no such turn");
    let Untraced::NoTurn(answer) = untraced else { panic!("{untraced:?}") };
    assert_eq!(answer.kind.name(), "no-such-way");
}

#[test]
fn the_position_that_is_told_is_the_one_that_is_reached() {
    for game in ["chess", "one-ring", "ruddigore", "mono", "magic-ring"] {
        let loaded = Loaded::bundled(game, &[]);
        let session = loaded.session("-", "-");
        for legal in session.legal().unwrap() {
            let text = notation::turn_text(&loaded.game, &legal.turn);
            let told = trace(&session, &loaded.sources, &text).expect("a legal turn");
            let reached = notation::write_position(&loaded.game, &legal.position);
            assert_eq!(told.position, Some(reached), "{game} {text}");
        }
    }
}

#[test]
fn events_of_a_move_are_judged_where_the_piece_stands_by_then() {
    let rules = "rules 1\ngame \"Bounce\"\nboard 5x5\nsides White \"w\", Black \"b\"\n\
                 piece Rook \"R\" { moves R }\nvariable n: 0..9 = 0\n\
                 event bounce: when enemy Rook is captured by a piece { relocate captor to origin }\n\
                 event first: when own Rook moves to rank 1 { set n to 5 }\n\
                 event second: when own Rook moves to rank 3 { set n to 7 }\n\
                 turn { move }\nending stuck: own loses \"no move\" when own cannot move\n\
                 setup \"5/5/r4/5/R4 w\"\n";
    let loaded = Loaded::of_text(rules);
    let session = loaded.session("-", "-");
    let told = trace(&session, &loaded.sources, "a1a3").unwrap();
    expect(&told, "event first", "fires", "");
    expect(&told, "event first", "set n to 5", "n: 0 → 5");
    expect(&told, "event second", "does not fire", "");
}
