//! Piece types: symbols, properties, and their ways of moving with all extensions applied.

use super::context::{Context, Entity, Place};
use super::merge::{Entry, Merged};
use super::{clause, declare, expression, limits as count, picture};
use crate::diag::{Sink, codes, suggest};
use crate::ir::{Clause, Id, PieceType, PieceTypeId, PropertyId, PropertyValue, SideId, limits};
use crate::source::Span;
use crate::syntax::ast::{
    ClauseItem, Expr, ExprKind, ItemKind, ModifierKind, Name, Pattern, PatternKind, PieceItem,
    PieceMember, PieceMemberKind, Text,
};

/// What the file says about a piece type once all extensions are applied.
#[derive(Clone, Debug)]
pub(crate) struct PieceSource {
    /// What its block and its extensions say.
    pub members: Vec<PieceMember>,
    /// The ways of moving that `as` copies, once they are known.
    plain: Plain,
}

/// How far the plain ways of moving are known.
#[derive(Clone, Debug)]
enum Plain {
    Unknown,
    Busy,
    /// With the number of parts they come to.
    Known(Vec<Clause>, usize),
}

/// How many `as` may lead from one piece to the next.
const MAX_COPIES: usize = 16;

/// Gives a piece type its number.
pub(crate) fn declare(cx: &mut Context<'_>, item: &PieceItem, span: Span) {
    let have = cx.game.types.len();
    if !count::fits(cx, have, limits::MAX_TYPES, "piece types", span) {
        return;
    }
    let symbols = symbols(cx, item);
    let kind = PieceType::new(item.name.text.clone(), symbols, span);
    let id = cx.game.types.push(kind);
    declare::register(cx, &item.name, Entity::Type(id));
    cx.pieces.push(PieceSource { members: Vec::new(), plain: Plain::Unknown });
}

/// Reads the symbols: one for both sides, or one for each, and one for pieces of neither.
fn symbols(cx: &mut Context<'_>, item: &PieceItem) -> [Option<String>; SideId::OWNERS.len()] {
    let written = |text: &Text| (text.text != "-").then(|| text.text.clone());
    let symbols = match item.symbols.as_slice() {
        [one] if one.text == "-" => [None, None, None],
        [one] => [Some(one.text.clone()), Some(one.text.to_lowercase()), None],
        [first, second] => [written(first), written(second), None],
        [first, second, neutral] => [written(first), written(second), written(neutral)],
        _ => {
            let message = format!("`{}` needs one to three symbols", item.name.text);
            cx.sink.push(codes::BAD_SYMBOL.at(item.name.span, message));
            [None, None, None]
        }
    };
    let known = cx.sink.len();
    for text in item.symbols.iter().filter(|text| text.text != "-") {
        check_symbol(cx, text);
    }
    if cx.sink.len() > known {
        return symbols;
    }
    let place = item.symbols.first().map_or(item.name.span, |text| text.span);
    if item.symbols.len() == 1 && symbols[0].is_some() && symbols[0] == symbols[1] {
        let message =
            "a single symbol must be a capital letter, as the second side gets the small one";
        let found = codes::BAD_SYMBOL.at(place, message);
        let capital = item.symbols[0].text.to_uppercase();
        cx.sink.push(if capital == item.symbols[0].text {
            found.help("write one for each side: `\"A\" \"a\"`")
        } else {
            found.suggest(place, format!("\"{capital}\""), "write the capital letter")
        });
    } else {
        check_taken(cx, &symbols, place);
    }
    symbols
}

fn check_symbol(cx: &mut Context<'_>, text: &Text) {
    let bare = text.text.strip_prefix('+').unwrap_or(&text.text);
    let letters = !bare.is_empty() && bare.chars().all(char::is_alphabetic);
    let sign = bare.chars().count() == 1 && bare.chars().all(|c| "#$%&!?^*".contains(c));
    if (letters || sign) && bare.chars().count() <= 8 {
        return;
    }
    let message = format!("`\"{}\"` cannot be the symbol of a piece", text.text);
    let help = "use letters, with `+` before them if you like";
    cx.sink.push(codes::BAD_SYMBOL.at(text.span, message).help(help));
}

