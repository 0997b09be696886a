//! UCI.

use super::Talk;
use crate::cli::{folder, with_input, write};

fn lines(input: &str) -> Vec<String> {
    let ran = with_input(&["uci"], input).expect(0);
    ran.lines().iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn it_introduces_itself() {
    let lines = lines("uci\n");
    assert!(lines[0].starts_with("id name Fairyring ") && lines.last().unwrap() == "uciok");
    let variants = lines.iter().find(|line| line.starts_with("option name UCI_Variant ")).unwrap();
    for name in ["chess", "fellowship", "one-ring", "ruddigore", "mono", "magic-ring", "crazyhouse"]
    {
        assert!(variants.contains(&format!(" var {name} ")), "{name}");
    }
    for option in
        ["Hash type spin", "MultiPV type spin", "Threads type spin", "VariantPath type string"]
    {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))));
    }
}

/// The counts of the first turns are those of independent programs.
#[test]
fn every_way_to_play_is_counted() {
    for (variant, depth, count) in [("chess", 3, 8902), ("crazyhouse", 3, 8902), ("mono", 5, 530)] {
        let input = format!(
            "setoption name UCI_Variant value {variant}\nposition startpos\ngo perft {depth}\n"
        );
        assert!(lines(&input).contains(&format!("Nodes searched: {count}")), "{variant}");
    }
}

fn shows(input: &str, fen: &str) {
    let lines = lines(&format!("{input}\nd\n"));
    assert!(lines.contains(&format!("Fen: {fen}")), "{input}: {lines:#?}");
}

#[test]
fn turns_are_read_as_other_programs_write_them() {
    shows(
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
    );
    shows(
        "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
        "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
    );
    shows(
        "setoption name UCI_Variant value crazyhouse\n\
         position fen 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 moves P@e4",
        "4k3/8/8/8/4P3/8/8/4K3[] b - - 0 1",
    );
    shows(
        "setoption name UCI_Variant value minishogi\nposition fen 4k/P4/5/4p/K3R[] w - - 0 1 moves a4a5+",
        "+P3k/5/5/4p/K3R[] b - - 1 1",
    );
    shows(
        "setoption name UCI_Variant value seirawan\n\
         position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1 moves b1a3h",
        "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RHBQKBNR[Ehe] b KQkqACDEFGHabcdefgh - 1 1",
    );
    // After castling a piece may come where the rook was.
    shows(
        "setoption name UCI_Variant value seirawan\n\
         position fen r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1 moves h1e1h e8c8e",
        "2kre2r/8/8/8/8/8/8/R4RKH[Eh] w Ah - 2 2",
    );
}

/// Cute Chess and other programs write turns in which a piece comes from the hand as in printed games.
#[test]
fn printed_turns_are_read_where_pieces_come_from_the_hand() {
    let position = "rne1kbnr/pp2ppp1/2pq4/5b1p/3P4/6P1/PPPKPP1P/RHB1QBNR[Eh] b ACFGHkqbfg - 0 7";
    for (printed, squares) in
        [("Na6/H", "b8a6h"), ("Na6", "b8a6"), ("Qxd4#", "d6d4"), ("e5", "e7e5")]
    {
        let played = |turn: &str| {
            let input = format!(
                "setoption name UCI_Variant value seirawan\nposition fen {position} moves {turn}\nd\n"
            );
            let lines = lines(&input);
            lines.into_iter().find(|line| line.starts_with("Fen: "))
        };
        assert_eq!(played(printed), played(squares), "{printed}");
        assert_ne!(played(printed), played(""), "{printed}");
    }
}

#[test]
fn turns_of_several_steps_travel_in_one_string() {
    let mut talk = Talk::with(&["uci", "fellowship"]);
    talk.tell("position startpos moves g2g4 a7a6 d2d4 e7e5 a2a3 e5d4 bestow:e2,e2e4 d4e3");
    talk.tell("go depth 1");
    let (best, before) = talk.until("bestmove");
    assert!(!before.iter().any(|line| line.contains("error")), "{before:?}");
    assert!(!best.contains("(none)"));
    talk.quit();
}

/// What was played is played on from, whatever the line before said.
#[test]
fn positions_may_go_on_or_begin_anew() {
    let begun = "position startpos moves e2e4\nposition startpos moves e2e4 e7e5\n";
    shows(
        &format!("{begun}position startpos moves e2e4 c7c5"),
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    );
    shows(
        &format!("{begun}position startpos moves e2e4 e7e5 e5e6 g1f3"),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    );
}

