//! Variables: which one is meant, whose, and what can be put into it.

use super::super::context::{Context, Entity, OptionSetting};
use super::complaints::{self, Wanted};
use super::kinds::kind;
use super::names::{Meaning, Word, meaning, name_of, peel, token};
use super::{nested, number, side, squares, truth};
use crate::diag::{Diagnostic, codes, suggest};
use crate::ir::{
    Called, Number, Side, Squares, TallyId, TokenId, Truth, VariableId, VariableKind, VariableRef,
};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind, LogicOperator, Name};

/// What `set` does, by what its target holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Assignment {
    /// A number or a word.
    Number(VariableRef, Number),
    /// A switch.
    Truth(VariableRef, Truth),
    /// Squares.
    Squares(VariableRef, Squares),
    /// The level of a token.
    Level(TokenId, Number),
    /// The number of squares, or of the pieces on them.
    Tally(TallyId, Squares, Number),
}

/// Returns whose a variable is when nobody is named.
pub(super) fn own_side(cx: &Context<'_>, id: VariableId) -> Option<Side> {
    let per_side = cx.game.variables.get(id).is_some_and(|variable| variable.per_side);
    per_side.then_some(Side::Own)
}

/// Lowers `clock` or `clock of White`, or complains.
pub(crate) fn variable_ref(cx: &mut Context<'_>, expr: &Expr) -> Option<VariableRef> {
    match &peel(expr).kind {
        ExprKind::Name(name) => {
            let id = super::variable(cx, name)?;
            Some(VariableRef { id, side: own_side(cx, id) })
        }
        ExprKind::Of(name, of) => {
            let id = super::variable(cx, name)?;
            let of = side(cx, of)?;
            if own_side(cx, id).is_none() {
                return shared(cx, name, expr);
            }
            Some(VariableRef { id, side: Some(of) })
        }
        _ => complaints::mismatch(cx, expr, Wanted::Variable),
    }
}

fn shared<T>(cx: &mut Context<'_>, name: &Name, expr: &Expr) -> Option<T> {
    let found = codes::WRONG_TYPE
        .at(expr.span, format!("`{}` is one variable for both sides", name.text))
        .help(format!("write `{}` alone, or declare it `per side`", name.text));
    found.fail(cx.sink)
}

/// Lowers the target and the value of `set`, or complains.
pub(crate) fn assignment(cx: &mut Context<'_>, target: &Expr, value: &Expr) -> Option<Assignment> {
    if let ExprKind::Of(word, of) = &peel(target).kind
        && word.text == "level"
    {
        let token = level_token(cx, of);
        let level = number(cx, value);
        return token.zip(level).map(|(token, level)| Assignment::Level(token, level));
    }
    if let Some((tally, of)) = tally_of(cx, target) {
        let on = squares(cx, of);
        let value = number(cx, value);
        return on.zip(value).map(|(on, value)| Assignment::Tally(tally, on, value));
    }
    if !names_variable(cx, target) {
        return not_settable(cx, target);
    }
    let variable = variable_ref(cx, target)?;
    match cx.game.variables.get(variable.id).map(|variable| &variable.kind)? {
        VariableKind::Number { .. } => {
            number(cx, value).map(|value| Assignment::Number(variable, value))
        }
        VariableKind::Words(_) => {
            word(cx, variable.id, value).map(|value| Assignment::Number(variable, value))
        }
        VariableKind::Switch => switch(cx, value).map(|value| Assignment::Truth(variable, value)),
        VariableKind::Squares => {
            squares(cx, value).map(|value| Assignment::Squares(variable, value))
        }
    }
}

/// Returns the number that squares or pieces have, and of which, if an expression is `NAME of A`.
pub(crate) fn tally_of<'e>(cx: &Context<'_>, expr: &'e Expr) -> Option<(TallyId, &'e Expr)> {
    let ExprKind::Of(name, of) = &peel(expr).kind else { return None };
    match cx.entity(&name.text) {
        Some(Entity::Tally(id)) => Some((id, of)),
        _ => None,
    }
}

