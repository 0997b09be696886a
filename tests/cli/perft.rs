//! The counts of an independent implementation, through the command line.

use super::{fairyring, project_file};

/// Compares all rows of a game in `tests/cases/five-games.tsv`.
fn compare(game: &str) {
    let table = project_file("tests/cases/five-games.tsv");
    let mut compared = 0;
    for line in table.lines().filter(|line| line.split('\t').next() == Some(game)) {
        let [_, options, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let mut arguments = vec!["perft", game, depth];
        for option in options.split(' ').filter(|option| *option != "-") {
            arguments.extend(["--set", option]);
        }
        let ran = fairyring(&arguments).expect(0);
        assert_eq!(ran.lines().last().copied(), Some(&*format!("nodes {nodes}")), "{line}");
        compared += 1;
    }
    assert!(compared > 0, "{game} is not in the table");
}

#[test]
fn chess() {
    compare("chess");
}

#[test]
fn fellowship() {
    compare("fellowship");
}

#[test]
fn one_ring() {
    compare("one-ring");
}

#[test]
fn ruddigore() {
    compare("ruddigore");
}

#[test]
fn mono() {
    compare("mono");
}

#[test]
fn magic_ring() {
    compare("magic-ring");
}

#[test]
fn divide_sums_up() {
    let ran = fairyring(&["perft", "chess", "2", "--divide"]).expect(0);
    let lines = ran.lines();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[0], "a2a3: 20");
    assert_eq!(lines[20], "nodes 400");
    assert_eq!(fairyring(&["perft", "chess", "0", "--divide"]).expect(0).out, "nodes 1\n");
}

#[test]
fn a_table_of_positions_changes_no_count_and_is_told() {
    for size in ["1", "8"] {
        let ran = fairyring(&["perft", "chess", "4", "--hash", size]).expect(0);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert!(lines[0].starts_with(&format!("hashed: {size} MiB, ")), "{}", ran.out);
        assert_eq!(lines[1], "nodes 197281");
    }
    assert!(fairyring(&["perft", "chess", "2", "--hash", "0"]).expect(2).err.contains("--hash"));
    let both = fairyring(&["perft", "chess", "2", "--hash", "1", "--divide"]).expect(2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
}
