//! Rules that ask for more than can be worked out: everybody says so in the same words, soon and in little memory.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Ran, fairyring, folder, run, with_input, write};

/// The longest time that an answer may take, on a machine that is busy with other things; alone it is some seconds.
const ANSWER: Duration = Duration::from_secs(50);

/// What is told where the turns are not known.
const TOLD: &str = "the turns here are more than can be worked out: ";

/// Runs the program with as much time of the processor, in seconds, and memory, in megabytes, as `check` may need for any
/// file.
fn bounded(arguments: &[&str]) -> Ran {
    if cfg!(not(target_os = "linux")) {
        return fairyring(arguments);
    }
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 10 && ulimit -v 512000 && exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_fairyring")).args(arguments);
    command.current_dir(Path::new(env!("CARGO_TARGET_TMPDIR")));
    run(command, "")
}

/// Rules files whose turns nobody can work out, by name: a turn of four moves, a rule that asks too much of each turn, more
/// choices than there are atoms, and a turn of many moves on a large board.
fn files() -> [(&'static str, String); 4] {
    let chess = |rules: &str| format!("rules 1\ngame \"Too Much\" from chess\n{rules}\n");
    let pieces = |ruler: &str, other: &str| format!("{ruler}{}", other.repeat(15));
    let (white, black) = (pieces("K", "R"), pieces("k", "r"));
    let setup =
        format!("{black}/{}/{}/{}/{white}", "r".repeat(16), ["16"; 12].join("/"), "R".repeat(16));
    [
        ("moves", chess("replace turn { repeat up to 4 { move } }")),
        (
            "forbid",
            chess(
                "forbid deep: \"deep\" when some p in everywhere: some q in everywhere: \
                 some r in everywhere: some s in everywhere: count (p or q or r or s) > 9",
            ),
        ),
        ("choices", chess("replace turn { repeat up to 254 { choose {a1 a2} as p { } }; move }")),
        (
            "large",
            format!(
                "rules 1\ngame \"Too Much\"\nallow no-ending\nallow never-asked\nboard 16x16\nsides White \"w\", Black \"b\"\n\
                 piece King \"K\" {{ royal; moves K }}\npiece Rook \"R\" {{ moves R }}\n\
                 turn {{ repeat up to 255 {{ move }} }}\nsetup \"{setup} w\"\n"
            ),
        ),
    ]
}

#[test]
fn everybody_says_that_turns_are_too_many_and_nothing_else_about_them() {
    let folder = folder("too-many-for-everybody");
    for (name, text) in files() {
        let file = write(&folder, &format!("{name}.rules"), text);
        let checked = bounded(&["check", &file, "--short"]).expect(0);
        assert!(checked.err.contains(TOLD), "{name}: {}", checked.err);
        assert_eq!(checked.err.lines().count(), 1, "{name}: {}", checked.err);
        expect_none(name, &["moves", &file]);
        expect_none(name, &["perft", &file, "1", "--executor", "reference"]);
        if name != "moves" {
            // There the compiled game comes far, which takes some seconds.
            expect_none(name, &["perft", &file, "1"]);
        }
        if name == "large" {
            // There the limit is met soon.
            expect_none(name, &["apply", &file, "a2a3"]);
            expect_none(name, &["why", &file, "a2a3"]);
            expect_none(name, &["trace", &file, "a2a3"]);
            let games = bounded(&["playouts", &file, "--games", "1", "--limit", "2"]).expect(0);
            assert!(games.out.contains(TOLD), "{}", games.out);
        }
    }
}

/// Sees to it that a command says that the turns are not known, and nothing else.
#[track_caller]
fn expect_none(name: &str, arguments: &[&str]) {
    let ran = bounded(arguments).expect(1);
    assert!(ran.err.contains(TOLD), "{name}, {}: {}", arguments[0], ran.err);
    assert!(ran.out.is_empty(), "{name}, {}: {}", arguments[0], ran.out);
}

#[test]
fn at_the_table_nobody_plays_what_is_not_known() {
    let [(_, text), ..] = files();
    let file = write(&folder("table"), "moves.rules", text);
    let arguments = ["play", &file, "--no-save", "--human", "White", "--human", "Black"];
    let ran = with_input(&arguments, "e2e4\nhint\nwhy e2e4\nmoves\nquit\n").expect(0);
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = TOLD.trim().trim_start_matches("the ");
    assert_eq!(told.matches(words).count(), 5, "{}", ran.out);
    assert!(!told.contains("check on") && !told.contains("is over"), "{}", ran.out);
    assert!(ran.took < ANSWER, "{:?}", ran.took);
}

#[test]
fn a_test_that_counts_for_ever_fails() {
    let text = "rules 1\ngame \"Deep\" from chess\ntest \"one\" { turns 20 }\n\
        test \"deep\" { perft 99 144 }\ntest \"two\" { turns 20 }\n";
    let file = write(&folder("counting"), "deep.rules", text);
    let ran = bounded(&["check", &file]).expect(1);
    assert!(ran.err.contains(TOLD), "{}", ran.err);
    assert!(ran.err.contains("the work that is done for one file is used up"), "{}", ran.err);
    assert!(ran.err.contains("not looked at: 1 test"), "{}", ran.err);
    assert!(ran.out.contains("wrong (3 tests, 1 failed, 1 not run)"), "{}", ran.out);
    let json = bounded(&["check", &file, "--json"]).expect(1);
    assert!(json.out.contains("\"not_run\":1"), "{}", json.out);
}

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

/// Runs `check` and `moves` on the game and tells whether its turns are more than can be worked out.
fn is_too_much(name: &str, text: &str) -> bool {
    let folder = folder(&format!("too-much-{name}"));
    let file = write(&folder, name, text);
    let checked = bounded(&["check", &file]).expect(0);
    let listed = fairyring(&["moves", &file]);
    assert!(listed.took < ANSWER, "moves {name}: {:?}", listed.took);
    let told = listed.err.contains(TOLD);
    assert!(checked.err.contains(TOLD) || !told, "{name}: {}", checked.err);
    listed.expect(i32::from(told));
    told
}

#[test]
fn questions_in_questions_end() {
    let quantified = "forbid deep: when some p in everywhere: some q in everywhere: \
        some r in everywhere: some s in everywhere: count (p or q or r or s) > 9";
    assert!(is_too_much("deep.rules", &game("R", "{ move }", quantified)));
    let turns = "forbid far: when enemy can move so that (enemy can move so that \
        (enemy can move so that (enemy can move so that (count own = 1))))";
    assert!(is_too_much("far.rules", &game("R", "{ move }", turns)));
}

#[test]
fn there_is_no_count_of_a_part_of_the_turns() {
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
        let counted = fairyring(&["perft", &file, "1", "--executor", executor]).expect(1);
        assert!(counted.took < ANSWER, "{executor}: {:?}", counted.took);
        assert!(counted.err.contains(TOLD), "{executor}: {}", counted.err);
        assert!(counted.out.is_empty(), "{executor}: {}", counted.out);
    }
    let listed = fairyring(&["perft", "chess", "2"]).expect(0);
    assert!(!listed.err.contains(TOLD));
}

