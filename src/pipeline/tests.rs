//! Loading the games of the repository, and files that do not fit together.

mod letters;
mod position;
mod reworded;

use std::sync::Arc;

use super::load;
use crate::diag::{Sink, short};
use crate::ir::{BySide, Game, Limit, Orientation, PowerLevel, VariableValue, Walk};
use crate::session::Session;
use crate::source::{FileError, Files, MemoryFiles, SourceMap};

/// The files in `games/`.
struct Games;

impl Files for Games {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        let path = format!("{}/games/{name}", env!("CARGO_MANIFEST_DIR"));
        Ok(std::fs::read_to_string(path).ok())
    }
}

fn try_load(name: &str, files: &dyn Files, options: &[(&str, &str)]) -> Result<Game, String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let game = load(name, files, &options, &mut sources, &mut sink);
    let lines: Vec<String> =
        sink.into_vec().iter().map(|found| short::one_line(found, &sources)).collect();
    match game {
        Some(game) if lines.is_empty() => Ok(game),
        _ => Err(lines.join("\n")),
    }
}

#[track_caller]
fn bundled(name: &str) -> Game {
    try_load(name, &Games, &[]).unwrap_or_else(|lines| panic!("{lines}"))
}

/// A small game to which tests add what they are about.
const BASE: &str =
    "rules 1\ngame \"Base\"\nboard 5x5\nsides White \"w\", Black \"b\"\nturn { move }\n";

fn tiny(items: &str) -> MemoryFiles {
    MemoryFiles::new().with("tiny.rules", format!("{BASE}{items}"))
}

#[track_caller]
fn loaded(items: &str) -> Game {
    try_load("tiny", &tiny(items), &[]).unwrap_or_else(|lines| panic!("{lines}"))
}

/// The complaints about a small game, without file and line.
#[track_caller]
fn complaints(items: &str) -> Vec<String> {
    let lines = try_load("tiny", &tiny(items), &[]).err().unwrap_or_default();
    lines.lines().map(|line| line.split(": ").skip(1).collect::<Vec<_>>().join(": ")).collect()
}

/// The squares to which the only piece of White, on c3, may go.
#[track_caller]
fn goals(clause: &str, setup: &str) -> String {
    let items = format!("piece X \"X\" {{ {clause} }}\npiece Y \"Y\" {{ }}\nsetup \"{setup} w\"");
    let session = Session::new(Arc::new(loaded(&items))).unwrap();
    let mut turns: Vec<String> = session
        .turn_texts()
        .unwrap()
        .into_iter()
        .map(|text| text.strip_prefix("c3").unwrap_or(&text).to_owned())
        .collect();
    turns.sort();
    turns.join(" ")
}

/// An otherwise empty board with a piece of White on c3.
const ALONE: &str = "5/5/2X2/5/5";

#[test]
fn bundled_games_have_their_first_two_turns() {
    let known = [
        ("chess", 400),
        ("fellowship", 400),
        ("magic-ring", 625),
        ("mono", 16),
        ("ruddigore", 835),
    ];
    for (name, count) in known {
        let session = Session::new(Arc::new(bundled(name))).unwrap();
        assert_eq!(session.perft(2).unwrap(), count, "{name}");
    }
}

#[test]
fn chess_is_chess() {
    let game = Arc::new(bundled("chess"));
    assert_eq!(game.board.directions.len(), 16, "eight steps and eight leaps");
    assert_eq!(Session::new(game).unwrap().perft(3), Ok(8902));
}

#[test]
fn a_child_changes_what_it_inherits() {
    let game = bundled("ruddigore");
    let names: Vec<&str> = game.types.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(names, ["Pawn", "Gentleman", "Bishop", "Rook", "Queen", "Baronet"]);
    let royal = game.types.iter().last().unwrap();
    let clauses: Vec<_> = royal.clauses.iter().filter_map(|c| c.name.as_deref()).collect();
    assert_eq!(clauses, ["short-castling", "long-castling"], "modules extend what stands in");
    assert!(game.uses_hands);
    assert!(game.variables.iter().all(|v| v.name != "en-passant"), "the module is gone");
    assert_eq!(game.about.parent.as_deref(), Some("Chess"));
    assert_eq!(game.about.inventor.as_deref(), Some("Peter Aronson"));
}

