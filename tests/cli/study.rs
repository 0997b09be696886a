//! Studies: what they print, that the seed alone decides, and the file that they keep.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::{fairyring, folder};

/// Studies with JSON, and returns all but what may differ.
fn study(arguments: &[&str]) -> Value {
    let ran = fairyring(&[&["study", "--json"], arguments].concat()).expect(0);
    let mut told: Value = serde_json::from_str(&ran.out).unwrap();
    if let Some(levels) = told["levels"].as_array_mut() {
        for level in levels {
            assert!(level["run"].take().is_object());
        }
    } else {
        assert!(told["run"].take().is_object());
    }
    told
}

fn file(name: &str) -> PathBuf {
    folder(name).join("games.study")
}

#[test]
fn results_stand_at_the_top_and_add_up() {
    let told = study(&["mono", "--games", "60", "--level", "random"]);
    let results = told["results"].as_object().unwrap();
    let names: Vec<_> = results.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 3, "{told}");
    assert!(["White", "Black", "draw"].iter().all(|name| names.contains(name)), "{told}");
    assert_eq!(results.values().map(|games| games.as_u64().unwrap()).sum::<u64>(), 60);
    let told = study(&["mono", "--games", "10"]);
    let levels: Vec<_> =
        told["levels"].as_array().unwrap().iter().map(|level| level["level"].as_str()).collect();
    assert_eq!(levels, [Some("random"), Some("2"), Some("4")]);
}

#[test]
fn the_seed_decides_and_not_the_threads() {
    for level in ["random", "2"] {
        let of = |seed: &str, threads: &str| {
            study(&[
                "one-ring",
                "--games",
                "12",
                "--level",
                level,
                "--seed",
                seed,
                "--threads",
                threads,
            ])
        };
        let one = of("5", "1");
        assert_eq!(one, of("5", "2"));
        assert_eq!(one, of("5", "5"));
        assert_ne!(one, of("6", "1"));
    }
}

