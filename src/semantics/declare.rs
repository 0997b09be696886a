//! Names: every declaration gets its number before anything is lowered.

use super::context::{Context, Declared, Define, Entity};
use super::merge::Merged;
use super::{board, directions, limits as count, piece, variable};
use crate::diag::codes;
use crate::ir::{Mark, PieceType, Property, SideId, SideInfo, Token, limits};
use crate::source::Span;
use crate::syntax::ast::{DefineBody, DefineItem, Expr, ExprKind, ItemKind, Name, Text};

/// Words that expressions give a meaning, so that no declaration may take them.
const RESERVED: &str = "own mover enemy opponent owner neither neutral empty occupied piece pieces everywhere none royal \
    origin target here victim captor dropped a an the rank file row column colour ahead rear turn hand \
    type level and or not any no count total in on off except is of if else some every first last \
    between reach passed square distance length neighbours bearing marked moved repeated captures number \
    mod attacked safe can cannot true false nothing turn-number";

/// Tells whether no declaration may have this name.
pub(super) fn is_reserved(text: &str) -> bool {
    RESERVED.split(' ').any(|word| word == text)
}

/// Declares everything that has a name: sides and squares first, then the rest in order.
///
/// Some defines have been written out wherever they are called.
pub(crate) fn declare(cx: &mut Context<'_>, merged: &Merged, called: &[String]) {
    for entry in &merged.entries {
        match &entry.item.kind {
            ItemKind::Board(item) => board::board(cx, item, entry.item.span),
            ItemKind::Sides(sides) => self::sides(cx, sides, entry.item.span),
            _ => {}
        }
    }
    for entry in &merged.entries {
        item(cx, &entry.item.kind, entry.item.span);
    }
    for define in cx.defines.iter_mut().filter(|define| called.contains(&define.name.text)) {
        define.used = true;
    }
    for index in 0..cx.options.len() {
        let name = cx.options[index].name.clone();
        register(cx, &name, Entity::Option(index));
    }
    check_signs(cx);
    piece::sources(cx, merged);
}

/// Complains about marks whose sign begins like a piece: behind another piece it would be read as that mark.
fn check_signs(cx: &mut Context<'_>) {
    for (mark, span) in cx.game.marks.iter().zip(cx.signs.clone()) {
        // A sign with letters has been complained about already.
        let same = |symbol: &String| {
            !symbol.contains(char::is_alphanumeric) && mark.suffix.starts_with(symbol.as_str())
        };
        let taken = |kind: &&PieceType| kind.symbols.iter().flatten().any(same);
        let Some(kind) = cx.game.types.iter().find(taken) else { continue };
        let found = codes::DUPLICATE_SYMBOL
            .at(span, format!("the sign of the mark `{}` is how a piece is written", mark.name))
            .secondary(kind.span, format!("`{}` is written so", kind.name))
            .help("use another sign such as `'` or `~`");
        cx.sink.push(found);
    }
}

/// Gives a name its meaning, or complains that it is taken.
pub(crate) fn register(cx: &mut Context<'_>, name: &Name, entity: Entity) -> bool {
    let text = &name.text;
    let is_direction = matches!(entity, Entity::Direction(_));
    if is_reserved(text) || directions::is_word(text) && !is_direction {
        let message = format!("`{text}` is a word of the language and cannot be declared");
        cx.sink.push(codes::RESERVED_NAME.at(name.span, message));
        // What uses it all the same is not told once more.
        cx.names.entry(text.clone()).or_insert(Declared { entity, span: name.span });
        return false;
    }
    if let Some(new) = cx.aliases.get(text) {
        let message = format!("`{text}` is already taken: here it stands for `{new}`");
        cx.sink.push(codes::DUPLICATE_NAME.at(name.span, message));
        return false;
    }
    let Some(first) = cx.names.get(text) else {
        cx.names.insert(text.clone(), Declared { entity, span: name.span });
        return true;
    };
    let found = if let Entity::Square(_) = first.entity {
        let message = format!("`{text}` is the name of a square and cannot be declared");
        codes::RESERVED_NAME.at(name.span, message)
    } else {
        codes::DUPLICATE_NAME
            .at(name.span, format!("the name `{text}` is already taken by {}", word(first.entity)))
            .label("declared again here")
            .secondary(first.span, "first declared here")
    };
    cx.sink.push(found);
    false
}

/// Says in words what kind of thing a name stands for.
pub(crate) fn word(entity: Entity) -> &'static str {
    match entity {
        Entity::Side(_) => "a side",
        Entity::Type(_) => "a piece",
        Entity::Property(_) => "a property",
        Entity::Mark(_) => "a mark",
        Entity::Token(_) => "a token",
        Entity::Variable(_) | Entity::Tally(_) => "a variable",
        Entity::Define(_) => "a define",
        Entity::Option(_) => "an option",
        Entity::Square(_) => "a square",
        Entity::Direction(_) => "a direction",
    }
}

