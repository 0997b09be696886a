//! The protocol of `XBoard`.

use super::Talk;
use crate::cli::with_input;

fn begun(variant: &str) -> Talk {
    let mut talk = Talk::with(&["xboard"]);
    talk.tell("xboard");
    talk.ask("protover 2", "feature done=1");
    talk.tell("new");
    talk.tell(&format!("variant {variant}"));
    talk.tell("force");
    talk
}

#[test]
fn it_tells_what_it_can() {
    let ran = with_input(&["xboard"], "xboard\nprotover 2\n").expect(0);
    assert_eq!(ran.lines()[0], "feature done=0");
    for feature in ["setboard=1", "usermove=1", "ping=1", "variants=\"normal,", "sigint=0"] {
        assert!(ran.out.contains(feature), "{feature}");
    }
    let variants =
        ran.lines().into_iter().find(|line| line.starts_with("feature variants=")).unwrap();
    for name in ["crazyhouse", "losalamos", "fellowship", "fischerandom"] {
        assert!(variants.split([',', '"']).any(|found| found == name), "{name}");
    }
    assert_eq!(*ran.lines().last().unwrap(), "feature done=1");
}

/// What `XBoard` has to know of boards that it does not know.
#[test]
fn games_are_set_up() {
    let mut talk = begun("losalamos");
    let setup = talk.until("setup").0;
    assert!(setup.starts_with("setup (PN.RQ................Kpn.rq................k) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w"), "{setup}");
    for (name, board) in [
        ("mono", "10x1+0_fairy KEWL2lwek w"),
        ("fellowship", "8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        ("one-ring", "5x10+0_fairy **k**/rqbbr/npppn/p3p/5/5/P3P/NPPPN/RQBBR/**K** w"),
        ("ruddigore", "_fairy rgbqkbgr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBGR[] w"),
        ("magic-ring", "8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
    ] {
        let setup = talk.ask(&format!("variant {name}"), "setup");
        assert!(setup.contains(board), "{setup}");
    }
    talk.quit();
}

#[test]
fn turns_are_played_and_taken_back() {
    let mut talk = begun("normal");
    for line in ["usermove e2e4", "usermove e7e5", "undo", "usermove c7c5", "sd 1", "go"] {
        talk.tell(line);
    }
    talk.until("move ");
    assert!(talk.ask("usermove e2e4", "Illegal move").ends_with("): e2e4"));
    talk.tell("force");
    talk.ask("nonsense", "Error (unknown command): nonsense");
    talk.quit();
}

/// Interfaces write it so in Chess960, where the king may stand anywhere.
#[test]
fn castling_is_read_where_the_king_takes_its_rook() {
    for (castling, afterwards) in [("O-O", "g1g2"), ("O-O-O", "c1c2")] {
        let mut talk = begun("fischerandom");
        talk.tell("setboard rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1");
        for turn in [castling, "h8h7", afterwards] {
            talk.tell(&format!("usermove {turn}"));
        }
        talk.tell("nonsense");
        let (_, before) = talk.until("Error (unknown command): nonsense");
        assert!(!before.iter().any(|line| line.contains("Illegal")), "{before:?}");
        talk.quit();
    }
}

#[test]
fn the_end_is_told() {
    let mut talk = begun("normal");
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        talk.tell(&format!("usermove {turn}"));
    }
    assert_eq!(talk.until("0-1").0, "0-1 {checkmate}");
    assert!(talk.ask("usermove a2a3", "Illegal move").contains("the game is over"));
    talk.quit();
}

#[test]
fn mates_are_found_and_told() {
    let mut talk = begun("normal");
    talk.tell("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    talk.tell("sd 3");
    talk.ask("go", "move a1a8");
    talk.until("1-0");
    talk.quit();
}

/// A move that can be several turns is asked about, unless a program has made it.
#[test]
fn what_is_not_told_is_asked() {
    let mut talk = begun("fellowship");
    talk.until("setup");
    let opening = ["g2g4", "a7a6", "d2d4", "e7e5", "a2a3", "e5d4"];
    for turn in opening {
        talk.tell(&format!("usermove {turn}"));
    }
    let question = talk.ask("usermove h2h3", "askuser TURN");
    assert!(question.contains("1 = bestow:"), "{question}");
    talk.tell("TURN bestow:e2,h2h3");
    talk.tell("usermove a6a5");
    talk.ask("ping 1", "pong 1");
    talk.tell("new");
    talk.tell("variant fellowship");
    talk.tell("computer");
    talk.tell("force");
    for turn in opening.iter().chain(&["h2h3", "a6a5"]) {
        talk.tell(&format!("usermove {turn}"));
    }
    talk.tell("ping 2");
    let (_, before) = talk.until("pong 2");
    let is_told = |line: &String| line.starts_with("setup") || line.starts_with("piece");
    assert!(before.iter().all(is_told), "{before:?}");
    talk.quit();
}

/// On boards of ten ranks `XBoard` counts from 0, and squares that are numbers have letters there.
#[test]
fn squares_are_called_as_there() {
    let mut talk = begun("xiangqi");
    talk.until("setup");
    for turn in ["h2e2", "h9g7"] {
        talk.tell(&format!("usermove {turn}"));
    }
    talk.tell("variant mono");
    talk.until("setup");
    talk.tell("usermove b1e1");
    talk.tell("ping 3");
    let (_, before) = talk.until("pong 3");
    assert!(before.is_empty(), "{before:?}");
    talk.quit();
}

/// A click on a piece marks where it can go, whatever the rules are.
#[test]
fn destinations_are_marked() {
    let mut talk = begun("fellowship");
    assert_eq!(talk.ask("lift e2", "highlight"), "highlight 8/8/8/8/4Y3/4Y3/8/8");
    for turn in ["e2e4", "d7d5"] {
        talk.tell(&format!("usermove {turn}"));
    }
    assert_eq!(talk.ask("lift e4", "highlight"), "highlight 8/8/8/3RY3/8/8/8/8");
    assert_eq!(talk.ask("lift a8", "highlight"), "highlight 8/8/8/8/8/8/8/8");
    // Ten squares in a row, and squares that are not there.
    assert_eq!(talk.ask("variant mono", "setup").split(' ').next(), Some("setup"));
    assert_eq!(talk.ask("lift b1", "highlight"), "highlight 4Y5");
    talk.tell("variant one-ring");
    let marked = talk.ask("lift c0", "highlight");
    assert_eq!(marked.split('/').count(), 10, "{marked}");
    talk.quit();
}

/// Of pieces that become others it is told what they may become.
#[test]
fn promotions_are_offered() {
    let mut talk = begun("normal");
    talk.tell("setboard 3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(talk.ask("lift e7", "highlight"), "highlight 3MM3/8/8/8/8/8/8/8");
    let choice = talk.ask("put e8", "choice");
    let mut letters: Vec<char> = choice.trim_start_matches("choice ").chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ['B', 'N', 'Q', 'R']);
    // Squares that are no squares are nothing to stumble over.
    for line in ["lift", "lift z99", "put z99", "put", "hover a1", "lift \u{e4}1"] {
        talk.tell(line);
    }
    assert_eq!(talk.ask("ping 7", "pong"), "pong 7");
    talk.quit();
}

#[test]
fn pings_wait_for_the_move() {
    let mut talk = begun("normal");
    talk.tell("st 1");
    talk.tell("go");
    talk.tell("ping 9");
    let (_, before) = talk.until("pong 9");
    assert!(before.iter().any(|line| line.starts_with("move ")), "{before:?}");
    talk.quit();
}

#[test]
fn analysis_goes_on_with_the_game() {
    let mut talk = begun("normal");
    talk.tell("analyze");
    talk.until("1 ");
    talk.tell("usermove e2e4");
    talk.until("1 ");
    talk.ask(".", "stat01:");
    talk.tell("undo");
    talk.tell("exit");
    talk.ask("ping 4", "pong 4");
    assert!(talk.ask("hint", "Hint: ").len() > 8);
    talk.quit();
}

#[test]
fn positions_are_set_up_piece_by_piece() {
    let mut talk = begun("normal");
    for line in
        ["edit", "#", "Kh1", "Ra1", "Pa2", "c", "Kg8", "Pf7", "Pg7", "Ph7", "xa2", ".", "sd 3"]
    {
        talk.tell(line);
    }
    talk.ask("go", "move a1a8");
    talk.quit();
}
