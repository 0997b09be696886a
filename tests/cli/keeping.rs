//! Games are never lost: they are kept as they are played, whatever happens to the program.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{Ran, folder, run, run_in, with_input, write};

const TWO: [&str; 4] = ["--human", "w", "--human", "b"];

/// A place of its own for the games of one test.
struct Place {
    /// Where the user is.
    here: PathBuf,
    /// Where programs keep their state.
    state: PathBuf,
}

impl Place {
    fn new(name: &str) -> Self {
        let here = folder(name);
        let state = here.join("state");
        Self { here, state }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairyring"));
        command.args(arguments).current_dir(&self.here).env("XDG_STATE_HOME", &self.state);
        command
    }

    fn play(&self, arguments: &[&str], input: &str) -> Ran {
        run(self.command(&[&["play"], arguments].concat()), input)
    }

    /// The files of kept games.
    fn kept(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.state.join("fairyring")).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }
}

/// The line of an output that shows a position text.
fn position(out: &str) -> &str {
    let line = out.lines().find(|line| line.contains(" w ") || line.contains(" b "));
    line.and_then(|line| line.rsplit_once("> ")).map_or(line.unwrap_or(""), |(_, text)| text)
}

#[test]
fn a_game_goes_on_where_it_was_with_the_same_players_and_seed() {
    let place = Place::new("keeping-goes-on");
    let first = ["chess", "--human", "Black", "--seed", "5", "--level", "2"];
    let first = place.play(&first, "e5\nquit\n").expect(0);
    assert!(first.out.contains("`fairyring play --resume` goes on with it"), "{}", first.out);
    assert_eq!(place.kept().len(), 1);
    let elsewhere = write(&place.here, "else/where", "");
    let mut command = place.command(&["play", "--resume"]);
    command.current_dir(Path::new(&elsewhere).parent().unwrap());
    let resumed = run(command, "position\nquit\n").expect(0);
    assert!(resumed.out.contains("Going on with chess, "), "{}", resumed.out);
    assert!(resumed.out.contains("Black: you"), "{}", resumed.out);
    assert!(resumed.out.contains("level 2 of 10 (--seed 5)"), "{}", resumed.out);
    assert!(resumed.out.contains("Black> "), "{}", resumed.out);
    assert_eq!(place.kept().len(), 1, "it is still one game");
    // Without the interruption the same game would have been played.
    let whole = ["chess", "--human", "b", "--seed", "5", "--level", "2", "--no-save"];
    let whole = place.play(&whole, "e5\nposition\n");
    assert_eq!(position(&resumed.out), position(&whole.expect(0).out));
}

#[test]
fn a_computer_that_plays_better_from_here_on_is_remembered() {
    let place = Place::new("keeping-level");
    place.play(&["chess", "--seed", "5"], "e2e4\nquit\n").expect(0);
    let usual = place.play(&["--resume"], "quit\n").expect(0);
    assert!(usual.out.contains("level 4 of 10"), "{}", usual.out);
    let better = place.play(&["--resume", "--nodes", "500"], "d2d4\nquit\n").expect(0);
    assert!(better.out.contains("looking at 500 nodes a turn"), "{}", better.out);
    let again = place.play(&["--resume"], "quit\n").expect(0);
    assert!(again.out.contains("looking at 500 nodes a turn"), "{}", again.out);
}

#[test]
fn the_middle_of_a_turn_is_kept() {
    let place = Place::new("keeping-middle");
    let input = "g2g4\nd7d5\nh2h3\nc8g4\na2\nb2\n";
    place.play(&[&["fellowship"], &TWO[..]].concat(), input).expect(0);
    let out = place.play(&["--resume"], "b3\nposition\n").expect(0).out;
    assert!(out.contains("White plays bestow:a2,b2b3"), "{out}");
    assert!(out.contains("Ring:a2"), "{out}");
}