fn sides(cx: &mut Context<'_>, sides: &[(Name, Text)], span: Span) {
    let [first, second] = sides else {
        let message = format!("a game has two sides, not {}", sides.len());
        cx.sink.push(codes::WRONG_ARGUMENTS.at(span, message));
        return;
    };
    if first.1.text == second.1.text {
        let message = format!("both sides have the letter `{}`", first.1.text);
        let found = codes::DUPLICATE_SYMBOL.at(second.1.span, message);
        cx.sink.push(found.secondary(first.1.span, "first used here"));
    }
    for (side, (name, letter)) in SideId::ALL.into_iter().zip([first, second]) {
        if letter.text.is_empty() || !letter.text.chars().all(char::is_alphanumeric) {
            let message = "the letter of a side must be a letter, such as \"w\"";
            cx.sink.push(codes::BAD_SYMBOL.at(letter.span, message));
        }
        register(cx, name, Entity::Side(side));
        cx.game.sides[side] = SideInfo { name: name.text.clone(), letter: letter.text.clone() };
    }
}

fn item(cx: &mut Context<'_>, kind: &ItemKind, span: Span) {
    match kind {
        ItemKind::Piece(item) => piece::declare(cx, item, span),
        ItemKind::Variable(item) => variable::declare(cx, item, span),
        ItemKind::Mark(name, suffix) => mark(cx, name, suffix),
        ItemKind::Property(name, _) => {
            let have = cx.game.properties.len();
            if count::fits(cx, have, limits::MAX_VARIABLES, "properties", span) {
                let id = cx.game.properties.push(Property { name: name.text.clone() });
                register(cx, name, Entity::Property(id));
            }
        }
        ItemKind::Token(item) => {
            let have = cx.game.tokens.len();
            if count::fits(cx, have, limits::MAX_TOKENS, "tokens", span) {
                let token = Token {
                    name: item.name.text.clone(),
                    start: None,
                    start_level: 0,
                    has_levels: false,
                    value: None,
                    powers: Vec::new(),
                    span,
                };
                let id = cx.game.tokens.push(token);
                register(cx, &item.name, Entity::Token(id));
            }
        }
        ItemKind::Define(item) => define(cx, item),
        _ => {}
    }
}

fn define(cx: &mut Context<'_>, item: &DefineItem) {
    let DefineItem { name, parameters, body } = item;
    let nothing = || Expr { kind: ExprKind::Number(0), span: name.span };
    let (expr, call) = match (body, parameters) {
        (DefineBody::Expr(expr), None) => (expr.clone(), None),
        (_, parameters) => {
            let parameters = parameters.iter().flatten().map(|name| name.text.as_str());
            let call = format!("{}({})", name.text, parameters.collect::<Vec<_>>().join(", "));
            (nothing(), Some(call))
        }
    };
    if register(cx, name, Entity::Define(cx.defines.len())) {
        cx.defines.push(Define { name: name.clone(), expr, call, busy: false, used: false });
    }
}

fn mark(cx: &mut Context<'_>, name: &Name, suffix: &Text) {
    let have = cx.game.marks.len();
    if !count::fits(cx, have, limits::MAX_MARKS, "marks", name.span) {
        return;
    }
    let plain = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !"/*()[],:+-".contains(c);
    let fits = (1..=2).contains(&suffix.text.chars().count()) && suffix.text.chars().all(plain);
    if !fits {
        let message = format!("`{}` cannot follow a piece in position text", suffix.text);
        let help = "use one sign such as `'` or `~`";
        cx.sink.push(codes::BAD_SYMBOL.at(suffix.span, message).help(help));
    }
    let alike =
        |other: &str| fits && (other.starts_with(&suffix.text) || suffix.text.starts_with(other));
    if let Some(other) = cx.game.marks.iter().find(|mark| alike(&mark.suffix)) {
        let message = if other.suffix == suffix.text {
            format!("the sign `{}` is already that of the mark `{}`", suffix.text, other.name)
        } else {
            format!("the sign of the mark `{}` begins alike", other.name)
        };
        let help = "marks stand side by side in position text: each needs a sign of its own";
        cx.sink.push(codes::DUPLICATE_SYMBOL.at(suffix.span, message).help(help));
    }
    cx.signs.push(suffix.span);
    let id = cx.game.marks.push(Mark { name: name.text.clone(), suffix: suffix.text.clone() });
    register(cx, name, Entity::Mark(id));
}