#[test]
fn sets_that_are_dear_end() {
    let counting = "event counting: when a turn ends { repeat up to 100000 \
        while count (everywhere except (neighbours of neighbours of own)) > 3 { \
        set sum to sum + distance(own, enemy) } }";
    assert!(is_too_much("counting.rules", &game("R", "{ move }", counting)));
    let slide = "slide in any direction over everywhere onto everywhere";
    let reach = format!(
        "forbid wide: when every s in everywhere: any own in reach(s, by {slide} then {slide})"
    );
    is_too_much("wide.rules", &game("R", "{ move }", &reach));
}

#[test]
fn moves_and_choices_without_number_end() {
    let via = ["step in any direction over everywhere"; 6]
        .join(" via then ")
        .replace(" over everywhere", "");
    is_too_much("winding.rules", &game(&via, "{ move }", ""));
    let choices = "{ choose everywhere as p { choose everywhere as q { choose everywhere as r { \
        mark p as seen } } } }";
    let text = game("R", choices, "");
    assert!(is_too_much("choices.rules", &text));
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

/// The beginning of a small game.
const SMALL: &str = "rules 1\ngame \"Many\"\nboard 4x4\nsides White \"w\", Black \"b\"\n\
    piece King \"K\" { moves W; royal }\npiece Rook \"R\" { moves R }\nsetup \"k2r/4/4/R2K w\"\n";

/// Writes a line for each number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

#[test]
fn many_of_anything_are_checked_within_the_limits() {
    let square =
        |number: usize| format!("{}{}", ["a", "b", "c", "d"][number % 4], number / 4 % 4 + 1);
    let prefers = |number: usize| {
        let asked = format!("enemy can move so that own Rook is on {}", square(number));
        let forbid = format!("forbid f{number}: when n = {} and own cannot move", number % 9 + 1);
        format!("prefer p{number}: when n = {} and {asked}\n{forbid}", number % 9)
    };
    let options = lines(60, |number| format!("option o{number}: 0..9 = 0"));
    let asked = |number: usize| format!("if o{number} = 1 {{ change own Rook into King }}; ");
    let asked: String = (0..60).map(asked).collect();
    let test = |number: usize| {
        format!("test \"t{number}\" with o{}={} {{ turns 1 }}", number % 60, number / 60 % 10)
    };
    let choice = |number: usize| format!("choose type among Rook or King as t{number} {{ }}; ");
    let choices: String = (0..6).map(choice).collect();
    let variables = lines(250, |number| format!("variable v{number}: 0..9 = 0"));
    let set = |number: usize| format!("set v{} to 1; ", number % 250);
    let sets: String = (0..9000).map(set).collect();
    let texts = [
        ("prefers", format!("variable n: 0..9 = 0\nturn {{ move }}\n{}", lines(1500, prefers))),
        ("tests", format!("{options}turn {{ move; {asked} }}\n{}", lines(2600, test))),
        // Without a turn, nobody would come to look at the defines.
        (
            "pieces",
            format!("turn {{ move }}\n{}", lines(9000, |n| format!("define x{n} = own Roo{n}"))),
        ),
        (
            "defines",
            format!(
                "turn {{ move }}\n{}",
                lines(6500, |n| format!("define abcdefghij{n} = abcdefghik{n}"))
            ),
        ),
        ("names", format!("turn {{ move }}\n{}", lines(9000, |n| format!("define x{n} = zzz{n}")))),
        (
            "alternatives",
            format!(
                "variable n: 0..9 = 0\nturn {{ move }}\nevent m: when a piece moves {{ {choices}{} }}\n",
                "if any Rook on a1 { set n to 1 }; ".repeat(6000)
            ),
        ),
        (
            "ended",
            format!(
                "{variables}turn {{ move }}\nevent m: when a piece moves {{ \
                 if any Rook on a1 {{ own wins \"so\" }}; {sets} }}\n"
            ),
        ),
    ];
    expect_checked("many-of-anything", &texts);
}

#[test]
fn many_events_and_modules_are_checked_within_the_limits() {
    let events = |event: &dyn Fn(usize) -> String| {
        format!("variable n: 0..9 = 0\nturn {{ move }}\n{}", lines(3500, event))
    };
    let captures =
        |n| format!("event e{n}: when a piece is captured {{ capture own Rook; set n to n + 1 }}");
    let kings = |n| {
        format!("event e{n}: when own King is captured {{ if n = 3 {{ capture Rook on a1 }} }}")
    };
    let texts = [
        ("captures", events(&captures)),
        ("kings", events(&kings)),
        ("modules", lines(20_000, |n| format!("use m{n}"))),
    ];
    expect_checked("many-events-and-modules", &texts);
}

#[test]
fn many_alternatives_and_places_out_of_reach_are_checked_within_the_limits() {
    let one_of = |count: usize, way: &dyn Fn(usize) -> String| {
        format!("either {}", (0..count).map(way).collect::<Vec<_>>().join(" or "))
    };
    let captures = one_of(3500, &|n| format!("{{ capture own King on a{} }}", n % 4 + 1));
    let labels = one_of(3000, &|n| format!("\"l{n}\" {{ }}"));
    let forbids = lines(3000, |n| format!("forbid e{n}: when own Bishop is on a2"));
    let tests = lines(5000, |n| format!("test \"t{n}\" {{ turns 3 }}"));
    // A bishop in a corner never comes to a square of the other colour.
    let bishop = "piece Bishop \"B\" { moves F }\nreplace setup \"k2b/4/4/B2K w\"\nturn { move }";
    let texts = [
        (
            "captures",
            format!("turn {{ {captures} }}\nevent c: when a piece is captured {{ {labels} }}\n"),
        ),
        ("places", format!("{bishop}\n{forbids}{tests}")),
    ];
    expect_checked("many-alternatives-and-places", &texts);
}

#[test]
fn many_fields_are_checked_within_the_limits() {
    let variables = lines(250, |number| format!("variable v{number}: 0..9 = 0"));
    let begin = format!("{variables}turn {{ move }}\n");
    let fields = |field: &dyn Fn(usize) -> String| begin.clone() + &lines(9000, field);
    let texts = [
        ("numbers", fields(&|n| format!("field f{n}: number v{}", n % 250))),
        ("texts", fields(&|n| format!("field f{n}: text \"t{n}\""))),
        ("forms", fields(&|n| format!("field f{n}: form (\"+\", v{})", n % 250))),
    ];
    expect_checked("many-fields", &texts);
}

#[test]
fn drawings_that_take_too_long_are_left_out() {
    let slide = ["slide in any direction over everywhere"; 3].join(" then ");
    let pieces =
        lines(4, |n| format!("piece P{n} \"{}\" {{ moves {slide} }}", ["A", "B", "C", "D"][n]));
    let text = format!(
        "rules 1\ngame \"Free\"\nboard 16x16\nsides White \"w\", Black \"b\"\n\
         piece King \"K\" {{ royal; moves K }}\n{pieces}turn {{ move }}\n\
         setup \"7k8/abcd12/{}ABCD12/7K8 w\"\n",
        "16/".repeat(12)
    );
    let file = write(&folder("free"), "free.rules", text);
    let shown = bounded(&["show", &file]).expect(0);
    assert!(shown.out.contains("takes too long for a drawing"), "{}", shown.out);
    assert!(shown.out.contains("Rules in words"), "{}", shown.out);
}

/// Sees to it that each of these rules, added to a small game, is checked within the limits.
#[track_caller]
fn expect_checked(folder_name: &str, texts: &[(&str, String)]) {
    let folder = folder(folder_name);
    for (name, text) in texts {
        let file = write(&folder, &format!("{name}.rules"), format!("{SMALL}{text}"));
        let ran = bounded(&["check", &file, "--short"]);
        // Whoever is ended by a limit says nothing.
        assert!(ran.out.contains(&format!("{name}.rules: ")), "{name}: {}", ran.err);
    }
}