fn check_taken(cx: &mut Context<'_>, symbols: &[Option<String>; SideId::OWNERS.len()], span: Span) {
    for (index, symbol) in symbols.iter().enumerate() {
        let Some(symbol) = symbol else { continue };
        let message = format!("the symbol `{symbol}` is already taken");
        if symbols[..index].contains(&Some(symbol.clone())) {
            cx.sink.push(codes::DUPLICATE_SYMBOL.at(span, message));
            continue;
        }
        let taken = |kind: &&PieceType| kind.symbols.iter().flatten().any(|other| other == symbol);
        if let Some(other) = cx.game.types.iter().find(taken) {
            let found = codes::DUPLICATE_SYMBOL.at(span, message);
            cx.sink.push(found.secondary(other.span, format!("`{}` has it", other.name)));
            return;
        }
    }
}

/// Collects what blocks and extensions say about each piece type, in order.
pub(crate) fn sources(cx: &mut Context<'_>, merged: &Merged) {
    for Entry { item, .. } in &merged.entries {
        let ItemKind::Piece(piece) = &item.kind else { continue };
        // A piece whose name was taken has been complained about.
        let declared = cx.entity(&piece.name.text);
        if matches!(declared, Some(Entity::Type(_))) {
            extend(cx, &piece.name, &piece.members);
        }
    }
    for Entry { item, .. } in &merged.entries {
        let ItemKind::Extend(name, members) = &item.kind else { continue };
        extend(cx, name, members);
    }
    for index in 0..cx.pieces.len() {
        let royal = |member: &PieceMember| matches!(member.kind, PieceMemberKind::Royal);
        let royal = cx.pieces[index].members.iter().any(royal);
        let pictures = picture::pictures(cx, index);
        let kind = &mut cx.game.types[PieceTypeId::from_index(index)];
        (kind.royal, kind.pictures) = (royal, pictures);
    }
}

/// Returns the word of a line of which a block has only one.
fn told_once(kind: &PieceMemberKind) -> Option<&'static str> {
    match kind {
        PieceMemberKind::DropsOn(_) => Some("drops on"),
        PieceMemberKind::Picture(_) => Some("picture"),
        PieceMemberKind::Value(_) => Some("value"),
        _ => None,
    }
}

fn extend(cx: &mut Context<'_>, name: &Name, members: &[PieceMember]) {
    let Some(id) = find(cx, name) else { return };
    let Some(source) = cx.pieces.get_mut(id.index()) else { return };
    for (at, member) in members.iter().enumerate() {
        let Some(word) = told_once(&member.kind) else { continue };
        if members[..at].iter().any(|other| told_once(&other.kind) == Some(word)) {
            let message = format!("`{word}` is told twice");
            cx.sink.push(codes::DUPLICATE_CLAUSE.at(member.span, message));
        }
    }
    for member in members {
        add(&mut source.members, member, cx.sink);
    }
}

/// Returns the piece type of that name, or complains.
pub(crate) fn find(cx: &mut Context<'_>, name: &Name) -> Option<PieceTypeId> {
    let found = cx.entity(&name.text);
    if let Some(Entity::Type(id)) = found {
        return Some(id);
    }
    let types = cx.game.types.iter().map(|kind| kind.name.as_str());
    let close = cx.sink.closest(&name.text, types);
    let diagnostic = if let Some(other) = found {
        let message = format!("`{}` is {}, not a piece", name.text, declare::word(other));
        codes::WRONG_KIND.at(name.span, message)
    } else if let Some(gone) = expression::removed(cx, name) {
        gone
    } else {
        codes::UNKNOWN_NAME.at(name.span, format!("there is no piece `{}`", name.text))
    };
    diagnostic.did_you_mean(close).fail(cx.sink)
}

/// Adds one line to what is known about a piece.
fn add(members: &mut Vec<PieceMember>, new: &PieceMember, sink: &mut Sink) {
    let named = |members: &[PieceMember], name: &str| {
        members.iter().position(|member| clause_name(member).is_some_and(|n| n.text == name))
    };
    match &new.kind {
        PieceMemberKind::Clause(ClauseItem { name: Some(name), .. }) => {
            if let Some(first) = named(members, &name.text) {
                let message = format!("the piece already has a way of moving `{}`", name.text);
                let found = codes::DUPLICATE_NAME.at(name.span, message);
                sink.push(
                    found
                        .secondary(members[first].span, "first declared here")
                        .help("write `replace` before it to put it in the place of the other"),
                );
                return;
            }
            members.push(new.clone());
        }
        PieceMemberKind::ReplaceClause(clause) => {
            let kind = PieceMemberKind::Clause(clause.clone());
            let clause = PieceMember { kind, span: new.span };
            match clause_name(&clause).and_then(|name| named(members, &name.text)) {
                Some(at) => members[at] = clause,
                None => missing_clause(members, clause_name(&clause), new.span, sink),
            }
        }
        PieceMemberKind::RemoveClause(name) => match named(members, &name.text) {
            Some(at) => {
                members.remove(at);
            }
            None => missing_clause(members, Some(name), new.span, sink),
        },
        PieceMemberKind::DropsOn(_) => {
            members.retain(|member| !matches!(member.kind, PieceMemberKind::DropsOn(_)));
            members.push(new.clone());
        }
        // Calls have been written out.
        PieceMemberKind::Call { .. } => {}
        _ => members.push(new.clone()),
    }
}

