//! Games as large as the language allows: both executors play them, and alike.

use std::fmt::Write as _;
use std::time::Duration;

use fairyring::ir::limits;
use fairyring::play::Engine;
use fairyring::{notation, reference};

use super::FREE;
use super::compare::{Budget, Trouble, compare};
use crate::generator::load;

const BUDGET: Budget = Budget {
    seeds: 1,
    plies: 8,
    scattered: 1,
    pairs: 1,
    turns: 2_000,
    work: None,
    time: Duration::from_secs(20),
};

/// Short ways of moving that differ.
const MOVES: [&str; 7] = ["N", "W", "F", "D", "A", "R2", "mWcF"];

/// Signs for marks, none of which begins like another.
const SIGNS: &str = "'~!?@&^%|_;=<>$§";

/// Two letters that stand for a number.
fn symbol(number: usize) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).expect("a letter"));
    format!("{}{}", letter(number / 26).to_ascii_uppercase(), letter(number))
}

/// The head of a game on 256 squares with so many types, the ruler among them.
fn head(types: usize, moves: impl Fn(usize) -> String) -> String {
    let mut text = "rules 1\ngame \"Limits\"\nboard 16x16\nsides White \"w\", Black \"b\"\n\
        piece Ruler \"X\" { royal; moves K }\n"
        .to_owned();
    for number in 1..types {
        let ways = moves(number);
        writeln!(
            text,
            "piece T{number} \"{}\" {{ moves {ways}; drops on everywhere }}",
            symbol(number)
        )
        .expect("a string takes all");
    }
    text
}

/// A setup in which each side has the ruler and the pieces of the last types.
fn setup(types: usize, hands: &str) -> String {
    let army = |small: bool| {
        let case = |text: String| if small { text.to_lowercase() } else { text };
        let last: Vec<String> =
            (types - 3..types).map(|number| format!("({})", case(symbol(number)))).collect();
        let last = last.concat();
        format!("{}{last}12", case("X".to_owned()))
    };
    let between = ["16"; 8].join("/");
    format!("setup \"16/16/16/{}/{between}/{}/16/16/16{hands} w\"\n", army(true), army(false))
}

/// Plays a game in both executors and counts its turns two deep.
fn both_play(text: &str) {
    let game = load(text).expect("a game at the limits");
    match compare(&game, BUDGET) {
        Ok(positions) => assert!(positions > 1, "{positions} positions"),
        Err(Trouble::Refused(why) | Trouble::Differs(why)) => panic!("{why}"),
    }
    let engine = Engine::new(&game).expect("a game at the limits");
    let start = notation::read_position(&game, &game.start.text).expect("a game at the limits");
    for depth in [1, 2] {
        let counted = reference::perft(&game, &start, depth, FREE).expect("it is not too much");
        assert_eq!(engine.perft(&start, depth, FREE), Ok(counted));
    }
}

const ENDING: &str = "use royalty\nending mate: own loses \"mate\" when own cannot move and own \
    royal is attacked\nending stuck: draw \"stuck\" when own cannot move\n";

fn short(number: usize) -> String {
    MOVES[number % MOVES.len()].to_owned()
}

#[test]
fn as_many_types_as_there_may_be_are_played_and_dropped() {
    let mut text = head(limits::MAX_TYPES, short) + ENDING;
    text += "turn { either { move } or { drop T85 or T86 or T253 or T254 } }\n";
    text += "event hand: when a piece is captured { add type of victim to hand of own }\n";
    // What is dropped next to an enemy piece becomes another type, and what has moved far changes sides.
    text += "event born: when a piece is dropped { if any enemy in neighbours of target { \
        change target into T200 } }\n";
    text += "event lost: when own T253 moves to {p16 a1} { convert target to enemy }\n";

    text += &setup(limits::MAX_TYPES, "[(Ju)(Ju)(Jt)(jt)]");
    both_play(&text);
}