#[test]
fn what_was_taken_back_stays_so() {
    let place = Place::new("keeping-back");
    let arguments = [&["chess"], &TWO[..]].concat();
    place.play(&arguments, "e2e4\ne7e5\ng1f3\nundo 2\nc7c5\n").expect(0);
    let out = place.play(&["--resume"], "history\n").expect(0).out;
    assert!(out.contains("1. White e2e4,  Black c7c5"), "{out}");
    assert!(!out.contains("g1f3"), "{out}");
}

#[test]
fn games_that_are_over_are_not_offered() {
    let place = Place::new("keeping-over");
    let arguments = [&["chess"], &TWO[..]].concat();
    place.play(&arguments, "e2e4\n").expect(0);
    place.play(&arguments, "f2f3\ne7e5\ng2g4\nd8h4\n").expect(0);
    place.play(&arguments, "d2d4\nresign\ny\n").expect(0);
    assert_eq!(place.kept().len(), 3);
    let out = place.play(&["--resume"], "history\n").expect(0).out;
    assert!(out.contains("1. White e2e4"), "{out}");
    place.play(&["--resume"], "resign\ny\n").expect(0);
    let none = place.play(&["--resume"], "").expect(1);
    assert!(none.err.contains("no unfinished game"), "{}", none.err);
    let none = place.play(&["--resume", "mono"], "").expect(1);
    assert!(none.err.contains("no unfinished game of `mono`"), "{}", none.err);
}

#[test]
fn a_game_from_a_file_is_found_again_from_anywhere() {
    let place = Place::new("keeping-file");
    write(&place.here, "mine.rules", TINY);
    place.play(&[&["mine.rules"], &TWO[..]].concat(), "a1a2\n").expect(0);
    let mut command = place.command(&["play", "--resume"]);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let out = run(command, "moves\n").expect(0).out;
    assert!(out.contains("Going on with /"), "{out}");
    assert!(out.contains("drop:c1"), "{out}");
}

#[test]
fn a_game_whose_rules_have_changed_goes_on_beside_what_was_saved() {
    let place = Place::new("keeping-changed");
    write(&place.here, "mine.rules", TINY);
    let input = "a1a2\nc1\na3b3\nb1\na2a1\n";
    place.play(&[&["mine.rules"], &TWO[..]].concat(), input).expect(0);
    let saved = fs::read_to_string(&place.kept()[0]).unwrap();
    // Comments and layout are no change.
    write(&place.here, "mine.rules", TINY.replace("piece Man", "# a man\npiece  Man"));
    let same = place.play(&["--resume"], "history\nquit\n").expect(0);
    assert!(!same.err.contains("changed"), "{}", same.err);
    // The same turns are legal.
    write(&place.here, "mine.rules", TINY.replace("= 0", "= 1"));
    let changed = place.play(&["--resume"], "history\nquit\n").expect(0);
    assert!(changed.err.contains("still legal"), "{}", changed.err);
    assert!(changed.out.contains("Black a3b3,drop:b1"), "{}", changed.out);
    // The second turn is not.
    write(&place.here, "mine.rules", TINY.replace("empty in rank 1", "empty in file c"));
    let changed = place.play(&["--resume"], "history\na3b3\nc1\nquit\n").expect(0);
    assert!(changed.err.contains("after 1 of its turns: line 5, turn 2"), "{}", changed.err);
    assert!(!changed.out.contains("Black a3b3,drop:b1"), "{}", changed.out);
    assert_eq!(fs::read_to_string(&place.kept()[0]).unwrap(), saved);
}

#[test]
fn nothing_is_kept_where_nothing_was_played_or_wanted() {
    let place = Place::new("keeping-nothing");
    place.play(&["chess"], "help\nquit\n").expect(0);
    place.play(&["chess", "--no-save"], "e2e4\nquit\n").expect(0);
    place.play(&["mono", "--computer", "w", "--computer", "b"], "").expect(0);
    assert!(place.kept().is_empty(), "{:?}", place.kept());
}

