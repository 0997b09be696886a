//! Tests that authors write in their files.

use super::Program;
use super::context::{Context, Entity, Place};
use super::expression;
use super::merge::Merged;
use super::rule::in_place;
use crate::diag::{codes, suggest};
use crate::ir::test::{GameTest, TestCommand, TestKind};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name, TestItem, TestLine, TestLineKind, Text};

/// Lowers a test; lines with mistakes are complained about.
pub(crate) fn test(cx: &mut Context<'_>, item: &TestItem, span: Span) -> Option<GameTest> {
    let commands: Vec<Option<TestCommand>> =
        in_place(cx, Place::Test, |cx| item.lines.iter().map(|line| command(cx, line)).collect());
    check_options(cx, item)?;
    let options = item.options.iter().map(|(name, value)| (name.text.clone(), value.text.clone()));
    Some(GameTest {
        name: item.title.text.clone(),
        cites: item.cites.iter().map(|name| name.text.clone()).collect(),
        options: options.collect(),
        commands: commands.into_iter().collect::<Option<Vec<TestCommand>>>()?,
        span,
    })
}

/// Complains about rulings that a test of the file cites and that neither the file nor what it builds
/// on has.
pub(crate) fn check_citations(cx: &mut Context<'_>, program: &Program, merged: &Merged) {
    let items = program.units.iter().flat_map(|unit| &unit.file.items);
    let known: Vec<&str> = items
        .filter_map(|item| match &item.kind {
            ItemKind::Ruling(name, _) => Some(name.text.as_str()),
            _ => None,
        })
        .collect();
    for entry in &merged.entries {
        let ItemKind::Test(test) = &entry.item.kind else { continue };
        for (index, name) in test.cites.iter().enumerate() {
            let before = test.cites.iter().take(index);
            if let Some(first) = before.into_iter().find(|other| other.text == name.text) {
                let message = format!("the ruling `{}` is cited twice", name.text);
                let found = codes::DUPLICATE_CLAUSE.at(name.span, message);
                let found = found.secondary(first.span, "it is cited here already");
                cx.sink.push(found.help("leave one of them out"));
            }
        }
        for name in test.cites.iter().filter(|name| !known.contains(&name.text.as_str())) {
            let message = format!("there is no ruling `{}`", name.text);
            let found = codes::UNKNOWN_NAME.at(name.span, message);
            cx.sink.push(match suggest::short_list(known.iter().copied()) {
                Some(list) => found.help(format!("known here: {list}")),
                None => found.help(format!("declare it with `ruling {} \"…\"`", name.text)),
            });
        }
    }
}

/// Complains about options that the game does not have.
fn check_options(cx: &mut Context<'_>, item: &TestItem) -> Option<()> {
    let known: Vec<String> = cx.game.options.iter().map(|option| option.name.clone()).collect();
    let mut all_known = Some(());
    for (name, _) in item.options.iter().filter(|(name, _)| !known.contains(&name.text)) {
        let message = format!("the game has no option `{}`", name.text);
        let close = suggest::closest(&name.text, known.iter().map(String::as_str));
        cx.sink.push(codes::UNKNOWN_OPTION.at(name.span, message).did_you_mean(close));
        all_known = None;
    }
    all_known
}

fn command(cx: &mut Context<'_>, line: &TestLine) -> Option<TestCommand> {
    kind(cx, &line.kind).map(|kind| TestCommand { kind, span: line.span })
}

fn kind(cx: &mut Context<'_>, line: &TestLineKind) -> Option<TestKind> {
    Some(match line {
        TestLineKind::Position(text) => TestKind::Position(text.text.clone()),
        TestLineKind::Play(turns) => TestKind::Play(texts(turns)),
        TestLineKind::Legal(turns) => TestKind::Legal(texts(turns)),
        TestLineKind::Illegal(turns) => TestKind::Illegal(texts(turns)),
        TestLineKind::Turns(count) => TestKind::Turns(*count),
        TestLineKind::Perft(depth, count) => TestKind::Perft(*depth, *count),
        TestLineKind::Result(winner, reason) => return result(cx, winner, reason.as_ref()),
        TestLineKind::Ongoing => TestKind::Ongoing,
        TestLineKind::Expect(condition) => {
            TestKind::Expect(Box::new(expression::truth(cx, condition)?))
        }
        TestLineKind::Becomes(text) => TestKind::Becomes(text.text.clone()),
    })
}

fn texts(turns: &[Text]) -> Vec<String> {
    turns.iter().map(|turn| turn.text.clone()).collect()
}

/// Lowers the result that is expected, or complains.
fn result(cx: &mut Context<'_>, name: &Name, reason: Option<&Text>) -> Option<TestKind> {
    let reason = reason.map(|text| text.text.clone());
    if name.text == "draw" {
        return Some(TestKind::Result(None, reason));
    }
    if let Some(Entity::Side(side)) = cx.entity(&name.text) {
        return Some(TestKind::Result(Some(side), reason));
    }
    let message = format!("`{}` is no result", name.text);
    let found = {
        let sides = cx.game.sides.iter().map(|side| side.name.as_str());
        let known: Vec<&str> = sides.chain(["draw"]).collect();
        codes::UNKNOWN_NAME
            .at(name.span, message)
            .did_you_mean(suggest::closest(&name.text, known.iter().copied()))
            .help(format!("a result is {}", suggest::list(known)))
    };
    found.fail(cx.sink)
}
