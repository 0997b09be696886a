//! Tests of the formatter.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::super::tests::say_the_same;
use super::format;
use crate::diag::Sink;
use crate::source::SourceId;

fn pretty(text: &str) -> Option<String> {
    format(SourceId(0), text, &mut Sink::new())
}

/// Formats items behind a header.
#[track_caller]
fn items(text: &str) -> String {
    let header = "rules 1\nmodule \"m\"\n";
    let out = pretty(&format!("{header}{text}")).unwrap();
    assert_eq!(pretty(&out).as_deref(), Some(out.as_str()));
    out.strip_prefix(header).unwrap().to_owned()
}

/// Every rules file of the project.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![root.join("games"), root.join("tests/cases/syntax")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rules") {
                found.push((path.display().to_string(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.len() > 50);
    found
}

fn comments(text: &str) -> Vec<&str> {
    // None of the files has a `#` in a text in quotes.
    text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end())).collect()
}

#[track_caller]
fn check(name: &str, text: &str) {
    let out = pretty(text).unwrap();
    assert!(say_the_same(text, &out), "{name}:\n{out}");
    assert_eq!(comments(text), comments(&out), "{name}");
    assert_eq!(pretty(&out).as_deref(), Some(out.as_str()), "{name}");
    for line in out.lines() {
        assert!(!line.ends_with(' ') && !line.contains('\t'), "{name}: {line:?}");
    }
    assert!(!out.contains("\n\n\n") && out.ends_with('\n') && !out.ends_with("\n\n"), "{name}");
}

#[test]
fn every_file_keeps_its_meaning_and_comments() {
    for (name, text) in files() {
        check(&name, &text);
        // Every space twice.
        check(&name, &shaken(&text, &[1]));
    }
}

#[test]
fn spaces() {
    let text = "piece  X\t\"X\"{royal;moves   fmW ,(1,3);value=1 ; }\n";
    assert_eq!(items(text), "piece X \"X\" { royal; moves fmW, (1,3); value = 1 }\n");
    assert_eq!(items("define q = { a1 .. b2  c3 }\n"), "define q = {a1 .. b2 c3}\n");
    assert_eq!(items("define q=between( a1,b2 )<3\n"), "define q = between(a1, b2) < 3\n");
    let test = "test \"a  b\" { play e2e4   bestow:h2,e2e4; legal P@e4,sac:@P }\n";
    assert_eq!(items(test), test.replace("   ", " "));
}

#[test]
fn indents() {
    let text = "event x: when a turn ends\nand 1 = 1 {\nif 1 = 1\n and 2 = 2 {\ndraw \"d\"\n}\n\
                else {\n# nothing\n}\n\n\n}\n";
    let expected = "event x: when a turn ends\n    and 1 = 1 {\n    if 1 = 1\n        and 2 = 2 {\n        \
                    draw \"d\"\n    }\n    else {\n        # nothing\n    }\n}\n";
    assert_eq!(items(text), expected);
}

#[test]
fn links_are_lined_up() {
    let text =
        "extend X {\nm: moves W\nwhen 1 = 1\nand 2 = 2\nor 3 = 3\nthen {\ndraw \"d\"\n}\n}\n";
    let expected = "extend X {\n    m: moves W\n        when 1 = 1\n         and 2 = 2\n          or 3 = 3\n        \
                    then {\n            draw \"d\"\n        }\n}\n";
    assert_eq!(items(text), expected);
    let aligned =
        "define x = (1 + 2\n            + 3)\ndefine y = (p if q\n              else r)\n";
    assert_eq!(items(aligned), aligned);
}

#[test]
fn columns_that_are_lined_up_stay() {
    let text = "piece Rook  \"R\" { moves R }\npiece Queen \"Q\" { moves Q }\n";
    assert_eq!(items(text), text);
    assert_eq!(items(&text.replace("Rook  ", "Rook    ")), text.replace("Rook  ", "Rook "));
    assert_eq!(items("define q = 1#b\n"), "define q = 1    #b\n");
    assert_eq!(items("define q = 1         # b\n"), "define q = 1         # b\n");
}

#[test]
fn blank_lines() {
    let text = "\n\ndefine q = 1\n\n\n\n# b\n\ndefine c = {\n\na1\n\n}\n\n";
    assert_eq!(items(text), "\ndefine q = 1\n\n# b\n\ndefine c = {\n    a1\n}\n");
}

#[test]
fn line_ends_are_kept() {
    let out = pretty("rules 1\r\n\r\n\r\nmodule  \"m\"\r\n").unwrap();
    assert_eq!(out, "rules 1\r\n\r\nmodule \"m\"\r\n");
}

#[test]
fn mistakes_are_told_and_nothing_is_written() {
    let mut sink = Sink::new();
    assert_eq!(format(SourceId(0), "rules 1\ngame \"g\"\npiece \"X\"\n", &mut sink), None);
    assert!(sink.has_errors());
}

/// Changes the layout of a text: what each change is, is told by the numbers, over and over.
fn shaken(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut next = || choices.next().copied().unwrap_or(0);
    let mut out = String::new();
    for line in text.lines() {
        let content = line.trim();
        let is_code = !content.is_empty() && !content.contains(['#', '"']);
        out.push_str(["", " ", "\t", "       "][usize::from(next() % 4)]);
        for char in content.chars() {
            if is_code && char == ' ' {
                out.push_str([" ", "  ", " \t", " "][usize::from(next() % 4)]);
            } else {
                out.push(char);
            }
        }
        out.push_str(["", " ", "   ", "\t", ""][usize::from(next() % 5)]);
        if is_code && next() % 8 == 0 {
            out.push_str(" # a remark");
        }
        out.push_str(["\n", "\n", "\n\n", "\n \n\n\n", "\n# another\n"][usize::from(next() % 5)]);
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_layout_will_do(file in any::<prop::sample::Index>(), choices in prop::collection::vec(any::<u8>(), 1..200)) {
        let files = files();
        let (name, text) = file.get(&files);
        check(name, &shaken(text, &choices));
    }

    #[test]
    fn any_text_will_do(text in "\\PC{0,200}") {
        if let Some(out) = pretty(&format!("rules 1\nmodule \"m\"\n{text}")) {
            prop_assert_eq!(pretty(&out), Some(out));
        }
    }
}