#[test]
fn powers_go_round_an_option() {
    let files = Games;
    let game = try_load("magic-ring", &files, &[("powers", "NN, Queen")]).unwrap();
    let powers = &game.tokens.iter().next().unwrap().powers;
    let levels: Vec<_> = powers.iter().map(|power| power.level).collect();
    let at = |entry| Some(PowerLevel { entry, length: 2 });
    assert_eq!(levels, [at(0), at(1)]);
    let option = game.options.iter().find(|option| option.name == "powers").unwrap();
    assert_eq!(option.value, "NN,Queen");
    let wrong = try_load("magic-ring", &files, &[("power", "Queen")]).unwrap_err();
    assert_eq!(wrong, "<option power>:1:1: error[E0702]: the game has no option `power`");
}

#[test]
fn walks_in_words_go_where_they_say() {
    assert_eq!(goals("moves step orthogonally", ALONE), "b3 c2 c4 d3");
    assert_eq!(goals("moves slide straight forward", ALONE), "c4 c5");
    assert_eq!(goals("moves step diagonally forward", ALONE), "b4 d4");
    assert_eq!(goals("moves step in any direction", ALONE), "b2 b3 b4 c2 c4 d2 d3 d4");
    assert_eq!(goals("moves step sideways or forward", ALONE), "b3 c4 d3");
    assert_eq!(goals("moves leap (1,2)", ALONE), "a2 a4 b1 b5 d1 d5 e2 e4");
    assert_eq!(goals("moves slide north exactly 2", ALONE), "c5");
    assert_eq!(goals("moves slide orthogonally up to 1", ALONE), "b3 c2 c4 d3");
    assert_eq!(goals("moves slide left half way", ALONE), "b3");
    assert_eq!(goals("moves slide left at least 2", ALONE), "a3");
    assert_eq!(goals("moves anywhere to {a1 e5}", ALONE), "a1 e5");
}

#[test]
fn legs_follow_one_another() {
    let lame = "moves step orthogonally then step diagonally outward";
    assert_eq!(goals(lame, ALONE), "a2 a4 b1 b5 d1 d5 e2 e4");
    assert_eq!(goals(lame, "5/2Y2/2X2/5/5"), "a2 a4 b1 d1 e2 e4", "blocked forwards");
    let bent = "moves step diagonally then slide orthogonally outward";
    assert_eq!(goals(bent, ALONE), "a2 a4 b1 b5 d1 d5 e2 e4");
    let hop = "captures slide orthogonally onto occupied then slide orthogonally onward";
    assert_eq!(goals(hop, "2y2/2Y2/2X2/5/5"), "c5");
    assert_eq!(goals(hop, "2y2/5/2X2/5/5"), "", "nothing to hop over");
    assert_eq!(goals("moves slide forward over occupied", "5/2y2/2X2/5/5"), "c4 c5");
}

#[test]
fn verbs_and_modifiers_say_what_happens() {
    assert_eq!(goals("moves step forward without capturing", "5/2y2/2X2/5/5"), "");
    assert_eq!(goals("captures step orthogonally", "5/2y2/2X2/5/5"), "c4");
    assert_eq!(goals("captures step orthogonally of own", "5/2y2/1YX2/5/5"), "b3");
    assert_eq!(goals("swaps step orthogonally", "5/2y2/1YX2/5/5"), "b3");
    assert_eq!(goals("swaps step orthogonally with enemy", "5/2y2/1YX2/5/5"), "c4");
    assert_eq!(goals("moves step orthogonally to rank 4", ALONE), "c4");
    assert_eq!(goals("moves step orthogonally from rank 4", ALONE), "");
    assert_eq!(goals("moves step forward for Black", ALONE), "");
    assert_eq!(goals("captures slide forward without moving", "2y2/5/2X2/5/5"), "c5");
    let copied = "moves as Y }\npiece Z \"Z\" { moves step left";
    assert_eq!(goals(copied, ALONE), "", "there is nothing to copy");
}

