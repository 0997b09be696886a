//! What the commands print.

use super::{fairyring, folder, project_file, run_in, write};

pub const GAMES: [&str; 6] = ["chess", "fellowship", "magic-ring", "mono", "one-ring", "ruddigore"];

#[test]
fn list_has_a_line_for_each_game() {
    let ran = fairyring(&["list"]).expect(0);
    let lines = ran.lines();
    assert!(lines.iter().all(|line| line.chars().count() < 80), "{}", ran.out);
    let names: Vec<&str> = lines.iter().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    for game in GAMES {
        assert!(names.contains(&game), "{game}: {names:?}");
    }
    assert!(ran.out.contains("`fairyring list --all`"), "{}", ran.out);
    assert!(ran.out.contains("Robert Price"), "{}", ran.out);
    assert!(ran.out.contains("42 squares"), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn show_tells_everything() {
    for game in GAMES {
        let ran = fairyring(&["show", game]).expect(0);
        assert!(ran.out.contains("Pieces"), "{}", ran.out);
        assert_eq!(ran.err, "", "{game}");
    }
    let page = fairyring(&["show", "fellowship"]).expect(0).out;
    for part in ["The Fellowship of the Ring", "Robert Price", "Pawn (P p)", "Ring", "F1"] {
        assert!(page.contains(part), "{part}:\n{page}");
    }
    assert!(fairyring(&["show", "magic-ring"]).expect(0).out.contains("powers"));
}

#[test]
fn moves_are_sorted() {
    let ran = fairyring(&["moves", "chess"]).expect(0);
    let lines = ran.lines();
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted());
    assert_eq!(lines[0], "a2a3");
}

#[test]
fn moves_as_json() {
    let ran = fairyring(&["moves", "chess", "--format", "json"]).expect(0);
    let turns: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let first = &turns[0];
    assert_eq!(turns.as_array().unwrap().len(), 20);
    assert_eq!((&first["turn"], &first["from"]), (&"a2a3".into(), &"a2".into()));
    assert_eq!((&first["to"], &first["steps"][0]), (&"a3".into(), &"a2a3".into()));
}

#[test]
fn apply_prints_position_and_result() {
    let ran = fairyring(&["apply", "chess", "f2f3", "e7e5", "g2g4", "d8h4"]).expect(0);
    let expected =
        ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "result Black checkmate"];
    assert_eq!(ran.lines(), expected);
    let after = fairyring(&["apply", "chess", "f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]).expect(1);
    assert!(after.err.contains("turn 5") && after.err.contains("over"), "{}", after.err);
    assert_eq!(after.out, "");
}

#[test]
fn a_position_goes_round() {
    let text = fairyring(&["apply", "fellowship", "g2g4", "d7d5"]).expect(0).out;
    let again = fairyring(&["apply", "fellowship", "--position", text.trim()]).expect(0);
    assert_eq!(again.out, text);
}

#[test]
fn options_are_set_and_told_by_positions() {
    let set = ["apply", "magic-ring", "--set", "powers=Knight", "e2e4"];
    let text = fairyring(&set).expect(0).out;
    assert!(text.contains("powers:Knight"), "{text}");
    let again = fairyring(&["apply", "magic-ring", "--position", text.trim()]).expect(0);
    assert_eq!(again.out, text);
    let moves = |arguments: &[&str]| fairyring(arguments).expect(0).out;
    let told = moves(&["moves", "magic-ring", "--position", text.trim()]);
    let start = text.trim().replace(" powers:Knight", "");
    let both = ["moves", "magic-ring", "--position", &start, "--set", "powers=Knight"];
    assert_eq!(told, moves(&both));
}

#[test]
fn ir_is_dumped() {
    let ran = fairyring(&["ir", "mono"]).expect(0);
    assert!(ran.out.lines().count() > 10, "{}", ran.out);
}

#[test]
fn check_is_content_with_the_bundled_games() {
    let folder = folder("check-bundled");
    let ran = run_in(&folder, &["check"], "").expect(0);
    for game in GAMES {
        assert!(ran.out.contains(&format!("{game}: fine")), "{}\n{}", ran.out, ran.err);
    }
    let json = run_in(&folder, &[&["check", "--format", "json"], &GAMES[..]].concat(), "");
    for line in json.expect(0).lines() {
        let _value: serde_json::Value = serde_json::from_str(line).unwrap();
    }
}

#[test]
fn check_finds_the_games_below_the_folder() {
    let folder = folder("check-folder");
    write(&folder, "games/deep/er/mine.rules", "rules 1\ngame \"Mine\" from chess\n");
    write(&folder, "games/bad.rules", "rules 1\ngame \"Bad\" from chess\npiece X \"X\" {\n");
    let ran = run_in(&folder, &["check"], "").expect(1);
    assert!(ran.out.contains("games/deep/er/mine.rules: fine"), "{}\n{}", ran.out, ran.err);
    assert!(ran.out.contains("games/bad.rules: wrong"), "{}", ran.out);
    assert!(ran.err.contains("error"), "{}", ran.err);
    assert_eq!(ran.lines().len(), 2);
}

#[test]
fn check_runs_tests() {
    let folder = folder("check-tests");
    let game = |test: &str| {
        format!("rules 1\ngame \"Mine\" from chess\ntest \"opening\" {{\n    {test}\n}}\n")
    };
    let good = write(&folder, "good.rules", game("play e2e4\n    turns 20"));
    let bad = write(&folder, "bad.rules", game("turns 21"));
    let ran = fairyring(&["check", &good, &bad]).expect(1);
    assert!(ran.out.contains("good.rules: fine"), "{}\n{}", ran.out, ran.err);
    assert!(ran.out.contains("bad.rules: wrong"), "{}", ran.out);
    assert!(ran.err.contains("E0703") && ran.err.contains("bad.rules:4"), "{}", ran.err);
    fairyring(&["check", &good]).expect(0);
    let json = fairyring(&["check", "--format", "json", &bad]).expect(1);
    assert!(json.out.contains("\"code\":\"E0703\""), "{}", json.out);
}

#[test]
fn the_edited_file_is_played() {
    let folder = folder("edited");
    for name in ["fellowship.rules", "chess.rules"] {
        write(&folder, name, project_file(&format!("games/{name}")));
    }
    let path = folder.join("fellowship.rules").to_str().unwrap().to_owned();
    assert_eq!(fairyring(&["moves", &path]).expect(0).lines().len(), 20);
    // The parent beside it comes before the bundled one.
    let chess = project_file("games/chess.rules").replace("moves N", "moves K");
    assert_ne!(chess, project_file("games/chess.rules"));
    write(&folder, "chess.rules", chess);
    assert_eq!(fairyring(&["moves", &path]).expect(0).lines().len(), 16);
    let here = run_in(&folder, &["moves", "fellowship.rules"], "").expect(0);
    assert_eq!(here.lines().len(), 16);
    // So does the one in the folder above, with or without a `./`.
    write(&folder, "own/fellowship.rules", project_file("games/fellowship.rules"));
    for name in ["fellowship.rules", "./fellowship.rules"] {
        let below = run_in(&folder.join("own"), &["moves", name], "").expect(0);
        assert_eq!(below.lines().len(), 16, "{name}");
    }
    assert_eq!(run_in(&folder, &["moves", "fellowship"], "").expect(0).lines().len(), 20);
}

#[test]
fn usage_errors_have_code_2() {
    fairyring(&[]).expect(2);
    fairyring(&["no-such-command"]).expect(2);
    fairyring(&["moves"]).expect(2);
    fairyring(&["perft", "chess", "many"]).expect(2);
    fairyring(&["moves", "chess", "--set", "nonsense"]).expect(2);
    fairyring(&["play"]).expect(2);
    fairyring(&["--help"]).expect(0);
    assert!(fairyring(&["moves", "--help"]).expect(0).out.contains("comma"));
    fairyring(&["--version"]).expect(0);
}

/// Whoever reads only the first line is no reason to complain.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let mut command = std::process::Command::new("sh");
    let script = "\"$0\" show magic-ring | head -n 1";
    command.args(["-c", script, env!("CARGO_BIN_EXE_fairyring")]);
    let ran = super::run(command, "").expect(0);
    assert_eq!(ran.err, "");
}

/// A game in a folder of an edited copy plays with the modules of that copy.
#[test]
fn modules_are_found_beside_below_and_above() {
    let folder = folder("near");
    let module = |step: &str| {
        let clause = format!("far: moves {step} without capturing");
        format!("rules 1\nmodule \"Steps\"\nextend King {{ {clause} }}\n")
    };
    let game = "rules 1\ngame \"Mine\" from chess\nuse steps\n\
                replace setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n";
    let mine = write(&folder, "games/own/mine.rules", game);
    let moves = || fairyring(&["moves", &mine]).expect(0).out;
    write(&folder, "steps.rules", module("A"));
    let ran = fairyring(&["moves", &mine]).expect(1);
    assert!(ran.err.contains("no module `steps`"), "{}", ran.err);
    write(&folder, "games/lib/steps.rules", module("D"));
    assert!(moves().contains("e1e3"));
    write(&folder, "games/steps.rules", module("H"));
    assert!(moves().contains("e1e4"));
    write(&folder, "games/own/lib/steps.rules", module("N"));
    assert!(moves().contains("e1f3"));
    write(&folder, "games/own/steps.rules", module("C"));
    assert!(moves().contains("e1f4"));
}

/// Runs a command that prints JSON.
fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&fairyring(arguments).expect(0).out).unwrap()
}

