//! Conditions.

use super::super::context::{Context, Entity, OptionSetting, Place, SlotKind};
use super::super::order;
use super::super::rounds::{self, Rounds};
use super::asks::asks_about_record;
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind, kind_of_variable};
use super::names::{Meaning, meaning, peel};
use super::numbers::{arithmetic, fixed_number};
use super::{defines, functions, nested, questions, side, squares, token, values};
use crate::diag::{codes, suggest};
use crate::ir::{Comparison, Held, Number, Origin, Side, Squares, Truth, VariableRef};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, Expr, ExprKind, LogicOperator, MovedBy, Name};

/// Lowers a condition, or complains.
pub(crate) fn truth(cx: &mut Context<'_>, expr: &Expr) -> Option<Truth> {
    let truth = nested(cx, expr.span, |cx| lower(cx, peel(expr)))?;
    cx.note_truth(&truth, expr.span)?;
    Some(truth)
}

fn lower(cx: &mut Context<'_>, expr: &Expr) -> Option<Truth> {
    match &expr.kind {
        ExprKind::Name(name) => named(cx, name),
        ExprKind::Of(..) if kind(cx, expr) == Kind::Switch => {
            values::variable_ref(cx, expr).map(is_on)
        }
        ExprKind::Logic(operator, parts) => logic(cx, *operator, parts),
        ExprKind::Not(inner) => truth(cx, inner).map(Truth::negated),
        ExprKind::Any(set) => squares(cx, set).map(Truth::exists),
        ExprKind::No(set) => squares(cx, set).map(Truth::exists).map(Truth::negated),
        ExprKind::Binary(operator, left, right) if arithmetic(*operator).is_none() => {
            questions::compared(cx, *operator, left, right, expr.span)
        }
        ExprKind::Is { subject, negated, predicate } => {
            questions::is(cx, subject, *negated, predicate)
        }
        ExprKind::Attacked { subject, negated, by } => {
            attacked(cx, subject, *negated, by.as_deref())
        }
        ExprKind::Safe(piece, on) => squares(cx, piece)
            .map(|piece| order::one(cx, piece))
            .zip(squares(cx, on))
            .map(|(piece, on)| Truth::Safe { piece, on }),
        ExprKind::CanMove { side: who, negated, that } => {
            let side = side(cx, who);
            let that =
                that.as_ref().map_or(Some(Truth::always()), |that| truth(cx, that)).map(Box::new);
            let can = side.zip(that).map(|(side, that)| Truth::HasTurn { side, that });
            can.map(|can| can.negated_if(*negated))
        }
        ExprKind::Quantified { every, name, over, condition } => {
            quantified(cx, *every, name, over, condition)
        }
        ExprKind::QuantifiedDirection { every, name, directions, condition } => {
            let rounds = Rounds { name, directions, span: expr.span };
            let truths = rounds::truths(cx, rounds, condition)?;
            Some(if *every { Truth::all(truths) } else { Truth::any(truths) })
        }
        ExprKind::MovedBy(way) => {
            way_is_known(cx, expr.span)?;
            moved_by(cx, way)
        }
        ExprKind::Repeated { times, held } => repeated(cx, times, held.as_deref(), expr.span),
        _ => complaints::mismatch(cx, expr, Wanted::Truth),
    }
}

fn named(cx: &mut Context<'_>, name: &Name) -> Option<Truth> {
    match meaning(cx, &name.text) {
        Meaning::Entity(Entity::Variable(id)) if kind_of_variable(cx, id) == Kind::Switch => {
            Some(is_on(VariableRef { id, side: values::own_side(cx, id) }))
        }
        Meaning::Entity(Entity::Define(index)) => {
            defines::expand(cx, name, index, Wanted::Truth, truth)
        }
        Meaning::Entity(Entity::Option(index)) => match cx.options.get(index).map(|o| &o.value) {
            Some(OptionSetting::Number(number @ (0 | 1))) => Some(Truth::from(*number == 1)),
            _ => complaints::name(cx, name, Wanted::Truth),
        },
        _ => complaints::name(cx, name, Wanted::Truth),
    }
}

/// Returns that a switch is on.
pub(super) fn is_on(variable: VariableRef) -> Truth {
    compare(Comparison::Equal, Number::Variable(variable), 1.into())
}

/// Returns that two numbers compare so, or whether they do where both are known.
pub(super) fn compare(operator: Comparison, left: Number, right: Number) -> Truth {
    match (left.as_fixed(), right.as_fixed()) {
        (Some(left), Some(right)) => operator.holds(left, right).into(),
        _ => Truth::Compare { operator, left, right },
    }
}

