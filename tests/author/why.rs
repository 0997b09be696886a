//! Every refusal names the rule and its line and says what was found.

use std::sync::Arc;

use fairyring::author::why::{self, Answer, Verdict};
use fairyring::bundled;
use fairyring::notation;
use fairyring::reference;
use fairyring::session::Session;

use super::Loaded;
use crate::games::deep;
use fairyring::state::Random;

/// The cases; see the head of the file.
const CASES: &str = include_str!("../cases/why.tsv");
/// The games that are looked at most closely.
const CLOSELY: [&str; 6] = ["chess", "fellowship", "one-ring", "ruddigore", "mono", "magic-ring"];

/// One line of the table.
#[derive(Debug)]
struct Case<'t> {
    game: &'t str,
    options: &'t str,
    position: &'t str,
    after: &'t str,
    turn: &'t str,
    kind: &'t str,
    rule: &'t str,
    line: &'t str,
    says: &'t str,
}

fn cases() -> Vec<Case<'static>> {
    let rows = CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, options, position, after, turn, kind, rule, line, says] = cells[..] else {
            panic!("nine cells are wanted: {row}");
        };
        Case { game, options, position, after, turn, kind, rule, line, says }
    })
    .collect()
}

#[test]
fn refusals_name_the_rule_and_what_was_found() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases", cases.len());
    let wrong: Vec<String> = cases.iter().filter_map(wrong_answer).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Says what is wrong with the answer in a case.
fn wrong_answer(case: &Case<'_>) -> Option<String> {
    let options: Vec<(String, String)> = case
        .options
        .split(';')
        .filter_map(|option| option.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let loaded = Loaded::bundled(case.game, &options);
    let session = loaded.session(case.position, case.after);
    let answer = match case.turn {
        "-" => why::standing(&session, &loaded.sources),
        turn => why::why(&session, &loaded.sources, turn),
    };
    let answer = answer.expect("it is not too much");
    let line = loaded.line(answer.rule.span);
    let fits = answer.kind.name() == case.kind
        && answer.rule.name == case.rule
        && line.contains(case.line)
        && told(&answer).contains(case.says);
    (!fits).then(|| {
        let (kind, rule) = (answer.kind.name(), &answer.rule.name);
        let (game, position, turn) = (case.game, case.position, case.turn);
        format!("{game} {position} {turn}\n  {kind} | {rule} | {line} | {}", told(&answer))
    })
}

/// Returns all that an answer says.
fn told(answer: &Answer) -> String {
    let notes: Vec<&str> = answer.notes.iter().map(|note| note.text.as_str()).collect();
    format!("{} / {}", answer.message, notes.join(" / "))
}

#[test]
fn the_table_has_every_kind_of_refusal_that_games_can_meet() {
    let kinds: Vec<&str> = cases().iter().map(|case| case.kind).collect();
    let wanted = [
        "legal",
        "over",
        "open",
        "unreadable",
        "no-piece",
        "not-yours",
        "no-such-way",
        "blocked",
        "landing",
        "condition",
        "unwanted",
        "withheld",
        "forbidden",
        "outranked",
        "refused",
        "incomplete",
        "nothing-to-choose",
        "too-long",
        "not-there",
        "not-in-hand",
        "occupied",
        "wrong-type",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn every_turn_of_the_bundled_games_has_an_answer() {
    let (seeds, texts, refused) = if deep() { (40, 40, 1000) } else { (1, 10, 8) };
    for name in CLOSELY {
        let loaded = Loaded::bundled(name, &[]);
        for seed in 0..seeds {
            ask_around(name, &loaded, seed, texts, refused);
        }
    }
}

#[test]
fn every_turn_of_other_games_has_an_answer() {
    // A few games each time; with `FAIRYRING_DEEP=1` all of them.
    let every = if deep() { 1 } else { 24 };
    let others = bundled::all_games().filter(|name| !CLOSELY.contains(name));
    for name in others.step_by(every) {
        ask_around(name, &Loaded::bundled(name, &[]), 7, 3, 2);
    }
}

/// Goes to a random position and asks about refused turns and about texts that are none.
fn ask_around(name: &str, loaded: &Loaded, seed: u64, texts: usize, refused: usize) {
    let mut random = Random::new(seed);
    let mut session = Session::new(Arc::clone(&loaded.game)).expect("a session");
    for _ in 0..random.below(24) {
        let legal = session.legal_turns().unwrap();
        if legal.is_empty() {
            break;
        }
        session.play(&legal[random.below(legal.len())]).expect("a legal turn");
    }
    expect_rule(name, loaded, &session, None);
    let pseudo = reference::pseudo_turns(&loaded.game, session.position(), session.allowance());
    let pseudo = pseudo.expect("it is not too much");
    let forbidden = pseudo.iter().filter(|(_, rule)| rule.is_some());
    for (turn, _) in forbidden.take(refused) {
        let text = notation::turn_text(&loaded.game, &turn.turn);
        expect_rule(name, loaded, &session, Some(&text));
    }
    let known: Vec<String> =
        pseudo.iter().map(|(turn, _)| notation::turn_text(&loaded.game, &turn.turn)).collect();
    for _ in 0..texts {
        let text = strange_text(loaded, &known, &mut random);
        expect_rule(name, loaded, &session, Some(&text));
    }
}

/// Makes a text that may mean a turn: squares, a turn with a part changed, or anything.
fn strange_text(loaded: &Loaded, known: &[String], random: &mut Random) -> String {
    let squares: Vec<&str> =
        loaded.game.board.squares.iter().map(|square| square.name.as_str()).collect();
    let some = |random: &mut Random| squares[random.below(squares.len())].to_owned();
    match random.below(6) {
        0 => some(random),
        1 | 2 => format!("{}{}", some(random), some(random)),
        3 if !known.is_empty() => {
            let mut text = known[random.below(known.len())].clone();
            let at = random.below(text.chars().count());
            let at = text.char_indices().nth(at).map_or(0, |(at, _)| at);
            text.remove(at);
            text
        }
        4 if !known.is_empty() => {
            format!("{},{}", known[random.below(known.len())], some(random))
        }
        _ => (0..8).map(|_| ['e', '4', '@', ',', ':', 'ß', '=', 'P'][random.below(8)]).collect(),
    }
}

/// Checks that a question is answered with a rule that is somewhere, and rightly.
fn expect_rule(name: &str, loaded: &Loaded, session: &Session, turn: Option<&str>) {
    let answer = match turn {
        None => why::standing(session, &loaded.sources),
        Some(turn) => why::why(session, &loaded.sources, turn),
    };
    let answer = answer.expect("it is not too much");
    let at = || format!("{name}, {}, {turn:?}: {answer:?}", session.position_text());
    assert!(!loaded.line(answer.rule.span).is_empty(), "{}", at());
    assert!(!answer.rule.name.is_empty() && !answer.message.is_empty(), "{}", at());
    assert!(answer.kind.name() != "too-much", "{}", at());
    let Some(turn) = turn else {
        assert_eq!(
            answer.verdict == Verdict::Over,
            session.result().unwrap().is_some(),
            "{}",
            at()
        );
        return;
    };
    let legal = session.legal_turns().unwrap();
    let found = notation::find_turn(&loaded.game, turn, &legal).is_ok();
    let over = session.result().unwrap().is_some();
    let wanted = match (over, found) {
        (true, _) => Verdict::Over,
        (false, true) => Verdict::Legal,
        (false, false) => Verdict::Refused,
    };
    assert_eq!(answer.verdict, wanted, "{}", at());
}
