//! What helps authors: laying out files and beginning new ones.

use std::fs;

use super::{fairyring, folder, project_file, run_in, with_input, write};

const UGLY: &str = "rules 1\ngame  \"Mine\" from chess   # mine\nextend Queen{moves N}\n";
const PRETTY: &str = "rules 1\ngame \"Mine\" from chess   # mine\nextend Queen { moves N }\n";

#[test]
fn fmt_lays_out_files() {
    let folder = folder("fmt");
    let path = write(&folder, "mine.rules", UGLY);
    let listed = fairyring(&["fmt", "--check", &path]).expect(1);
    assert_eq!(listed.lines(), [path.as_str()]);
    assert_eq!(fs::read_to_string(&path).unwrap(), UGLY);
    fairyring(&["fmt", &path]).expect(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), PRETTY);
    fairyring(&["fmt", "--check", &path]).expect(0);
    // Nothing is left beside it.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(with_input(&["fmt", "-"], UGLY).expect(0).out, PRETTY);
}

#[test]
fn fmt_takes_folders() {
    let folder = folder("fmt-folder");
    write(&folder, "a/b/mine.rules", UGLY);
    write(&folder, "a/other.rules", PRETTY);
    let ran = run_in(&folder, &["fmt", "--check", "a"], "").expect(1);
    assert_eq!(ran.lines(), ["a/b/mine.rules"]);
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let folder = folder("fmt-broken");
    let broken = "rules 1\ngame   \"Mine\" from chess\npiece {\n";
    let path = write(&folder, "broken.rules", broken);
    let ran = fairyring(&["fmt", &path]).expect(1);
    assert!(ran.err.contains("broken.rules:3"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), broken);
    fairyring(&["fmt", "no-such.rules"]).expect(1);
    fairyring(&["fmt"]).expect(2);
}

#[test]
fn the_games_are_laid_out() {
    for game in super::commands::GAMES {
        let path = format!("{}/games/{game}.rules", env!("CARGO_MANIFEST_DIR"));
        fairyring(&["fmt", "--check", &path]).expect(0);
    }
}

/// Begins a game like that one in the folder, checks it, and checks it again with all examples.
fn begin(folder: &std::path::Path, name: &str, parent: &str) {
    let file = format!("{name}.rules");
    let ran = run_in(folder, &["new", name, "--from", parent], "").expect(0);
    assert!(ran.out.contains(&format!("fairyring check {file}")), "{}", ran.out);
    let ran = run_in(folder, &["check", &file], "");
    assert_eq!(ran.code, Some(0), "{parent}: {}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 test)"), "{parent}: {}", ran.out);
    let text = fs::read_to_string(folder.join(&file)).unwrap();
    assert_eq!(with_input(&["fmt", "-"], &text).expect(0).out, text, "{parent}");
    let items = ["# extend", "# event", "#     set", "# }", "# variable", "# ending", "# replace"];
    let line = |line: &str| {
        let is_item = items.iter().any(|item| line.starts_with(item));
        line.strip_prefix("# ").filter(|_| is_item).unwrap_or(line).to_owned() + "\n"
    };
    // The examples change what is tested.
    let (body, _) = text.split_once("\n# `fairyring check`").unwrap();
    let all: String = body.lines().map(line).collect();
    assert_ne!(all, text);
    let path = write(folder, &format!("{name}-all.rules"), all);
    let ran = fairyring(&["check", &path]);
    assert_eq!(ran.code, Some(0), "{parent}: {}{}", ran.out, ran.err);
}

#[test]
fn new_begins_a_game_like_any_other() {
    let folder = folder("new");
    for parent in super::commands::GAMES {
        begin(&folder, &format!("like-{parent}"), parent);
    }
    fs::create_dir(folder.join("below")).unwrap();
    write(&folder, "below/own.rules", project_file("games/mono.rules"));
    let ran = run_in(&folder, &["new", "below/child", "--from", "below/own.rules"], "").expect(0);
    assert!(ran.out.contains("fairyring check below/child.rules"), "{}", ran.out);
    run_in(&folder, &["check", "below/child.rules"], "").expect(0);
}

/// One of three: it takes long.
#[test]
fn new_begins_a_game_like_any_variant() {
    let folder = folder("new-variants");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/games/variants");
    let mut names: Vec<String> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".rules").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() > 50);
    for name in crate::games::sample(&names) {
        begin(&folder, &format!("like-{name}"), &format!("variants/{name}"));
    }
}

#[test]
fn new_begins_a_whole_game() {
    let folder = folder("new-whole");
    run_in(&folder, &["new", "three-towers"], "").expect(0);
    let text = fs::read_to_string(folder.join("three-towers.rules")).unwrap();
    assert!(text.contains("\"Three Towers\""), "{text}");
    assert_eq!(with_input(&["fmt", "-"], &text).expect(0).out, text);
    let ran = run_in(&folder, &["check", "three-towers.rules"], "").expect(0);
    assert!(ran.out.contains("1 test)"), "{}", ran.out);
}

#[test]
fn new_spares_what_is_there() {
    let folder = folder("new-there");
    write(&folder, "mine.rules", "precious");
    let ran = run_in(&folder, &["new", "mine"], "").expect(1);
    assert!(ran.err.contains("left alone"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.join("mine.rules")).unwrap(), "precious");
    run_in(&folder, &["new", "a b"], "").expect(2);
    run_in(&folder, &["new", "x", "--from", "no-such-game"], "").expect(1);
    run_in(&folder, &["new", "no-such-folder/x"], "").expect(1);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
