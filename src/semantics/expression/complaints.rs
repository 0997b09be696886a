//! What is told to an author whose expression is another kind of thing than is needed.

use super::super::context::{Context, Entity, Place, SlotKind};
use super::super::{betza, board, declare, directions};
use super::kinds::{Kind, kind, kind_of_variable};
use super::names::{Meaning, WORDS, Word, bound_in, meaning, name_of, peel, where_bound};
use super::{functions, unresolved};
use crate::diag::{Diagnostic, codes, habits, suggest, worded};
use crate::ir::VariableKind;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::looks_like_a_square;

worded! {
/// What kind of thing is needed.
pub(crate) enum Wanted {
    /// A set of squares.
    Squares = "a set of squares",
    /// A condition.
    Truth = "a condition",
    /// A number.
    Number = "a number",
    /// Piece types.
    Types = "a piece type",
    /// A side.
    Side = "a side",
    /// A token.
    Token = "a token",
    /// A mark.
    Mark = "a mark",
    /// A variable.
    Variable = "a variable",
    /// An option.
    Option = "an option",
}
}

impl Wanted {
    /// Tells whether something declared could be what is needed.
    fn fits(self, cx: &Context<'_>, entity: Entity) -> bool {
        let is_variable_of =
            |kind| matches!(entity, Entity::Variable(id) if kind_of_variable(cx, id) == kind);
        match self {
            Self::Squares => {
                matches!(entity, Entity::Side(_) | Entity::Type(_) | Entity::Define(_))
                    || is_variable_of(Kind::Squares)
            }
            Self::Truth => {
                matches!(entity, Entity::Define(_) | Entity::Option(_))
                    || is_variable_of(Kind::Switch)
            }
            Self::Number => {
                matches!(entity, Entity::Define(_) | Entity::Option(_))
                    || is_variable_of(Kind::Number)
            }
            Self::Types => matches!(entity, Entity::Type(_) | Entity::Define(_)),
            Self::Side => matches!(entity, Entity::Side(_) | Entity::Define(_)),
            Self::Token => matches!(entity, Entity::Token(_)),
            Self::Mark => matches!(entity, Entity::Mark(_)),
            Self::Variable => matches!(entity, Entity::Variable(_)),
            Self::Option => matches!(entity, Entity::Option(_)),
        }
    }

    fn fits_word(self, word: Word) -> bool {
        match self {
            Self::Squares => true,
            Self::Side => matches!(word, Word::Own | Word::Opponent | Word::Neutral),
            Self::Types => word == Word::Royal,
            _ => false,
        }
    }

    fn fits_local(self, kind: SlotKind) -> bool {
        match self {
            Self::Squares => matches!(kind, SlotKind::Square | SlotKind::Chosen),
            Self::Types => kind == SlotKind::Type,
            Self::Number => kind == SlotKind::Number,
            _ => false,
        }
    }
}

/// Complains about an expression that is another kind of thing than is needed.
pub(crate) fn mismatch<T>(cx: &mut Context<'_>, expr: &Expr, wanted: Wanted) -> Option<T> {
    if let Some(found) = name_of(expr) {
        return name(cx, &found.clone(), wanted);
    }
    if let ExprKind::Call(call, _) = &peel(expr).kind
        && let Some(Entity::Define(_)) = cx.entity(&call.text)
    {
        // What is wrong with the call was told when it should have been written out.
        return functions::unknown_function(cx, call);
    }
    if let Some(found) = unresolved::first(cx, expr) {
        return found.fail(cx.sink);
    }
    let kind = kind(cx, expr);
    if let Some(found) = of_form(expr, kind, wanted) {
        return found.fail(cx.sink);
    }
    let message = format!("this is {}; {} is wanted here", kind.name(), wanted.name());
    let found = codes::WRONG_TYPE.at(expr.span, message);
    // Where a value is fixed before the game, nothing can be counted.
    if cx.place == Place::Constant && wanted == Wanted::Number {
        return found.fail(cx.sink);
    }
    with_hint(found, expr.span, kind, wanted).fail(cx.sink)
}

