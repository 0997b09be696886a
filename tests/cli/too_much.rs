//! Rules that ask for more than can be worked out: there is an answer all the same, or a word about it.

use std::fmt::Write as _;
use std::time::Duration;

use super::{fairyring, folder, write};

/// The longest time that an answer may take, on a machine that is busy with other things; alone it is some seconds.
const ANSWER: Duration = Duration::from_secs(50);

/// What is told where turns are left out.
const TOLD: &str = "more than can be worked out";

/// A large board full of pieces, with these moves, this turn, and what else there is.
fn game(moves: &str, turn: &str, rules: &str) -> String {
    let army = |ruler: &str, other: &str| format!("{}{ruler}", other.repeat(15));
    let (white, black) = (army("K", "R"), army("k", "r"));
    let rows = [vec![black; 4], vec!["16".to_owned(); 8], vec![white; 4]].concat().join("/");
    format!(
        "rules 1\ngame \"Endless\"\nboard 16x16\nsides White \"w\", Black \"b\"\n\
         piece King \"K\" {{ royal; moves K }}\npiece Rook \"R\" {{ moves {moves} }}\n\
         mark seen \"'\"\nvariable sum: 0..1000000 = 0\nturn {turn}\n{rules}\nsetup \"{rows} w\"\n"
    )
}

/// Runs `check` and `moves` on the game and tells whether turns were left out.
fn leaves_out(name: &str, text: &str) -> bool {
    let folder = folder(&format!("too-much-{name}"));
    let file = write(&folder, name, text);
    let checked = fairyring(&["check", &file]).expect(0);
    assert!(checked.took < ANSWER, "check {name}: {:?}", checked.took);
    let listed = fairyring(&["moves", &file]).expect(0);
    assert!(listed.took < ANSWER, "moves {name}: {:?}", listed.took);
    listed.err.contains(TOLD)
}

#[test]
fn questions_in_questions_end() {
    let quantified = "forbid deep: when some p in everywhere: some q in everywhere: \
        some r in everywhere: some s in everywhere: count (p or q or r or s) > 9";
    assert!(leaves_out("deep.rules", &game("R", "{ move }", quantified)));
    let turns = "forbid far: when enemy can move so that (enemy can move so that \
        (enemy can move so that (enemy can move so that (count own = 1))))";
    assert!(leaves_out("far.rules", &game("R", "{ move }", turns)));
}

#[test]
fn counts_say_that_turns_are_left_out() {
    let few = format!(
        "rules 1\ngame \"Few\"\nboard 16x16\nsides White \"w\", Black \"b\"\n\
         piece King \"K\" {{ royal; moves W }}\nturn {{ move }}\n\
         forbid deep: when some p in everywhere: some q in everywhere: \
         some r in everywhere: some s in everywhere: count (p or q or r or s) > 9\n\
         setup \"15k/{}K15 w\"\n",
        "16/".repeat(14)
    );
    let file = write(&folder("too-deep"), "few.rules", few);
    for executor in ["fast", "reference"] {
        let counted = fairyring(&["perft", &file, "1", "--executor", executor]).expect(0);
        assert!(counted.took < ANSWER, "{executor}: {:?}", counted.took);
        assert!(counted.err.contains(TOLD), "{executor}: {}", counted.err);
    }
    let listed = fairyring(&["perft", "chess", "2"]).expect(0);
    assert!(!listed.err.contains(TOLD));
}

#[test]
fn sets_that_are_dear_end() {
    let counting = "event counting: when a turn ends { repeat up to 100000 \
        while count (everywhere except (neighbours of neighbours of own)) > 3 { \
        set sum to sum + distance(own, enemy) } }";
    assert!(leaves_out("counting.rules", &game("R", "{ move }", counting)));
    let slide = "slide in any direction over everywhere onto everywhere";
    let reach = format!(
        "forbid wide: when every s in everywhere: any own in reach(s, by {slide} then {slide})"
    );
    leaves_out("wide.rules", &game("R", "{ move }", &reach));
}

