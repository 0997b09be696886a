//! From files as they are written to a game with every name resolved.
//!
//! The one arrow is [`analyse`]: it flattens a game, its ancestors and modules into one list of
//! declarations, gives every name a number, and lowers each declaration into the
//! [`ir`](crate::ir). It finds as many mistakes as it can and returns a game only if there is none.
//!
//! This module never reads a file: the loader hands in everything as a [`Program`].

mod betza;
mod board;
mod clause;
mod context;
mod declare;
mod directions;
mod effect;
mod event;
mod expand;
mod expression;
mod field;
mod finish;
mod hidden;
mod lifetime;
mod limits;
mod merge;
mod option;
mod order;
mod origin;
mod per_side;
mod picture;
mod piece;
mod region;
mod rounds;
mod rule;
mod said;
mod statement;
mod testing;
mod token;
mod turned;
mod variable;
mod walk;
mod writing;

use indexmap::IndexMap;

use crate::diag::{Sink, codes, lints, suggest};
use crate::ir::{Game, Start};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{AboutKind, Category, File, ItemKind, Name, Removable};

use self::context::{Context, OptionEntry, Place};
use self::merge::{Entry, Merged};

/// A game's file and all files it builds on.
#[derive(Clone, Debug)]
pub struct Program {
    /// The files. No file builds on itself, and chains are short enough to be followed.
    pub units: Vec<Unit>,
    /// Which of them is the game that was asked for.
    pub root: usize,
}

/// One file of a program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The name by which it is called, without folder and ending.
    pub name: String,
    /// What it says.
    pub file: File,
    /// The same as it is written.
    pub text: String,
    /// The file of its parent.
    pub parent: Option<usize>,
    /// The files of the modules it uses, by the names it uses for them.
    pub uses: IndexMap<String, usize>,
}

/// The value that the caller wants an option to have.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The option.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// The number of that text, to point at.
    pub source: SourceId,
}

/// Analyses a program and makes a game of it.
///
/// The options are those the caller wants to be other than their defaults. What is wrong goes into
/// the sink; a game is returned only if the sink holds no error.
pub fn analyse(program: &Program, options: &[Wanted], sink: &mut Sink) -> Option<Game> {
    let mut found = Sink::new();
    let game = made(program, options, &mut found);
    origin::told(program, found, sink);
    game
}

fn made(program: &Program, options: &[Wanted], sink: &mut Sink) -> Option<Game> {
    let root = program.units.get(program.root)?;
    let header = root.file.header.span;
    let declared = merge::options(program, sink);
    let settings = option::settle(&declared, options, sink);
    let mut merged = merge::merge(program, &settings, sink);
    lifetime::write_out(&mut merged, sink);
    per_side::write_out(&mut merged, sink);
    let called = expand::expand(&mut merged, sink);

    let mut cx = Context::new(program, sink);
    cx.aliases.clone_from(&merged.aliases);
    cx.removed.clone_from(&merged.removed);
    for setting in settings.into_values().filter(|setting| !setting.removed) {
        cx.game.options.push(setting.info);
        cx.options.push(OptionEntry { name: setting.name, value: setting.value });
    }
    about(&mut cx, program, &merged);
    if !is_complete(&mut cx, &merged, header) {
        return None;
    }
    declare::declare(&mut cx, &merged, &called);
    if cx.game.board.squares.is_empty() {
        // What is wrong with the board has been told, and nothing can be said of the rest.
        return None;
    }
    lower(&mut cx, &merged);
    region::regions(&mut cx);
    region::names(&mut cx, &merged, header.source);
    expression::unused_defines(&mut cx, header.source);
    testing::check_citations(&mut cx, program, &merged);
    hidden::look(&mut cx, &merged);
    writing::writing(&mut cx, &merged, header.source);
    said::results(&mut cx, &merged, header.source);
    finish::finish(&mut cx, &merged);
    let game = cx.game;
    (!sink.has_errors()).then_some(game)
}

/// Collects what the file itself tells about the game.
fn about(cx: &mut Context<'_>, program: &Program, merged: &Merged) {
    let Some(root) = program.units.get(program.root) else { return };
    let parent = root.parent.and_then(|parent| program.units.get(parent));
    let about = &mut cx.game.about;
    about.title.clone_from(&root.file.header.title.text);
    about.name.clone_from(&root.name);
    about.parent = parent.map(|parent| parent.file.header.title.text.clone());
    for entry in &merged.entries {
        match &entry.item.kind {
            ItemKind::About(AboutKind::Inventor, text) => about.inventor = Some(text.text.clone()),
            ItemKind::About(AboutKind::Source, text) => about.sources.push(text.text.clone()),
            ItemKind::About(AboutKind::Summary, text) => about.summary = Some(text.text.clone()),
            ItemKind::About(AboutKind::Aim, text) => about.aim = Some(text.text.clone()),
            ItemKind::About(AboutKind::About, text) => about.paragraphs.push(text.text.clone()),
            ItemKind::Says(kind, name, text) => {
                let name = if *kind == Removable::Item(Category::Piece) {
                    merge::resolve(&merged.aliases, &name.text)
                } else {
                    name.text.clone()
                };
                about.says(kind.word(), &name, &text.text);
            }
            ItemKind::SaysResult(reason, text) => about.says("result", &reason.text, &text.text),
            ItemKind::Ask(label, text) => {
                about.asks.retain(|(other, _)| *other != label.text);
                about.asks.push((label.text.clone(), text.text.clone()));
            }
            ItemKind::Ruling(name, text) => {
                about.rulings.push((name.text.clone(), text.text.clone()));
            }
            _ => {}
        }
    }
}