/// What is told from how an expression is written, rather than from what it is.
fn of_form(expr: &Expr, kind: Kind, wanted: Wanted) -> Option<Diagnostic> {
    let (message, help) = match (&peel(expr).kind, wanted) {
        (ExprKind::Conditional { .. }, Wanted::Squares | Wanted::Types | Wanted::Side) => (
            "`A if C else B` chooses between numbers or words; {} is wanted here",
            "choose between statements instead: `if C { … } else { … }`",
        ),
        (ExprKind::CapturesThisTurn, Wanted::Squares | Wanted::Truth) => (
            "`captures this turn` is a number; {} is wanted here",
            "none is `captures this turn = 0`, some is `captures this turn > 0`",
        ),
        (ExprKind::TurnNumber, Wanted::Squares | Wanted::Truth) => (
            "`turn number` is a number; {} is wanted here",
            "compare it with another number: `turn number = 1`",
        ),
        (_, Wanted::Types) if kind == Kind::Pieces => (
            "these are several piece types; one is wanted here",
            "let one be chosen: `choose type among … as NAME { … }`",
        ),
        _ => return None,
    };
    Some(codes::WRONG_TYPE.at(expr.span, message.replace("{}", wanted.name())).help(help))
}

/// Complains about a name: that it is unknown, or stands for another kind of thing than is needed.
pub(super) fn name<T>(cx: &mut Context<'_>, name: &Name, wanted: Wanted) -> Option<T> {
    let found = match meaning(cx, &name.text) {
        Meaning::Unbound(_) => unbound(cx, name),
        Meaning::Unknown => unknown(cx, name, wanted),
        known @ (Meaning::Slot(..) | Meaning::Word(_) | Meaning::Entity(_)) => {
            wrong_kind(cx, name, known, wanted)
        }
    };
    found.fail(cx.sink)
}

fn unbound(cx: &Context<'_>, name: &Name) -> Diagnostic {
    let message = format!("`{}` means nothing in this place", name.text);
    let note = format!("`{}` exists in {} only", name.text, where_bound(&name.text));
    let found = codes::NOT_IN_SCOPE.at(name.span, message).note(note);
    let here = bound_in(cx.place);
    let here: Vec<String> = here.map(|(word, what)| format!("`{word}`, {what}")).collect();
    if here.is_empty() { found } else { found.help(format!("here there are {}", here.join("; "))) }
}

/// `rank8` for `rank 8`: a word of the language and what belongs to it without the space.
fn joined_place(name: &Name) -> Option<Diagnostic> {
    let place = ["rank", "file"].into_iter().find_map(|word| {
        let rest = name.text.strip_prefix(word)?;
        let fits = match word {
            "rank" => rest.bytes().all(|byte| byte.is_ascii_digit()),
            _ => rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_lowercase()),
        };
        (fits && !rest.is_empty()).then(|| format!("{word} {rest}"))
    })?;
    let message =
        format!("nothing named `{}` is declared; a set of squares is wanted here", name.text);
    Some(codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(Some(&place)))
}

/// Says that a name is unknown, and which one may have been meant.
pub(super) fn unknown(cx: &Context<'_>, name: &Name, wanted: Wanted) -> Diagnostic {
    if wanted == Wanted::Squares && looks_like_a_square(&name.text) {
        return board::no_square(cx, name);
    }
    if let Some(found) = removed(cx, name) {
        return found;
    }
    if let Some(found) = joined_place(name).filter(|_| wanted == Wanted::Squares) {
        return found;
    }
    if directions::is_word(&name.text) {
        let message = format!("`{}` is a direction; {} is wanted here", name.text, wanted.name());
        let help = format!("`{} of …` are the squares one step in that direction", name.text);
        return codes::WRONG_KIND.at(name.span, message).help(help);
    }
    let open = matches!(wanted, Wanted::Squares | Wanted::Truth | Wanted::Number | Wanted::Side);
    if open && let Some(habit) = habits::find(&name.text, habits::Place::Expression) {
        let message = format!("`{}` has no meaning here", name.text);
        let found = codes::FOREIGN_WORD.at(name.span, message);
        return match habit.put {
            Some(put) => found.suggest(name.span, put, habit.help),
            None => found.help(habit.help),
        };
    }
    if open && LANGUAGE.split(' ').any(|word| word == name.text) {
        return alone(name);
    }
    let what = if wanted == Wanted::Squares { "a piece or squares" } else { wanted.name() };
    let verb = if wanted == Wanted::Squares { "are" } else { "is" };
    let message = format!("nothing named `{}` is declared; {what} {verb} wanted here", name.text);
    let others = cx
        .names
        .iter()
        .filter(|(_, declared)| !matches!(declared.entity, Entity::Square(_)))
        .map(|(name, _)| name.as_str());
    let words = LANGUAGE.split(' ').filter(|_| open);
    let names = candidates(cx, wanted).chain(others).chain(words);
    let close = cx.sink.closest(&name.text, names);
    let found = codes::UNKNOWN_NAME.at(name.span, message).label("not declared");
    if cx.left.contains(&name.text) {
        let word = &name.text;
        return found.help(format!(
            "`{word}` is known only inside the block, or the condition, where it was named"
        ));
    }
    let mut found = found.did_you_mean(close);
    if close.is_none() && name.span.is_argument() && betza::is_way(&name.text) {
        return found
            .help("an argument is an expression or the name of something, but no way of moving");
    }
    if close.is_none()
        && matches!(
            wanted,
            Wanted::Token | Wanted::Mark | Wanted::Variable | Wanted::Option | Wanted::Types
        )
        && let Some(list) = suggest::short_list(candidates(cx, wanted))
    {
        found = found.help(format!("known here: {list}"));
    }
    found
}

