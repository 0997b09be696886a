//! Large games and hostile ones: room for the first, and an end to the second.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Ran, fairyring, folder, write};

/// The longest time that loading may take, on a machine that is busy with other things: nothing may run away.
const LOADING: Duration = Duration::from_secs(50);

/// The most bytes that the tables of a large game may take.
const MAX_BYTES: u64 = 64 << 20;

/// Moves of all kinds: leapers, riders, limited ones, lame ones, hoppers, and pieces that capture in another way.
const MOVES: [&str; 15] = [
    "N", "R", "B", "Q", "K", "NN", "R4", "nA", "gQ", "mRcpR", "C", "zFF", "fmWfcF", "mAcD", "WBDD",
];

/// Two letters that stand for a number.
fn symbol(number: usize) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap());
    format!("{}{}", letter(number / 26).to_ascii_uppercase(), letter(number))
}

/// A game on that many squares with so many types of pieces besides the royal one, each on the board twice.
fn game(side: usize, types: usize, moves: impl Fn(usize) -> String) -> String {
    let mut text =
        format!("rules 1\ngame \"Large\"\nboard {side}x{side}\nsides White \"w\", Black \"b\"\n");
    text += "piece Ruler \"X\" { royal; moves K }\n";
    for number in 0..types {
        writeln!(text, "piece T{number} \"{}\" {{ {} }}", symbol(number), moves(number)).unwrap();
    }
    text += "turn { move }\nuse royalty\n";
    text += "ending mate: own loses \"mate\" when own cannot move and own royal is attacked\n";
    text += "ending stuck: draw \"stuck\" when own cannot move\n";
    writeln!(text, "setup \"{} w\"", placement(side, types)).unwrap();
    text
}

/// Both armies from the first rank on, with the ruler first; the ranks between them are empty.
fn placement(side: usize, types: usize) -> String {
    let army = |small: bool| -> Vec<String> {
        let piece = |text: String| if small { text.to_lowercase() } else { text };
        let others = (0..types).map(|number| format!("({})", piece(symbol(number))));
        [piece("X".to_owned())].into_iter().chain(others).collect()
    };
    let rank = |pieces: &[String]| {
        let empty = side - pieces.len();
        format!("{}{}", pieces.concat(), if empty > 0 { empty.to_string() } else { String::new() })
    };
    let ranks = |small| army(small).chunks(side).map(rank).collect::<Vec<_>>();
    let (white, black) = (ranks(false), ranks(true));
    let between = vec![side.to_string(); side - white.len() - black.len()];
    [black, between, white.into_iter().rev().collect()].concat().join("/")
}

/// The bytes of all tables, as `ir --facts` tells them.
fn table_bytes(ran: &Ran) -> u64 {
    let sum = ran.lines().into_iter().find_map(|line| line.strip_prefix("all tables: "));
    sum.unwrap().trim_end_matches(" bytes").parse().unwrap()
}

fn large() -> String {
    game(16, 60, |number| format!("moves {}", MOVES[number % MOVES.len()]))
}

#[test]
fn a_large_board_with_sixty_types_is_played() {
    let path = write(&folder("large"), "large.rules", large());
    let ran = fairyring(&["ir", &path, "--facts"]).expect(0);
    assert!(ran.took < LOADING, "{:?}", ran.took);
    assert!(ran.out.contains("state: "), "it is compiled: {}", ran.out);
    let bytes = table_bytes(&ran);
    assert!((1..MAX_BYTES).contains(&bytes), "{bytes} bytes");
    let played = fairyring(&["playouts", &path, "--games", "2", "--limit", "100"]).expect(0);
    assert!(played.lines()[0].starts_with("2 random games, "), "{}", played.out);
    let count = |executor| fairyring(&["perft", &path, "1", "--executor", executor]).expect(0).out;
    assert_eq!(count("fast"), count("reference"));
}

#[test]
fn what_is_larger_than_allowed_is_refused() {
    let folder = folder("too-large");
    let refused = |name: &str, text: String, what: &str| {
        let ran = fairyring(&["perft", &write(&folder, name, text), "1"]).expect(1);
        assert!(ran.err.contains("error") && ran.err.contains(what), "{name}: {}", ran.err);
        assert!(ran.took < LOADING, "{name}: {:?}", ran.took);
    };
    let board = |size: &str| large().replace("board 16x16", &format!("board {size}"));
    refused("board.rules", board("19x27"), "512");
    refused("wide.rules", board("9999x9999"), "512");
    let more = (0..250).fold(String::new(), |text, number| {
        format!("{text}piece More{number} \"-\" \"-\" {{ moves N }}\n")
    });
    refused("types.rules", large() + &more, "256");
}

/// A game of the largest size whose every piece has as many and as intricate ways as the language allows.
#[test]
fn hostile_ways_exhaust_nothing() {
    let directions = ["", "f", "b", "l", "r", "v", "s"];
    let kinds = ["g", "p", "mp", "cp", ""];
    let ways: Vec<String> = (3..=15)
        .rev()
        .flat_map(|most| "RBDAHGNCZ".chars().map(move |atom| format!("{atom}{most}")))
        .flat_map(|end| kinds.map(|kind| directions.map(|to| format!("{kind}{to}{end}"))))
        .flatten()
        .collect();
    let ways = |number: usize| format!("moves {}", ways[20 * number..20 * (number + 1)].join(", "));
    let path = write(&folder("hostile"), "hostile.rules", game(22, 80, ways));
    let ran = fairyring(&["ir", &path, "--facts"]).expect(0);
    assert!(ran.took < LOADING, "{:?}", ran.took);
    let bytes = table_bytes(&ran);
    assert!(bytes < 4 * MAX_BYTES, "{bytes} bytes");
}