/// Tells whether everything is there that each game needs, and complains otherwise.
fn is_complete(cx: &mut Context<'_>, merged: &Merged, header: Span) -> bool {
    let has = |wanted: fn(&ItemKind) -> bool| merged.entries.iter().any(|e| wanted(&e.item.kind));
    let needed: [(bool, &str, &str); 5] = [
        (has(|kind| matches!(kind, ItemKind::Board(_))), "a board", "board 8x8"),
        (has(|kind| matches!(kind, ItemKind::Sides(_))), "sides", "sides White \"w\", Black \"b\""),
        (
            has(|kind| matches!(kind, ItemKind::Piece(_))),
            "pieces",
            "piece Wizard \"W\" { moves F, C }",
        ),
        (has(|kind| matches!(kind, ItemKind::Turn(_))), "a turn", "turn { move }"),
        (has(|kind| matches!(kind, ItemKind::Setup(_))), "a setup", "setup \"…\""),
    ];
    let missing: Vec<&(bool, &str, &str)> = needed.iter().filter(|(there, ..)| !there).collect();
    if !missing.is_empty() {
        let what: Vec<&str> = missing.iter().map(|(_, what, _)| *what).collect();
        let message = format!("the game needs {}", suggest::joined(&what, "and"));
        let mut found = codes::MISSING_CLAUSE.at(header, message);
        for (_, _, example) in &missing {
            found = found.help(format!("write for example `{example}`"));
        }
        if missing.len() > 1 {
            found = found.help("or build on a game that has them: `game \"…\" from chess`");
        }
        cx.sink.push(found);
    }
    needed.iter().all(|(there, ..)| *there)
}

/// Lowers all declarations, constants first.
fn lower(cx: &mut Context<'_>, merged: &Merged) {
    piece::properties(cx, merged);
    variable::starts(cx, merged);
    token::starts(cx, merged);
    piece::clauses(cx);
    token::powers(cx, merged);
    for entry in &merged.entries {
        cx.place = Place::Constant;
        cx.locals.clear();
        cx.left.clear();
        rule_item(cx, entry);
    }
}

/// Notes that a piece of advice is not wanted, or complains that there is none of that name.
fn allow(cx: &mut Context<'_>, name: &Name) {
    if lints::find(&name.text).is_some() {
        cx.game.allowed.push(name.text.clone());
        return;
    }
    let close = suggest::closest(&name.text, lints::LINTS.iter().map(|lint| lint.name));
    let message = format!("there is no advice called `{}`", name.text);
    let found = codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(close);
    cx.sink.push(found.help("`fairyring explain` lists all advice, under codes that begin with W"));
}

/// Lowers a rule: whatever has no name that expressions could use.
fn rule_item(cx: &mut Context<'_>, entry: &Entry) {
    let span = entry.item.span;
    match &entry.item.kind {
        ItemKind::Turn(block) => {
            cx.place = Place::Turn;
            cx.game.turn = statement::block(cx, block);
        }
        ItemKind::Threat(block) => {
            cx.place = Place::Turn;
            cx.game.threat = Some(statement::block(cx, block));
            cx.threat = Some(span);
        }
        ItemKind::Event(item) => {
            let trigger = event::event(cx, item, span);
            cx.game.triggers.extend(trigger);
        }
        ItemKind::Forbid(item) => {
            let forbid = rule::forbid(cx, item, span);
            cx.game.forbids.extend(forbid);
        }
        ItemKind::Prefer(item) => {
            let prefer = rule::prefer(cx, item, span);
            cx.game.preferences.extend(prefer);
        }
        ItemKind::Ending(item) => {
            let ending = rule::ending(cx, item, span);
            cx.game.endings.extend(ending);
        }
        ItemKind::Field(item) => {
            let field = field::field(cx, item);
            cx.game.fields.extend(field);
        }
        ItemKind::Compare(item) => {
            let compared = rule::compare(cx, item);
            cx.game.comparison.extend(compared);
        }
        ItemKind::Setup(text) => {
            cx.game.start = Start { text: text.text.clone(), span: Some(text.span) };
        }
        ItemKind::Test(item) => {
            let test = testing::test(cx, item, span);
            cx.game.tests.extend(test);
        }
        ItemKind::Allow(name) => allow(cx, name),
        // All else is declared, or told, before the rules.
        _ => {}
    }
}
