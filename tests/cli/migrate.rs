//! Rules files of older versions, brought to the newest one.

use std::fs;
use std::path::Path;

use fairyring::Game;

use super::{fairyring, folder, with_input, write};

const OLD: &str = r#"rules 1                      # the first version
game "Old" from chess
# Who is stuck has lost.
replace ending stalemate:   own loses "stuck" when own cannot move   # in check or not
ending bare before stalemate: draw "kings" when count (own except King or enemy except King) = 0
ending crossed before stalemate: opponent wins "crossed" when any enemy Pawn in enemy {a7..h7} or count Pawn in hand of mover > 9
event gift: when a turn ends { if mover is White { remove opponent Queen in rank 3; convert own Bishop d5 to neither } }
define far = empty own rank 7
replace turn {
    either { move "first" own Pawn } or "pass"{ choose "gate" own as gate { take Pawn from hand of own } }
    or each Side in White, Black "hand-over:{Side}" { choose Side Rook as taker { add Rook to hand of owner of taker } }
}
forbid crowd: "a crowd" when count Pawn rank 2 > 8 and no Black rank 7
test "in no way touched" { position "4k3/8/8/8/8/8/8/4K3 w - - 0 1"; result draw "kings" }
"#;

const NEW: &str = r#"rules 2                      # the first version
game "Old" from chess
# Who is stuck has lost.
replace ending stalemate:   side to move loses "stuck" when own cannot move   # in check or not
ending bare before stalemate: side to move draws "kings" when count (own except King or enemy except King) = 0
ending crossed before stalemate: side to move loses "crossed" when any enemy Pawn on enemy {a7..h7} or count Pawn in own hand > 9
event gift: when a turn ends { if own is White { remove enemy Queen on rank 3; convert own Bishop on d5 to neutral } }
define far = empty on own rank 7
replace turn {
    either { first: move own Pawn } or pass:{ gate: choose own as gate { take Pawn from own hand } }
    or each Side in White, Black hand-over:Side: { choose Side Rook as taker { add Rook to hand of owner of taker } }
}
forbid crowd: "a crowd" when count (Pawn on rank 2) > 8 and no Black rank 7
test "in no way touched" { position "4k3/8/8/8/8/8/8/4K3 w - - 0 1"; result draw "kings" }
"#;

#[test]
fn what_goes_is_said_otherwise_and_the_rest_stays() {
    let folder = folder("migrate");
    let path = write(&folder, "old.rules", OLD);
    let listed = fairyring(&["migrate", "--check", &path]).expect(1);
    assert_eq!(listed.lines(), [path.as_str()]);
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    let ran = fairyring(&["migrate", &path]).expect(0);
    assert_eq!(ran.err.trim(), "1 file changed");
    assert_eq!(fs::read_to_string(&path).unwrap(), NEW);
    let ran = fairyring(&["migrate", "--check", &path]).expect(0);
    assert_eq!(ran.err.trim(), "nothing to change, 1 file in `rules 2` already");
    assert_eq!(with_input(&["migrate", "-"], OLD).expect(0).out, NEW);
    fairyring(&["check", &path]).expect(0);
}

#[test]
fn what_cannot_be_known_is_asked() {
    let folder = folder("migrate-asks");
    let asks = "rules 1\ngame \"Old\" from chess\n\
        replace ending stalemate: Black wins \"stuck\" when own cannot move\n";
    let path = write(&folder, "asks.rules", asks);
    let ran = fairyring(&["migrate", &path]).expect(1);
    assert!(ran.err.contains("asks.rules:3") && ran.err.contains("Black wins"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), asks);
    let broken = write(&folder, "broken.rules", "rules 1\ngame \"Old\" from chess\npiece {\n");
    let ran = fairyring(&["migrate", &broken]).expect(1);
    assert!(ran.err.contains("broken.rules:3"), "{}", ran.err);
    fairyring(&["migrate", "no-such.rules"]).expect(1);
}

/// Everything on which the executors were compared means the same in the newest version.
#[test]
fn games_mean_the_same_afterwards() {
    let folder = folder("migrate-all");
    let mut games = Vec::new();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/executors"))
        .unwrap()
        .flatten()
    {
        let name = entry.file_name().into_string().unwrap();
        if Path::new(&name).extension().is_some_and(|ending| ending == "rules") {
            let text = fs::read_to_string(entry.path()).unwrap();
            games.push((write(&folder, &name, &text), text));
        }
    }
    assert!(games.len() > 400, "only {} games", games.len());
    let whole = folder.to_str().unwrap();
    let ran = fairyring(&["migrate", whole]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for (path, old) in games {
        let new = fs::read_to_string(&path).unwrap();
        assert_eq!(old.lines().count(), new.lines().count(), "{path}");
        // Some are not to be loaded, and stay so.
        let hash = |text: &str| Game::from_text(text).ok().map(|game| game.hash().to_owned());
        assert_eq!(hash(&old), hash(&new), "{path}");
    }
}
