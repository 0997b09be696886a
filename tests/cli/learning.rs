//! Learning by playing: `learn`, the files that it keeps, and who uses them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{fairyring, run_in};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("learning").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Learns a copy of a bundled game from few games, and returns what is printed.
fn learn(folder: &Path, games: &str) -> String {
    let few = ["learn", "mine.rules", "--games", games, "--nodes", "30", "--trial", "0"];
    run_in(folder, &few, "").expect(0).out
}

#[test]
fn what_was_learned_is_used_until_the_rules_change() {
    let folder = folder("used");
    let rules = run_in(&folder, &["help", "breakthrough5"], "").expect(0).out;
    fs::write(folder.join("mine.rules"), &rules).unwrap();
    let evaluate = || run_in(&folder, &["evaluate", "mine.rules"], "").expect(0);
    assert!(!evaluate().out.contains("learned by playing"), "nothing was learned yet");
    let told = learn(&folder, "200");
    assert!(told.starts_with("200 games played, "), "{told}");
    assert!(told.ends_with("written: mine.weights\n"), "{told}");
    assert!(evaluate().out.contains("learned by playing, as White to move sees it: "));
    // Comments are no change, another setup is one.
    fs::write(folder.join("mine.rules"), format!("{rules}\n# nothing new\n")).unwrap();
    assert!(evaluate().out.contains("learned by playing"));
    let changed = rules.replace("goal = rank 5", "goal = rank 4");
    assert_ne!(changed, rules);
    fs::write(folder.join("mine.rules"), changed).unwrap();
    let ran = evaluate();
    assert!(!ran.out.contains("learned by playing"), "{}", ran.out);
    assert!(ran.err.contains("W1030") && ran.err.contains("by other rules"), "{}", ran.err);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn learning_goes_on_where_it_was_stopped() {
    let folder = folder("stopped");
    let rules = run_in(&folder, &["help", "breakthrough5"], "").expect(0).out;
    fs::write(folder.join("mine.rules"), rules).unwrap();
    learn(&folder, "200");
    let (weights, lessons) = (folder.join("mine.weights"), folder.join("mine.lessons"));
    let whole = fs::read(&lessons).unwrap();
    let first = fs::read(&weights).unwrap();
    // As if it had been stopped while a game was being written, and before anything was learned.
    fs::remove_file(&weights).unwrap();
    fs::write(&lessons, &whole[..whole.len() / 2]).unwrap();
    learn(&folder, "200");
    assert!(fs::read(&weights).unwrap() == first, "the same games teach the same");
    assert_eq!(fs::read(&lessons).unwrap().len(), whole.len());
    let told = learn(&folder, "300");
    assert!(told.starts_with("300 games played, "), "{told}");
    assert!(fs::read(&weights).unwrap() != first, "more games teach more");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_are_no_good_are_told_of_and_left_alone() {
    let folder = folder("bad");
    let rules = run_in(&folder, &["help", "breakthrough5"], "").expect(0).out;
    fs::write(folder.join("mine.rules"), rules).unwrap();
    for (weights, told) in [
        ("junk", "it begins with `junk`"),
        ("weights 1\nrules 00\nviews one\ninputs 9\nAAAA\n", "it was learned by other rules"),
    ] {
        fs::write(folder.join("mine.weights"), weights).unwrap();
        let ran = run_in(&folder, &["evaluate", "mine.rules"], "").expect(0);
        assert!(
            ran.err.contains("`mine.weights` is not used") && ran.err.contains(told),
            "{ran:?}"
        );
    }
    fs::write(folder.join("mine.weights"), b"weights \xff").unwrap();
    let ran = run_in(&folder, &["evaluate", "mine.rules"], "").expect(0);
    assert!(ran.err.contains("not UTF-8 text"), "{ran:?}");
    let kept = "a letter that nobody has another copy of";
    fs::write(folder.join("mine.lessons"), kept).unwrap();
    let ran = run_in(&folder, &["learn", "mine.rules", "--games", "1"], "").expect(1);
    assert!(ran.err.contains("`mine.lessons` cannot be used: it is no file of lessons"), "{ran:?}");
    assert_eq!(fs::read_to_string(folder.join("mine.lessons")).unwrap(), kept);
    let ran = run_in(&folder, &["learn", "mine.rules", "--games", "2", "--out", "few.weights"], "");
    assert!(ran.expect(1).err.contains("too little to learn from"));
    fs::remove_dir_all(folder).unwrap();
}

/// The files of weights in a folder and below.
fn weights_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            weights_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "weights") {
            found.push(path);
        }
    }
}

/// If a rules file is changed in what it means, its weights have to be learned again. If only the words have changed in which
/// the program tells what rules mean, `FAIRYRING_REWRITE=1` writes the new hash.
#[test]
fn bundled_weights_fit_their_rules() {
    let mut all = Vec::new();
    weights_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"), &mut all);
    assert!(!all.is_empty());
    for path in all {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let told = fairyring(&["ir", name, "--json"]).expect(0).out;
        let told: Value = serde_json::from_str(&told).unwrap();
        let hash = told["hash"].as_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| line.starts_with("rules ")).unwrap();
        if std::env::var_os("FAIRYRING_REWRITE").is_some() {
            fs::write(&path, text.replacen(line, &format!("rules {hash}"), 1)).unwrap();
            continue;
        }
        assert_eq!(line, format!("rules {hash}"), "{name}: learn it again");
        let evaluated = fairyring(&["evaluate", name]).expect(0).out;
        assert!(evaluated.contains("learned by playing"), "{name}");
    }
}
