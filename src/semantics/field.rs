//! Fields of the position text.

use super::context::{Context, Place};
use super::expression;
use super::rule::in_place;
use crate::diag::{Diagnostic, codes};
use crate::ir::{Field, FieldKind, Letter, TemplatePart, VariableKind, VariableRef};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, FieldItem, FieldType, FormPart, LetterItem};

/// Lowers a field, or complains.
pub(crate) fn field(cx: &mut Context<'_>, item: &FieldItem) -> Option<Field> {
    let kind = in_place(cx, Place::Ending, |cx| kind(cx, &item.kind))?;
    Some(Field { name: item.name.text.clone(), kind })
}

fn kind(cx: &mut Context<'_>, kind: &FieldType) -> Option<FieldKind> {
    match kind {
        FieldType::Letters(items) => {
            let letters: Vec<Option<Letter>> = items.iter().map(|item| letter(cx, item)).collect();
            letters.into_iter().collect::<Option<Vec<Letter>>>().map(FieldKind::Letters)
        }
        FieldType::Squares(variable) => {
            holding(cx, variable, Holds::Squares).map(FieldKind::Squares)
        }
        FieldType::Number(variable) => holding(cx, variable, Holds::Number).map(FieldKind::Number),
        FieldType::TurnNumber => Some(FieldKind::TurnNumber),
        FieldType::Forms(forms) => {
            let forms: Vec<Option<Vec<TemplatePart>>> =
                forms.iter().map(|form| template(cx, form)).collect();
            forms.into_iter().collect::<Option<Vec<_>>>().map(FieldKind::Template)
        }
        FieldType::Fixed(text) => Some(FieldKind::Fixed(text.text.clone())),
    }
}

fn letter(cx: &mut Context<'_>, item: &LetterItem) -> Option<Letter> {
    let square = expression::squares(cx, &item.square);
    let name = Expr { kind: ExprKind::Name(item.variable.clone()), span: item.variable.span };
    let variable = holding(cx, &name, Holds::Squares);
    let (square, variable) = (square?, variable?);
    Some(Letter { text: item.letter.text.clone(), variable, square, read_only: item.read_only })
}

fn template(cx: &mut Context<'_>, form: &[FormPart]) -> Option<Vec<TemplatePart>> {
    let parts: Vec<Option<TemplatePart>> =
        form.iter().map(|part| template_part(cx, part)).collect();
    parts.into_iter().collect()
}

fn template_part(cx: &mut Context<'_>, part: &FormPart) -> Option<TemplatePart> {
    match part {
        FormPart::Text(text) => Some(TemplatePart::Text(text.text.clone())),
        FormPart::Number { variable, minus, span } => {
            let variable = holding(cx, variable, Holds::Number);
            let minus = match minus {
                Some(minus) => Some(small(cx, *minus, *span)?),
                None => None,
            };
            variable.map(|variable| TemplatePart::Number { variable, minus })
        }
    }
}

fn small(cx: &mut Context<'_>, number: i64, span: Span) -> Option<i32> {
    let small = i32::try_from(number).ok();
    if small.is_none() {
        let message = format!("numbers go up to {}", i32::MAX);
        cx.sink.push(Diagnostic::error(codes::NUMBER_TOO_LARGE, span, message));
    }
    small
}

/// What a variable must hold to be told in a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Number,
    Squares,
}

/// Lowers a variable that holds what is needed, or complains.
fn holding(cx: &mut Context<'_>, expr: &Expr, holds: Holds) -> Option<VariableRef> {
    let variable = expression::variable_ref(cx, expr)?;
    let squares = matches!(cx.game.variables.get(variable.id)?.kind, VariableKind::Squares);
    if squares == (holds == Holds::Squares) {
        return Some(variable);
    }
    let wanted = match holds {
        Holds::Number => expression::Wanted::Number,
        Holds::Squares => expression::Wanted::Squares,
    };
    expression::mismatch(cx, expr, wanted)
}
