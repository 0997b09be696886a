//! Rules files on which the executors differ, or differed once: `tests/cases/executors/`.
//!
//! `FAIRYRING_CASES=folder` tells what becomes of the files in another folder instead, each in a line.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::compare::Budget;
use super::compare::engines::Which;
use super::judge::{Effort, Verdict, judge};
use super::table::root;
use crate::games::sample;

/// How much of each file is compared.
pub(super) const EFFORT: Effort = Effort {
    budget: Budget {
        seeds: 30,
        plies: 30,
        scattered: 120,
        pairs: u64::MAX,
        turns: 300,
        work: None,
        time: Duration::from_millis(400),
    },
    games: 3,
    recorded: 40,
    turns: 60,
    which: Which::Default,
    numbered: false,
};

/// How much of each file is compared with facts switched off: it is played some forty times.
const EACH_FACT: Effort = Effort {
    budget: Budget {
        seeds: 1,
        plies: 6,
        scattered: 4,
        pairs: 1,
        turns: 100,
        work: None,
        time: Duration::from_millis(50),
    },
    games: 1,
    recorded: 6,
    turns: 12,
    which: Which::EachFact,
    numbered: false,
};

/// Returns the names of the rules files of a folder with what they hold.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let rules = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "rules"));
    let texts = rules.map(|entry| {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        (entry.file_name().to_string_lossy().into_owned(), text)
    });
    texts.collect()
}

/// Returns the rows of a table of the folder: a file, and a word on it.
fn table(name: &str) -> BTreeMap<String, String> {
    let path = root().join("tests/cases/executors").join(name);
    let text = std::fs::read_to_string(path).expect("a table");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let cells = rows.map(|line| line.split_once('\t').expect("two columns"));
    cells.map(|(file, why)| (file.to_owned(), why.to_owned())).collect()
}

/// Tells what is wrong with a file, if anything.
fn finding(text: &str, known: bool, refused: Option<&String>) -> Option<String> {
    match (judge(text, EFFORT), refused) {
        (Verdict::Rejected(what), Some(code)) if what.contains(code.as_str()) => None,
        (verdict, Some(code)) => Some(format!("it is not refused with {code}: {verdict:?}")),
        (Verdict::Same(0), None) => Some("nothing is played".into()),
        (Verdict::Same(_), None) if known => {
            Some("it no longer differs: take its row out of known.tsv".into())
        }
        (Verdict::Same(_), None) => None,
        (Verdict::Differs(_), None) if known => None,
        (Verdict::Differs(what), None) => Some(what),
        (Verdict::Rejected(what), None) => Some(format!("it is rejected: {what}")),
        (Verdict::Refused(what), None) => Some(format!("it is not compiled: {what}")),
    }
}

#[test]
fn every_set_of_facts_plays_alike() {
    let refused = table("refused.tsv");
    let mut findings = Vec::new();
    // Each is played some forty times: one file in four is enough for a run of all tests.
    for (name, text) in sample(files(&root().join("tests/cases/executors")).into_iter().step_by(4))
    {
        if refused.contains_key(&name) {
            continue;
        }
        if let Verdict::Differs(what) = judge(&text, EACH_FACT) {
            findings.push(format!("{name}: {what}"));
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn rules_that_differed_once_are_played_alike() {
    if let Ok(folder) = std::env::var("FAIRYRING_CASES") {
        show(Path::new(&folder));
        return;
    }
    let files = files(&root().join("tests/cases/executors"));
    let (known, refused) = (table("known.tsv"), table("refused.tsv"));
    let mut findings = Vec::new();
    for name in known.keys().chain(refused.keys()).filter(|name| !files.contains_key(*name)) {
        findings.push(format!("{name}: a table names it, but there is no such file"));
    }
    for (name, text) in sample(&files) {
        let finding = finding(text, known.contains_key(name), refused.get(name));
        findings.extend(finding.map(|what| format!("{name}: {what}")));
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Shows what becomes of the files of a folder.
#[expect(clippy::print_stdout, reason = "it is what was asked for")]
fn show(folder: &Path) {
    for (name, text) in files(folder) {
        println!("{name}\t{:?}", judge(&text, EFFORT));
    }
}
