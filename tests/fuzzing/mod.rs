//! The fuzz targets on a stable toolchain: what is in the repository, changed here and there.
//!
//! `FAIRYRING_FUZZ=600` goes on for so many seconds.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use fairyring::bundled;

use crate::executors::compare;
use crate::variants::table;
use fairyring::state::Random;

#[path = "../../fuzz/src/checks.rs"]
mod checks;

/// How many seconds are spent.
const SECONDS: u64 = 6;

/// How long a single input may take.
const LONGEST: Duration = Duration::from_secs(2);

/// What is done with bytes.
type Check = fn(&[u8]);

/// The targets, by their names in `fuzz/`.
const TARGETS: &[(&str, Check)] = &[
    ("rules", checks::rules),
    ("position", checks::position),
    ("turns", checks::turns),
    ("games", checks::games),
];

/// Returns inputs of a target that make sense.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    match target {
        "rules" => bundled::files().map(|(_, text)| text.as_bytes().to_vec()).collect(),
        "position" => told_in_tests(&["position \"", "becomes \"", "setup \""], '"'),
        "turns" => told_in_tests(&["    play ", "    legal "], '\n'),
        _ => (0..50).map(|seed| noise(&mut Random::new(seed), 300)).collect(),
    }
}

/// Returns what stands behind some words in the games' files, with the number of the game before it.
fn told_in_tests(words: &[&str], end: char) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (number, name) in (0_u8..).zip(checks::GAMES) {
        let text = bundled::find(name).map_or("", |(_, text)| text);
        for word in words {
            for told in text.split(word).skip(1) {
                let mut input = vec![number];
                input.extend(told.split(end).next().unwrap_or_default().bytes());
                found.push(input);
            }
        }
    }
    found
}

fn noise(random: &mut Random, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.number().to_le_bytes()[0]).collect()
}

/// Changes an input: bytes become others, pieces go, come twice or from elsewhere.
fn change(input: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(input.len() + 1);
        let piece = at..(at + random.below(20)).min(input.len());
        match random.below(6) {
            0 => input.insert(at, SIGNS[random.below(SIGNS.len())]),
            1 => drop(input.drain(piece)),
            2 => {
                let twice = input[piece].to_vec();
                drop(input.splice(at..at, twice));
            }
            3 if at < input.len() => input[at] = SIGNS[random.below(SIGNS.len())],
            4 if at < input.len() => input[at] = random.number().to_le_bytes()[0],
            _ => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(60)).min(other.len());
                drop(input.splice(piece, other[from..to].iter().copied()));
            }
        }
    }
}

/// Signs that mean something in some text.
const SIGNS: &[u8] = b"(){}[]\"#:;,.-+*/=<>0123456789aAkKqwxeE \n'@~";

/// Does what each target does with a stream of inputs; tells on which it fell over or stood still.
fn feed(
    target: &'static str,
    check: Check,
    inputs: impl Iterator<Item = Vec<u8>> + Send + 'static,
) -> Result<usize, String> {
    let (told, heard) = channel();
    let worker = std::thread::spawn(move || {
        for input in inputs {
            if told.send(input.clone()).is_err() {
                return;
            }
            check(&input);
        }
    });
    let (mut count, mut current) = (0, Vec::new());
    loop {
        match heard.recv_timeout(LONGEST * 5) {
            Ok(input) => (count, current) = (count + 1, input),
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("{target} takes too long: {}", shown(&current)));
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    worker.join().map_err(|_| format!("{target} panics: {}", shown(&current)))?;
    Ok(count)
}

fn shown(input: &[u8]) -> String {
    format!("{:?}\n{input:?}", String::from_utf8_lossy(input))
}

#[test]
fn nothing_falls_over_whatever_it_reads() {
    let seconds = std::env::var("FAIRYRING_FUZZ").ok().and_then(|text| text.parse().ok());
    let each = Duration::from_secs(seconds.unwrap_or(SECONDS)) / 4;
    for &(target, check) in TARGETS {
        let corpus = corpus(target);
        assert!(!corpus.is_empty(), "{target} has nothing to begin with");
        // What is loaded once is loaded before time is taken.
        check(&corpus[0]);
        let mut random = Random::new(seconds.unwrap_or(0));
        let end = Instant::now() + each;
        let inputs = std::iter::from_fn(move || {
            let mut input = corpus[random.below(corpus.len())].clone();
            change(&mut input, &corpus, &mut random);
            (Instant::now() < end).then_some(input)
        });
        let count = feed(target, check, inputs).unwrap_or_else(|error| panic!("{error}"));
        println!("{target}: {count} inputs");
        assert!(count > 0, "{target}: nothing was read");
    }
}

/// What once did harm.
#[test]
fn regressions_stay_mended() {
    let folder = table::root().join("fuzz/regressions");
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let input = std::fs::read(file.path()).expect("bytes");
        let target = TARGETS.iter().find(|(target, _)| name.starts_with(&format!("{target}-")));
        let Some(&(target, check)) = target else { continue };
        feed(target, check, std::iter::once(input))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