fn logic(cx: &mut Context<'_>, operator: LogicOperator, parts: &[Expr]) -> Option<Truth> {
    let before = std::iter::once(None).chain(parts.iter().map(Some));
    let lowered: Vec<Option<Truth>> = before
        .zip(parts)
        .map(|(before, part)| match before.filter(|_| kind(cx, part).is_squares()) {
            // The rest of a predicate: `X is Pawn or Rook`.
            Some(before) if matches!(before.kind, ExprKind::Is { .. }) => {
                needs_brackets(cx, before, part, operator)
            }
            // Another piece behind `any` or `no`: `no own Pawn or Rook`.
            Some(before @ Expr { kind: ExprKind::Any(_) | ExprKind::No(_), .. })
                if operator == LogicOperator::Or =>
            {
                needs_brackets_behind_any(cx, before, part)
            }
            _ => truth(cx, part),
        })
        .collect();
    let join = match operator {
        LogicOperator::And => Truth::all,
        LogicOperator::Or => Truth::any,
    };
    lowered.into_iter().collect::<Option<_>>().map(join)
}

fn needs_brackets_behind_any<T>(cx: &mut Context<'_>, before: &Expr, part: &Expr) -> Option<T> {
    let (word, set) = match &before.kind {
        ExprKind::No(set) => ("no", set),
        ExprKind::Any(set) => ("any", set),
        _ => return None,
    };
    let message =
        format!("this is no condition by itself: `{word}` reaches as far as the word before `or`");
    let mut found = codes::WRONG_TYPE.at(part.span, message);
    // The brackets go around the last word of the set and the first of what follows.
    let help = format!("put what there may be in brackets: `{word} … (A or B)`");
    let (first, last) = (last_term(set), first_term(part));
    if squares(cx, part).is_some() {
        found = found.suggest(first.before(), "(", help).suggest(
            last.after(),
            ")",
            "and close them here",
        );
    } else {
        return None;
    }
    found.fail(cx.sink)
}

/// Where the last term of the set stands that is narrowed down by nothing that follows it.
fn last_term(set: &Expr) -> Span {
    match &set.kind {
        ExprKind::Chain(parts) => parts.last().map_or(set.span, last_term),
        _ => set.span,
    }
}

/// Where the first term of a set stands.
fn first_term(set: &Expr) -> Span {
    match &set.kind {
        ExprKind::Chain(parts) => parts.first().map_or(set.span, first_term),
        ExprKind::In(first, _) | ExprKind::Except(Some(first), _) => first_term(first),
        _ => set.span,
    }
}

fn needs_brackets<T>(
    cx: &mut Context<'_>,
    before: &Expr,
    part: &Expr,
    operator: LogicOperator,
) -> Option<T> {
    if let ExprKind::Call(call, _) = &peel(part).kind
        && let Some(Entity::Define(_)) = cx.entity(&call.text)
    {
        return functions::unknown_function(cx, call);
    }
    let message = "this is no condition by itself: `is` reaches as far as the word before";
    let mut found = codes::WRONG_TYPE.at(part.span, message);
    if let (ExprKind::Is { predicate, .. }, LogicOperator::Or) = (&before.kind, operator) {
        found = found
            .suggest(predicate.span.before(), "(", "put what it may be in brackets: `is (A or B)`")
            .suggest(part.span.after(), ")", "and close them here");
    }
    found.fail(cx.sink)
}

/// The word before the subject of a question decides whether one or none is meant.
pub(super) fn without_any(subject: &Expr) -> (&Expr, bool) {
    match &peel(subject).kind {
        ExprKind::Any(set) => (set, false),
        ExprKind::No(set) => (set, true),
        _ => (subject, false),
    }
}

fn attacked(
    cx: &mut Context<'_>,
    subject: &Expr,
    negated: bool,
    by: Option<&Expr>,
) -> Option<Truth> {
    let (subject, none) = without_any(subject);
    let on = squares(cx, subject);
    let by = by.map_or_else(|| on.as_ref().map(attacker), |by| side(cx, by));
    let attacked = on.zip(by).map(|(on, by)| Truth::Attacked { on, by });
    attacked.map(|attacked| attacked.negated_if(negated != none))
}

/// Returns who attacks a set if nobody is named: the opponent of those whose pieces it holds, else the opponent.
fn attacker(on: &Squares) -> Side {
    match on.owner() {
        Some(Side::Opponent) => Side::Own,
        Some(Side::Fixed(side)) => Side::Fixed(side.opponent()),
        Some(Side::Own | Side::OwnerOf(_)) | None => Side::Opponent,
    }
}