/// Tells whether an expression is the name of a variable, or an unknown name that was meant so.
fn names_variable(cx: &Context<'_>, expr: &Expr) -> bool {
    let (ExprKind::Name(name) | ExprKind::Of(name, _)) = &peel(expr).kind else { return false };
    matches!(
        meaning(cx, &name.text),
        Meaning::Entity(Entity::Variable(_)) | Meaning::Unknown | Meaning::Unbound(_)
    )
}

fn not_settable<T>(cx: &mut Context<'_>, target: &Expr) -> Option<T> {
    if let Some((side, variable)) = of_side(cx, target) {
        let message = format!("`{}` stands behind `of` here", side.text);
        let put = format!("{} of {}", variable.text, side.text);
        let help = format!("the variable of a side is `{put}`");
        let found = codes::BAD_TARGET.at(target.span, message);
        return found.suggest(target.span, put, help).fail(cx.sink);
    }
    if let Some(name) = name_of(target)
        && let Meaning::Entity(Entity::Tally(_)) = meaning(cx, &name.text)
    {
        let message = format!("`{}` is a number that each square or piece has", name.text);
        let found = codes::BAD_TARGET.at(target.span, message);
        return found.help(format!("say of which: `{} of …`", name.text)).fail(cx.sink);
    }
    if let Some((name, set)) = narrowed(cx, target) {
        let message = format!("the set behind `{name} of` needs brackets here");
        let help = format!("`of` reaches only to `on` or `except`: `{name} of (… on …)`");
        let found = codes::BAD_TARGET.at(target.span, message);
        let found = found.suggest(set.before(), "(", help);
        return found.suggest(target.span.after(), ")", "and close them here").fail(cx.sink);
    }
    let message = match name_of(target) {
        Some(name) => format!("`{}` cannot be set", name.text),
        None => "this cannot be set".to_owned(),
    };
    let help = "what can be set is a variable or `level of` a token";
    codes::BAD_TARGET.at(target.span, message).help(help).fail(cx.sink)
}

/// Returns the name of the number and where its set begins, if an expression is `NAME of A on B` or `NAME of A except B`.
fn narrowed<'e>(cx: &Context<'_>, expr: &'e Expr) -> Option<(&'e str, Span)> {
    let (ExprKind::In(inner, _) | ExprKind::Except(Some(inner), _)) = &expr.kind else {
        return None;
    };
    match &inner.kind {
        ExprKind::Of(name, of) if tally_of(cx, inner).is_some() => Some((&name.text, of.span)),
        _ => narrowed(cx, inner),
    }
}

/// Returns the parts of `SIDE VARIABLE`, if an expression is written so.
fn of_side<'e>(cx: &Context<'_>, expr: &'e Expr) -> Option<(&'e Name, &'e Name)> {
    let ExprKind::Chain(parts) = &expr.kind else { return None };
    let [side, variable] = parts.as_slice() else { return None };
    let (side, variable) = (name_of(side)?, name_of(variable)?);
    let is_side = matches!(
        meaning(cx, &side.text),
        Meaning::Entity(Entity::Side(_)) | Meaning::Word(Word::Own | Word::Opponent)
    );
    let is_variable = matches!(meaning(cx, &variable.text), Meaning::Entity(Entity::Variable(_)));
    (is_side && is_variable).then_some((side, variable))
}

/// Returns the token whose level is meant, or complains.
pub(super) fn level_token(cx: &mut Context<'_>, of: &Expr) -> Option<TokenId> {
    match name_of(of) {
        Some(name) => token(cx, name),
        None => complaints::mismatch(cx, of, Wanted::Token),
    }
}

/// Lowers a value for a variable of words to the number of the word, or complains.
pub(super) fn word(cx: &mut Context<'_>, id: VariableId, value: &Expr) -> Option<Number> {
    nested(cx, value.span, |cx| match &peel(value).kind {
        ExprKind::Name(name) => word_named(cx, id, name),
        ExprKind::Of(..) => other_words(cx, id, value),
        ExprKind::Conditional { condition, then, otherwise } => {
            let condition = truth(cx, condition);
            let then = word(cx, id, then);
            let otherwise = word(cx, id, otherwise);
            Some(super::numbers::either(condition?, then?, otherwise?))
        }
        _ => {
            let message = format!("`{}` holds one of its words", variable_name(cx, id));
            with_words(cx, codes::WRONG_TYPE.at(value.span, message), id).fail(cx.sink)
        }
    })
}

