//! A side is a side everywhere: how many there are stands in `src/ir/ids.rs`, and nowhere else is it taken to be two.

use super::code::Code;
use super::files;

/// The rooms where sides are `SideId`s and what each side has is a `BySide`.
const ROOMS: &[&str] = &[
    "src/author/",
    "src/compile/",
    "src/lab/",
    "src/learning/",
    "src/play/",
    "src/proofs/",
    "src/records/",
    "src/reference/",
    "src/search/",
    "src/semantics/",
    "src/session/",
    "src/state/",
    "src/validate/",
];

/// What looks like two sides.
const PAIRS: &[&str] = &["; 2]", "[0, 1].map", "[0, 1].iter", "in [0, 1]", "in 0..2 {"];

/// What sides are called where they are subtracted from one.
const CALLED: &[&str] = &["side", "own", "owner", "by", "mover", "to_move", "attacker", "winner"];

/// Where two things are no sides: the file, and a part of the line.
const OTHER_PAIRS: &[(&str, &str)] = &[
    ("src/author/words/placement.rs", "[Mirror::Both; 2]"),
    ("src/compile/compiler.rs", "Vec<[i32; 2]>"),
    ("src/compile/plan/turn_steps.rs", "Option<[Self; 2]>"),
    ("src/compile/program/rules.rs", "Vec<[i32; 2]>"),
    ("src/learning/training.rs", "AIMS: [f32; 2]"),
    ("src/play/execution/effects/known.rs", "[i32; 2]"),
    ("src/play/execution/effects/known.rs", "before = [0; 2]"),
    ("src/proofs/solve/file.rs", "[same, fresh]"),
    ("src/proofs/solve/retrograde.rs", "[start, end]"),
    ("src/semantics/betza/letters.rs", "SUFFIXES"),
    ("src/semantics/expression/names.rs", "PIECE"),
    ("src/validate/blame.rs", "[Fact; 2]"),
    ("src/validate/mod.rs", "results: [Option<GameResult>; 2]"),
];

#[test]
fn sides_are_sides() {
    let mut findings = Vec::new();
    for file in files::rust_sources() {
        if file.is_tests() || !ROOMS.iter().any(|room| file.path.starts_with(room)) {
            continue;
        }
        let code = Code::without_comments_and_strings(&file.text).without_test_modules();
        for (line, number) in code.lines().iter().zip(1..) {
            let is_pair = PAIRS.iter().any(|pair| line.contains(pair));
            let is_known = |(path, part): &(&str, &str)| *path == file.path && line.contains(part);
            if is_pair && !OTHER_PAIRS.iter().any(is_known) || subtracts_a_side(line) {
                findings.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    super::assert_none(
        &findings,
        "Use `SideId::ALL`, `SideId::opponent`, `SideId::next` and `BySide`; what is about two things that are no sides goes \
         into `OTHER_PAIRS` in tests/tidy/sides.rs.",
    );
}

/// Tells whether a line subtracts a side from one.
fn subtracts_a_side(line: &str) -> bool {
    line.split("1 - ").skip(1).any(|rest| {
        let is_path = |char: char| char.is_alphanumeric() || ['_', '.', ':'].contains(&char);
        let path = rest.split(|char: char| !is_path(char)).next().unwrap_or_default();
        CALLED.contains(&path.rsplit(['.', ':']).next().unwrap_or_default())
    })
}
