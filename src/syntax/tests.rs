//! Tests of the way from text to tree and back.

use std::fs;
use std::path::Path;

use super::ast::File;
use super::*;
use crate::diag::short;
use crate::source::SourceMap;

/// Every file below `games/`, with its name.
fn games() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut found = Vec::new();
    for folder in [root.clone(), root.join("lib")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rules") {
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The messages about a text, one a line.
fn messages(text: &str) -> String {
    let mut sources = SourceMap::new();
    let id = sources.add("t", text);
    let mut sink = Sink::new();
    let _file = parse(id, text, &mut sink);
    let lines: Vec<String> =
        sink.into_vec().iter().map(|found| short::one_line(found, &sources)).collect();
    lines.join("\n")
}

#[track_caller]
fn parsed(text: &str) -> File {
    let mut sink = Sink::new();
    let file = parse(SourceId(0), text, &mut sink);
    assert!(sink.is_empty(), "{text}\n{}", messages(text));
    file.unwrap()
}

#[test]
fn every_game_is_read() {
    for (name, text) in games() {
        let found = messages(&text);
        assert_eq!(found, "", "in {name}");
    }
}

/// A tree without its places.
fn shape(file: &File) -> String {
    let text = format!("{file:?}");
    let mut out = String::new();
    for part in text.split("Span { ") {
        out.push_str(
            part.split_once('}').map_or(part, |(place, rest)| {
                if place.starts_with("source") { rest } else { part }
            }),
        );
    }
    out
}

/// Tells whether two files say the same, wherever it is written; families count as what they are written out to.
pub(super) fn say_the_same(a: &str, b: &str) -> bool {
    let shapes = [a, b].map(|text| {
        let mut file = parsed(text);
        file.families.clear();
        file.copies.clear();
        shape(&file)
    });
    shapes[0] == shapes[1]
}

/// The same, of expressions.
fn are_the_same(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|text| format!("rules 1\nmodule \"m\"\ndefine x = {text}\n"));
    say_the_same(&a, &b)
}

/// Expressions, and the same with all brackets.
const BRACKETED: &[(&str, &str)] = &[
    ("1 + 2 * 3 - 4", "(1 + (2 * 3)) - 4"),
    ("1 - 2 - 3", "(1 - 2) - 3"),
    ("x - -1", "x - (-1)"),
    ("-1 mod 2 = 0", "((-1) mod 2) = 0"),
    ("own Pawn or Rook and not Queen", "(own Pawn) or (Rook and (not Queen))"),
    ("not p = b and c", "(not (p = b)) and c"),
    (
        "own Pawn on own rank 2 except marked spent",
        "((own Pawn) on (own (rank 2))) except (marked spent)",
    ),
    ("own (rank 1 or rank 2)", "own ((rank 1) or (rank 2))"),
    ("count own hand", "count (own hand)"),
    ("count Pawn in own hand", "count (Pawn in (own hand))"),
    ("no occupied on own {b1 c1..d1}", "no (occupied on (own {b1 c1..d1}))"),
    (
        "any own royal and own royal is not attacked by enemy",
        "(any (own royal)) and ((own royal) is not attacked by enemy)",
    ),
    ("p is safe on {e1 f1}", "p is safe on ({e1 f1})"),
    ("not p is safe on {e1 f1}", "not (p is safe on {e1 f1})"),
    ("rank of White King - rank of Black King", "(rank of (White King)) - (rank of (Black King))"),
    ("own first of (p or b)", "own (first of (p or b))"),
    (
        "1 if own can move else 2 if enemy cannot move else 3",
        "1 if (own can move) else (2 if (enemy cannot move) else 3)",
    ),
    (
        "enemy cannot move so that any own royal is attacked or p",
        "enemy cannot move so that (((any (own royal)) is attacked) or p)",
    ),
    (
        "some s in own Pawn: every t in enemy: s = t and t = s",
        "some s in (own Pawn): (every t in enemy: ((s = t) and (t = s)))",
    ),
    ("distance(p, between(b, c)) >= 2", "(distance(p, (between(b, c)))) >= 2"),
    (
        "reach(p, by slide diagonally up to 3 over enemy onto empty, by as Queen)",
        "reach((p), by slide diagonally up to (3) over (enemy) onto (empty), by as Queen)",
    ),
    (
        "moved by a power or moved by double-step or moved by power of Ring or moved by a drop",
        "(moved by a power) or (moved by double-step) or (moved by power of Ring) or (moved by a drop)",
    ),
    ("repeated 3 times", "repeated (3) times"),
    ("turn number mod 2 = captures this turn", "((turn number) mod 2) = (captures this turn)"),
    ("file a on rank 3 bearing Ring", "(file a) on ((rank 3) (bearing Ring))"),
    ("except own {a8 c9}", "except (own {a8 c9})"),
    ("x is on", "x is (on)"),
    (
        "x is not on and y is off or z is rank 2",
        "((x is not (on)) and (y is off)) or (z is (rank 2))",
    ),
    ("on if x is on else off", "(on) if (x is (on)) else off"),
    ("x = on", "x = (on)"),
    ("p\n  or b\n  and c +\n d", "p or (b and (c + d))"),
    ("(own\n Pawn # here\n)", "own Pawn"),
    ("the own a Pawn", "own Pawn"),
    ("x is on rank 2", "x is rank 2"),
    ("x is on {a1}", "x is {a1}"),
];