fn clause_name(member: &PieceMember) -> Option<&Name> {
    match &member.kind {
        PieceMemberKind::Clause(clause) | PieceMemberKind::ReplaceClause(clause) => {
            clause.name.as_ref()
        }
        _ => None,
    }
}

fn missing_clause(members: &[PieceMember], name: Option<&Name>, span: Span, sink: &mut Sink) {
    let Some(name) = name else {
        let message = "only a way of moving with a name can be replaced";
        sink.push(codes::NOTHING_TO_CHANGE.at(span, message));
        return;
    };
    let known = members.iter().filter_map(clause_name).map(|name| name.text.as_str());
    let close = suggest::closest(&name.text, known);
    let message = format!("the piece has no way of moving `{}`", name.text);
    sink.push(codes::NOTHING_TO_CHANGE.at(name.span, message).did_you_mean(close));
}

/// Lowers the properties of all types.
pub(crate) fn properties(cx: &mut Context<'_>, merged: &Merged) {
    let mut defaults = Vec::new();
    for Entry { item, .. } in &merged.entries {
        let ItemKind::Property(_, default) = &item.kind else { continue };
        defaults.push(default.clone());
    }
    for index in 0..cx.pieces.len() {
        let id = PieceTypeId::from_index(index);
        let values = defaults
            .iter()
            .map(|default| property_value(cx, default, id).unwrap_or(PropertyValue::None));
        cx.game.types[id].properties = values.collect();
    }
    for index in 0..cx.pieces.len() {
        for member in cx.pieces[index].members.clone() {
            let PieceMemberKind::Property(name, value) = &member.kind else { continue };
            let Some(property) = property_named(cx, name) else { continue };
            let id = PieceTypeId::from_index(index);
            let Some(value) = property_value(cx, value, id) else { continue };
            if let Some(place) = cx.game.types[id].properties.get_mut(property.index()) {
                *place = value;
            }
        }
    }
}

fn property_named(cx: &mut Context<'_>, name: &Name) -> Option<PropertyId> {
    if let Some(Entity::Property(id)) = cx.entity(&name.text) {
        return Some(id);
    }
    let close = suggest::closest(&name.text, cx.game.properties.iter().map(|p| p.name.as_str()));
    let message = format!("there is no property `{}`", name.text);
    let found = codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(close);
    found.help(format!("declare it with `property {} = 0`", name.text)).fail(cx.sink)
}

/// Lowers what a property says of a type: a number, a type, `none`, or `itself` for the type in question.
fn property_value(cx: &mut Context<'_>, expr: &Expr, of: PieceTypeId) -> Option<PropertyValue> {
    if let ExprKind::Name(name) = &expr.kind {
        match name.text.as_str() {
            "none" => return Some(PropertyValue::None),
            "itself" => return Some(PropertyValue::Type(of)),
            _ => {}
        }
        if let Some(Entity::Type(id)) = cx.entity(&name.text) {
            return Some(PropertyValue::Type(id));
        }
    }
    let number = expression::fixed_number(cx, expr)?;
    if let Ok(number) = i32::try_from(number) {
        return Some(PropertyValue::Number(number));
    }
    let message = format!("the number {number} is too large for a property");
    codes::NUMBER_TOO_LARGE.at(expr.span, message).fail(cx.sink)
}