fn words<'a>(cx: &'a Context<'_>, id: VariableId) -> &'a [String] {
    match cx.game.variables.get(id).map(|variable| &variable.kind) {
        Some(VariableKind::Words(words)) => words,
        _ => &[],
    }
}

fn variable_name<'a>(cx: &'a Context<'_>, id: VariableId) -> &'a str {
    id.name(&cx.game).unwrap_or_default()
}

fn word_named(cx: &mut Context<'_>, id: VariableId, name: &Name) -> Option<Number> {
    if let Some(number) = word_number(cx, id, &name.text) {
        return Some(number);
    }
    match meaning(cx, &name.text) {
        Meaning::Entity(Entity::Variable(_)) => {
            let expr = Expr::name(&name.text, name.span);
            other_words(cx, id, &expr)
        }
        Meaning::Entity(Entity::Option(index)) => {
            match cx.options.get(index).map(|o| o.value.clone()) {
                Some(OptionSetting::Word(text)) => {
                    word_number(cx, id, &text).or_else(|| no_word(cx, id, name))
                }
                _ => no_word(cx, id, name),
            }
        }
        _ => no_word(cx, id, name),
    }
}

fn word_number(cx: &Context<'_>, id: VariableId, text: &str) -> Option<Number> {
    let at = words(cx, id).iter().position(|word| word == text)?;
    i32::try_from(at).ok().map(Number::from)
}

/// Lowers another variable that has the same words.
fn other_words(cx: &mut Context<'_>, id: VariableId, value: &Expr) -> Option<Number> {
    let other = variable_ref(cx, value)?;
    if words(cx, other.id) == words(cx, id) {
        return Some(Number::Variable(other));
    }
    let message = format!(
        "`{}` does not have the words of `{}`",
        variable_name(cx, other.id),
        variable_name(cx, id)
    );
    codes::WRONG_TYPE.at(value.span, message).fail(cx.sink)
}

fn no_word<T>(cx: &mut Context<'_>, id: VariableId, name: &Name) -> Option<T> {
    let message = format!("`{}` is no word of `{}`", name.text, variable_name(cx, id));
    let close = suggest::closest(&name.text, words(cx, id).iter().map(String::as_str));
    with_words(cx, codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(close), id).fail(cx.sink)
}

fn with_words(cx: &Context<'_>, found: Diagnostic, id: VariableId) -> Diagnostic {
    match suggest::short_list(words(cx, id).iter().map(String::as_str)) {
        Some(list) => found.help(format!("`{}` can be {list}", variable_name(cx, id))),
        None => found,
    }
}

/// Lowers a value for a switch: `on`, `off` or a condition.
pub(super) fn switch(cx: &mut Context<'_>, value: &Expr) -> Option<Truth> {
    on_or_off(value).map_or_else(|| truth(cx, value), |state| Some(state.into()))
}

/// Reads `on` and `off`.
pub(super) fn on_or_off(expr: &Expr) -> Option<bool> {
    match name_of(expr)?.text.as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Returns what a variable holds once something was added to it, or taken from it.
pub(crate) fn adjusted(cx: &Context<'_>, value: &Expr, target: &Expr, less: bool) -> Expr {
    let (value, held) = (Box::new(value.clone()), Box::new(target.clone()));
    let span = value.span;
    let kind = match (kind(cx, target).is_squares(), less) {
        (true, false) => ExprKind::Logic(LogicOperator::Or, vec![*held, *value]),
        (true, true) => ExprKind::Except(Some(held), value),
        (false, false) => ExprKind::Binary(BinaryOperator::Add, held, value),
        (false, true) => ExprKind::Binary(BinaryOperator::Subtract, held, value),
    };
    Expr { kind, span }
}