fn quantified(
    cx: &mut Context<'_>,
    every: bool,
    name: &Name,
    over: &Expr,
    condition: &Expr,
) -> Option<Truth> {
    rounds::only_squares(cx, name, over)?;
    let over = squares(cx, over);
    let (slot, condition) = cx.scoped(|cx| {
        let slot = cx.bind(&name.text, SlotKind::Square);
        (slot, truth(cx, condition))
    });
    let (over, condition) = (over?, condition?);
    let some = |condition| Truth::Some { slot, over, condition: Box::new(condition) };
    Some(if every { some(condition.negated()).negated() } else { some(condition) })
}

/// Lowers the name of a way of moving.
pub(crate) fn moved_by(cx: &mut Context<'_>, way: &MovedBy) -> Option<Truth> {
    let origin = match way {
        MovedBy::Named(name) => Origin::Named(way_named(cx, name)?),
        MovedBy::AnyPower => Origin::Power(None),
        MovedBy::PowerOf(name) => Origin::Power(Some(token(cx, name)?)),
        MovedBy::Drop => Origin::Drop,
    };
    Some(Truth::MovedBy(origin))
}

/// Returns the name of a way of moving, or complains that there is none of that name.
///
/// Ways of moving that ask about others are lowered before all are known: they are not checked.
fn way_named(cx: &mut Context<'_>, name: &Name) -> Option<String> {
    let game = &cx.game;
    let known: Vec<&str> = game.clauses().filter_map(|clause| clause.name.as_deref()).collect();
    let early = matches!(cx.place, Place::Clause | Place::Distance | Place::Bearer);
    if early || known.contains(&name.text.as_str()) {
        return Some(name.text.clone());
    }
    let close = suggest::closest(&name.text, known);
    let found = codes::UNKNOWN_NAME
        .at(name.span, format!("no piece has a way of moving called `{}`", name.text))
        .did_you_mean(close)
        .help("a way of moving gets its name from the word before its colon: `name: moves …`");
    found.fail(cx.sink)
}

fn way_is_known(cx: &mut Context<'_>, span: Span) -> Option<()> {
    if cx.place.is_at_rest() {
        let message = "`moved by` means nothing here: no move is being made";
        let help = "set a variable in an event about the move, and ask for that";
        return codes::NOT_IN_SCOPE.at(span, message).help(help).fail(cx.sink);
    }
    Some(())
}

fn repeated(
    cx: &mut Context<'_>,
    times: &Expr,
    held: Option<&ast::Held>,
    span: Span,
) -> Option<Truth> {
    if !matches!(cx.place, Place::Ending | Place::Forbid) {
        let message = "only `record` and `forbid` can ask how often a position has occurred";
        return codes::WRONG_PLACE.at(span, message).fail(cx.sink);
    }
    let number = fixed_number(cx, times);
    let held = match held {
        Some(held) => Some(Box::new(self::held(cx, held)?)),
        None => None,
    };
    let (least, what) = match &held {
        Some(_) => (2, "what has held since a position was there"),
        None => (1, "a position"),
    };
    let number = number?;
    if let Ok(times) = u8::try_from(number)
        && times >= least
    {
        return Some(Truth::Repeated { times, held });
    }
    let message = format!("{what} can be asked for from {least} to 255 occurrences");
    codes::BAD_ENDING.at(times.span, message).fail(cx.sink)
}

/// Lowers what must have held between two occurrences.
fn held(cx: &mut Context<'_>, held: &ast::Held) -> Option<Held> {
    let condition = truth(cx, &held.condition);
    let whose = match &held.whose {
        Some(whose) => Some(side(cx, whose)?),
        None => None,
    };
    let condition = condition?;
    if asks_about_record(&condition) {
        let message = "what held at each turn cannot itself ask how often a position has occurred";
        return codes::BAD_ENDING.at(held.condition.span, message).fail(cx.sink);
    }
    Some(Held { whose, condition })
}

/// Returns how an operator compares two numbers.
pub(super) fn comparison(operator: BinaryOperator) -> Comparison {
    match operator {
        BinaryOperator::Different => Comparison::Different,
        BinaryOperator::Less => Comparison::Less,
        BinaryOperator::LessOrEqual => Comparison::LessOrEqual,
        BinaryOperator::Greater => Comparison::Greater,
        BinaryOperator::GreaterOrEqual => Comparison::GreaterOrEqual,
        _ => Comparison::Equal,
    }
}
