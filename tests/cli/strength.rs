//! The computer plays better than by chance where pieces that touch decide, and material says nothing.

use serde_json::Value;

use super::{fairyring, folder, write};

/// A game of chains whose rules are written by hand, without the modules.
const JOINED: &str = r#"
rules 2
game "Joined"
board 8x8 { view shared }
sides Red "r", Blue "b"
piece Stone "X" "o"
variable reached: squares = none
compare ignoring reached
turn { choose empty as spot { place Stone on spot } }
event joined: when a turn ends {
    set reached to own on (rank 1 if own is Red else file a)
    repeat up to 64 while any (neighbours of reached on own except reached) {
        set reached to reached or (own on neighbours of reached)
    }
    if any (rank 8 if own is Red else file h) on reached { own wins "the edges are joined" }
    set reached to none
}
ending full: draw "the board is full" when no empty
setup "8/8/8/8/8/8/8/8 r"
"#;

/// A small game of areas.
const AREAS: &str = r#"
rules 2
game "Areas"
board 6x6 { view shared }
sides Black "b", White "w"
piece Stone "X" "o"
variable passes: 0..2 = 0
turn {
    either { choose empty as spot { place Stone on spot; set passes to 0 } }
    or pass: { add 1 to passes }
}
use liberties
compare ignoring passes
compare ignoring side to move
use territory with settled = passes = 2
setup "6/6/6/6/6/6 b"
"#;

/// Returns how many of ten games a weak player wins against chance.
fn wins(game: &str) -> u64 {
    let ran = fairyring(&[
        "match",
        game,
        "--engine",
        "level=5,nodes=1000",
        "--engine",
        "random",
        "--games",
        "10",
        "--json",
    ]);
    let told: Value = serde_json::from_str(&ran.expect(0).out).unwrap();
    told["rows"][0]["wins"].as_u64().unwrap()
}

#[test]
fn chance_is_beaten_where_chains_decide() {
    let folder = folder("strength");
    let joined = write(&folder, "joined.rules", JOINED);
    for game in ["loa", "gale", &joined] {
        assert!(wins(game) >= 9, "{game}");
    }
}

#[test]
fn chance_is_beaten_where_areas_are_counted() {
    let folder = folder("strength-of-areas");
    let areas = write(&folder, "areas.rules", AREAS);
    assert!(wins(&areas) >= 9);
}