/// Says that a word of the language stands for nothing by itself, and how it is used.
fn alone(name: &Name) -> Diagnostic {
    let word = name.text.as_str();
    let found = codes::UNKNOWN_NAME.at(name.span, format!("`{word}` stands for nothing by itself"));
    found.help(match word {
        "type" => {
            "a type is chosen by `choose type among … as NAME` or `choose type in hand as NAME`; that of a piece is `type of …`"
        }
        "attacked" => "whether a piece can be captured is asked by `… is attacked`",
        "safe" => "whether a piece could not be captured somewhere is asked by `… is safe on …`",
        "level" => "that of a token is `level of …`",
        "hand" => "say whose: `own hand`",
        "count" | "total" => "say of what: `count SET`, `total PROPERTY of SET`",
        "first" | "last" | "row" | "column" | "neighbours" | "owner" => "say of what: `… of SET`",
        "number" | "turn" => "the number of the turn is `turn number`",
        "move" => "whether a side can move is asked by `own can move`",
        _ => "it is a word of the language that belongs to others",
    })
}

/// Says that a name stands for something that was removed, if it does.
pub(crate) fn removed(cx: &Context<'_>, name: &Name) -> Option<Diagnostic> {
    let place = *cx.removed.get(&name.text)?;
    let found = codes::REMOVED_NAME
        .at(name.span, format!("`{}` has been removed from this game", name.text))
        .label("still spoken of here")
        .secondary(place, "removed here");
    Some(if place.source == name.span.source {
        found
    } else {
        found.help("replace or remove what speaks of it too, in the file that removes it")
    })
}

/// Words of the language that may be meant by an unknown name in an expression.
const LANGUAGE: &str = "and or not is in on except if else any no count every some attacked safe can cannot move rank file \
    bearing marked moved repeated captures turn number mod so that by of type level total row column \
    first last neighbours between reach passed square distance origin target victim captor dropped this \
    times pieces piece hand owner from to with without taking for when then otherwise only as into while \
    onto over via royal wins loses moves";

/// Returns the names that would fit, the nearest ones first.
fn candidates<'a>(cx: &'a Context<'_>, wanted: Wanted) -> impl Iterator<Item = &'a str> {
    let locals = cx.locals.iter().rev().filter(move |local| wanted.fits_local(local.kind));
    let declared = cx.names.iter().filter(move |(_, declared)| wanted.fits(cx, declared.entity));
    let words = WORDS.iter().filter(move |(_, word)| wanted.fits_word(*word));
    locals
        .map(|local| local.name.as_str())
        .chain(declared.map(|(name, _)| name.as_str()))
        .chain(words.map(|(text, _)| *text))
}

