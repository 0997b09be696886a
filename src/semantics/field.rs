//! Fields of the position text.

use super::context::{Context, Place, all};
use super::expression;
use super::rule::in_place;
use super::turned::{self, Eyes};
use crate::diag::codes;
use crate::ir::{
    Field, FieldKind, Letter, SideId, SquareId, Squares, TemplatePart, VariableKind, VariableRef,
};
use crate::source::Span;
use crate::syntax::ast::{Expr, FieldItem, FieldType, FormPart, LetterItem, Text};

/// Lowers a field, or complains.
pub(crate) fn field(cx: &mut Context<'_>, item: &FieldItem) -> Option<Field> {
    check_texts(cx, &item.kind);
    let place = match item.kind {
        FieldType::Letters { per_side: true, .. } => Place::FieldOfSide,
        _ => Place::Field,
    };
    let kind = in_place(cx, place, |cx| kind(cx, &item.kind))?;
    check_other_fields(cx, item, &kind);
    Some(Field { name: item.name.text.clone(), kind })
}

/// Complains if another field tells the same: a text in which they differ would contradict itself.
fn check_other_fields(cx: &mut Context<'_>, item: &FieldItem, kind: &FieldKind) {
    let is_whole =
        matches!(kind, FieldKind::Squares(_) | FieldKind::Number(_) | FieldKind::TurnNumber);
    let Some(other) = cx.game.fields.iter().find(|other| is_whole && other.kind == *kind) else {
        return;
    };
    let message = format!("the field `{}` tells the same as `{}`", item.name.text, other.name);
    let help = format!("leave one of them out, or write `replace field {}: …`", other.name);
    cx.sink.push(codes::DUPLICATE_CLAUSE.at(item.name.span, message).help(help));
}

/// Complains about texts that position text could not be read with again.
fn check_texts(cx: &mut Context<'_>, kind: &FieldType) {
    match kind {
        FieldType::Letters { per_side, letters } => {
            if *per_side && !letters.iter().all(|item| is_capital(cx, item)) {
                return;
            }
            let items: Vec<LetterItem> =
                written_out(*per_side, letters).into_iter().map(|(item, _)| item).collect();
            for (index, item) in items.iter().enumerate() {
                check_letter(cx, item, items.get(..index).unwrap_or_default());
            }
        }
        FieldType::Fixed(text) => check_text(cx, text),
        FieldType::Forms(forms) => {
            for form in forms {
                check_form(cx, form);
            }
        }
        FieldType::Squares(_) | FieldType::Number(_) | FieldType::TurnNumber => {}
    }
}

/// Complains about a text that would end a field or give it a name.
fn check_text(cx: &mut Context<'_>, text: &Text) {
    if text.text.contains(|c: char| c.is_whitespace() || c == ':') {
        let message = format!("`{}` cannot stand in a field of position text", text.text);
        let help =
            "fields are told apart by the spaces between them, and other things by their colon";
        cx.sink.push(codes::BAD_SYMBOL.at(text.span, message).help(help));
    }
}

/// Complains about a letter for both sides that is the same in capitals and small.
fn is_capital(cx: &mut Context<'_>, item: &LetterItem) -> bool {
    let text = &item.letter;
    let is_capital = text.text.to_lowercase() != text.text;
    if !is_capital {
        let message = format!("`{}` has no small form for the second side", text.text);
        let found = codes::BAD_SYMBOL.at(text.span, message);
        cx.sink.push(found.help("`per side letters` are told in capitals"));
    }
    is_capital
}

/// Complains about a letter that cannot be told from `-`, or from one written before it.
fn check_letter(cx: &mut Context<'_>, item: &LetterItem, before: &[LetterItem]) {
    let text = &item.letter;
    check_text(cx, text);
    if text.text.is_empty() || text.text.starts_with('-') {
        let message =
            format!("`{}` cannot be a letter of a field: `-` says that there is none", text.text);
        cx.sink.push(codes::BAD_SYMBOL.at(text.span, message));
        return;
    }
    let written = |item: &&LetterItem| !item.by_file;
    let alike = |other: &&LetterItem| {
        let other = &other.letter.text;
        other.starts_with(&text.text) || text.text.starts_with(other)
    };
    if !written(&item) {
        return;
    }
    if let Some(first) = before.iter().filter(written).find(alike) {
        let message = format!("`{}` cannot be told from `{}`", text.text, first.letter.text);
        let found = codes::DUPLICATE_SYMBOL.at(text.span, message);
        cx.sink.push(found.secondary(first.letter.span, "written here"));
    }
}

/// Complains about a form in which numbers run into each other or into digits.
fn check_form(cx: &mut Context<'_>, form: &[FormPart]) {
    for part in form {
        if let FormPart::Text(text) = part {
            check_text(cx, text);
        }
    }
    for pair in form.windows(2) {
        let span = match pair {
            [FormPart::Number { .. }, FormPart::Number { span, .. }] => *span,
            [FormPart::Number { .. }, FormPart::Text(text)]
                if text.text.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                text.span
            }
            _ => continue,
        };
        let message = "a number in a form needs a sign behind it, or it cannot be read again";
        let help = "put a text such as `\"+\"` between them";
        cx.sink.push(codes::BAD_SYMBOL.at(span, message).help(help));
    }
}