/// Lowers the ways of moving of all types, and where they may be dropped.
pub(crate) fn clauses(cx: &mut Context<'_>) {
    for index in 0..cx.pieces.len() {
        let id = PieceTypeId::from_index(index);
        for member in cx.pieces[index].members.clone() {
            match &member.kind {
                PieceMemberKind::Clause(item) => {
                    let clauses = clause::clauses(cx, item);
                    cx.game.types[id].clauses.extend(clauses);
                }
                PieceMemberKind::DropsOn(expr) => {
                    cx.place = Place::Turn;
                    if let Some(squares) = expression::squares(cx, expr) {
                        cx.game.types[id].drop_on = squares;
                    }
                }
                PieceMemberKind::Value(expr) => {
                    let value = expression::points(cx, expr);
                    cx.game.types[id].value = value.or(cx.game.types[id].value);
                }
                _ => {}
            }
        }
        // The way that is one too many is told, in whichever file it is.
        if let Some(over) = cx.game.types[id].clauses.get(count::MAX_CLAUSES) {
            let (most, span) = (count::MAX_CLAUSES, over.span);
            let message = format!("a piece may have at most {most} ways of moving");
            cx.sink.push(codes::TOO_MANY.at(span, message));
        }
    }
}

/// Returns what `as` copies from a piece: its ways of moving that have no name, no condition and
/// no effects. Complains if it copies from itself in the end.
pub(crate) fn plain(cx: &mut Context<'_>, name: &Name) -> Option<Vec<Clause>> {
    let id = find(cx, name)?;
    plain_of(cx, id, name.span)
}

/// Returns what `as` copies from a piece type, for the place that asks for it.
pub(crate) fn plain_of(cx: &mut Context<'_>, id: PieceTypeId, span: Span) -> Option<Vec<Clause>> {
    let known = |cx: &Context<'_>| match &cx.pieces.get(id.index())?.plain {
        Plain::Known(_, size) => Some(*size),
        Plain::Unknown | Plain::Busy => None,
    };
    if let Some(size) = known(cx) {
        cx.charge(size, span)?;
    }
    let source = cx.pieces.get(id.index())?;
    match &source.plain {
        Plain::Known(clauses, _) => return Some(clauses.clone()),
        Plain::Busy => {
            let message =
                format!("`{0}` moves as a piece that moves as `{0}`", cx.game.types[id].name);
            return codes::DEFINED_BY_ITSELF.at(span, message).fail(cx.sink);
        }
        Plain::Unknown => {}
    }
    let depth = cx.pieces.iter().filter(|piece| matches!(piece.plain, Plain::Busy)).count();
    if depth >= MAX_COPIES {
        let message = format!("more than {MAX_COPIES} pieces copy from one another in a row");
        return codes::BAD_PATTERN.at(span, message).fail(cx.sink);
    }
    let members = source.members.clone();
    cx.pieces[id.index()].plain = Plain::Busy;
    let locals = std::mem::take(&mut cx.locals);
    let before = cx.written;
    let mut clauses = Vec::new();
    for member in &members {
        if let PieceMemberKind::Clause(item) = &member.kind
            && is_plain(item)
        {
            clauses.extend(clause::clauses(cx, item));
        }
    }
    clauses.retain(Clause::is_plain);
    clauses.truncate(count::MAX_CLAUSES + 1);
    cx.locals = locals;
    cx.pieces[id.index()].plain = Plain::Known(clauses.clone(), cx.written - before);
    Some(clauses)
}

fn is_plain(item: &ClauseItem) -> bool {
    let conditional = |kind: &ModifierKind| {
        use ModifierKind::{From, Taking, Then, When};
        matches!(kind, From(_) | When(_) | Taking(_) | Then(_))
    };
    let by_others = |way: &Pattern| matches!(way.kind, PatternKind::AsTypes(_));
    item.name.is_none()
        && !item.patterns.iter().any(by_others)
        && !item.modifiers.iter().any(|modifier| conditional(&modifier.kind))
}

/// Returns the side of that name, or complains.
pub(crate) fn side(cx: &mut Context<'_>, name: &Name) -> Option<SideId> {
    if let Some(Entity::Side(id)) = cx.entity(&name.text) {
        return Some(id);
    }
    let names = SideId::ALL.map(|side| cx.game.side_name(side));
    let sides = suggest::list(names);
    let found = if let Some(other) = cx.find(&name.text) {
        let what = declare::word(other.entity);
        let message = format!("`{}` is {what}; a side is wanted here", name.text);
        codes::WRONG_KIND.at(name.span, message).help(format!("the sides are {sides}"))
    } else {
        let message = format!("`{}` is no side: the sides are {sides}", name.text);
        codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(suggest::closest(&name.text, names))
    };
    found.fail(cx.sink)
}