#[test]
fn a_study_goes_on_wherever_its_file_was_cut() {
    let path = file("study-cut");
    let keep = path.to_str().unwrap();
    let arguments = ["hexapawn", "--games", "8", "--level", "2", "--keep", keep];
    let whole = study(&arguments);
    let bytes = fs::read(&path).unwrap();
    for cut in (0..bytes.len()).step_by(97) {
        fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(study(&arguments), whole, "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap().len(), bytes.len(), "cut at {cut}");
    }
    // A line that was changed is not believed, and its game is played again.
    let text = String::from_utf8(bytes).unwrap();
    fs::write(&path, text.replacen("\"turns\":", "\"turns\":9", 1)).unwrap();
    assert_eq!(study(&arguments), whole);
}

#[test]
fn a_study_goes_on_after_it_was_killed() {
    let path = file("study-killed");
    let keep = path.to_str().unwrap();
    let arguments = ["one-ring", "--games", "40", "--level", "2", "--threads", "2"];
    let whole = study(&arguments);
    let kept = [&arguments[..], &["--keep", keep]].concat();
    for wait in [60, 20, 90, 45, 130] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fairyring"))
            .args([&["study"], &kept[..]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(study(&kept), whole);
    let lines = fs::read_to_string(&path).unwrap().lines().count();
    assert_eq!(lines, 41, "no game is there twice");
}

#[test]
fn the_files_of_the_parts_are_the_file_of_the_study() {
    let arguments = ["hexapawn", "--games", "11", "--level", "random", "--level", "1"];
    let whole = study(&arguments);
    let mut all = Vec::new();
    for (part, games) in [("1/3", 8), ("2/3", 8), ("3/3", 6)] {
        let path = file(&format!("study-part-{}", &part[..1]));
        let keep = path.to_str().unwrap();
        let played = [&["study"], &arguments[..], &["--part", part, "--keep", keep]].concat();
        let ran = fairyring(&played).expect(0);
        assert!(
            ran.out.contains(&format!("{games} games, {games} of them played now")),
            "{}",
            ran.out
        );
        assert!(fairyring(&played).expect(0).out.contains(", 0 of them played now"));
        all.extend(fs::read(&path).unwrap());
    }
    let path = file("study-parts");
    fs::write(&path, &all).unwrap();
    let kept = [&arguments[..], &["--keep", path.to_str().unwrap()]].concat();
    assert_eq!(study(&kept), whole);
    assert_eq!(fs::read(&path).unwrap(), all, "no game had to be played");
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
        fairyring(&["study", "mono", "--part", wrong, "--keep", "x"]).expect(2);
    }
    assert!(fairyring(&["study", "mono", "--part", "1/2"]).expect(2).err.contains("--keep"));
}

#[test]
fn the_file_of_something_else_stays_as_it_is() {
    let path = file("study-other");
    let keep = path.to_str().unwrap();
    let with = |game: &str, seed: &str| {
        let arguments = ["study", game, "--games", "3", "--level", "random", "--seed", seed];
        fairyring(&[&arguments[..], &["--keep", keep]].concat())
    };
    with("hexapawn", "1").expect(0);
    let bytes = fs::read(&path).unwrap();
    let rules = with("mono", "1").expect(1);
    assert!(rules.err.contains("the rules have changed since it was begun"), "{}", rules.err);
    assert!(with("hexapawn", "2").expect(1).err.contains("its seed is 1, and 2"));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    for text in ["my notes", "my notes\nin two lines\n"] {
        fs::write(&path, text).unwrap();
        assert!(with("hexapawn", "1").expect(1).err.contains("is not the file of a study"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn wrong_questions_are_answered() {
    let wrong =
        |arguments: &[&str]| fairyring(&[&["study", "mono"], arguments].concat()).expect(2).err;
    assert!(wrong(&["--games", "0"]).contains("it must be a whole number from 1 to 1,000,000"));
    for level in ["11", "0", "strong", ""] {
        let err = wrong(&["--level", level]);
        assert!(err.contains("a level is `random` or a number from 1 to 10"), "{err}");
    }
    for precision in ["0", "-1%", "nan", "much"] {
        let err = wrong(&[&format!("--precision={precision}")]);
        assert!(err.contains("a precision is a number of percent"), "{err}");
    }
    fairyring(&["study", "nothing-like-it"]).expect(1);
    let nowhere = ["study", "mono", "--games", "3", "--keep", "/nowhere/games.study"];
    assert!(fairyring(&nowhere).expect(1).err.contains("cannot be used"));
    #[cfg(target_os = "linux")]
    {
        let full = ["study", "mono", "--games", "3", "--keep", "/dev/full"];
        assert!(fairyring(&full).expect(1).err.contains("it is no regular file"));
    }
}

#[test]
fn a_precision_is_reached() {
    let told = study(&["mono", "--precision", "3%", "--level", "random"]);
    let share = &told["share"]["White"];
    let width = share["high"].as_f64().unwrap() - share["low"].as_f64().unwrap();
    assert!(width <= 0.06, "{told}");
    assert_eq!(told["games"].as_u64().unwrap() % 200, 0);
}

#[test]
fn people_read_a_sentence_first() {
    let ran = fairyring(&["study", "mono", "--games", "50", "--level", "random"]).expect(0);
    let first = ran.lines()[0];
    assert!(first.starts_with("random turns: ") && first.contains(" scores "), "{first}");
    assert!(ran.out.contains("50 games; points, with intervals of 95 %:"), "{}", ran.out);
}

#[test]
fn a_page_asks_for_nothing_and_a_table_has_a_row_for_each_number() {
    let folder = folder("study-files");
    let (page, table) = (folder.join("a.html"), folder.join("a.csv"));
    let files = ["--html", page.to_str().unwrap(), "--csv", table.to_str().unwrap()];
    let told = study(&[&["fellowship", "--games", "20", "--level", "2"][..], &files].concat());
    let page = fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    for asks in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(asks), "the page has {asks}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(page.contains("What may be wrong with the game") && page.contains("How games end"));
    let table = fs::read_to_string(table).unwrap();
    let white = told["results"]["White"].as_u64().unwrap();
    assert!(table.contains(&format!("2,won,White,{white},,,")), "{table}");
    assert!(table.lines().all(|line| line.contains('"') || line.matches(',').count() == 6));
}

#[test]
fn what_cannot_be_written_is_said_before_any_game_is_played() {
    let nowhere =
        ["study", "mono", "--games", "1000000", "--level", "10", "--html", "/nowhere/a.html"];
    let err = fairyring(&nowhere).expect(1).err;
    assert!(err.contains("`/nowhere/a.html` cannot be written"), "{err}");
}

#[test]
fn what_was_used_is_counted_in_every_game() {
    let told = study(&["ruddigore", "--games", "30", "--level", "2"]);
    let usage = &told["usage"];
    assert_eq!(usage["games"], 30);
    let turns = told["lengths"]["mean"].as_f64().unwrap() * 30.0;
    assert!((usage["turns"].as_f64().unwrap() - turns).abs() < 0.5, "{told}");
    let pieces = usage["pieces"].as_array().unwrap();
    let moved = pieces.iter().map(|piece| piece["moved"]["times"].as_u64().unwrap()).sum::<u64>();
    assert!(moved > 0, "{usage}");
    for reason in told["reasons"].as_array().unwrap() {
        let example = reason["example"].as_u64().unwrap().to_string();
        let record = told["records"][&example].as_str().unwrap();
        assert!(record.split(' ').count() > 1, "each end is shown by a game");
    }
}

#[test]
fn versions_stand_beside_each_other() {
    let patch = "replace token Ring { power of White: moves K\npower of Black: moves as Queen }";
    let files = folder("study-versions");
    let (page, table) = (files.join("a.html"), files.join("a.csv"));
    let arguments = ["one-ring", "--also", patch, "--games", "30", "--level", "1"];
    let written = ["--html", page.to_str().unwrap(), "--csv", table.to_str().unwrap()];
    let ran = fairyring(&[&["study", "--json"], &arguments[..], &written].concat()).expect(0);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let versions = told["versions"].as_array().unwrap();
    let names: Vec<_> = versions.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["as it is", "patch 1"]);
    for version in versions {
        let games: u64 =
            version["results"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
        assert_eq!(games, 30, "{version}");
        assert!(version["run"].is_object(), "{version}");
    }
    assert_ne!(versions[0]["rules"], versions[1]["rules"]);
    assert_eq!(versions[1]["patch"], patch);
    let compared = &told["comparison"][0]["versions"];
    assert_eq!(compared[0]["difference"], serde_json::json!({}));
    let points = &compared[1]["difference"]["points"];
    let share = |at: usize| versions[at]["share"]["White"]["found"].as_f64().unwrap();
    assert_eq!(points["pairs"], 30);
    assert!((points["found"].as_f64().unwrap() - (share(1) - share(0))).abs() < 1e-9, "{told}");
    assert!(!told["found"].as_array().unwrap().is_empty());
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Side by side") && page.contains("Patch 1"));
    for asks in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(asks), "the page has {asks}");
    }
    let table = fs::read_to_string(table).unwrap();
    assert!(table.starts_with("version,level,table,item,games,value,low,high\n"), "{table}");
    assert!(table.contains("\npatch 1,1,difference,points,30,"), "{table}");
    let people = fairyring(&[&["study"], &arguments[..]].concat()).expect(0);
    for words in ["points of White", "patch 1", "difference", "what to try next:"] {
        assert!(people.out.contains(words), "{words}: {}", people.out);
    }
}

#[test]
fn values_of_options_are_versions() {
    let told = |with: &[&str]| -> Vec<String> {
        let arguments =
            [&["study", "--json", "magic-ring", "--games", "2", "--level", "random"], with];
        let ran = fairyring(&arguments.concat()).expect(0);
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        let versions = told["versions"].as_array().unwrap();
        versions
            .iter()
            .map(|one| one["options"]["powers"].as_str().unwrap().replace(' ', ""))
            .collect()
    };
    assert_eq!(told(&["--with", "powers=Queen,Knight"]), ["Queen", "Knight"]);
    assert_eq!(told(&["--with", "powers=Queen,Rook; Knight"]), ["Queen,Rook", "Knight"]);
    let both = told(&["--with", "powers=Queen,Knight", "--with", "chess960=off,on"]);
    assert_eq!(both, ["Queen", "Queen", "Knight", "Knight"]);
    let wrong =
        |with: &str, code| fairyring(&["study", "magic-ring", "--with", with]).expect(code).err;
    assert!(wrong("powers", 2).contains("write it as OPTION=A,B,C"));
    assert!(wrong("powers=Queen,,Rook", 2).contains("a value of `powers` is missing"));
    assert!(wrong("power=Queen,Rook", 1).contains("powers"));
    let many = (0..30).map(|number| format!("P{number}")).collect::<Vec<_>>().join(",");
    assert!(
        wrong(&format!("powers={many}"), 1)
            .contains("these are 30 versions; at most 24 are compared")
    );
}

#[test]
fn what_is_wrong_with_added_rules_is_shown() {
    let wrong = fairyring(&["study", "one-ring", "--also", "replace tokn Ring { }"]).expect(1).err;
    assert!(wrong.contains("also-1.rules"), "{wrong}");
    // Rules are added to files on the disk too, whatever these are called.
    let files = folder("study-also");
    for name in ["mine.rules", "my game.rules"] {
        let path = super::write(&files, name, "rules 2\ngame \"Mine\" from mono\n");
        let added = ["--also", "replace setup \"KE6ek w 1\"", "--games", "4", "--level", "random"];
        fairyring(&[&["study", path.as_str()], &added[..]].concat()).expect(0);
    }
}

#[test]
fn each_version_is_kept_and_goes_on() {
    let path = file("study-kept-versions");
    let keep = path.to_str().unwrap();
    let arguments = ["hexapawn", "tictactoe", "--games", "20", "--level", "random", "--values"];
    let plain = |arguments: &[&str]| {
        let ran = fairyring(&[&["study", "--json"], arguments].concat()).expect(0);
        let mut told: Value = serde_json::from_str(&ran.out).unwrap();
        for version in told["versions"].as_array_mut().unwrap() {
            assert!(version["run"].take().is_object());
        }
        told
    };
    let whole = plain(&arguments);
    let kept = [&arguments[..], &["--keep", keep]].concat();
    assert_eq!(plain(&kept), whole);
    let second = path.with_file_name("games.study.2");
    let bytes = fs::read(&second).unwrap();
    fs::write(&second, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(plain(&kept), whole);
    assert_eq!(fs::read(&second).unwrap().len(), bytes.len());
}

/// Which games were in the file and which are played now makes no difference, not even in the last digit.
#[test]
fn values_are_the_same_whichever_games_were_kept() {
    let path = file("study-kept-values");
    let keep = path.to_str().unwrap();
    let uneven = path.with_file_name("games.study.values");
    let arguments = ["losalamos", "--games", "40", "--values=70", "--level", "1", "--limit", "60"];
    let whole = study(&arguments);
    assert_eq!(whole["values"][0]["games"], 70, "{whole}");
    let kept = [&arguments[..], &["--keep", keep, "--threads", "2"]].concat();
    assert_eq!(study(&kept), whole);
    let all = [&path, &uneven].map(|path| fs::read_to_string(path).unwrap());
    for every in [2, 3, 7] {
        for (path, text) in [&path, &uneven].into_iter().zip(&all) {
            let lines = text.lines().enumerate().filter(|(at, _)| at % every != 1);
            let lines: Vec<&str> = lines.map(|(_, line)| line).collect();
            fs::write(path, lines.join("\n") + "\n").unwrap();
        }
        assert_eq!(study(&kept), whole, "without every {every}th line");
    }
}

#[test]
fn what_pieces_are_worth_is_said_in_lines_for_the_rules() {
    let arguments = ["losalamos", "--games", "200", "--level", "2", "--values", "--limit", "80"];
    let told = study(&arguments);
    let values = told["values"].as_array().unwrap();
    let methods: Vec<_> = values.iter().map(|one| one["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["imbalances", "positions"]);
    let lines = values.iter().map(|one| one["lines"].as_array().unwrap());
    let lines = lines.into_iter().find(|lines| !lines.is_empty()).unwrap();
    let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
    assert!(lines.iter().any(|line| line.starts_with("extend Queen { value ")), "{lines:?}");
    // They are rules, and the computer believes them.
    let files = folder("study-values");
    let text = format!("rules 2\ngame \"Valued\" from losalamos\n{}\n", lines.join("\n"));
    let path = super::write(&files, "valued.rules", text);
    let evaluated = fairyring(&["evaluate", &path]).expect(0);
    let queen = lines.iter().find(|line| line.starts_with("extend Queen")).unwrap();
    let value = queen.split(' ').nth(4).unwrap();
    assert!(
        evaluated.out.contains(&format!("White Queen: {value} by the rules")),
        "{}",
        evaluated.out
    );
}

/// What a piece is worth is no rule, but the computer plays otherwise with it: the lines that a study of values prints.
#[test]
fn games_of_players_who_took_pieces_to_be_worth_something_else_are_refused() {
    let path = file("study-worth");
    let keep = path.to_str().unwrap();
    let with = |line: &str| {
        let text = format!("rules 2\ngame \"Mine\" from losalamos\n{line}\n");
        let rules = super::write(path.parent().unwrap(), "mine.rules", text);
        fairyring(&["study", &rules, "--games", "4", "--level", "1", "--keep", keep])
    };
    with("").expect(0);
    let bytes = fs::read(&path).unwrap();
    let err = with("extend Pawn { value 150 }").expect(1).err;
    assert!(err.contains("took pieces to be worth something else"), "{err}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert!(with("").expect(0).out.contains("4 games"));
}

#[test]
fn games_whose_beginnings_were_chosen_otherwise_are_refused() {
    let path = file("study-design");
    let keep = path.to_str().unwrap();
    let arguments = ["losalamos", "--games", "4", "--level", "random", "--values", "--keep", keep];
    let all = [&["study"], &arguments[..]].concat();
    fairyring(&all).expect(0);
    let uneven = path.with_file_name("games.study.values");
    let text = fs::read_to_string(&uneven).unwrap();
    assert!(text.lines().next().unwrap().contains("\"design\":2"), "{text}");
    // The first line as it was before beginnings had a design, with its checksum.
    let older = include_str!("../cases/study/before-designs.txt");
    fs::write(&uneven, older).unwrap();
    let err = fairyring(&all).expect(1).err;
    assert!(err.contains("games.study.values"), "{err}");
    assert!(err.contains("which chose other beginnings: move it away"), "{err}");
    assert_eq!(fs::read_to_string(&uneven).unwrap(), older);
    fs::remove_file(&uneven).unwrap();
    fairyring(&all).expect(0);
    assert_eq!(fs::read_to_string(&uneven).unwrap(), text);
}

#[test]
fn a_report_is_printed_even_if_its_page_cannot_be_written_in_the_end() {
    let files = folder("study-gone");
    let page = files.join("below").join("a.html");
    fs::create_dir(page.parent().unwrap()).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_fairyring"))
        .args([
            "study",
            "one-ring",
            "--games",
            "60",
            "--level",
            "2",
            "--html",
            page.to_str().unwrap(),
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(400));
    fs::remove_dir_all(page.parent().unwrap()).unwrap();
    let ran = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert!(out.contains("60 games; points"), "{out}");
    assert!(err.contains("cannot be written"), "{err}");
}