fn wrong_kind(cx: &Context<'_>, name: &Name, meaning: Meaning, wanted: Wanted) -> Diagnostic {
    if matches!(meaning, Meaning::Slot(_, SlotKind::Type)) && wanted == Wanted::Types {
        return codes::WRONG_TYPE.at(name.span, format!(
            "which type `{}` is, is only known in play; the names of piece types are wanted here",
            name.text
        ));
    }
    let expr = Expr::name(&name.text, name.span);
    let kind = kind(cx, &expr);
    let what = match meaning {
        Meaning::Entity(entity) => entity_phrase(cx, entity, kind),
        Meaning::Slot(_, SlotKind::Victim) => "a piece that has left the board",
        Meaning::Slot(_, SlotKind::Type) => "a chosen piece type",
        Meaning::Slot(_, SlotKind::Number) => "a chosen number",
        Meaning::Slot(_, SlotKind::Square | SlotKind::Chosen)
        | Meaning::Word(_)
        | Meaning::Unbound(_)
        | Meaning::Unknown => kind.name(),
    };
    let message = format!("`{}` is {what}; {} is wanted here", name.text, wanted.name());
    let mut found = codes::WRONG_KIND.at(name.span, message);
    if let Meaning::Entity(entity) = meaning {
        let declared = cx.find(&name.text).map_or(Span::NONE, |declared| declared.span);
        if !matches!(entity, Entity::Square(_)) {
            found = found.secondary(declared, "declared here");
        }
        found = with_entity_hint(found, name, entity, wanted);
    }
    if cx.place == Place::Constant && wanted == Wanted::Number {
        return found;
    }
    with_hint(found, name.span, kind, wanted)
}

/// Returns what a message calls something declared.
fn entity_phrase(cx: &Context<'_>, entity: Entity, kind: Kind) -> &'static str {
    match entity {
        Entity::Property(_) => "a property of pieces",
        Entity::Tally(_) => "a number of squares or pieces",
        Entity::Define(_) => match kind {
            Kind::Unknown => "a define",
            known => known.name(),
        },
        Entity::Variable(id) => match cx.game.variables.get(id).map(|variable| &variable.kind) {
            Some(VariableKind::Number { .. }) => "a variable that holds a number",
            Some(VariableKind::Switch) => "a switch",
            Some(VariableKind::Words(_)) => "a variable that holds a word",
            Some(VariableKind::Squares) | None => "a variable that holds squares",
        },
        other => declare::word(other),
    }
}

/// Says how a thing can be used where it cannot stand by itself.
fn with_entity_hint(found: Diagnostic, name: &Name, entity: Entity, wanted: Wanted) -> Diagnostic {
    let name = &name.text;
    match (entity, wanted) {
        (Entity::Mark(_), Wanted::Squares) => {
            found.help(format!("`marked {name}` are the pieces that carry it"))
        }
        (Entity::Token(_), Wanted::Squares) => {
            found.help(format!("`bearing {name}` is the square where it is"))
        }
        (Entity::Token(_), Wanted::Number) => found.help(format!("`level of {name}` is a number")),
        (Entity::Direction(_), Wanted::Squares) => {
            found.help(format!("`{name} of …` are the squares one step in that direction"))
        }
        (Entity::Tally(_), _) => found.help(format!("say of which square or piece: `{name} of …`")),
        (Entity::Property(_), Wanted::Number | Wanted::Types) => {
            found.help(format!("say of which piece: `{name} of …`"))
        }
        _ => found,
    }
}

/// Says what could turn the thing into what is needed.
fn with_hint(found: Diagnostic, span: Span, kind: Kind, wanted: Wanted) -> Diagnostic {
    match (kind, wanted) {
        (kind, Wanted::Truth) if kind.is_squares() => {
            found.help("`any …` asks whether there is one, `… is …` whether something is in a set")
        }
        (Kind::Number, Wanted::Squares) => {
            found.help("a rank is `rank 5`, a file `file e`, a square `e5`")
        }
        (Kind::Truth, Wanted::Number) => found.help("a number from a condition is `1 if … else 0`"),
        (Kind::Number, Wanted::Truth) => found.help("compare it with another number: `… = …`"),
        (Kind::Word, Wanted::Truth) => found.help("ask for one of its words: `… is …`"),
        (Kind::Squares | Kind::Pieces, Wanted::Number) => {
            found.suggest(span.before(), "count ", "`count …` is the number of squares in a set")
        }
        (Kind::Hand, _) => found.help("`count own hand` is the number of pieces in a hand"),
        (Kind::Squares, Wanted::Types) => {
            found.help("`type of …` is the type of the piece on a square")
        }
        (Kind::Truth, Wanted::Squares) => {
            found.help("a condition does not stand for squares: name the squares themselves")
        }
        (Kind::Squares, Wanted::Side) => {
            found.help("`owner of …` is the side of a piece that has a name")
        }
        _ => found,
    }
}
