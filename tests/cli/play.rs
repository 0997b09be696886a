//! Games at the terminal, typed through a pipe.

use super::{folder, run_in, with_input, write};

/// A game in which numbers are called.
const BIDS: &str = r#"rules 2
game "Bids"
board 4x4
sides White "w", Black "b"
piece Pawn "P" { moves W }
variable bid: per side 0..9 = 0
variable round: 0..99 = 0
variable open: switch = off
variable zone: squares = a1
turn { either { move } or { bid: choose number from 1 to 9 as n { set bid to n; add 1 to round; set open to on } } }
ending over: a side wins "nine" when bid of own = 9 and round > 1 and open and any own on zone
ending stuck: side to move loses "no move" when own cannot move
setup "ppp1/4/4/PPP1 w"
"#;

#[test]
fn variables_are_shown_and_numbers_need_no_signs() {
    let path = write(&folder("bids"), "bids.rules", BIDS);
    let ran = with_input(
        &["play", &path, "--human", "White", "--human", "Black", "--no-save"],
        "bid 3\nbid4\nbid:5\n",
    )
    .expect(0);
    assert!(ran.out.contains("bid: White 0, Black 0; round: 0\n"), "{}", ran.out);
    assert!(ran.out.contains("bid: White 5, Black 4; round: 3; open: on\n"), "{}", ran.out);
}

/// A game whose variables hold words and squares, of its own and of a module.
const WORDS: &str = r#"rules 2
game "Words" from chess
variable season: one of spring, autumn = spring
variable mood: per side one of calm, angry = calm
variable goal: squares = {a1}
variable recent: squares = none
event told: when a piece moves { set recent to target; set mood of own to angry; set season to autumn }
ending there: a side wins "x" when any own King on goal and season = spring and mood of own = angry and any recent
"#;

#[test]
fn words_and_squares_are_shown_that_the_game_itself_remembers() {
    let path = write(&folder("words"), "words.rules", WORDS);
    let out = two(&path, None, "e2e4\n");
    assert!(out.contains(" season: spring; mood: White calm, Black calm Turn 1"), "{out}");
    assert!(out.contains(" season: autumn; mood: White angry, Black calm; recent: e4 "), "{out}");
    assert!(!out.contains("castling-rights: "), "{out}");
}

