//! Records as they are written, read and played.

use super::*;

/// Fool's mate.
const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

fn chess() -> Game {
    Game::bundled("chess").unwrap()
}

/// The record of a whole game, and its lines as they came.
fn mate() -> (Record, String) {
    let game = chess();
    let mut position = game.start();
    let mut record = Record::new(&position, "chess")
        .with_seed(7)
        .with_player(SideId::FIRST, &Player::new("person"))
        .with_player(SideId::LAST, &Player::new("computer").with("level", 7.into()));
    let mut lines = record.head_line();
    for turn in MATE {
        lines += &record.add(&position, turn);
        position = position.play(turn).unwrap();
    }
    lines += &record.end(&game, &position.outcome().unwrap().unwrap());
    (record, lines)
}

fn refused(text: &str) -> String {
    Record::read_all(text).unwrap_err().to_string()
}

#[test]
fn what_is_written_as_it_comes_is_the_record() {
    let (record, lines) = mate();
    assert_eq!(record.to_string(), lines);
    let read = Record::read(&lines).unwrap();
    assert_eq!(read, record);
    assert_eq!(
        (read.game_name(), read.seed(), read.turns()),
        ("chess", Some(7), &MATE.map(str::to_owned)[..])
    );
    let level = read.player(SideId::LAST).unwrap().settings.get("level").cloned();
    assert_eq!(level, Some(7.into()));
    assert_eq!(read.result(), Some((Some("Black"), "checkmate")));
    let end = read.replay(&chess()).unwrap();
    assert_eq!(end.to_string(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
}

#[test]
fn the_line_and_the_turn_that_is_wrong_are_named() {
    let (_, lines) = mate();
    let replay = |text: &str| Record::read(text).unwrap().replay(&chess()).unwrap_err().to_string();
    let wrong = replay(&lines.replace("e7e5", "e7e2"));
    assert!(wrong.starts_with("line 3, turn 2: `e7e2` is not legal here"), "{wrong}");
    let wrong =
        replay(&lines.replace("\"White\",\"turn\":\"g2g4\"", "\"Black\",\"turn\":\"g2g4\""));
    assert_eq!(wrong, "line 4, turn 3: it is the turn of White");
    let wrong = replay(&lines.replace("\"winner\":\"Black\"", "\"winner\":\"White\""));
    let rules = "the rules say Black wins (checkmate)";
    assert_eq!(wrong, format!("line 6: the record says White wins (checkmate), {rules}"));
    let wrong = replay(&lines.replace("\"winner\":\"Black\"", "\"winner\":null"));
    assert_eq!(wrong, format!("line 6: the record says a draw (checkmate), {rules}"));
    let wrong = replay(&lines.replace("checkmate", "time"));
    assert_eq!(wrong, format!("line 6: the record says Black wins (time), {rules}"));
    let wrong = replay(&lines.replace("\"winner\":\"Black\"", "\"winner\":\"Nobody\""));
    assert_eq!(wrong, "line 6: `Nobody` is no side of this game");
    let resigned = lines.replace(lines.lines().last().unwrap(), "{\"resigned\":\"Red\"}");
    assert_eq!(replay(&resigned), "line 6: `Red` is no side of this game");
}

#[test]
fn what_ended_otherwise_than_by_the_rules_is_read() {
    let game = chess();
    let (_, lines) = mate();
    let open: String = lines.split_inclusive('\n').take(4).collect();
    for (end, winner) in [
        ("{\"resigned\":\"White\"}\n", None),
        ("{\"result\":{\"winner\":null,\"reason\":\"adjudicated\"}}\n", None),
        ("{\"result\":{\"winner\":\"White\",\"reason\":\"checkmate\"}}\n", Some("White")),
        ("", None),
    ] {
        let record = Record::read(&format!("{open}{end}")).unwrap();
        assert_eq!(record.result().and_then(|(winner, _)| winner), winner);
        assert_eq!(record.replay(&game).unwrap().outcome(), Ok(None), "{end}");
    }
}

#[test]
fn lines_can_be_added_wherever_a_text_breaks_off() {
    let (record, lines) = mate();
    let beginning = record.head_line().len() - 1;
    for end in beginning..=lines.len() {
        let read = Record::read_all(&lines[..end]).unwrap();
        let mut text = lines[..read.whole].to_owned() + read.missing_end();
        let known = text.lines().count();
        assert_eq!(text, lines.split_inclusive('\n').take(known).collect::<String>(), "at {end}");
        let played =
            usize::from(read.records[0].result().is_some()) + read.records[0].turns().len();
        assert_eq!(played + 1, known, "what was read is what is kept, at {end}");
        text.extend(lines.split_inclusive('\n').skip(known));
        assert_eq!(Record::read(&text).unwrap(), record, "at {end}");
    }
}

#[test]
fn what_is_no_json_is_told_with_its_place() {
    let head = mate().0.head_line();
    let glued = refused(&format!("{head}{{\"back\":0}}{{\"turn\":\"e2e4\"}}\n"));
    assert_eq!(
        glued,
        "line 2: something follows its end at character 11; perhaps a line break is missing"
    );
    let wrong = refused(&format!("{head}\n  {{\"turn\":\"ä2\n{{}}\n"));
    assert_eq!(wrong, "line 3: it is no JSON: EOF while parsing a string, at character 13");
}

#[test]
fn records_of_other_rules_are_not_played() {
    let (record, _) = mate();
    let other = Game::from_text("rules 1\ngame \"Amazons\" from chess\nextend Queen { moves N }\n");
    let wrong = record.replay(&other.unwrap()).unwrap_err();
    assert_eq!(wrong.to_string(), "line 1: the record is of a game with other rules or options");
}

#[test]
fn what_was_taken_back_is_not_there() {
    let (mut record, lines) = mate();
    let whole = record.clone();
    let back = record.note(RecordLine::Back(2)).unwrap();
    assert_eq!((record.turns().len(), record.is_over()), (2, false));
    assert_eq!(Record::read(&(lines + &back)).unwrap(), record);
    let line = record.note(RecordLine::Step("sac:".to_owned())).unwrap();
    assert_eq!((line.as_str(), record.so_far()), ("{\"step\":\"sac:\"}\n", "sac:"));
    let again = Record::read(&record.to_string()).unwrap();
    assert_eq!((again.turns(), again.so_far()), (record.turns(), "sac:"));
    record.note(RecordLine::Resigned("White".to_owned())).unwrap();
    assert!(record.is_over());
    let players = vec![Player::new("a"), Player::new("b")];
    record.note(RecordLine::Players { players, seed: Some(8) }).unwrap();
    assert_eq!((record.seed(), record.player(SideId::LAST)), (Some(8), Some(Player::new("b"))));
    assert_eq!(record.get("sides").unwrap()[1]["name"], "Black");
    let error = record.note(RecordLine::Back(3)).unwrap_err();
    assert!(error.message.contains("more turns"), "{error}");
    assert_eq!(whole.turns().len(), 4);
}

#[test]
fn what_was_not_written_to_its_end_is_left_out() {
    let (_, first) = mate();
    let text = first.replace("d8h4", "d8ä4").repeat(2);
    let beginning = text.find('\n').unwrap() + 1;
    for end in beginning..text.len() {
        let Some(cut) = text.get(..end) else { continue };
        let read = Record::read_all(cut).unwrap();
        let lines = read
            .records
            .iter()
            .map(|record| 1 + record.turns().len() + usize::from(record.result().is_some()));
        // A line is there as soon as its last brace is.
        let there = cut
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n') || serde_json::from_str::<Value>(line).is_ok());
        assert_eq!(lines.sum::<usize>(), there.count(), "{cut}");
        let rest = &cut[read.whole..];
        assert!(!rest.contains('\n') && text[..read.whole].len() + rest.len() == end, "{cut}");
    }
}

#[test]
fn several_games_stand_in_one_text() {
    let (record, lines) = mate();
    let read = Record::read_all(&lines.repeat(3)).unwrap();
    assert_eq!((read.records.len(), read.whole), (3, 3 * lines.len()));
    assert_eq!(read.records[2].to_string(), record.to_string());
    let error = Record::read(&lines.repeat(2)).unwrap_err();
    assert_eq!(error.to_string(), "line 7: here another game begins");
    let wrong = Record::read_all(&lines.repeat(2).replace("e7e5", "e7e2")).unwrap();
    let error = wrong.records[1].replay(&chess()).unwrap_err();
    assert_eq!((error.line, error.turn), (9, Some(2)));
}

#[test]
fn wrong_lines_are_named() {
    for none in ["", "\u{0}\n", "{}\n", "e2e4", "[]\n", "{\"fairyring\":"] {
        let told = Record::read(none).unwrap_err().to_string();
        assert!(told.contains("no saved game"), "{none}: {told}");
    }
    let later = refused("{\"fairyring\":\"game\",\"version\":9}\n");
    assert!(later.contains("version 9"), "{later}");
    let head = mate().0.head_line();
    assert!(refused(&format!("{head}{{}}\n")).starts_with("line 2: it has none of"));
    assert!(refused(&format!("{head}e2e4\n{{}}\n")).starts_with("line 2: "));
    assert!(refused(&format!("{head}{{\"back\":1}}\n")).contains("more turns"));
    assert!(refused(&head.replace("\"game\":\"chess\",", "")).contains("`game` is missing"));
    let options = head.replace("\"options\":{}", "\"options\":{\"powers\":1}");
    assert!(refused(&options).contains("an option's value"));
}

#[test]
fn later_versions_may_say_more() {
    let (record, lines) = mate();
    let more: String =
        lines.lines().map(|line| line.replacen('{', "{\"more\":[1],", 1) + "\n").collect();
    let read = Record::read(&more).unwrap();
    assert_eq!(read.turns(), record.turns());
    assert_eq!(read.result(), record.result());
}

#[test]
fn a_record_goes_on_under_rules_that_have_changed() {
    let game = chess();
    let (record, _) = mate();
    let record = record.with("hash", "of other rules".into());
    assert!(!record.is_of(game.rules()));
    let renewed = record.clone().renewed(game.rules(), &game.start().to_string(), 4, true);
    assert!(renewed.is_of(game.rules()) && renewed.is_over());
    assert_eq!(renewed.player(SideId::LAST), record.player(SideId::LAST));
    let otherwise = record.clone().renewed(game.rules(), &game.start().to_string(), 4, false);
    assert_eq!((otherwise.turns().len(), otherwise.is_over()), (4, false));
    let shorter = record.renewed(game.rules(), &game.start().to_string(), 3, true);
    assert_eq!((shorter.turns().len(), shorter.is_over()), (3, false));
    shorter.replay(&game).unwrap();
}

#[test]
fn records_of_the_first_version_are_read() {
    let text = "fairyring game 1\ngame some game.rules\nset powers=Queen,\"N,fW\"\nstart 8/8 w 1\n\
                play a2a4\nplay a7a5,sac:@P\nresigned White\n";
    let record = Record::read(text).unwrap();
    assert_eq!((record.game_name(), record.start()), ("some game.rules", Some("8/8 w 1")));
    assert_eq!(record.options(), [("powers".to_owned(), "Queen,\"N,fW\"".to_owned())]);
    assert_eq!(record.turns(), ["a2a4", "a7a5,sac:@P"]);
    assert_eq!((record.resigned(), record.hash()), (Some("White"), None));
    assert!(!record.can_go_on());
    assert_eq!(Record::read(&record.to_string()).unwrap().turns(), record.turns());
    let wrong = Record::read("fairyring game 1\ngame chess\nplay e2e4\nplay e2e4\n").unwrap();
    let error = wrong.replay(&chess()).unwrap_err();
    assert_eq!((error.line, error.turn), (4, Some(2)));
    assert!(refused("fairyring game 1\n").contains("`game …`"));
    assert!(refused("fairyring game 1\ngame a\nx y\n").starts_with("line 3: `x`"));
    assert!(refused("fairyring game 1\ngame\n").starts_with("line 2: something is missing"));
    assert!(refused("fairyring game 1\nset a\n").contains("OPTION=VALUE"));
}