#[test]
fn a_place_that_cannot_be_written_is_told_once_and_stops_nobody() {
    let place = Place::new("keeping-unwritable");
    fs::write(&place.state, "a file where a folder should be").unwrap();
    let ran = place.play(&["chess", "--seed", "1"], "e2e4\nd2d4\nposition\nquit\n").expect(0);
    assert_eq!(ran.err.matches("not kept").count(), 1, "{}", ran.err);
    assert!(ran.out.contains("White plays d2d4"), "{}", ran.out);
    let mut command = place.command(&["play", "chess"]);
    command.env_remove("XDG_STATE_HOME").env_remove("HOME").env_remove("LOCALAPPDATA");
    let ran = run(command, "e2e4\nquit\n").expect(0);
    assert_eq!(ran.err.matches("not kept").count(), 1, "{}", ran.err);
}

#[test]
fn a_hint_does_not_change_what_the_computer_plays() {
    let plain =
        with_input(&["play", "chess", "--seed", "3", "--no-save"], "e2e4\nd2d4\nposition\n");
    let input = "hint\nhint\ne2e4\nhint\nd2d4\nhint\nposition\n";
    let hinted = with_input(&["play", "chess", "--seed", "3", "--no-save"], input);
    assert_eq!(position(&plain.expect(0).out), position(&hinted.expect(0).out));
}

#[test]
fn saved_games_of_the_first_version_are_read() {
    let folder = folder("keeping-old");
    write(&folder, "old", "fairyring game 1\ngame chess\nplay e2e4\nplay e7e5\n");
    write(&folder, "new", "{\"fairyring\":\"game\",\"version\":3,\"game\":\"chess\"}\n");
    let arguments = [&["play", "--resume", "old"], &TWO[..]].concat();
    let out = run_in(&folder, &arguments, "history\n").expect(0).out;
    assert!(out.contains("1. White e2e4,  Black e7e5"), "{out}");
    assert_eq!(fs::read_to_string(folder.join("old")).unwrap().lines().count(), 4);
    let refused = run_in(&folder, &["play", "--resume", "new"], "").expect(1);
    assert!(refused.err.contains("version 3"), "{}", refused.err);
}

#[cfg(unix)]
#[test]
fn saving_leaves_alone_what_is_not_its_own() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("saving");
    let save = |name: &str| {
        let input = format!("e2e4\nsave {name}\nquit\n");
        run_in(&folder, &["play", "chess", "--seed", "1"], &input).expect(0).out
    };
    assert!(save("game").contains("Saved to game."));
    let first = fs::read_to_string(folder.join("game")).unwrap();
    // A file that may only be read.
    let read_only = folder.join("read-only");
    fs::copy(folder.join("game"), &read_only).unwrap();
    fs::set_permissions(&read_only, fs::Permissions::from_mode(0o444)).unwrap();
    assert!(save("read-only").contains("Not saved"));
    assert_eq!(fs::read_to_string(&read_only).unwrap(), first);
    // A link stays one, and what it leads to is replaced.
    symlink("game", folder.join("link")).unwrap();
    assert!(save("link").contains("in place of the older game"));
    assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
    symlink("nowhere", folder.join("loose")).unwrap();
    assert!(save("loose").contains("Not saved"));
    assert!(fs::symlink_metadata(folder.join("loose")).unwrap().is_symlink());
    // Nobody reads from or writes to a named pipe here.
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap();
    assert!(made.success());
    assert!(save("pipe").contains("Not saved"));
    let out = run_in(&folder, &["play", "chess"], "load pipe\nquit\n").expect(0).out;
    assert!(out.contains("Not loaded"), "{out}");
    // Quotes are not part of the name.
    assert!(save("\"with space\"").contains("Saved to with space."));
    assert!(folder.join("with space").exists());
    assert_eq!(
        fs::read_to_string(folder.join("game")).unwrap().lines().next(),
        first.lines().next()
    );
}