#[test]
fn every_command_prints_json_for_programs() {
    let games = json(&["list", "--json"]);
    let names: Vec<&str> =
        games.as_array().unwrap().iter().filter_map(|g| g["name"].as_str()).collect();
    assert_eq!(names, GAMES);
    let shown = json(&["show", "ruddigore", "--json"]);
    assert_eq!(shown["parent"], "Chess");
    let piece = |name: &str| {
        let pieces = shown["pieces"].as_array().unwrap();
        pieces.iter().find(|piece| piece["name"] == name).unwrap().clone()
    };
    assert_eq!(piece("Baronet")["royal"], true);
    assert_eq!(piece("Gentleman")["symbols"][0], "G");
    assert!(!shown["differences"].as_array().unwrap().is_empty());
    assert_eq!(json(&["moves", "mono", "--json"]), json(&["moves", "mono", "--format", "json"]));
    let played = json(&["apply", "chess", "f2f3", "e7e5", "g2g4", "d8h4", "--json"]);
    assert_eq!(played["result"]["winner"], "Black");
    assert_eq!(played["result"]["reason"], "checkmate");
    assert_eq!(played["turns"][3]["told"][0], "Black's Queen on d8 goes to h4.");
    assert_eq!(json(&["apply", "chess", "--json"])["result"], serde_json::Value::Null);
    let counted = json(&["perft", "chess", "3", "--json", "--divide"]);
    assert_eq!(counted["nodes"], 8902);
    assert_eq!(counted["divide"].as_object().unwrap().len(), 20);
    assert_eq!(json(&["perft", "chess", "3", "--hash", "1", "--json"])["nodes"], 8902);
}