#[test]
fn copies_leave_out_names_and_conditions() {
    let game = loaded(
        "piece A \"A\" { moves as B }\n\
         piece B \"B\" { moves step left; far: moves slide right; moves step right from rank 1 }\n\
         setup \"A4/5/5/5/B4 w\"",
    );
    assert_eq!(game.types.iter().next().unwrap().clauses.len(), 1);
    let found = complaints(
        "piece A \"A\" { moves as B }\npiece B \"B\" { moves as A }\nsetup \"5/5/5/5/5 w\"",
    );
    assert_eq!(found, ["error[E0116]: `B` moves as a piece that moves as `B`"]);
}

#[test]
fn half_way_is_the_halflings_limit() {
    let game = loaded("piece A \"A\" { moves slide left half way }\nsetup \"5/5/5/5/4A w\"");
    let clause = game.types.iter().next().unwrap().clauses.first().cloned().unwrap();
    assert!(matches!(clause.walk, Walk::Repeat { max: Limit::Half, min: 1, .. }));
    assert_eq!(Session::new(Arc::new(game)).unwrap().turn_texts().unwrap(), ["e1c1", "e1d1"]);
}

fn board(line: &str, setup: &str) -> Game {
    let text = format!(
        "rules 1\ngame \"B\"\n{line}\nsides White \"w\", Black \"b\"\nturn {{ move }}\n\
         piece X \"X\" {{ moves slide forward }}\nsetup \"{setup} w\"\n"
    );
    let files = MemoryFiles::new().with("b.rules", text);
    try_load("b", &files, &[]).unwrap_or_else(|lines| panic!("{lines}"))
}

fn turns(game: Game) -> Vec<String> {
    let mut turns = Session::new(Arc::new(game)).unwrap().turn_texts().unwrap();
    turns.sort();
    turns
}

#[test]
fn boards_have_many_shapes() {
    assert_eq!(turns(board("board line 3", "X2")), ["1-2", "1-3"]);
    assert_eq!(turns(board("board 2x3 without {a2}", "2/*1/X1")), Vec::<String>::new());
    let odd = board("board { squares {a1..b2 a0} }", "2/2/X*");
    assert_eq!(turns(odd), ["a0a1", "a0a2"]);
    let ring = board("board 2x3 { wrap ranks }", "2/X1/y1".replace('y', "X").as_str());
    assert_eq!(turns(ring), ["a2a3"]);
    let linked = board("board 2x2 { link a2 north b1 }", "2/X1");
    assert_eq!(turns(linked), ["a1a2", "a1b1", "a1b2"]);
    let stairs = board("board 2x2 { direction up; link a1 up b2 }", "2/X1");
    assert_eq!(turns(stairs), ["a1a2"], "nobody goes up");
    let tower = board("board 2x2x2", "2/2/2/X1");
    assert_eq!(turns(tower), ["a1_2a2_2"]);
    let rotated = board("board 3x3 { view rotated }", "3/3/3");
    assert_eq!(rotated.board.orientation, Orientation::Rotated);
}

#[test]
fn bad_boards_are_refused() {
    let found = |line: &str| {
        let text = format!(
            "rules 1\ngame \"B\"\n{line}\nsides A \"a\", B \"b\"\nturn {{ move }}\n\
             piece X \"X\" {{ }}\nsetup \"X w\"\n"
        );
        try_load("b", &MemoryFiles::new().with("b.rules", text), &[]).unwrap_err()
    };
    assert!(found("board 23x23").contains("E0201"));
    assert!(found("board 20x20x20").contains("E0201"));
    assert!(found("board { squares {a1..zz999} }").contains("E0201"));
    assert!(found("board 1x1 without {a1}").contains("E0201"));
    assert!(found("board 2x2 { view upside }").contains("E0101"));
    assert!(found("board 2x2 { link a1 up b2 }").contains("E0204"));
    assert!(found("board 2x2 { link a1 north b3 }").contains("E0202"));
}