fn kind(cx: &mut Context<'_>, kind: &FieldType) -> Option<FieldKind> {
    match kind {
        FieldType::Letters { per_side, letters: items } => {
            let items = written_out(*per_side, items);
            let letters = all(items.iter().map(|(item, whose)| letters(cx, item, *whose)))?;
            Some(FieldKind::Letters(letters.concat()))
        }
        FieldType::Squares(variable) => {
            holding(cx, variable, Holds::Squares).map(FieldKind::Squares)
        }
        FieldType::Number(variable) => holding(cx, variable, Holds::Number).map(FieldKind::Number),
        FieldType::TurnNumber => Some(FieldKind::TurnNumber),
        FieldType::Forms(forms) => {
            all(forms.iter().map(|form| template(cx, form))).map(FieldKind::Template)
        }
        FieldType::Fixed(text) => Some(FieldKind::Fixed(text.text.clone())),
    }
}

/// Returns the letters with the side that each is told for: `per side letters` are small for the second.
fn written_out(per_side: bool, items: &[LetterItem]) -> Vec<(LetterItem, Option<SideId>)> {
    if !per_side {
        return items.iter().map(|item| (item.clone(), None)).collect();
    }
    let first = items.iter().map(|item| (item.clone(), Some(SideId::FIRST)));
    let second = items.iter().map(|item| {
        let mut item = item.clone();
        item.letter.text = item.letter.text.to_lowercase();
        (item, Some(SideId::LAST))
    });
    first.chain(second).collect()
}

/// Lowers a letter, or the letters of several squares, for the side that it belongs to if it does to one.
fn letters(cx: &mut Context<'_>, item: &LetterItem, whose: Option<SideId>) -> Option<Vec<Letter>> {
    let name = Expr::name(&item.variable.text, item.variable.span);
    let letter = |text: String, variable, square| Letter { text, variable, square };
    if !item.by_file {
        let square = seen_by(cx, &item.square, whose);
        let variable = holding(cx, &name, Holds::Squares);
        return Some(vec![letter(item.letter.text.clone(), of(variable?, whose), square?)]);
    }
    let squares = match whose {
        Some(side) => expression::fixed_squares_for(cx, &item.square, side),
        None => expression::fixed_squares(cx, &item.square),
    };
    let variable = holding(cx, &name, Holds::Squares);
    let (squares, variable) = (squares?, of(variable?, whose));
    let letters = squares.iter().map(|square| {
        let text = file_letter(cx, item, square);
        text.map(|text| letter(text, variable, square.into()))
    });
    let letters: Option<Vec<Letter>> = letters.collect();
    if letters.is_none() {
        let message = "there is no letter for each file from this one on";
        cx.sink.push(codes::BAD_SYMBOL.at(item.letter.span, message));
    }
    letters
}

/// Returns a side's own variable of those that each side has.
fn of(variable: VariableRef, whose: Option<SideId>) -> VariableRef {
    let mut variable = variable;
    if let Some(side) = whose {
        turned::variable(&mut variable, Eyes::Of(side));
    }
    variable
}

/// Lowers the square of a letter, with `own` as the side that it belongs to; else nobody is `own`.
fn seen_by(cx: &mut Context<'_>, square: &Expr, whose: Option<SideId>) -> Option<Squares> {
    let first = (cx.game.phrases.truths.len(), cx.game.phrases.sets.len());
    let mut squares = expression::squares(cx, square)?;
    let eyes = Eyes::Of(whose.unwrap_or(SideId::FIRST));
    let told = squares.clone();
    turned::squares(&mut squares, eyes);
    turned::phrases(&mut cx.game.phrases, first, eyes);
    if whose.is_none() && squares != told {
        let message =
            "a letter is about the same square whoever is to move, so that nobody is `own` here";
        let found = codes::WRONG_TYPE.at(square.span, message);
        let help = "name the side, or write `per side letters`: each is told for the first side in capitals";
        return found.help(help).fail(cx.sink);
    }
    Some(squares)
}

/// Returns the letter of a square's file, counted from the letter of the first file.
fn file_letter(cx: &Context<'_>, item: &LetterItem, square: SquareId) -> Option<String> {
    let mut chars = item.letter.text.chars();
    let first = chars.next().filter(char::is_ascii_alphabetic)?;
    let file = u8::try_from(cx.game.board.squares[square].at.x).ok()?;
    let letter = u8::try_from(first).ok()?.checked_add(file).map(char::from)?;
    let same_case = letter.is_ascii_alphabetic() && letter.is_uppercase() == first.is_uppercase();
    (chars.next().is_none() && same_case).then(|| letter.to_string())
}

fn template(cx: &mut Context<'_>, form: &[FormPart]) -> Option<Vec<TemplatePart>> {
    all(form.iter().map(|part| template_part(cx, part)))
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
        cx.sink.push(codes::NUMBER_TOO_LARGE.at(span, format!("numbers go up to {}", i32::MAX)));
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