#[test]
fn standard_input_and_folders_are_checked() {
    let folder = folder("check-folder");
    let own = project_file("games/mono.rules");
    let ran = run_in(&folder, &["check", "-"], &own).expect(0);
    assert!(ran.out.starts_with("-: fine"), "{}", ran.out);
    let wrong = run_in(&folder, &["check", "-", "--short"], "rules 1\ngame Wrong\n").expect(1);
    assert!(wrong.err.starts_with("-:2:"), "{}", wrong.err);
    write(&folder, "mono.rules", &own);
    write(&folder, "below/mine.rules", "rules 1\ngame \"Mine\" from mono\n");
    let ran = run_in(&folder, &["check", "."], "").expect(0);
    assert_eq!(ran.lines().len(), 2, "{}", ran.out);
}

#[test]
fn bundled_games_are_called_by_their_bare_names() {
    let whole = fairyring(&["moves", "variants/makruk"]).expect(0).out;
    assert_eq!(fairyring(&["moves", "makruk"]).expect(0).out, whole);
    assert_eq!(fairyring(&["perft", "crazyhouse", "2"]).expect(0).lines().len(), 1);
    let slip = fairyring(&["moves", "makrk"]).expect(1);
    assert!(slip.err.contains("did you mean `makruk`?"), "{}", slip.err);
}