#[test]
fn names_are_declared_once() {
    let rest = "setup \"5/5/5/5/5 w\"";
    let found = |items: &str| complaints(&format!("{items}\n{rest}")).join("; ");
    assert!(found("piece A \"A\" { }\npiece A \"B\" { }").contains("E0103"));
    assert!(found("piece A \"A\" { }\nmark A \"'\"").contains("E0103"));
    assert!(found("piece empty \"A\" { }").contains("E0107"));
    assert!(found("piece e4 \"A\" { }").contains("E0107"));
    assert!(found("piece A \"A\" { }\npiece B \"A\" { }").contains("E0303"));
    assert!(found("piece A \"a\" { }").contains("E0302"));
    assert!(found("piece A \"A\" { }\nremove piece C").contains("E0106"));
    assert!(found("piece A \"A\" { }\nextend C { royal }").contains("E0101"));
    assert!(found("piece A \"A\" { x: moves W; x: moves F }").contains("E0103"));
    assert!(found("piece A \"A\" { remove x }").contains("E0106"));
}

#[test]
fn variables_start_as_told() {
    let game = loaded(
        "piece A \"A\" { }\nvariable n: 0..9 = 4\nvariable m: per side 0..9 = 1, 2\n\
         variable w: one of red, green = green\nvariable s: switch = off\n\
         variable q: per side squares = own rank 1\nsetup \"5/5/5/5/A4 w\"",
    );
    let starts: Vec<_> = game.variables.iter().map(|variable| variable.start).collect();
    let number = |a, b| BySide::new([a, b]).map(VariableValue::Number);
    assert_eq!(starts[..4], [number(4, 4), number(1, 2), number(1, 1), number(0, 0)]);
    assert!(!starts[4].is_same(), "each side sees its own rank");
    let found = complaints("piece A \"A\" { }\nvariable n: 0..9 = 10\nsetup \"5/5/5/5/5 w\"");
    assert_eq!(found, ["error[E0115]: the start value 10 lies outside 0..9"]);
}

#[test]
fn options_decide_what_counts() {
    let items = "option big: switch = off\noption n: 1..3 = 2\n\
                 if option big { piece A \"A\" { moves Q } } else { piece A \"A\" { moves W } }\n\
                 if option n = 3 { mark tired \"'\" }\nsetup \"5/5/2A2/5/5 w\"";
    let count = |options: &[(&str, &str)]| {
        let game = try_load("tiny", &tiny(items), options)?;
        let marks = game.marks.len();
        Ok::<_, String>((Session::new(Arc::new(game)).unwrap().perft(1).unwrap(), marks))
    };
    assert_eq!(count(&[]), Ok((4, 0)));
    assert_eq!(count(&[("big", "on"), ("n", "3")]), Ok((16, 1)));
    assert!(count(&[("n", "4")]).unwrap_err().contains("E0701"));
    assert!(count(&[("big", "perhaps")]).unwrap_err().contains("E0701"));
}

#[test]
fn files_must_fit_together() {
    let game = |title: &str, rest: &str| format!("rules 1\ngame \"{title}\" {rest}\n");
    let files = MemoryFiles::new()
        .with("a.rules", game("A", "from b"))
        .with("b.rules", game("B", "from a"))
        .with("c.rules", game("C", "from castel"))
        .with("castle.rules", game("Castle", "\nuse tower"))
        .with("lib/tower.rules", "rules 1\nmodule \"Tower\"\n")
        .with("d.rules", game("D", "from tower"))
        .with("e.rules", game("E", "\nuse castle"));
    let found = |name: &str| try_load(name, &files, &[]).unwrap_err();
    assert_eq!(found("a"), "b.rules:2:15: error[E0105]: `a` builds on itself");
    assert_eq!(found("c"), "c.rules:2:15: error[E0104]: there is no game `castel`");
    assert_eq!(
        found("d"),
        "d.rules:2:15: error[E0117]: `tower` is a module, not a game: write `use tower`"
    );
    assert!(found("e").contains("E0117"));
    assert!(found("tower").contains("E0117"));
    assert!(found("nothing").contains("E0104"));
    let needs = found("castle");
    assert_eq!(needs.lines().count(), 1, "{needs}");
    assert!(
        needs.contains("E0112") && needs.contains("a board, sides, pieces, a turn and a setup")
    );
}