#[test]
fn precedence() {
    for (text, with_brackets) in BRACKETED {
        assert!(are_the_same(text, with_brackets), "{text}");
    }
}

#[test]
fn brackets_make_a_difference() {
    for (one, other) in [
        ("(1 + 2) * 3", "1 + 2 * 3"),
        ("1 - (2 - 3)", "1 - 2 - 3"),
        ("p - b", "p-b"),
        ("(own Pawn or Rook) and Queen", "own Pawn or Rook and Queen"),
        ("not (p or b)", "not p or b"),
        ("p on (b on c)", "p on b on c"),
        ("(forward of p) b", "forward of p b"),
        ("not (own can move so that p or b)", "not (own can move so that p) or b"),
        ("(enemy cannot move so that p) or b", "enemy cannot move so that p or b"),
        ("(some s in own: p) and b", "some s in own: p and b"),
        ("x is (attacked)", "x is attacked"),
        ("x is (on except e4)", "x is on except e4"),
        ("(on) e4", "on"),
    ] {
        assert!(!are_the_same(one, other), "{one}");
    }
}

/// `on` is a preposition where a set follows, else the state of a switch.
#[test]
fn on_is_a_state_and_a_preposition() {
    for (statement, with_brackets) in [
        ("set x to on", "set x to (on)"),
        ("if x is on { set x to off }", "if (x is (on)) { set x to off }"),
        (
            "if x is on { own wins \"y\" } else { draw \"z\" }",
            "if (x is (on)) { own wins \"y\" } else { draw \"z\" }",
        ),
        ("drop on rank 2", "drop on (rank 2)"),
        ("drop on except rank 1", "drop on (except (rank 1))"),
        ("drop Pawn on rank 2 as p", "drop (Pawn) on (rank 2) as p"),
        ("place Pawn on e4", "place (Pawn) on (e4)"),
        (
            "choose own Pawn on rank 2 as p { set x to on; remove p }",
            "choose ((own Pawn) on (rank 2)) as p { set x to (on); remove p }",
        ),
        ("if p is on {a1 b1} { set x to on }", "if (p is {a1 b1}) { set x to (on) }"),
        ("move own only p is on", "move own only (p is (on))"),
    ] {
        let [one, other] =
            [statement, with_brackets].map(|it| format!("rules 1\ngame \"x\"\nturn {{ {it} }}\n"));
        assert!(say_the_same(&one, &other), "{statement}");
    }
    let variable = "rules 1\ngame \"x\"\nvariable x: per side switch =";
    assert!(say_the_same(&format!("{variable} on, off\n"), &format!("{variable} (on), (off)\n")));
}