#[test]
fn only_the_turns_asked_for_are_played() {
    let mut talk = Talk::with(&["uci"]);
    talk.tell("position startpos");
    assert!(talk.ask("go depth 2 searchmoves a2a3", "bestmove").starts_with("bestmove a2a3"));
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    talk.tell(mate);
    talk.tell("go depth 3");
    assert!(talk.until("bestmove").0.starts_with("bestmove a1a8"));
    talk.tell("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    assert_eq!(talk.ask("go depth 3", "bestmove"), "bestmove (none)");
    // The game is over, though there are moves: a king has reached the hill.
    talk.tell("setoption name UCI_Variant value kingofthehill");
    talk.tell("position fen 7k/8/8/8/4K3/8/8/8 b - - 0 1");
    assert_eq!(talk.ask("go depth 3", "bestmove"), "bestmove (none)");
    talk.quit();
}

#[test]
fn mates_within_some_turns_are_found_or_refuted() {
    let mut talk = Talk::with(&["uci"]);
    // A published puzzle; the shortest way is told, whatever was allowed.
    talk.tell("position fen R7/8/8/8/3N4/1BB5/pr6/kb2K2R w K - 0 1");
    talk.tell("go mate 4");
    let (best, before) = talk.until("bestmove");
    assert!(best.starts_with("bestmove b3a2"), "{best}");
    assert!(before.iter().any(|line| line.contains(" score mate 2 ")), "{before:?}");
    talk.tell("go mate 1");
    let (best, before) = talk.until("bestmove");
    assert!(before.contains(&"info string no mate in 1".to_owned()), "{before:?}");
    assert!(!best.contains("(none)"), "{best}");
    // Who has no turn left and is in check has lost already.
    talk.tell("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    talk.tell("go mate 1");
    let (_, before) = talk.until("bestmove");
    assert!(before.iter().any(|line| line.ends_with("score mate 0")), "{before:?}");
    talk.tell("position fen R7/8/8/8/3N4/1BB5/pr6/kb2K2R w K - 0 1");
    // Only these turns, and then nothing but a good one of them.
    let asked = talk.ask("go mate 2 searchmoves d4f3", "bestmove");
    assert!(asked.starts_with("bestmove d4f3"), "{asked}");
    talk.tell("position startpos");
    talk.tell("go mate 40 movetime 300");
    let (best, before) = talk.until("bestmove");
    assert!(
        before.iter().any(|line| line.contains("no mate in 40 was found in time")),
        "{before:?}"
    );
    assert!(!best.contains("(none)"), "{best}");
    // A side that moves twice wins within its own turn.
    talk.tell("setoption name UCI_Variant value marseillais");
    talk.tell("position fen 6k1/5ppp/8/8/8/8/R7/7K w - - 0 5");
    talk.tell("go mate 1");
    let (_, before) = talk.until("bestmove");
    assert!(before.iter().any(|line| line.contains(" score mate 1 ")), "{before:?}");
    talk.quit();
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut talk = Talk::with(&["uci"]);
    talk.tell("position startpos moves e2e4");
    talk.tell("go ponder depth 1");
    talk.tell("isready");
    let (_, before) = talk.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    talk.ask("ponderhit", "bestmove ");
    talk.quit();
}

#[test]
fn files_of_rules_are_loaded() {
    let rules = "rules 1\ngame \"Leaping Queens\" from chess\nextend Queen { moves N }\n";
    let path = write(&folder("protocols-uci"), "leaping.rules", rules);
    let mut talk = Talk::with(&["uci"]);
    talk.tell(&format!("setoption name VariantPath value {path}"));
    talk.tell("setoption name UCI_Variant value leaping");
    talk.tell("position startpos moves d1e3");
    let fen = talk.ask("d", "Fen:");
    assert_eq!(fen, "Fen: rnbqkbnr/pppppppp/8/8/8/4Q3/PPPPPPPP/RNB1KBNR b KQkq - 1 1");
    talk.quit();
}

#[test]
fn options_of_games_are_options() {
    let mut talk = Talk::with(&["uci"]);
    talk.tell("setoption name UCI_Chess960 value true");
    talk.tell("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1");
    assert!(talk.ask("d", "Fen:").starts_with("Fen: 4k3/8/8/8/8/8/8/R4RK1 b"));
    talk.tell("setoption name UCI_Variant value magic-ring");
    talk.tell("setoption name powers value Knight,Queen");
    assert!(talk.ask("uci", "option name powers ").ends_with("default Knight,Queen"));
    talk.quit();
}

/// A limit that cannot be read is told, and there is an answer all the same.
#[test]
fn what_go_does_not_understand_is_told() {
    let mut talk = Talk::with(&["uci"]);
    assert_eq!(
        talk.ask("go movetime x", "info string error"),
        "info string error: `movetime` needs a number, not `x`"
    );
    talk.until("bestmove");
    talk.ask("go perft -1", "info string error: `perft` needs a number");
    talk.until("bestmove");
    talk.ask("go depth 1 deep", "info string error: `go` has no word");
    talk.until("bestmove");
    talk.ask("joho", "info string error: unknown command");
    talk.quit();
}

#[test]
fn options_come_in_any_order() {
    for first in ["UCI_Chess960 value true", "GameOptions value chess960=on"] {
        shows(
            &format!(
                "setoption name {first}\nsetoption name UCI_Variant value crazyhouse\n\
                 position fen rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w CAca - 0 1"
            ),
            "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ[] w ACac - 0 1 chess960:on",
        );
    }
}

#[test]
fn a_refused_position_is_answered_with_no_turn_of_another() {
    let lines = lines("position startpos\nposition fen nonsense\ngo depth 1\n");
    assert!(lines.contains(&"bestmove (none)".to_owned()), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn rights_to_castle_mean_nothing_where_nobody_castles() {
    let input = "setoption name UCI_Variant value suicide\n\
                 position fen rnbqkbnr/pppp1p1p/4p3/6P1/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 3\ngo depth 2\n";
    let lines = lines(input);
    let best = lines.iter().find(|line| line.starts_with("bestmove")).unwrap();
    assert!(best.contains("h1h7") || best.contains("g5"), "{lines:#?}");
}

/// The names are those that Fairy-Stockfish's Python binding gives in these positions.
#[test]
fn turns_named_by_what_comes_of_them_are_read_and_written() {
    let plays = |variant: &str, fen: &str, turn: &str| {
        let position = if fen == "startpos" { fen.to_owned() } else { format!("fen {fen}") };
        let input = format!(
            "setoption name UCI_Variant value {variant}\nposition {position} moves {turn}\nposition {position}\ngo perft 1\n"
        );
        let said = lines(&input);
        let refused = said.iter().find(|line| line.contains("error"));
        assert!(refused.is_none(), "{variant} {turn}: {refused:?}");
        assert!(
            said.contains(&format!("{turn}: 1")),
            "{variant}: {turn} is not written: {said:#?}"
        );
    };
    // A pass, by the king that stays or by the first piece.
    plays("janggi", "startpos", "e2e2");
    let stuck = "PPPPPp/PPPPPp/PPpPPp/ppppPp/1ppppp/2pppp[PPPPPPPpppppppp] b - - 0 15";
    plays("flipello6", stuck, "c1c1");
    // Stones.
    plays("ataxx", "startpos", "P@f1");
    let stones = "1pppp2P/p1p2PP1/pp1p1PPP/1pp2PP1/pp1P1PP1/p1PPPPPP/p2PPP2/p1p3pp b - - 0 20";
    plays("snort", stones, "P@a5");
    // Walls where a piece was, and a duck beside a promotion.
    plays("joust", "startpos", "d4b3,b3d4");
    let duck = "rn3knr/1q1b1Pbp/pp1pp3/6N1/8/1Q1P3P/PP2PP2/RNB*KB1R w KQ - 1 17";
    plays("duck", duck, "f7g8q,g8g1");
    // Pieces that are turned over, or become something without being asked.
    plays("micro", "Pk1+l/4/2p1/L1+b+B/K1R1[r] b - - 1 14", "+R@a3");
    plays("gethenian", "3kb+n1/1+i1+m3/7/3m3/4+M+N1/1+B5/2M+KI2[] w - - 10 6", "b2a2-");
    let double = "rnnbqkbnnr/ppp2ppppp/3p6/2B1b5/5P4/10/PPPPPKPPPP/RNNBQ2NNR b - - 1 3";
    plays("epicatomic", double, "a7a5b");
}

/// Fairy-Stockfish promotes what captures, and lets it explode then.
#[test]
fn a_promotion_of_what_explodes_is_read() {
    let fen = "rnnbqkbnnr/ppp2ppppp/3p6/2B1b5/5P4/10/PPPPPKPPPP/RNNBQ2NNR b - - 1 3";
    let said = |turn: &str| {
        lines(&format!(
            "setoption name UCI_Variant value epicatomic\nposition fen {fen} moves {turn}\nd\n"
        ))
        .join("\n")
    };
    assert!(said("d6c5b").contains("rnnbqkbnnr/ppp2ppppp/10/4b5/"), "{}", said("d6c5b"));
    for turn in ["d6c5z", "e5b2b", "d6c5bb"] {
        assert!(said(turn).contains("illegal move"), "{turn}: {}", said(turn));
    }
}

#[test]
fn a_pass_is_read_only_by_a_piece_of_ones_own() {
    for turn in ["e5e5", "e9e9", "e2"] {
        let input =
            format!("setoption name UCI_Variant value janggi\nposition startpos moves {turn}\n");
        assert!(lines(&input).iter().any(|line| line.contains("illegal move")), "{turn}");
    }
}

#[test]
fn castling_is_read_by_where_the_king_ends() {
    shows(
        "setoption name UCI_Variant value diana\n\
         position fen rbnkbr/pppppp/6/6/PPPPPP/R2K1R w KQkq - 0 1 moves d1b1",
        "rbnkbr/pppppp/6/6/PPPPPP/1KR2R b af - 1 1",
    );
}