#[test]
fn inheritance_does_what_it_says() {
    let module = "rules 1\nmodule \"M\"\nmark tired \"'\"\nextend A { far: moves slide left }\n";
    let parent =
        format!("{BASE}piece A \"A\" {{ moves step left }}\nuse m\nsetup \"5/5/5/5/4A w\"\n");
    let child = |items: &str| {
        let files = MemoryFiles::new()
            .with("m.rules", module)
            .with("p.rules", parent.clone())
            .with("c.rules", format!("rules 1\ngame \"C\" from p\n{items}\n"));
        try_load("c", &files, &[])
    };
    let clauses =
        |items: &str| child(items).map(|game| game.types.iter().next().unwrap().clauses.len());
    assert_eq!(clauses(""), Ok(2));
    assert_eq!(clauses("use m"), Ok(2), "a module counts once");
    assert_eq!(clauses("remove module m"), Ok(1));
    assert_eq!(clauses("extend A { remove far }"), Ok(1));
    assert_eq!(clauses("replace A with B \"B\" { }\nreplace setup \"5/5/5/5/4B w\""), Ok(1));
    assert!(clauses("setup \"5/5/5/5/5 w\"").unwrap_err().contains("E0103"));
    assert!(clauses("replace mark weary \"~\"").unwrap_err().contains("E0106"));
    assert!(clauses("remove module n").unwrap_err().contains("E0106"));
    assert!(clauses("replace setup \"5/5/5/5/4Z w\"").unwrap_err().contains("E0601"));
}

/// A piece that moves and a place for it, for tests of everything else.
const PLAY: &str = "piece X \"X\" { moves W }\nsetup \"5/5/2X2/5/5 w\"\n";

#[test]
fn an_item_takes_its_place_before_another() {
    let names = |items: &str| -> Vec<String> {
        loaded(&format!("{PLAY}{items}")).fields.iter().map(|field| field.name.clone()).collect()
    };
    let fields = "field a: text \"-\"\nfield b: text \"-\"\n";
    assert_eq!(names(&format!("{fields}field c before b: turn number")), ["a", "c", "b"]);
    assert_eq!(names(&format!("{fields}replace field b before a: turn number")), ["b", "a"]);
    let events = "event a: when a turn ends { }\nevent b before a: when a turn ends { }";
    let game = loaded(&format!("{PLAY}{events}"));
    assert_eq!(game.triggers[0].name, "b");
    let found = complaints(&format!("{PLAY}{fields}field c before bb: turn number"));
    assert!(
        found[0].contains("there is no field `bb` that could be put after this one"),
        "{found:?}"
    );
}

#[test]
fn letters_of_a_field_go_by_file() {
    let items = "variable v: squares = {a1 c1}\nfield f: letters \"A\".. = rank 1 in v\n";
    let session = Session::new(Arc::new(loaded(&format!("{PLAY}{items}")))).unwrap();
    assert_eq!(session.position_text(), "5/5/2X2/5/5 w AC");
    let items = "variable v: squares = none\nfield f: letters \"W\".. = rank 1 in v\n";
    let found = complaints(&format!("{PLAY}{items}"));
    assert!(found[0].contains("no letter for each file"), "{found:?}");
}

#[test]
fn options_of_a_removed_module_are_gone() {
    let module =
        "rules 1\nmodule \"M\"\noption o: switch = off\nif option o { field f: text \"-\" }";
    let game = format!("{BASE}{PLAY}use m\nremove module m");
    let files = MemoryFiles::new().with("tiny.rules", game).with("m.rules", module);
    assert!(
        try_load("tiny", &files, &[]).unwrap_or_else(|lines| panic!("{lines}")).options.is_empty()
    );
    assert!(try_load("tiny", &files, &[("o", "on")]).is_err());
}
