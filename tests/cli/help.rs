//! `fairyring help` leads to the documents.

use std::fs;
use std::path::Path;

use super::fairyring;

#[test]
fn help_lists_commands_and_pages() {
    let ran = fairyring(&["help"]).expect(0);
    for word in ["check", "perft", "tutorial", "expressions", "glossary"] {
        assert!(
            ran.lines().iter().any(|line| line.trim().starts_with(word)),
            "{word}: {}",
            ran.out
        );
    }
    assert!(fairyring(&["--help"]).expect(0).out.contains("fairyring help tutorial"));
    assert!(fairyring(&["help", "help"]).expect(0).out.contains("expressions"));
}

#[test]
fn help_of_a_command_is_what_its_flag_prints() {
    for command in ["play", "check", "list"] {
        let (by_word, by_flag) = (fairyring(&["help", command]), fairyring(&[command, "--help"]));
        assert_eq!(by_word.expect(0).out.trim_end(), by_flag.expect(0).out.trim_end(), "{command}");
    }
}

#[test]
fn every_page_of_the_reference_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language");
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let file = entry.file_name().into_string().unwrap();
        let name = file.trim_end_matches(".md").replace("reference", "language");
        let heading = fs::read_to_string(entry.path()).unwrap().lines().next().unwrap().to_owned();
        let ran = fairyring(&["help", &name]).expect(0);
        assert_eq!(ran.lines().first(), Some(&heading.as_str()), "{name}");
        assert!(!ran.out.contains("```") && !ran.out.contains("]("), "{name}");
    }
}

#[test]
fn a_misspelt_topic_is_answered() {
    let ran = fairyring(&["help", "expresions"]).expect(2);
    assert!(ran.err.contains("did you mean `expressions`?"), "{}", ran.err);
    assert!(fairyring(&["help", "zzzzzzzz"]).expect(2).err.contains("fairyring help"));
}

#[test]
fn an_unknown_argument_is_answered_with_the_options_there_are() {
    for call in [&["moves", "chess", "--after", "e2e4"][..], &["perft", "chess", "-1"]] {
        let said = fairyring(call).expect(2).err;
        let options = format!("the options of `{}` are --position, --set", call[0]);
        assert!(said.contains(&options) && !said.contains("-- -"), "{said}");
    }
    let close = fairyring(&["moves", "chess", "--positon", "x"]).expect(2).err;
    assert!(close.contains("'--position'") && !close.contains("the options of"), "{close}");
}

#[test]
fn bundled_files_can_be_read() {
    for (name, word) in
        [("promotion", "promotes-to"), ("chess", "setup"), ("crazyhouse", "from chess")]
    {
        let ran = fairyring(&["help", name]).expect(0);
        assert!(ran.out.starts_with("# games/") && ran.out.contains(word), "{name}: {}", ran.out);
    }
    assert!(fairyring(&["help", "crazyhose"]).expect(2).err.contains("`crazyhouse`"));
}