#[test]
fn a_game_is_played_and_left() {
    let ran = with_input(&["play", "chess", "--seed", "1"], "e2e4\nquit\n").expect(0);
    assert!(ran.out.contains("White plays e2e4"), "{}", ran.out);
    assert!(ran.out.contains("Black plays "), "{}", ran.out);
    assert!(ran.out.contains("Turn 2, White to move."), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    with_input(&["play", "chess"], "").expect(0);
    with_input(&["play", "fellowship"], "e2e4").expect(0);
}

#[test]
fn the_computer_plays_both_sides() {
    let arguments = ["play", "mono", "--computer", "White", "--computer", "black", "--seed", "7"];
    let first = with_input(&arguments, "").expect(0);
    assert!(first.out.contains("wins: ") || first.out.contains("drawn: "), "{}", first.out);
    assert_eq!(with_input(&arguments, "").expect(0).out, first.out, "the same seed, another game");
}

#[test]
fn two_people_mate() {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black"];
    let input = "f2f3\ne7e5\ng2g4\nd8h4\nmoves\ne2e4\nundo\nquit\n";
    let out = with_input(&arguments, input).expect(0).out;
    assert!(out.contains("Black wins: checkmate."), "{out}");
    assert!(out.contains("game over>"), "{out}");
    assert!(!out.contains("The rule:"), "{out}");
    let again = out.split("The game is over.").nth(2).unwrap();
    assert!(again.contains("Black to move."), "{out}");
}

#[test]
fn the_second_side_is_human() {
    let out = with_input(&["play", "chess", "--human", "Black"], "quit\n").expect(0).out;
    assert!(out.contains("White plays "), "{out}");
    assert!(out.contains("Black> "), "{out}");
}

#[test]
fn wrong_sides_are_wrong_usage() {
    with_input(&["play", "chess", "--human", "Red"], "").expect(2);
    with_input(&["play", "chess", "--human", "White", "--computer", "w"], "").expect(2);
}

#[test]
fn beginnings_are_completed() {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black"];
    let out = with_input(&arguments, "e\ne2\ne4\ng8\nf6\nzz\nquit\n").expect(0).out;
    assert!(out.contains("White> e\nChoose:\n  e2e3  e2e4"), "{out}");
    assert!(out.contains("White> e2\nChoose:\n  e2e3  e2e4"), "{out}");
    assert!(out.contains("White e2> "), "{out}");
    assert!(out.contains("White plays e2e4"), "{out}");
    assert!(out.contains("Black plays g8f6"), "{out}");
    assert!(out.contains("`zz`"), "{out}");
}

#[test]
fn steps_are_asked_for_one_by_one() {
    let arguments = ["play", "fellowship", "--human", "White", "--human", "Black"];
    let input = "g2g4\nd7d5\nh2h3\nc8g4\na2\nb2b3\nquit\n";
    let out = with_input(&arguments, input).expect(0).out;
    assert!(out.contains("Choose:\n  bestow:a2"), "{out}");
    assert!(out.contains("White bestow:a2,> "), "{out}");
    assert!(out.contains("White plays bestow:a2,b2b3"), "{out}");
    assert!(out.contains("Ring: borne by White Pawn on a2"), "{out}");
}

#[test]
fn help_hint_moves_position() {
    let out = with_input(&["play", "chess"], "help\nhint\nmoves e\nposition\nboard\nquit\n");
    let out = out.expect(0).out;
    for part in ["resign", "level 4 of 10", "  e2e3  e2e4\n", "RNBQKBNR w KQkq - 0 1"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

/// What singles out one turn is enough: some of its words, the square where it ends, or Enter where there is no other.
#[test]
fn parts_of_a_turn_that_no_other_has_are_enough() {
    let out = two("magic-ring", None, "e2e4\ne7e5\npass e1d1\n");
    assert!(out.contains("White plays pass:White:e1d1"), "{out}");
    let out = two("chess", Some("7k/8/8/8/8/8/8/R5K1 w - - 0 1"), "a5\nh8\n");
    assert!(out.contains("White plays a1a5"), "{out}");
    let out = two("chess", Some("7k/5Q2/8/8/8/8/7P/K7 w - - 0 1"), "h4\nd5\n");
    assert!(out.contains("White plays h2h4"), "{out}");
    assert!(!out.contains("Black plays"), "no piece of Black's can go to d5: {out}");
    let out = two("chess", Some("7k/8/8/8/8/8/8/K7 b - - 0 1"), "\n\n");
    assert!(!out.contains("plays"), "{out}");
    let out = two("chess", Some("7k/8/8/6R1/8/8/8/K7 b - - 0 1"), "\n");
    assert!(out.contains("Only one turn is legal: h8h7. Press Enter to play it."), "{out}");
    assert!(out.contains("Black plays h8h7"), "{out}");
}

/// A capital names a piece: where that piece cannot go, no pawn goes in its place.
#[test]
fn what_is_typed_is_never_bent_into_another_turn() {
    let out = two("chess", None, "Bb4\n");
    assert!(!out.contains("plays"), "{out}");
    let out = two("chess", Some("4k3/1p6/8/8/8/8/8/4KB2 b - - 0 1"), "Bb5\n");
    assert!(!out.contains("plays"), "{out}");
}

#[test]
fn resigning_ends_the_game() {
    let out = with_input(&["play", "chess"], "resign\ny\nquit\n").expect(0).out;
    assert!(out.contains("Black wins: White has resigned."), "{out}");
}

#[test]
fn resigning_is_asked_about() {
    let out = with_input(&["play", "chess"], "resign\nn\ne2e4\nquit\n").expect(0).out;
    assert!(out.contains("Does White resign? [y/N]"), "{out}");
    assert!(!out.contains("wins"), "{out}");
    assert!(out.contains("White plays e2e4"), "{out}");
}

/// Two people play chess; returns what they see.
fn between_people(input: &str) -> String {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black", "--no-save"];
    with_input(&arguments, input).expect(0).out
}

#[test]
fn two_people_agree_on_a_draw() {
    let out = between_people("e2e4\ndraw\nn\ndraw\ny\nundo\ne7e5\nquit\n");
    assert!(out.contains("Black offers a draw. Does White agree? [y/N]"), "{out}");
    assert!(out.contains("White does not agree to a draw."), "{out}");
    assert!(out.contains("The game is drawn: the players have agreed."), "{out}");
    assert!(out.contains("Black plays e7e5"), "{out}");
}

#[test]
fn the_computer_answers_an_offer_by_what_the_position_is_worth() {
    let offer = |position: &str| {
        let arguments = ["play", "chess", "--no-save", "--position", position, "--depth", "3"];
        with_input(&arguments, "draw\n").expect(0).out
    };
    let ahead = offer("4k3/pppppppp/8/8/8/8/8/QQQ1K3 w - - 0 1");
    assert!(ahead.contains("The game is drawn: the players have agreed."), "{ahead}");
    let behind = offer("qqq1k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert!(behind.contains("Black does not agree to a draw."), "{behind}");
}

#[test]
fn sides_and_levels_are_changed_while_a_game_is_played() {
    let input = "level\nlevel 2\nlevel 11\nswap\nquit\n";
    let out = with_input(&["play", "chess", "--no-save"], input).expect(0).out;
    for part in [
        "level 4 of 10. `level 1` to `level 10` change it.",
        "The computer plays at level 2 of 10 from now on.",
        "Levels are the numbers from 1 (a beginner) to 10.",
        "You play Black now.",
        "White plays ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn the_board_is_turned_and_captures_are_listed() {
    let out = between_people("e2e4\nd7d5\ncaptured\ne4d5\ncaptured\nflip\nquit\n");
    assert!(out.contains("Nothing has been captured."), "{out}");
    assert!(out.contains("Captured from Black: 1 Pawn."), "{out}");
    assert!(out.contains("   h  g  f  e  d  c  b  a\n"), "{out}");
    assert!(out.contains("1  R  N  B  K  Q  B  N  R\n"), "{out}");
}

#[test]
fn a_game_that_is_over_says_what_can_be_done_and_begins_anew() {
    let out = between_people("f2f3\ne7e5\ng2g4\nd8h4\nnew\ne2e4\nnew\nn\nposition\nquit\n");
    assert!(out.contains("`new` begins another one"), "{out}");
    assert!(out.contains("White plays e2e4"), "{out}");
    assert!(out.contains("Leave this game after 1 turn and begin anew? [y/N]"), "{out}");
    assert!(out.contains("/4P3/"), "{out}");
}

#[test]
fn undo_takes_back_both_turns() {
    let out = with_input(&["play", "chess"], "undo\ne2e4\nundo\nposition\nquit\n").expect(0).out;
    assert!(out.contains("There is nothing to take back."), "{out}");
    assert!(out.contains("RNBQKBNR w KQkq - 0 1"), "{out}");
}

#[test]
fn games_are_saved_and_resumed() {
    let folder = folder("saved");
    let arguments =
        ["play", "magic-ring", "--set", "powers=Knight", "--human", "w", "--human", "b"];
    let input =
        "e2e4\ne7e5\nsave my game.txt\nd2d4\nsave my game.txt\nload my game.txt\nposition\nquit\n";
    let out = run_in(&folder, &arguments, input).expect(0).out;
    assert!(out.contains("Saved to my game.txt.\n"), "{out}");
    assert!(out.contains("in place of the older game"), "{out}");
    let resume = ["play", "--resume", "my game.txt", "--human", "w", "--human", "b"];
    let resumed = run_in(&folder, &resume, "position\nquit\n").expect(0);
    let position = |text: &str| {
        let line = text.lines().find(|line| line.contains("powers:Knight")).unwrap();
        line.trim_start_matches(|letter| letter != 'r').to_owned()
    };
    assert_eq!(position(&resumed.out), position(&out));
    std::fs::write(folder.join("notes"), "not a game").unwrap();
    let out = run_in(&folder, &["play", "chess"], "save notes\nload notes\nsave a/b/c\nquit\n");
    let out = out.expect(0).out;
    assert_eq!(std::fs::read_to_string(folder.join("notes")).unwrap(), "not a game");
    assert_eq!(out.matches("Not saved").count(), 2, "{out}");
    assert!(out.contains("Not loaded"), "{out}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn any_input_is_answered() {
    let input =
        "\n\u{0}\u{1}\nä\n,\n:\n@\nsave\nload\nload /\nmoves \u{1F600}\nundo\nback\nhistory\n";
    for game in ["fellowship", "mono", "ruddigore"] {
        with_input(&["play", game], &format!("{input}{}\n", "x".repeat(200_000))).expect(0);
    }
}

const TWO: [&str; 4] = ["--human", "w", "--human", "b"];

/// What two people see who type this.
fn two(game: &str, position: Option<&str>, input: &str) -> String {
    let mut arguments = [&["play", game], &TWO[..]].concat();
    arguments.extend(position.iter().flat_map(|text| ["--position", *text]));
    with_input(&arguments, input).expect(0).out.replace('\n', " ")
}

#[test]
fn moves_are_understood_as_other_programs_write_them() {
    let input = "e4\nd5\nexd5\nNf6\nnc3\nNxd5\nknight xd5\nQ:d5\nnf3\nb6\ng3\nBa6\nBxa6\nNxa6\nO-O\nhistory\n";
    let out = two("chess", None, input);
    for turn in ["e2e4", "d7d5", "e4d5", "g8f6", "b1c3", "f6d5", "c3d5", "d8d5", "e1g1"] {
        assert!(out.contains(&format!(" plays {turn}. ")), "{turn}: {out}");
    }
    let castling = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(two("chess", castling, "0-0-0\n").contains("White plays e1c1."));
    assert!(two("chess", castling, "e1h1\n").contains("White plays e1g1."));
    let promotion = Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(two("chess", promotion, "a8=Q+\n").contains("White plays a7a8q."));
    let hand = Some("4k3/8/8/8/8/8/8/4K3[GP] w - 0 1");
    assert!(two("ruddigore", hand, "G@c3\n").contains("White plays G@c3."));
    // The inventor's own notation, with numbers for squares.
    assert!(two("mono", None, "L5\n").contains("White plays 4-5."));
}

#[test]
fn what_could_mean_several_moves_plays_none() {
    let knights = Some("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
    let out = two("chess", knights, "Ne2\n");
    assert!(out.contains("Choose:   c3e2  g1e2"), "{out}");
    assert!(!out.contains("plays"), "{out}");
    // A rook may go to b2 as well as the pawn: a square alone means the pawn, of which there are more at the start.
    let out = two("chess", Some("4k3/8/8/8/8/PP6/8/R3K3 w - - 0 1"), "b4\n");
    assert!(out.contains("White plays b3b4."), "{out}");
}

#[test]
fn turns_are_told_in_words() {
    let told = |game: &str, position: &str, typed: &str| {
        let arguments = ["play", game, "--position", position, "--human", "w", "--human", "b"];
        let out = with_input(&arguments, &format!("{typed}\n")).expect(0).out.replace('\n', " ");
        let (_, told) = out.split_once(" plays ").unwrap();
        told.split("  8 ").next().unwrap().trim().to_owned()
    };
    let hand = told("ruddigore", "1g2k3/8/8/8/8/8/8/PR2K3[] b - 0 1", "b8c6");
    assert_eq!(hand, "b8c6. Black's Gentleman on b8 goes to c6.");
    let taken = told("ruddigore", "4k3/8/8/8/3P4/8/2g5/4K3[] b - 0 1", "c2d4");
    assert_eq!(
        taken,
        "c2d4. Black's Gentleman on c2 takes White's Pawn on d4. The Pawn is now in Black's hand."
    );
    let castles = told("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(castles, "e1g1. White's King on e1 goes to g1. White's Rook goes from h1 to f1.");
    let promotes = told("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q");
    assert_eq!(promotes, "a7a8q. White's Pawn on a7 goes to a8. It becomes a Queen.");
    let passing = told("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
    assert_eq!(passing, "e5d6. White's Pawn on e5 goes to d6 and takes Black's Pawn on d5.");
    let given = told("fellowship", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1 bestowal:due", "h2\nh2h4");
    assert!(given.contains("“bestow”: White chooses White's Pawn on h2. White's Pawn on h2 goes to h4. The Ring goes to White's Pawn on h4."), "{given}");
    let changed =
        told("fellowship", "3qk3/8/8/8/8/8/8/3RK3 b - - 0 1 Ring:d1 bestowal:done", "d8d1");
    assert!(changed.contains("takes White's Rook on d1. The Rook comes back on d8 and is Black's now. The Ring goes to Black's Queen on d1."), "{changed}");
}

#[test]
fn an_illegal_move_is_answered_in_plain_words() {
    let out = two("chess", None, "e2e5\na1a3\nKe2\nO-O\nhlep\ng1e2\ne2e9\nNi3\nXf3\nshow Dragon\n");
    for told in [
        "Your pawn on e2 cannot go as far as e5. It can go to e3 or e4.",
        "Your rook on a1 cannot go to a3: your pawn on a2 is in the way.",
        "Your king cannot go to e2: your pawn is there.",
        "Short castling is not possible: your bishop on f1 and your knight on g1 are in the way.",
        "`hlep` is no move and no command. Did you mean `help`?",
        "(`why g1e2` shows the rule.)",
        "There is no square e9: the ranks go from 1 to 8.",
        "There is no square i3: the files go from a to h.",
        "No piece is written X here.",
        "There is no Dragon in this game. Type `show` and a square or pawn, knight, bishop, rook, queen or king.",
    ] {
        assert!(out.contains(told), "{told}\n{out}");
    }
    let out = two("mono", Some("K1lW1l3k w 1"), "4-11\n");
    assert!(out.contains("There is no square 11: the squares go from 1 to 10."), "{out}");
}

#[test]
fn a_capital_means_that_piece_and_no_other() {
    for game in ["chess", "fellowship", "ruddigore", "magic-ring"] {
        let out = two(game, None, "Ba3\nBb4\nhistory\n");
        assert!(!out.contains("plays"), "{game}: {out}");
    }
    let out = two("chess", None, "Ba3\nNf6\n");
    assert!(
        out.contains("Your bishop on c1 cannot go to a3: your pawn on b2 is in the way."),
        "{out}"
    );
    assert!(
        out.contains("None of your knights can go to f6: the one on b1 can go to a3 or c3,"),
        "{out}"
    );
    // Only a bishop can take, or only the pawn of the b-file.
    let bishop = Some("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1");
    assert!(!two("chess", bishop, "bxc3\n").contains("plays"));
    assert!(two("chess", bishop, "Bxc3\n").contains("plays d2c3"));
    let pawn = Some("4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1");
    assert!(!two("chess", pawn, "Bxc3\n").contains("plays"));
    assert!(two("chess", pawn, "bxc3\n").contains("plays b2c3"));
    assert!(two("chess", None, "nf3\n").contains("plays g1f3"));
}

#[test]
fn rules_and_pieces_are_told_at_the_table() {
    let out = two("ruddigore", None, "show G\nshow b1\nrules\nrules exactly\nrules all\nshow x\n");
    assert!(out.contains("The curse: on every even turn"), "{out}");
    assert!(out.contains("White's Gentleman on b1 can go to a3, c3"), "{out}");
    assert!(out.contains("Checkmate the enemy Baronet, or leave your opponent"), "{out}");
    assert!(out.contains("what is different from Chess"), "{out}");
    assert!(out.contains("R3 On an even turn"), "{out}");
    assert!(out.contains("Type `show` and a square or pawn, gentleman"), "{out}");
    let out = two("magic-ring", None, "e2e4\ne7e5\npass:White:e1d1\nshow White-ring\n");
    assert!(out.contains("The White-ring goes to White's Queen on d1, now at level 1."), "{out}");
    assert!(out.contains("slides any distance in any direction"), "{out}");
}

#[test]
fn commands_work_in_the_middle_of_a_turn() {
    let start = "4k3/8/8/8/8/8/4P3/4K2R[] w - 0 2";
    let out = two(
        "ruddigore",
        Some(start),
        "e2e4\nwhy sac:e1\ntrace sac:e4\nhint\nmoves\nhistory\nback\ne1d1\n",
    );
    assert!(out.contains("e1 cannot be chosen"), "{out}");
    assert!(out.contains("would play e2e4,sac:"), "{out}");
    assert!(out.contains("White e2e4,> moves   e2e4,sac:e4  e2e4,sac:h1"), "{out}");
    assert!(out.contains("White e1d1,> "), "{out}");
}

#[test]
fn turns_of_either_side_are_taken_back() {
    let input = "e2e4\nundo 1\nposition\nd5\nhistory\nundo 1\ngo\nundo\nhistory\n";
    let out = with_input(&["play", "chess", "--seed", "4"], input).expect(0).out;
    assert!(out.contains("The computer waits"), "{out}");
    assert!(out.contains("1. White e2e4,  Black d7d5"), "{out}");
    assert!(out.contains("2 turns are taken back."), "{out}");
    assert!(out.contains("Nothing has been played."), "{out}");
}

#[test]
fn the_width_is_kept_to() {
    for game in ["fellowship", "one-ring", "ruddigore", "mono", "magic-ring"] {
        for width in ["40", "80", "120"] {
            let arguments = ["play", game, "--seed", "1", "--width", width];
            let out = with_input(&arguments, "help\nrules\nshow King\nmoves\nquit\n").expect(0).out;
            let most = width.parse().unwrap();
            let mut long: Vec<&str> =
                out.lines().filter(|line| line.chars().count() > most).collect();
            // A position text is one word.
            long.retain(|line| line.trim().contains(' '));
            assert!(long.is_empty(), "{game} {width}: {long:#?}");
        }
    }
}

#[test]
fn other_boards_are_drawn_as_they_are() {
    let hexagons = two("variants/talvola-glinski_chess", None, "");
    assert!(hexagons.contains("f11"), "{hexagons}");
    let arguments = ["play", "variants/talvola-alice_chess", "--width", "80"];
    let layers = with_input(&arguments, "").expect(0).out;
    let row = layers.lines().find(|line| line.starts_with("8  r  n")).unwrap();
    assert!(row.matches("  .").count() == 8, "{layers}");
}

#[test]
fn who_cannot_move_has_not_resigned_where_no_rule_ends_the_game() {
    let folder = folder("play-stuck");
    let rules = "rules 1\ngame \"Stuck\"\nboard 3x3\nsides White \"w\", Black \"b\"\n\
                 piece Pawn \"P\" { moves fmW }\nturn { move }\nsetup \"p2/3/P2 w\"\n";
    super::write(&folder, "stuck.rules", rules);
    let stops = "Black has no legal turn, and no rule of this game says what that means";
    let against_computer = ["play", "stuck.rules", "--no-save", "--level", "1"];
    let out = run_in(&folder, &against_computer, "a1a2\nhint\nquit\n").expect(0).out;
    assert_eq!(out.matches(stops).count(), 2, "{out}");
    assert!(!out.contains("wins") && !out.contains("resigned"), "{out}");
    let of_two = ["play", "stuck.rules", "--no-save", "--human", "White", "--human", "Black"];
    let out = run_in(&folder, &of_two, "a1a2\nundo\nquit\n").expect(0).out;
    assert!(out.contains(stops) && out.contains("White to move"), "{out}");
}

#[test]
fn the_turns_are_listed_as_people_write_them() {
    let out = two("chess", None, "history san\ne4\ne5\nNf3\nhistory san\n");
    assert!(out.contains("Nothing has been played."), "{out}");
    assert!(out.contains("1. e4 e5 2. Nf3 "), "{out}");
    let out = two("fellowship", None, "g4\ne5\nd4\nexd4\ne2,e2e4\nhistory san\n");
    assert!(out.contains("1. g4 e5 2. d4 exd4 3. "), "{out}");
}

#[test]
fn a_game_is_looked_back_at_and_a_position_analysed() {
    let arguments = ["play", "chess", "--human", "White", "--human", "Black", "--no-save"];
    let input =
        "analyse 0\nreview\nf2f3\ne7e5\ng2g4\nanalyse 2\nd8h4\nanalyse\nreview\nwhy\nquit\n";
    let out = with_input(&arguments, input).expect(0).out;
    for told in [
        "How many turns?",
        "Nothing has been played.",
        "wins at once (100 %) 2... Qh4#",
        "The game has stopped; `review` looks back at it.",
        "2. g4?? gave away ",
        "Black played with an accuracy of 100.0 %.",
    ] {
        assert!(out.replace("  ", " ").contains(told), "{told}: {out}");
    }
}

#[test]
fn a_game_begins_from_a_book() {
    let here = folder("play-book");
    let book = write(&here, "book.pgn", "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n");
    let arguments = |book: &str, seed: &str| {
        let begin = ["play", "chess", "--human", "White", "--human", "Black", "--no-save"];
        let more = ["--book", book, "--plies", "2", "--seed", seed];
        with_input(&[&begin[..], &more].concat(), "history\nquit\n")
    };
    let mut seen: Vec<String> = (0..8)
        .map(|seed| {
            let out = arguments(&book, &seed.to_string()).expect(0).out;
            let line = out.lines().find(|line| line.contains("1. White ")).unwrap();
            line.split("1. White").nth(1).unwrap().to_owned()
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [" d2d4,  Black d7d5", " e2e4,  Black c7c5"]);
    let book = write(&here, "book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    let out = arguments(&book, "1").expect(0).out;
    assert!(out.contains("Nothing has been played."), "{out}");
    let bad = write(&here, "bad.pgn", "1. e4 e4 *\n");
    assert!(arguments(&bad, "1").expect(1).err.contains("game 1, line 1, turn 2, `e4`"));
}

/// What people put around a move in records and in speech does not hide it; several turns in a line are played one by one.
#[test]
fn turns_are_found_in_what_people_type_around_them() {
    let out = two("chess", None, "1. d4\n1... Knight to f6\nmove c2 to c4\ne7e6.\n");
    for turn in ["d2d4", "g8f6", "c2c4", "e7e6"] {
        assert!(out.contains(&format!(" plays {turn}. ")), "{turn}: {out}");
    }
    for (typed, said) in [
        ("f3 g4", "These are 2 turns: type one at a time, f3 first."),
        ("1. e4 e5 2. Nf3", "These are 3 turns: type one at a time, e4 first."),
        ("g1f3 b8c6", "These are 2 turns: type one at a time, g1f3 first."),
        ("e2 e5", "Your pawn on e2 cannot go as far as e5."),
        ("takeback", "Did you mean `undo`?"),
        ("show black knights", "Black's Knight on b8 could go to a6, c6."),
    ] {
        let out = two("chess", None, &format!("{typed}\n"));
        assert!(out.contains(said) && !out.contains(" plays "), "{typed}: {out}");
    }
}

/// The right to capture en passant is the next side's alone (FIDE 3.7.4.1).
#[test]
fn what_lasts_for_one_turn_is_not_shown_to_the_side_that_gave_it() {
    let out = two("chess", None, "e4\nshow pawn\n");
    assert!(out.contains("White's Pawn on d2 could go to d3, d4."), "{out}");
    let en_passant = Some("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let out = two("chess", en_passant, "show pawn\n");
    assert!(out.contains("Black's Pawn on d4 can go to d3, e3."), "{out}");
}