#[test]
fn movers() {
    let mut sink = Sink::new();
    let read = parse_movers(SourceId(0), "Queen, fmWfcF,\"(1,3)N\" , [W-F]K", &mut sink).unwrap();
    let texts: Vec<_> = read.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(texts, ["Queen", "fmWfcF", "(1,3)N", "[W-F]K"]);
    assert!(parse_movers(SourceId(0), "", &mut sink).is_none());
}

#[test]
fn messages_say_what_is_expected() {
    insta::assert_snapshot!(
        [
            "peice King \"K\" { moves K }",
            "piece Queen \"Q\" { movs Q }",
            "piece Queen \"Q\" { moves q }",
            "piece Queen Q { moves Q }",
            "turn { mov }",
            "turn { choose own Pawn { remove it } }",
            "ending x: own loses when own cannot move",
            "turn { give Ring own Pawn }",
            "turn { set clock 0 }",
            "turn { set x to (1 + ) }",
            "turn { if clock = { } }",
            "define and = 3",
            "setup rnbq",
            "variable x: 0.5 = 1",
            "board 8x8 {\n squares {a1}",
            "turn { move\npiece Queen \"Q\" { moves Q }",
            "setup \"abc",
            "define x = (1 + 2",
            "define x = 99999999999",
            "piece A \"A\" { moves leap (1 2) }",
            "piece A \"A\" { moves }\nturn { mvoe; give it; set x to 1 }\nfoo\nboard 8y8",
        ]
        .map(|item| format!(
            "{item}\n  {}",
            messages(&format!("rules 1\ngame \"x\"\n{item}\n")).replace('\n', "\n  ")
        ))
        .join("\n")
    );
}

#[test]
fn files_must_begin_well() {
    assert_eq!(messages(""), "t:1:1: error[E0005]: the file contains no rules");
    assert_eq!(messages(" # hm\n\n"), "t:1:1: error[E0005]: the file contains no rules");
    assert!(messages("game \"x\"").contains("E0006"));
    assert!(messages("rules 3\ngame \"x\"").contains("E0006"));
    assert!(messages("rules 1\nboard 8x8").contains("expected `game` or `module`"));
    assert!(messages("rules 1\ngame \"x\"\n\u{0}").contains("U+0000"));
    assert_eq!(messages("\u{feff}rules 1\r\ngame \"x\"\r\n"), "");
}

#[test]
fn hostile_texts_are_answered_soon() {
    let began = std::time::Instant::now();
    let many = 10_000;
    for body in [
        "(".repeat(many),
        format!("{}1{}", "(".repeat(60), ")".repeat(60)),
        format!("{}1 +{}", "(".repeat(60), ")".repeat(60)),
        format!("{}p{}", "f(".repeat(60), ")".repeat(60)),
        format!("{}p !{}", "reach(p, by step taking (".repeat(30), "))".repeat(30)),
        "not ".repeat(many),
        "of ".repeat(many),
        "first of ".repeat(many),
        "some s in p: ".repeat(many),
        "1 + ".repeat(many) + "1",
        "p in ".repeat(many) + "b",
        "on ".repeat(many),
        "p is on ".repeat(many),
        "p if b else ".repeat(many) + "b",
        "count ".repeat(many) + "b",
        "a ".repeat(many),
        "p ".repeat(many),
        format!("{}a{}", "f(".repeat(60), ")".repeat(60)),
        "p and ".repeat(many) + "b",
        "{ ".repeat(many),
        "\"".repeat(many),
        "x = ".repeat(many),
    ] {
        let text = format!("rules 1\ngame \"x\"\ndefine x = {body}\n");
        let mut sink = Sink::new();
        let _file = parse(SourceId(0), &text, &mut sink);
    }
    let turns = [
        format!("{}{}", "if p { ".repeat(60), "}".repeat(60)),
        format!("{}move move{}", "either { ".repeat(60), "}".repeat(60)),
        format!("if p {{ }}{}", " else if p { }".repeat(many)),
        format!("{}move", "mvoe\n".repeat(many)),
    ];
    for body in turns {
        let text = format!("rules 1\ngame \"x\"\nturn {{ {body} }}\n");
        let mut sink = Sink::new();
        let _file = parse(SourceId(0), &text, &mut sink);
    }
    assert!(messages(&"x".repeat(2 * 1024 * 1024)).contains("E0002"));
    assert!(messages(&format!("rules 1\n{}", "(".repeat(many))).contains("E0003"));
    let mut sink = Sink::new();
    let _file =
        parse(SourceId(0), &format!("rules 1\ngame \"x\"\n{}", "foo\n".repeat(many)), &mut sink);
    assert!(sink.len() <= 200);
    assert!(began.elapsed() < std::time::Duration::from_secs(120), "{:?}", began.elapsed());
}