#[test]
fn moves_and_choices_without_number_end() {
    let via = ["step in any direction over everywhere"; 6]
        .join(" via then ")
        .replace(" over everywhere", "");
    leaves_out("winding.rules", &game(&via, "{ move }", ""));
    let choices = "{ choose everywhere as p { choose everywhere as q { choose everywhere as r { \
        mark p as seen } } } }";
    let text = game("R", choices, "");
    assert!(leaves_out("choices.rules", &text));
    let file = write(&folder("too-many"), "choices.rules", text);
    let played = fairyring(&["playouts", &file, "--games", "1", "--limit", "2"]).expect(0);
    assert!(played.took < ANSWER, "{:?}", played.took);
}

#[test]
fn nothing_is_said_of_rules_that_can_be_played() {
    let listed = fairyring(&["moves", "chess"]).expect(0);
    assert!(!listed.err.contains(TOLD), "{}", listed.err);
}

#[test]
fn rules_that_grow_are_refused_before_they_fill_the_memory() {
    let doubling = |first: &str, asked: &str| {
        let mut text = format!("rules 1\ngame \"Doubling\" from chess\ndefine x0 = {first}\n");
        for number in 1..40 {
            let before = number - 1;
            writeln!(text, "define x{number} = x{before} or x{before}").unwrap();
        }
        text + &format!("forbid all: \"all\" when any {asked}\n")
    };
    let copies = |ways: usize| {
        let ways = vec!["moves aaaK"; ways].join("; ");
        let mut text = format!("rules 1\ngame \"Copies\" from chess\npiece P \"-\" {{ {ways} }}\n");
        for number in 0..200 {
            writeln!(text, "piece P{number} \"-\" {{ moves as P }}").unwrap();
        }
        text
    };
    let between = format!("{}own{}", "between(own, ".repeat(20), ")".repeat(20));
    let legs = ["step in any direction"; 3].join(" onto x39 then ");
    let texts = [
        ("walks", doubling("reach(own King, by NNCCZZGGQ)", "x39")),
        ("sets", doubling("(own King or own Queen)", "x39")),
        ("copies", copies(200)),
        ("more", copies(4)),
        ("between", doubling(&between, "x39")),
        ("legs", doubling("own", &format!("reach(own, by {legs} onto x39)"))),
    ];
    let folder = folder("growing");
    for (name, text) in texts {
        let file = write(&folder, &format!("{name}.rules"), text);
        for command in ["check", "moves"] {
            let ran = fairyring(&[command, &file]).expect(1);
            let told = ran.err.starts_with("error[E0003]: the rules become too large");
            assert!(told, "{name}: {}", ran.err);
            assert!(ran.took < ANSWER, "{command} {name}: {:?}", ran.took);
        }
    }
}

#[test]
fn advice_about_many_long_ways_ends() {
    let ways = [
        "Q",
        "NN",
        "CC",
        "ZZ",
        "gQ",
        "mRcpR",
        "mBcpB",
        "[F?R]",
        "[W?B]",
        "KNADcaKmcabK",
        "qN",
        "zB",
        "zR",
        "hhNN",
        "hhQ",
        "oR",
        "oB",
        "oQ",
        "nN",
        "jR",
    ];
    let ways = ways.map(|way| format!("moves \"{way}\"")).join("; ");
    let letters: Vec<char> = ('a'..='z').collect();
    let name = |number: usize| format!("A{}{}", letters[number / 26], letters[number % 26]);
    let mut text = "rules 1\ngame \"Many\"\nboard 16x16\nsides White \"w\", Black \"b\"\n\
        piece King \"K\" { royal; moves K }\nturn { move }\n"
        .to_owned();
    for number in 0..120 {
        writeln!(text, "piece P{number} \"{}\" {{ {ways} }}", name(number)).unwrap();
    }
    let row = |from: usize| -> String {
        (from..from + 15).map(|number| ["(", &name(number), ")"].concat()).collect()
    };
    let rows: Vec<String> = (0..8).map(|at| row(at * 15) + "1").collect();
    let empty = ["16"; 6].join("/");
    writeln!(text, "setup \"7k8/{}/{empty}/7K8 w\"", rows.join("/")).unwrap();
    let file = write(&folder("many-ways"), "many.rules", text);
    let ran = fairyring(&["check", &file]).expect(0);
    assert!(ran.took < ANSWER, "{:?}", ran.took);
}