#[test]
fn as_many_variables_as_there_may_be_are_kept() {
    let mut text = head(8, short) + ENDING + "turn { move }\n";
    for number in 0..limits::MAX_VARIABLES {
        writeln!(text, "variable v{number}: per side squares = none").unwrap();
    }
    // Asked before the square is noted.
    text += "event back: when a piece moves to v240 { refuse \"it was there\" }\n";
    for number in (0..limits::MAX_VARIABLES).step_by(15) {
        let of = if number % 2 == 0 { "own" } else { "enemy" };
        writeln!(
            text,
            "event e{number}: when a piece moves {{ set v{number} of {of} to v{number} or target }}"
        )
        .unwrap();
    }
    both_play(&(text + &setup(8, "")));
}

#[test]
fn as_many_tokens_and_marks_as_there_may_be_go_with_pieces() {
    let mut text = head(8, short) + ENDING + "turn { move }\n";
    for number in 0..limits::MAX_TOKENS {
        let at = if number % 2 == 0 { "b4" } else { "c13" };
        writeln!(
            text,
            "token t{number} {{ at {at}; level {number}; power of any piece: moves D }}"
        )
        .unwrap();
    }
    for (number, sign) in SIGNS.chars().enumerate() {
        writeln!(text, "mark sign{number} \"{sign}\"").unwrap();
        writeln!(text, "event e{number}: when a piece moves {{ mark target as sign{number} }}")
            .unwrap();
    }
    assert_eq!(SIGNS.chars().count(), limits::MAX_MARKS);
    text += "event taken: when a piece is captured { give t63 to captor; set level of t63 to 7 }\n";
    both_play(&(text + &setup(8, "")));
}

/// All limits at once, with questions inside questions: what is imagined on the way must not exhaust the stack.
#[test]
fn everything_at_once_is_played() {
    let mut text = head(limits::MAX_TYPES, short) + ENDING;
    text += "turn { either { move } or { drop T254 }; choose own as p or nothing { mark p as sign15 } }\n";
    for (number, sign) in SIGNS.chars().enumerate() {
        writeln!(text, "mark sign{number} \"{sign}\"").unwrap();
    }
    for number in 0..limits::MAX_TOKENS {
        writeln!(text, "token t{number} {{ at b4 }}").unwrap();
    }
    for number in 0..limits::MAX_VARIABLES {
        writeln!(text, "variable v{number}: per side squares = none").unwrap();
    }
    text += "event seen: when a turn ends { set v255 of enemy to own marked sign15 }\n";
    let not = "not ".repeat(60);
    writeln!(text, "forbid deep: \"deep\" when {not}(own Ruler is attacked)").unwrap();
    both_play(&(text + &setup(limits::MAX_TYPES, "[]")));
}

/// A turn of as many choices as there may be, in the largest state.
#[test]
fn long_turns_of_the_largest_state_need_little_stack() {
    let mut text = head(limits::MAX_TYPES, short);
    text += "variable n: 0..1000 = 0\n";
    text += "turn { move; repeat up to 250 { choose number from 1 to 1 as k { \
        set n to n + k } } }\n";
    text += "forbid never: \"never\" when any own T1 and own T2 is attacked\n";
    both_play(&(text + &setup(limits::MAX_TYPES, "")));
}

#[test]
fn as_many_ways_as_there_may_be_are_tabled_and_one_more_is_refused() {
    let ways = |number: usize| {
        let lengths = 1..=16;
        let ways = lengths.map(|length| format!("{}{}", ["R", "B"][number % 2], length % 15 + 1));
        ways.collect::<Vec<_>>().join(", ")
    };
    let text = head(limits::MAX_TYPES, ways) + ENDING + "turn { move }\n";
    let text = text + &setup(limits::MAX_TYPES, "");
    // The ruler has one way, and each of the others sixteen.
    assert_eq!(limits::MAX_WAYS, 16 * 255 + 16);
    let game = load(&text).unwrap();
    assert_eq!(game.clauses().count(), 16 * 255 + 1);
    both_play(&text);
    let more = ["N"; 17].join(", ");
    let refused = load(&text.replace("moves K", &format!("moves {more}"))).unwrap_err();
    assert!(refused.contains("at most 4096 ways of moving in all"), "{refused}");
}