#[test]
fn list_puts_families_behind_the_first_games_and_searches() {
    let all = fairyring(&["list", "--all"]).expect(0);
    let lines = all.lines();
    assert!(lines.iter().all(|line| line.chars().count() < 80), "{}", all.out);
    let first = |line: &&str| line.split_whitespace().next().unwrap_or("").to_owned();
    let head: Vec<String> = lines.iter().take(GAMES.len()).map(first).collect();
    assert_eq!(head, GAMES);
    let family = lines.iter().position(|line| *line == "the family of chess:").expect("a heading");
    assert!(lines[family..].iter().any(|line| first(line) == "crazyhouse"), "{}", all.out);
    let found = fairyring(&["list", "--search", "DUCK"]).expect(0);
    assert!(found.out.contains("duck: "), "{found:?}");
    assert!(!found.out.contains("crazyhouse: "), "{found:?}");
    assert_eq!(fairyring(&["list", "duck"]).expect(0).out, found.out);
    let none = fairyring(&["list", "--search", "no such game"]).expect(1);
    assert!(none.err.contains("no bundled game has `no such game`"), "{}", none.err);
}

#[test]
fn who_writes_a_title_or_no_ending_is_helped() {
    let told = |name: &str| fairyring(&["show", name]).expect(1).err;
    for title in ["The Fellowship of the Ring", "the fellowship of"] {
        assert!(told(title).contains("that title belongs to `fellowship`"), "{}", told(title));
    }
    assert!(told("mono-dimensional").contains("`mono`"), "{}", told("mono-dimensional"));
    assert!(told("ches").contains("did you mean `chess`"), "{}", told("ches"));
    let folder = folder("no-ending");
    write(&folder, "gold.rules", "rules 2\ngame \"Gold\" from chess\n");
    let told = run_in(&folder, &["play", "gold"], "").expect(1).err;
    assert!(told.contains("`gold.rules`"), "{told}");
}

#[test]
fn a_file_that_shadows_a_bundled_one_is_told() {
    let folder = folder("shadows");
    let path = write(&folder, "mine.rules", "rules 1\ngame \"Mine\" from makruk\n");
    assert_eq!(fairyring(&["check", &path]).expect(0).err, "");
    write(&folder, "makruk.rules", "rules 1\ngame \"Other\" from chess\n");
    let told = fairyring(&["check", &path]).expect(0);
    assert!(told.err.contains("not the bundled `variants/makruk.rules`"), "{}", told.err);
    let made = run_in(&folder, &["new", "crazyhouse"], "").expect(0);
    assert!(made.err.contains("a bundled file has this name too"), "{}", made.err);
}

/// The hashes that `show` and `ir` print of a game: whole, after they were found to agree.
fn hash_of(file: &str) -> String {
    let [shown, dumped] = ["show", "ir"].map(|command| json(&[command, file, "--json"]));
    let hash = shown["hash"].as_str().unwrap().to_owned();
    assert_eq!(dumped["hash"], hash.as_str());
    let short = &hash[..12];
    assert!(fairyring(&["show", file]).expect(0).out.contains(&format!("\nhash: {short}\n")));
    assert!(fairyring(&["ir", file]).expect(0).out.starts_with(&format!("hash {short}\n")));
    hash
}

#[test]
fn the_hash_is_that_of_the_meaning() {
    let folder = folder("hashes");
    let rules = "rules 1
game \"Mine\" from chess
extend Queen { moves N }
extend Rook { moves A }
test \"one\" { play e2e4 }
";
    let hash = |name: &str, text: &str| hash_of(&write(&folder, name, text));
    let first = hash("first.rules", rules);
    assert_eq!(first.len(), 32);
    let queens = "# what queens do\n\nextend   Queen {\n    moves N\n}";
    let laid_out = rules.replace("extend Queen { moves N }", queens);
    assert_eq!(hash("laid-out.rules", &laid_out), first);
    let renamed = rules.replace("\"Mine\"", "\"Yours\"").replace("play e2e4", "play d2d4");
    assert_eq!(hash("renamed.rules", &renamed), first);
    let untested = rules.replace("test \"one\" { play e2e4 }\n", "");
    assert_ne!(untested, rules);
    assert_eq!(hash("untested.rules", &untested), first);
    let (queen, rook) = ("extend Queen { moves N }\n", "extend Rook { moves A }\n");
    let turned = rules.replace(&format!("{queen}{rook}"), &format!("{rook}{queen}"));
    assert_ne!(turned, rules);
    assert_eq!(hash("turned.rules", &turned), first);
    assert_ne!(hash("other.rules", &rules.replace("moves A", "moves D")), first);
    let numbers = json(&["show", "chess", "--json"])["hash"].clone();
    let later = "rules 1\ngame \"Later\" from chess\nreplace setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\"\n";
    assert_ne!(hash("later.rules", later), numbers);
}