#[test]
fn keywords_lie_together() {
    for &rule in parser::Rule::all_rules() {
        let is_named_so = format!("{rule:?}").starts_with("kw_");
        assert_eq!(parser::is_keyword(rule), is_named_so, "{rule:?}");
    }
}

/// Tells whether items are written out to others.
fn are_written_out(short: &str, long: &str) -> bool {
    let [short, long] = [short, long].map(|items| format!("rules 1\ngame \"T\"\n{items}\n"));
    say_the_same(&short, &long)
}

#[track_caller]
fn refused(items: &str, wanted: &str) {
    let found = messages(&format!("rules 1\ngame \"T\"\n{items}\n"));
    assert!(found.contains(wanted), "{items}\n{found}");
    assert_eq!(found.lines().count(), 1, "{items}\n{found}");
}

#[test]
fn a_family_is_what_is_written_out() {
    let short = "each (Side, home) in (White, e1), (Black, e8) { token Side-ring { at home } }";
    let long = "token White-ring { at e1 }\ntoken Black-ring { at e8 }";
    assert!(are_written_out(short, long));
    let short =
        "turn { either { move } or each Side in White, Black pass:Side: { give Side-ring to e4 } }";
    let long = "turn { either { move } or pass:White: { give White-ring to e4 } or pass:Black: { give Black-ring to e4 } }";
    assert!(are_written_out(short, long));
    let short = "each x in p, q { each y in x-c, d { define x-y = x-of-y } }";
    let long = "define p-p-c = p-of-p-c\ndefine p-d = p-of-d\ndefine q-q-c = q-of-q-c\ndefine q-d = q-of-d";
    assert!(are_written_out(short, long));
}

#[test]
fn families_with_mistakes_are_refused_once() {
    refused(
        "each (m, n) in (x, y), z { define m = n }",
        "2 words here, one for each name, not 1 word",
    );
    refused("each (m, m) in (x, y) { define m = 1 }", "`m` already stands for a word");
    refused("each m in x, y { each m in z { define m = 1 } }", "`m` already stands for a word");
    refused("each m in x, y { define n = 1 }", "`m` is used nowhere in the block");
    refused("each m-n in x, y { define m-n = 1 }", "`m-n` has a hyphen");
}

#[test]
fn families_cannot_be_written_out_without_end() {
    let mut items = "define b-c-d-e-f-g-h-i-j-k-l-m = 1".to_owned();
    for name in "bcdefghijklm".chars() {
        items = format!("each {name} in u, v, w, x, y, z {{ {items} }}");
    }
    refused(&items, "too long");
    let word = "w".repeat(20_000);
    refused(&format!("each m in {word} {{ define {}m = 1 }}", "m-".repeat(20_000)), "too long");
}