#[cfg(unix)]
#[test]
fn a_named_pipe_beside_a_rules_file_is_not_waited_for() {
    let folder = folder("pipe-beside");
    write(&folder, "mine.rules", "rules 1\ngame \"Mine\" from parent\n");
    let made = Command::new("mkfifo").arg(folder.join("parent.rules")).status().unwrap();
    assert!(made.success());
    let ran = run_in(&folder, &["check", "mine.rules"], "").expect(1);
    assert!(ran.err.contains("no regular file"), "{}", ran.err);
    run_in(&folder, &["check", "."], "").expect(1);
}

/// A small game whose turns have two steps.
const TINY: &str = "rules 1
game \"Tiny\"
board 3x3
sides White \"w\", Black \"b\"
piece Man \"M\" { moves W }
turn { move; choose \"drop\" empty in rank 1 as spot { } }
ending never: draw \"never\" when count occupied = 0
setup \"m2/3/M2 w\"
";

/// What is typed for ever: two steps for each turn.
const STEPS: [&str; 8] = ["a1a2", "c1", "a3b3", "c1", "a2a1", "c1", "b3a3", "c1"];

/// What the record of a game says that was kept last: how many steps are done.
fn steps_kept(place: &Place) -> usize {
    let out = place.play(&["--resume"], "history\n").expect(0).out;
    let turns = out
        .lines()
        .filter(|line| line.contains(". White "))
        .map(|line| line.matches("drop:c1").count());
    let half = usize::from(out.lines().any(|line| line.contains(",> history")));
    2 * turns.sum::<usize>() + half
}

/// A number that is hard to foresee, from a state.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Plays on from so many steps until it is killed, and returns how many steps were answered.
fn play_and_kill(place: &Place, done: usize, moment: Duration) -> usize {
    let fresh = [&["play", "tiny.rules"], &TWO[..]].concat();
    let arguments = if done == 0 { fresh.as_slice() } else { &["play", "--resume"] };
    let mut command = place.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let typing = thread::spawn(move || {
        let steps = STEPS.iter().cycle().skip(done % STEPS.len()).take(10_000);
        let lines: Vec<&str> = steps.copied().collect();
        // It is killed while this is written.
        drop(stdin.write_all((lines.join("\n") + "\n").as_bytes()));
    });
    let reading = thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    thread::sleep(moment);
    child.kill().unwrap();
    child.wait().unwrap();
    typing.join().unwrap();
    let out = reading.join().unwrap();
    let turns = out.matches(" plays ").count();
    // A prompt in the middle of a turn says that its first step is done.
    let half = usize::from(out.lines().last().is_some_and(|line| line.ends_with(",> ")));
    (done / 2 + turns) * 2 + half
}

#[test]
fn killed_a_hundred_times_a_game_goes_on_at_the_last_step() {
    let mut place = Place::new("killed");
    let mut random = 2026;
    let (mut done, mut inside) = (0, 0);
    // On a slow machine the game begins later, and so the kills come later.
    let mut begins = 5_000;
    for kill in 0..100 {
        if kill % 10 == 0 {
            place = Place::new(&format!("killed-{kill}"));
            write(&place.here, "tiny.rules", TINY);
            done = 0;
        }
        let moment = Duration::from_micros(begins + next(&mut random) % 60_000);
        let answered = play_and_kill(&place, done, moment);
        if answered == 0 && place.kept().is_empty() {
            begins += 5_000;
            continue;
        }
        let kept = steps_kept(&place);
        assert!(kept >= answered, "kill {kill}: {answered} steps were answered, {kept} are kept");
        // What was kept and not yet answered is at most the step that was being played.
        assert!(kept <= answered + 1, "kill {kill}: {kept} of {answered} steps");
        inside += usize::from(kept > done);
        begins += if kept > done { 0 } else { 5_000 };
        done = kept;
    }
    assert!(inside > 50, "only {inside} of the kills came in the middle of play");
}
