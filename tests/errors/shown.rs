//! The three ways in which errors are shown, and `explain`, as the built program prints them.

use fairyring::diag::codes::CODES;
use fairyring::diag::{json, short};

use super::cases::{Block, Section};
use super::{Said, load};
use crate::cli::{fairyring, folder, write};

fn said(rules: &str) -> Said {
    let block = Block { info: "rules whole".to_owned(), text: rules.to_owned() };
    let blocks = vec![block.clone()];
    let section = Section { title: String::new(), line: 1, blocks, prose: String::new() };
    load(&section, &block)
}

const START: &str = "rules 1\ngame \"Case\" from chess\n";

/// Replaces what a suggestion of the JSON form says, as an editor would: by line and column.
fn applied(text: &str, change: &serde_json::Value) -> String {
    let at = |line: &str, column: &str| {
        let number = |key: &str| {
            usize::try_from(change[key].as_u64().expect("a number")).expect("a small number")
        };
        let before: usize = text.split_inclusive('\n').take(number(line) - 1).map(str::len).sum();
        let rest = &text[before..];
        let column = number(column) - 1;
        before + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    };
    let (start, end) = (at("line", "column"), at("end_line", "end_column"));
    let put = change["replacement"].as_str().expect("a text");
    format!("{}{put}{}", &text[..start], &text[end..])
}

/// What JSON suggests mends the file, whatever line ends, tabs and wide letters stand before it.
#[test]
fn suggestions_in_json_can_be_applied() {
    let broken = [
        "extend Kinght { moves W }\n",
        "extend Kinght { moves W }",
        "summary \"王と飛車 ♞\"; extend Kinght { moves W }\n",
        "\textend Kinght { moves W }\n",
        "extend Kinght {\r\n\tmoves W\r\n}\r\n",
        "define late = turn number == 50\n",
        "event seen: when a Rook moves { visits++ }\nvariable visits: 0..9 = 0\n",
        "piece Amazon \"A\" { moves Q N }\n",
        "ending race: own wins \"there\" if any own King on e5\n",
        "event hop when a Rook moves { next own }\n",
        "ending stalemate: own loses \"stalemate\" when own cannot move\n",
        "event hop: when a Pawn moves { capture target next own }\n",
        "replace board 8 x 8\n",
    ];
    for lines in broken {
        let text = format!("{START}{lines}");
        let found = said(&text);
        let first = found.diagnostics.first().unwrap_or_else(|| panic!("{lines} is fine"));
        let value = json::to_value(first, &found.sources);
        let change = &value["suggestions"][0];
        assert!(change.is_object(), "{lines}: {}", found.text());
        let mended = applied(&text, change);
        let left = said(&mended);
        assert!(left.diagnostics.is_empty(), "{mended}\n{}", left.text());
    }
}

#[test]
fn json_tells_places_in_characters() {
    let found = said(&format!("{START}summary \"王♞\";\textend Kinght {{ moves W }}\n"));
    let value = json::to_value(&found.diagnostics[0], &found.sources);
    assert_eq!(value["line"], 3);
    assert_eq!((&value["column"], &value["end_column"]), (&22.into(), &28.into()));
    assert_eq!(value["suggestions"][0]["replacement"], "Knight");
}

#[test]
fn the_short_form_is_one_line() {
    for lines in ["extend Kinght { moves W }", "x\r\ny", "summary \"a\u{1b}[31m\"", ""] {
        let found = said(&format!("{START}{lines}"));
        for one in &found.diagnostics {
            let line = short::one_line(one, &found.sources);
            assert!(!line.contains(['\n', '\r', '\u{1b}']), "{line:?}");
            assert!(line.starts_with("case.rules:"), "{line}");
        }
    }
}

#[test]
fn check_shows_errors_in_three_ways() {
    let folder = folder("three-ways");
    let path = write(&folder, "case.rules", format!("{START}extend Kinght {{ moves W }}\n"));
    let marked = fairyring(&["check", &path]).expect(1);
    assert!(marked.err.contains("did you mean `Knight`?"), "{marked:?}");
    assert!(marked.err.contains("3 | extend Kinght"), "{marked:?}");
    let one = fairyring(&["check", "--short", &path]).expect(1);
    assert_eq!(one.err.lines().count(), 1, "{one:?}");
    assert!(one.err.contains(":3:8: error[E0101]: there is no piece `Kinght`"), "{one:?}");
    let object = fairyring(&["check", "--json", &path]).expect(1);
    let first: serde_json::Value = serde_json::from_str(object.lines()[0]).expect("a line of JSON");
    assert_eq!((&first["code"], &first["line"]), (&"E0101".into(), &3.into()));
    assert_eq!(object.out, fairyring(&["check", "--format", "json", &path]).expect(1).out);
}

#[test]
fn explain_prints_pages_and_the_list() {
    let list = fairyring(&["explain"]).expect(0);
    assert_eq!(list.lines().len(), CODES.len());
    let page = fairyring(&["explain", "e0101"]).expect(0);
    assert!(page.out.starts_with("E0101: nothing of this name is declared\n"), "{}", page.out);
    assert!(page.out.contains("did you mean `Knight`?") && !page.out.contains("```"));
    let unknown = fairyring(&["explain", "E9999"]).expect(1);
    assert!(unknown.err.contains("there is no code `E9999`"), "{}", unknown.err);
}
